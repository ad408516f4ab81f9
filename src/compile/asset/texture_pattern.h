// SPDX-License-Identifier: Apache-2.0
// Built-in textures: gradient, checker and flat colours, with marks on them.
#ifndef INGOT_COMPILE_ASSET_TEXTURE_PATTERN_H_
#define INGOT_COMPILE_ASSET_TEXTURE_PATTERN_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// a colour of 0 to 1 as a byte
unsigned char ig_colour_byte(double colour);

// fills height x width x 3 bytes of memory that is zero; cubes are six squares, one below the other: right, left, up, down,
// front, back
void ig_draw_texture(const mjsTexture* s, unsigned char* rgb);

#endif  // INGOT_COMPILE_ASSET_TEXTURE_PATTERN_H_
