// SPDX-License-Identifier: Apache-2.0
// Triangle meshes as they stand in files: Wavefront OBJ, binary STL, and MSH (the plain binary format of MuJoCo).
#ifndef INGOT_SPEC_FILE_MESH_FILE_H_
#define INGOT_SPEC_FILE_MESH_FILE_H_

#include <stdbool.h>

// growing lists of numbers
typedef struct ig_FloatList_ {
  float* item;
  int n, room;
} ig_FloatList;

typedef struct ig_IntList_ {
  int* item;
  int n, room;
} ig_IntList;

// counts are of numbers: three per vertex, normal and face, two per texture coordinate
typedef struct ig_MeshFile_ {
  ig_FloatList vert, normal, texcoord;
  ig_IntList face, facenormal, facetexcoord;  // the last two: empty, or as many as face
  char error[600];
} ig_MeshFile;

typedef enum { IG_MESH_OBJ, IG_MESH_STL, IG_MESH_MSH } ig_MeshKind;

// a file's bytes, and how they are to be read
typedef struct ig_MeshSource_ {
  const char* name;
  const char* bytes;
  int size;       // negative: could not be read
  bool mirrored;  // the scale turns the mesh inside out: faces go the other way round
  bool merge;     // vertices at the same place become one; those of STL always do
} ig_MeshSource;

// from the content type, or the file's suffix when that is empty; false: message in file->error
bool ig_mesh_kind(ig_MeshFile* file, const char* name, const char* content_type, ig_MeshKind* kind);

// false: message in file->error
bool ig_mesh_read(ig_MeshFile* file, ig_MeshKind kind, const ig_MeshSource* source);
void ig_mesh_file_free(ig_MeshFile* file);

// ------------------------------------------------ for the readers

// keeps the message; always false
bool ig_mesh_fail(ig_MeshFile* file, const char* format, ...) __attribute__((format(printf, 2, 3)));

// room for that many more; false when there is none
bool ig_floats_reserve(ig_FloatList* list, int more);
bool ig_ints_reserve(ig_IntList* list, int more);

#endif  // INGOT_SPEC_FILE_MESH_FILE_H_
