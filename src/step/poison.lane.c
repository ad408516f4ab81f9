// SPDX-License-Identifier: Apache-2.0
#include "step/poison.h"

#if defined(IG_CHECKED) && IG_WIDTH > 1

#include <stdint.h>
#include <string.h>

// a number that is none, and that no computation gives
#ifdef IG_SINGLE
typedef uint32_t Bits;
static const Bits mark = 0x7fa4dead;
#else
typedef uint64_t Bits;
static const Bits mark = 0x7ff4dead4d41524b;
#endif
_Static_assert(sizeof(Bits) == sizeof(num), "a mark for each number");

static bool is_marked(const real* x) {
  Bits bits[IG_WIDTH];
  memcpy(bits, x, sizeof bits);
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (bits[lane] != mark) return false;
  }
  return true;
}

void IG_NAME(ig_poison)(const mjModel* m, ig_Data* d, ig_Quantities reads) {
  char* shadow = d->shadow;
  Bits bits[IG_WIDTH];
  for (int lane = 0; lane < IG_LANES; lane++) bits[lane] = mark;
  for (int q = 0; q < IG_NQ; q++) {
    int n;
    real* array = IG_NAME(ig_lanes_array)(m, d, q, &n);
    if (!array || ig_has(&reads, q)) continue;
    memcpy(shadow, array, sizeof(real) * (size_t)n);
    shadow += sizeof(real) * (size_t)n;
    for (int i = 0; i < n; i++) memcpy(array + i, bits, sizeof bits);
  }
}

void IG_NAME(ig_unpoison)(const mjModel* m, ig_Data* d, const char* stage, ig_Quantities reads, ig_Quantities writes) {
  const char* shadow = d->shadow;
  for (int q = 0; q < IG_NQ; q++) {
    int n;
    real* array = IG_NAME(ig_lanes_array)(m, d, q, &n);
    if (!array || ig_has(&reads, q)) continue;
    for (int i = 0; i < n; i++, shadow += sizeof(real)) {
      if (is_marked(array + i)) {
        memcpy(array + i, shadow, sizeof(real));
      } else if (!ig_has(&writes, q)) {
        mju_error("the stage '%s' writes quantity %d, which its row does not name", stage, q);
      }
    }
  }
}

#endif
