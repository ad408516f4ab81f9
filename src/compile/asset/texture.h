// SPDX-License-Identifier: Apache-2.0
// Textures.
#ifndef INGOT_COMPILE_ASSET_TEXTURE_H_
#define INGOT_COMPILE_ASSET_TEXTURE_H_

#include "compile/record/record.h"

typedef struct ig_CTexture_ {
  ig_Record r;
  mjsTexture s;
  const char* file;     // as it stands in the model's paths; NULL: none
  unsigned char* data;  // height x width x nchannel; NULL: it is drawn into the model
  size_t planned;       // bytes of all textures up to this one that are
} ig_CTexture;

bool ig_compile_texture(ig_Compiler* c, void* record);
void ig_count_texture(mjModel* n, const void* record);
void ig_write_texture(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_ASSET_TEXTURE_H_
