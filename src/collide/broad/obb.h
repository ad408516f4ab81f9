// SPDX-License-Identifier: Apache-2.0
// Boxes in moving frames: do they overlap along any of their six face normals?
// (Cross products of edges are not tried: a box pair that only these separate is left to the next phase.)
#ifndef INGOT_COLLIDE_BROAD_OBB_H_
#define INGOT_COLLIDE_BROAD_OBB_H_

#include <stdbool.h>
#include <stddef.h>

#include <mujoco/mujoco.h>

#include "lane/ints.h"
#include "math/vec3.h"

// frame 2 seen from frame 1 and the other way round, prepared for testing boxes in each
typedef struct {
  real rot[2][9], absrot[2][9];  // row k: the other frame's axes along axis k of this one
  real shift[2][3];              // origin of the other frame
} ig_FramePair;

// pos and mat are NULL for the world's frame
IG_INLINE void ig_frame_pair(ig_FramePair* f, const real* pos1, const real* mat1, const real* pos2, const real* mat2) {
  real identity[9], origin[3], offset[3];
  for (int i = 0; i < 9; i++) identity[i] = ig_broadcast(i % 4 == 0);
  ig_zero3(origin);
  if (!mat1) mat1 = identity;
  if (!mat2) mat2 = identity;
  ig_sub3(offset, pos2 ? pos2 : origin, pos1 ? pos1 : origin);
  ig_mulmattvec3(f->shift[0], mat1, offset);
  ig_mulmattvec3(f->shift[1], mat2, offset);
  ig_scl3(f->shift[1], f->shift[1], ig_broadcast(-1));
  ig_mulmattmat3(f->rot[0], mat1, mat2);
  ig_transpose3(f->rot[1], f->rot[0]);
  for (int i = 0; i < 9; i++) f->absrot[0][i] = ig_abs(f->rot[0][i]);
  ig_transpose3(f->absrot[1], f->absrot[0]);
}

// how many of the half-sizes are infinite
static inline int ig_count_infinite(const mjtNum box[6]) {
  return (box[3] >= mjMAXVAL) + (box[4] >= mjMAXVAL) + (box[5] >= mjMAXVAL);
}

// along the axes of the frame of `own`
IG_INLINE mask ig_obb_separated(const real rot[9], const real absrot[9], const real shift[3], const real own[6],
                                const real other[6], real margin) {
  mask apart = ig_false();
  for (int k = 0; k < 3 && !ig_all(apart); k++) {
    real gap = ig_dot3(rot + 3 * k, other) + shift[k] - own[k];
    apart = ig_or(apart, ig_lt(own[3 + k] + ig_dot3(absrot + 3 * k, other + 3) + margin, ig_abs(gap)));
  }
  return apart;
}

// Boxes are centre and half-sizes in their frames, of which `infinite1` and `infinite2` are infinite (mjMAXVAL or more).
IG_INLINE mask ig_obb_overlap(const ig_FramePair* f, const real box1[6], int infinite1, const real box2[6], int infinite2,
                              real margin) {
  if (infinite1 == 3 || infinite2 == 3) return ig_true();
  mask apart = ig_false();
  if (!infinite2) apart = ig_obb_separated(f->rot[0], f->absrot[0], f->shift[0], box1, box2, margin);
  if (!infinite1 && !ig_all(apart)) {
    apart = ig_or(apart, ig_obb_separated(f->rot[1], f->absrot[1], f->shift[1], box2, box1, margin));
  }
  return ig_not(apart);
}

#endif  // INGOT_COLLIDE_BROAD_OBB_H_
