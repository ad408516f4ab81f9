// SPDX-License-Identifier: Apache-2.0
#include "render/target.h"

#include <string.h>

#include "base/memory.h"

// large memory of which only a small part would be in use is given back
static bool fits(const ig_Target* target, size_t pixels, bool depth) {
  enum { LARGE = 1 << 21, LEAST_PART = 4 };
  return pixels <= target->room && depth == (target->depth != NULL) &&
         (target->room <= LARGE || pixels >= target->room / LEAST_PART);
}

static void clear(ig_Target* target, size_t pixels) {
  memset(target->rgba, 0, pixels * sizeof(uint32_t));
  if (target->depth) memset(target->depth, 0, pixels * sizeof(float));
}

bool ig_target_make(ig_Target* target, int width, int height, bool depth) {
  size_t pixels = (size_t)width * (size_t)height;
  if (fits(target, pixels, depth)) {
    target->width = width;
    target->height = height;
    clear(target, pixels);
    return true;
  }
  ig_target_free(target);
  uint32_t* rgba = ig_try_alloc(pixels * sizeof(uint32_t));
  float* z = depth ? ig_try_alloc(pixels * sizeof(float)) : NULL;
  if (!rgba || (depth && !z)) {
    ig_free(rgba);
    ig_free(z);
    return false;
  }
  *target = (ig_Target){width, height, rgba, z, pixels};
  clear(target, pixels);
  return true;
}

void ig_target_free(ig_Target* target) {
  ig_free(target->rgba);
  ig_free(target->depth);
  *target = (ig_Target){0};
}
