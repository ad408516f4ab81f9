// SPDX-License-Identifier: Apache-2.0
// Decoding of PNG images.
#ifndef INGOT_COMPILE_ASSET_PNG_H_
#define INGOT_COMPILE_ASSET_PNG_H_

#include "compile/asset/asset_file.h"

typedef struct ig_Image_ {
  int width, height;
  bool srgb;            // the file says that its colours are sRGB
  unsigned char* data;  // height x width x nchannel, in the arena of the compilation
} ig_Image;

// nchannel: 1 (the red channel of coloured files), 3 or 4. Alpha is dropped or, when missing, full; of 16-bit samples
// the upper half is kept. False: refused
bool ig_read_png(ig_Compiler* c, const void* record, const ig_AssetFile* file, int nchannel, ig_Image* image);

#endif  // INGOT_COMPILE_ASSET_PNG_H_
