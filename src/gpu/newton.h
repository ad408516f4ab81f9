// SPDX-License-Identifier: Apache-2.0
// What the warp's Newton (newton.gpu.c) takes of near memory: known to the kernel and to the host, which gives it.
#ifndef INGOT_GPU_NEWTON_H_
#define INGOT_GPU_NEWTON_H_

// numbers of a tile, so far apart that groups that look at neighbours do not wait for each other; of scratch
enum { IG_NEWTON_DOFS = 32, IG_NEWTON_TILE = 18 };
enum { IG_NEWTON_LEAST = 48 };  // of scratch: what a line search knows lies there
#define IG_NEWTON_SCRATCH(np) (4 * (np) > IG_NEWTON_LEAST ? 4 * (np) : IG_NEWTON_LEAST)

// bytes for so many dofs and rows, `friction` of them friction losses, whose J has so many chunks that are not zero
static inline int ig_newton_bytes(int nv, int rows, int friction, int chunks) {
  int np = (nv + 3) & ~3, tiles = np / 4 * (np / 4 + 1) / 2;
  int numbers = IG_NEWTON_TILE * tiles + IG_NEWTON_SCRATCH(np) + np + 6 * rows + 2 * friction + 4 * chunks;
  return (8 * numbers + 6 * rows + 2 * tiles + 15) & ~15;
}

#endif  // INGOT_GPU_NEWTON_H_
