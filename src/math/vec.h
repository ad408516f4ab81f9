// SPDX-License-Identifier: Apache-2.0
// Points and directions as values, for code that runs seldom and reads better as a formula. Each operation rounds as its
// namesake of vec3.h does.
#ifndef INGOT_MATH_VEC_H_
#define INGOT_MATH_VEC_H_

#include <math.h>

#include <mujoco/mjmodel.h>

typedef struct {
  mjtNum x, y, z;
} ig_Vec;

static inline ig_Vec ig_vec(const mjtNum a[3]) { return (ig_Vec){a[0], a[1], a[2]}; }
static inline ig_Vec ig_vec_column(const mjtNum mat[9], int k) { return (ig_Vec){mat[k], mat[3 + k], mat[6 + k]}; }
static inline void ig_put_vec(mjtNum r[3], ig_Vec a) { r[0] = a.x, r[1] = a.y, r[2] = a.z; }

static inline ig_Vec ig_plus(ig_Vec a, ig_Vec b) { return (ig_Vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline ig_Vec ig_minus(ig_Vec a, ig_Vec b) { return (ig_Vec){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline ig_Vec ig_times(mjtNum s, ig_Vec a) { return (ig_Vec){a.x * s, a.y * s, a.z * s}; }

// a + s b
static inline ig_Vec ig_along(ig_Vec a, mjtNum s, ig_Vec b) { return ig_plus(a, ig_times(s, b)); }

static inline mjtNum ig_inner(ig_Vec a, ig_Vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline mjtNum ig_length(ig_Vec a) { return sqrt(ig_inner(a, a)); }
static inline ig_Vec ig_outer(ig_Vec a, ig_Vec b) {
  return (ig_Vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// the direction of a; the x axis for what is shorter than mjMINVAL
static inline ig_Vec ig_direction(ig_Vec a) {
  mjtNum length = ig_length(a);
  return length < mjMINVAL ? (ig_Vec){1, 0, 0} : ig_times(1 / length, a);
}

#endif  // INGOT_MATH_VEC_H_
