// SPDX-License-Identifier: Apache-2.0
// A model with all of its files in one piece, as the viewer's page takes it: a line of JSON with names and sizes, then the
// bytes one after the other.
#ifndef INGOT_CLI_BUNDLE_H_
#define INGOT_CLI_BUNDLE_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  char* bytes;
  size_t size, room;
} ig_Bytes;

void ig_bytes_add(ig_Bytes* bytes, const void* more, size_t size);
void ig_bytes_print(ig_Bytes* bytes, const char* format, ...) __attribute__((format(printf, 2, 3)));
void ig_bytes_free(ig_Bytes* bytes);
// the whole of a file; false when it cannot be read
bool ig_bytes_read(ig_Bytes* bytes, const char* path);

typedef struct {
  char *path, *name;  // on the disk, from its root; in the bundle
  bool by_model;      // its place follows from that of the model
  bool inside;        // and the page finds it there
} ig_File;

// the files that a model is made of; the first is the model itself
typedef struct {
  ig_File* files;
  int count, room;
} ig_Files;

// What is read while the model is compiled. What a file names without its being read is no part of it. One of the program's
// own models has no file; a file that cannot be read as a model still stands for itself.
void ig_files_find(ig_Files* files, const char* model);
void ig_files_free(ig_Files* files);
// changes when one of the files does
uint64_t ig_files_version(const ig_Files* files);

// model: as for ig_read_model; states may be NULL. false after a complaint.
bool ig_bundle_make(ig_Bytes* bundle, const char* model, const ig_Files* files, const double* states, size_t nstate);

#endif  // INGOT_CLI_BUNDLE_H_
