// SPDX-License-Identifier: Apache-2.0
// Time that only goes forward.
#ifndef INGOT_BASE_CLOCK_H_
#define INGOT_BASE_CLOCK_H_

#include <stdint.h>
#include <time.h>

static inline int64_t ig_nanoseconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

#endif  // INGOT_BASE_CLOCK_H_
