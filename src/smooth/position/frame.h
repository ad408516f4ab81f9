// SPDX-License-Identifier: Apache-2.0
// Frames attached to bodies, and spatial vectors moved between points.
#ifndef INGOT_SMOOTH_POSITION_FRAME_H_
#define INGOT_SMOOTH_POSITION_FRAME_H_

#include "batch/data.h"
#include "math/quat.h"

// world position of a point given in the body's frame; frames that coincide are copied, not computed
IG_INLINE void ig_place(const ig_Data* d, real xpos[3], const real pos[3], int body, mjtByte sameframe) {
  if (sameframe == mjSAMEFRAME_BODY) {
    ig_copy3(xpos, d->xpos + 3 * body);
  } else if (sameframe == mjSAMEFRAME_INERTIA) {
    ig_copy3(xpos, d->xipos + 3 * body);
  } else {
    ig_mulmatvec3(xpos, d->xmat + 9 * body, pos);
    ig_addto3(xpos, d->xpos + 3 * body);
  }
}

// world orientation of a frame given relative to the body's
IG_INLINE void ig_orient(const ig_Data* d, real xmat[9], const real quat[4], int body, mjtByte sameframe) {
  if (sameframe == mjSAMEFRAME_BODY || sameframe == mjSAMEFRAME_BODYROT) {
    ig_copy9(xmat, d->xmat + 9 * body);
  } else if (sameframe == mjSAMEFRAME_INERTIA || sameframe == mjSAMEFRAME_INERTIAROT) {
    ig_copy9(xmat, d->ximat + 9 * body);
  } else {
    real world[4];
    ig_mulquat(world, d->xquat + 4 * body, quat);
    ig_quat2mat(xmat, world);
  }
}

// a motion (rotation, translation) seen from another point
IG_INLINE void ig_move_motion(real r[6], const real v[6], const real to[3], const real from[3]) {
  real arm[3], turn[3];
  ig_sub3(arm, to, from);
  ig_cross(turn, arm, v);
  ig_copy3(r, v);
  ig_sub3(r + 3, v + 3, turn);
}

// a force (torque, force) seen from another point
IG_INLINE void ig_move_force(real r[6], const real f[6], const real to[3], const real from[3]) {
  real arm[3], turn[3];
  ig_sub3(arm, to, from);
  ig_cross(turn, arm, f + 3);
  ig_sub3(r, f, turn);
  ig_copy3(r + 3, f + 3);
}

#endif  // INGOT_SMOOTH_POSITION_FRAME_H_
