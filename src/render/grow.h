// SPDX-License-Identifier: Apache-2.0
// Arrays of a picture that grow while it is drawn.
#ifndef INGOT_RENDER_GROW_H_
#define INGOT_RENDER_GROW_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"

// Room for `count` entries of `size` bytes, at least `least` and twice as many as before: `array` is the address of the pointer
// to them, *room what they have. False: no memory, nothing is changed.
static inline bool ig_grow(void* array, int* room, int64_t count, size_t size, int least) {
  void* old;
  memcpy(&old, array, sizeof old);
  int64_t wanted = old ? *room : 0;
  if (count <= wanted) return true;
  if (wanted < least) wanted = least;
  while (wanted < count) wanted *= 2;
  void* bigger = wanted <= INT32_MAX ? ig_try_realloc(old, size * (size_t)wanted) : NULL;
  if (!bigger) return false;
  memcpy(array, &bigger, sizeof bigger);
  *room = (int)wanted;
  return true;
}

#endif  // INGOT_RENDER_GROW_H_
