// SPDX-License-Identifier: Apache-2.0
// The number of a world. Everything that is compiled per width (*.lane.c, *.gpu.c) and what these call for one world of a
// vector (colliders, rays, wraps) computes with it. Other numbers keep a type of their own:
//
//   num       state, results and scratch of worlds in kernels; `real` is a vector of it
//   mjtNum    numbers of mjModel and of mjData, and of the API; time. A model's number that enters a kernel becomes a `num`
//             there: by ig_param and ig_option, by ig_broadcast, or by assignment to a local
//   double    statistics and estimates of work, which have no influence on results
//
// A build of the kernels for single precision defines IG_SINGLE.
#ifndef INGOT_LANE_NUM_H_
#define INGOT_LANE_NUM_H_

#include <stdint.h>

// ig_NumBits and ig_NumInt: integers of the same size
#ifdef IG_SINGLE
typedef float num;
typedef uint32_t ig_NumBits;
typedef int32_t ig_NumInt;
#define ig_num_sqrt(x) __builtin_sqrtf(x)
#define ig_num_abs(x) __builtin_fabsf(x)
#else
typedef double num;
typedef uint64_t ig_NumBits;
typedef int64_t ig_NumInt;
#define ig_num_sqrt(x) __builtin_sqrt(x)
#define ig_num_abs(x) __builtin_fabs(x)
#endif

// The smallest number that is divided by, mjMINVAL of the API: its square and what it divides stay within the range of a float.
#define IG_LEAST 1e-15

// A threshold that tells numbers from rounding is another one in single precision. It is named and derived where it stands:
//   #define IG_FLAT IG_BY_PRECISION(1e-15, 4e-7)
#ifdef IG_SINGLE
#define IG_BY_PRECISION(of_double, of_single) (of_single)
#else
#define IG_BY_PRECISION(of_double, of_single) (of_double)
#endif

#endif  // INGOT_LANE_NUM_H_
