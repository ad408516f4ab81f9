// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// Number types.

#ifndef MUJOCO_INCLUDE_MJTNUM_H_
#define MUJOCO_INCLUDE_MJTNUM_H_

#include <stdint.h>

// the engine's real number, and the smallest one it divides by
#ifndef mjUSESINGLE
  typedef double mjtNum;
  #define mjMINVAL 1E-15
#else
  typedef float mjtNum;
  #define mjMINVAL 1E-15f
#endif

typedef unsigned char mjtByte;  // flags and pixels
typedef int64_t mjtSize;        // sizes of arrays

#endif
