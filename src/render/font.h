// SPDX-License-Identifier: Apache-2.0
// A font of strokes of our own, made into bitmaps of the size that is asked for.
#ifndef INGOT_RENDER_FONT_H_
#define INGOT_RENDER_FONT_H_

#include <stdbool.h>
#include <stdint.h>

typedef struct {
  int height;       // of a line
  int width[127];   // of a char
  int offset[127];  // of its bitmap: height rows of width bytes of coverage, the lowest first
  uint8_t* bitmap;
  uint8_t* halo;  // the same a little wider, for the dark rim
} ig_Font;

// false: no memory
bool ig_font_make(ig_Font* font, int height);
void ig_font_free(ig_Font* font);

#endif  // INGOT_RENDER_FONT_H_
