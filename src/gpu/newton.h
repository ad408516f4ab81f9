// SPDX-License-Identifier: Apache-2.0
// What the warp's Newton (newton.gpu.c) takes of near memory: known to the kernel and to the host, which gives it.
#ifndef INGOT_GPU_NEWTON_H_
#define INGOT_GPU_NEWTON_H_

#include "solve/line_control.h"

// numbers of a tile, so far apart that groups that look at neighbours do not wait for each other; of scratch; of a row of J
enum { IG_NEWTON_DOFS = 32, IG_NEWTON_TILE = 18 };
#define IG_NEWTON_SCRATCH(np) (4 * (np) > 48 ? 4 * (np) : 48)
#define IG_NEWTON_STRIDE(np) ((np) + 1)

// bytes for so many dofs and rows, `friction` of them friction losses
static inline int ig_newton_bytes(int nv, int rows, int friction) {
  int np = (nv + 3) & ~3, tiles = np / 4 * (np / 4 + 1) / 2;
  int numbers = IG_NEWTON_TILE * tiles + IG_NEWTON_SCRATCH(np) + np + rows * (6 + IG_NEWTON_STRIDE(np)) + 2 * friction;
  return (8 * numbers + 4 * rows + 2 * tiles + 15) & ~15;
}

#endif  // INGOT_GPU_NEWTON_H_
