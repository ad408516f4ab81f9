// SPDX-License-Identifier: Apache-2.0
// What Jacobians by finite differences share.
#ifndef INGOT_STEP_DIFFERENCES_H_
#define INGOT_STEP_DIFFERENCES_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// (b - a) / h
static inline void ig_difference(mjtNum* out, const mjtNum* a, const mjtNum* b, mjtNum h, int n) {
  mjtNum inverse = 1 / h;
  for (int i = 0; i < n; i++) out[i] = inverse * (b[i] - a[i]);
}

// an error when something stands in their way; NULL: nothing does
static inline bool ig_no_differences(const char* caller, const char* obstacle) {
  if (obstacle) mju_error("%s: finite differences do not work with %s", caller, obstacle);
  return obstacle;
}

#endif  // INGOT_STEP_DIFFERENCES_H_
