// SPDX-License-Identifier: Apache-2.0
// Images with smaller copies of themselves, read with trilinear filtering.
#ifndef INGOT_RENDER_TEXTURE_H_
#define INGOT_RENDER_TEXTURE_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

enum { IG_MAX_LEVEL = 16 };

typedef struct {
  bool cube, srgb;
  int nlevel;
  int width[IG_MAX_LEVEL], height[IG_MAX_LEVEL];
  int first[IG_MAX_LEVEL];  // texel of a level
  uint32_t* texel;          // rgba, lowest byte red, level after level; cubes: six images one after the other in each
} ig_Texture;

// false: no memory
bool ig_texture_load(ig_Texture* texture, const mjModel* m, int id);
void ig_texture_free(ig_Texture* texture);

#endif  // INGOT_RENDER_TEXTURE_H_
