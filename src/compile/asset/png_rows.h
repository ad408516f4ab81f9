// SPDX-License-Identifier: Apache-2.0
// The common kind of PNG, read in one go: 8 bits, RGB or RGBA, not interlaced, with few chunks beside its pixels.
#ifndef INGOT_COMPILE_ASSET_PNG_ROWS_H_
#define INGOT_COMPILE_ASSET_PNG_ROWS_H_

#include "compile/asset/png.h"

// image->data from ig_try_alloc. False: not of that kind, or anything is wrong with it, or the library was built without
// libdeflate; libspng reads it then, or says why not.
bool ig_read_png_rows(const unsigned char* bytes, size_t size, int nchannel, ig_Image* image);

#endif  // INGOT_COMPILE_ASSET_PNG_ROWS_H_
