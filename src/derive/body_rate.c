// SPDX-License-Identifier: Apache-2.0
#include "derive/body_rate.h"

#include "derive/newton_euler_rate.h"
#include "math/spatial.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/jacobian.h"
#include "smooth/tendon/gradient_row.h"

bool ig_body_motion(const mjModel* m, const mjData* d, int body, const mjtNum point[3], int dof, mjtNum turn[3],
                    mjtNum shift[3]) {
  int last = ig_last_dof(m, body);
  ig_zero3(turn);
  ig_zero3(shift);
  while (last > dof) last = m->dof_parentid[last];
  if (last != dof) return false;
  mjtNum offset[3];
  ig_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  ig_copy3(turn, d->cdof + 6 * dof);
  ig_point_column(shift, d->cdof + 6 * dof, offset);
  return true;
}

ig_Velocities ig_new_velocities(const mjModel* m, mjData* d, const mjtNum* w) {
  ig_Velocities v = {IG_SCRATCH(d, 6 * m->nbody, mjtNum), IG_SCRATCH(d, 6 * m->nv, mjtNum)};
  ig_body_motions(m, d, w, v.body, v.before);
  return v;
}

void ig_velocity_change(const mjModel* m, const mjData* d, const ig_Velocities* v, int body, const mjtNum point[3], int dof,
                        mjtNum turn[3], mjtNum shift[3]) {
  mjtNum after[6], change[6], offset[3];
  for (int k = 0; k < 6; k++) after[k] = v->body[6 * body + k] - v->before[6 * dof + k];
  ig_crossmotion(change, d->cdof + 6 * dof, after);
  ig_sub3(offset, point, d->subtree_com + 3 * m->body_rootid[body]);
  ig_copy3(turn, change);
  ig_point_column(shift, change, offset);
}
