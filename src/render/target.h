// SPDX-License-Identifier: Apache-2.0
// Picture memory: colour and depth, the lowest row first.
#ifndef INGOT_RENDER_TARGET_H_
#define INGOT_RENDER_TARGET_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
  int width, height;
  uint32_t* rgba;  // lowest byte red
  float* depth;    // 1 at the near plane, 0 at the far plane; NULL: none
  size_t room;     // pixels that there is memory for
} ig_Target;

enum { IG_MAX_PICTURE = 16384 };

// Black and far away all over. Memory that the target has is used again, so that sizes may alternate. False: no memory, the
// target is empty then.
bool ig_target_make(ig_Target* target, int width, int height, bool depth);
void ig_target_free(ig_Target* target);

static inline uint32_t ig_pack(float r, float g, float b, uint32_t a) {
  return (uint32_t)r | (uint32_t)g << 8 | (uint32_t)b << 16 | a << 24;
}

// src * alpha + old * (1 - alpha), colour in 0..255
static inline uint32_t ig_blend(uint32_t old, const float rgb[3], float alpha) {
  float keep = 1 - alpha;
  float r = rgb[0] * alpha + (float)(old & 255) * keep, g = rgb[1] * alpha + (float)(old >> 8 & 255) * keep,
        b = rgb[2] * alpha + (float)(old >> 16 & 255) * keep, a = 255 * alpha * alpha + (float)(old >> 24) * keep;
  return ig_pack(r + 0.5f, g + 0.5f, b + 0.5f, (uint32_t)(a + 0.5f));
}

#endif  // INGOT_RENDER_TARGET_H_
