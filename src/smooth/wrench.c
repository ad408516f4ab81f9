// SPDX-License-Identifier: Apache-2.0
#include "smooth/wrench.h"

#include <mujoco/mujoco.h>

#include "math/scalar.h"
#include "math/vec3.h"
#include "smooth/position/frame.h"

void ig_contact_wrenches(const ig_ContactForce* c, num wrench[2][6]) {
  num local[6] = {0}, global[6], moved[6];
  if (c->pyramidal) {
    ig_decode_pyramid(local, c->force, c->friction, c->dim);
  } else {
    for (int i = 0; i < c->dim; i++) local[i] = c->force[i];
  }
  ig_mulmattvec3(global, c->frame, local + 3);
  ig_mulmattvec3(global + 3, c->frame, local);
  for (int side = 0; side < 2; side++) {
    ig_move_force(moved, global, c->com[side], c->pos);
    for (int k = 0; k < 6; k++) wrench[side][k] = (side ? 1 : -1) * moved[k];
  }
}

// at a point of each body
void ig_equality_wrenches(const ig_EqualityForce* e, num wrench[2][6]) {
  num global[6] = {0, 0, 0, e->force[0], e->force[1], e->force[2]}, moved[6], point[3];
  if (e->weld) ig_copy3(global, e->force + 3);
  for (int side = 0; side < 2; side++) {
    ig_mulmatvec3(point, e->xmat[side], e->local[side]);
    ig_addto3(point, e->xpos[side]);
    ig_move_force(moved, global, e->com[side], point);
    for (int k = 0; k < 6; k++) wrench[side][k] = (side ? -1 : 1) * moved[k];
  }
}
