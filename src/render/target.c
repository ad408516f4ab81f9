// SPDX-License-Identifier: Apache-2.0
#include "render/target.h"

#include <string.h>

#include "base/memory.h"

bool ig_target_make(ig_Target* target, int width, int height, bool depth) {
  ig_target_free(target);
  size_t pixels = (size_t)width * (size_t)height;
  uint32_t* rgba = ig_try_alloc(pixels * sizeof(uint32_t));
  float* z = depth ? ig_try_alloc(pixels * sizeof(float)) : NULL;
  if (!rgba || (depth && !z)) {
    ig_free(rgba);
    ig_free(z);
    return false;
  }
  memset(rgba, 0, pixels * sizeof(uint32_t));
  if (z) memset(z, 0, pixels * sizeof(float));
  *target = (ig_Target){width, height, rgba, z};
  return true;
}

void ig_target_free(ig_Target* target) {
  ig_free(target->rgba);
  ig_free(target->depth);
  *target = (ig_Target){0};
}
