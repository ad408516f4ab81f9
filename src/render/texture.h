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
  uint32_t* texel[IG_MAX_LEVEL];  // rgba, lowest byte red; cubes: six images one after the other
} ig_Texture;

// false: no memory
bool ig_texture_load(ig_Texture* texture, const mjModel* m, int id);
void ig_texture_free(ig_Texture* texture);

// colour from 0 to 1 at s, t (and r), whose changes per pixel to the right and upwards are given
void ig_texture_read(const ig_Texture* texture, const float coord[3], const float dx[3], const float dy[3], float rgba[4]);

#endif  // INGOT_RENDER_TEXTURE_H_
