// SPDX-License-Identifier: Apache-2.0
// The part of a loop that is one thread's where several have the same world, on a GPU: every step-th from the first on.
#ifndef INGOT_LANE_STRIDE_H_
#define INGOT_LANE_STRIDE_H_

typedef struct {
  int first, step;
} ig_Stride;

#endif  // INGOT_LANE_STRIDE_H_
