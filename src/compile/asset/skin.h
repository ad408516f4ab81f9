// SPDX-License-Identifier: Apache-2.0
// Skins.
#ifndef INGOT_COMPILE_ASSET_SKIN_H_
#define INGOT_COMPILE_ASSET_SKIN_H_

#include "compile/record/record.h"

// what moves a part of the vertices
typedef struct ig_CBone_ {
  const char* bodyname;
  ig_Record* body;
  float bindpos[3], bindquat[4];
  const int* vertid;
  float* weight;  // over all bones of a vertex they sum to one
  int nvert;
} ig_CBone;

typedef struct ig_CSkin_ {
  ig_Record r;
  mjsSkin s;
  const char* file;  // as it stands in the model's paths; NULL: none
  ig_Record* material;
  const float *vert, *texcoord;
  const int* face;
  int nvert, ntexcoord, nface;
  ig_CBone* bone;
  int nbone;
} ig_CSkin;

bool ig_compile_skin(ig_Compiler* c, void* record);
void ig_count_skin(mjModel* n, const void* record);
void ig_write_skin(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_ASSET_SKIN_H_
