// SPDX-License-Identifier: Apache-2.0
#include "smooth/bias.h"

#include "base/clones.h"
#include "math/spatial.h"
#include "smooth/awake.h"

// r += columns of a body's dofs times a vector over them
IG_INLINE void add_dofs(real r[6], const real* columns, const real* vec, int n) {
  if (n == 1) ig_addtoscl6(r, columns, vec[0]);
  if (n < 2) return;
  real sum[6];
  ig_set6(sum, columns[0] * vec[0], columns[1] * vec[0], columns[2] * vec[0], columns[3] * vec[0], columns[4] * vec[0],
          columns[5] * vec[0]);
  for (int k = 1; k < n; k++) ig_addtoscl6(sum, columns + 6 * k, vec[k]);
  ig_addto6(r, sum);
}

// gravity acts as if the world accelerated upwards
IG_INLINE void world_acceleration(const mjModel* m, const ig_Data* d, real cacc[6]) {
  ig_zero_reals(cacc, 6);
  if (m->opt.disableflags & mjDSBL_GRAVITY) return;
  for (int k = 0; k < 3; k++) cacc[3 + k] = -ig_option(m, d, gravity, k);
}

// r: the acceleration of the body before on entry, of this body on return; a parent that is not that one is looked up
IG_INLINE void body_acceleration(const mjModel* m, const ig_Data* d, real r[6], const real* cacc, int before, int body,
                                 bool accelerate) {
  int dof = m->body_dofadr[body], n = m->body_dofnum[body], parent = m->body_parentid[body];
  if (parent != before) ig_copy6(r, cacc + 6 * parent);
  add_dofs(r, d->cdof_dot + 6 * dof, d->qvel + dof, n);
  if (accelerate) add_dofs(r, d->cdof + 6 * dof, d->qacc + dof, n);
}

// f = I a + v x I v
IG_INLINE void body_force(const ig_Data* d, real force[6], const real cacc[6], int body) {
  const real *cinert = d->cinert + 10 * body, *cvel = d->cvel + 6 * body;
  real momentum[6], gyro[6];
  ig_mulinertvec_both(force, momentum, cinert, cacc, cvel);
  ig_crossforce(gyro, cvel, momentum);
  ig_addto6(force, gyro);
}

// From the leaves on, each body's force goes to its parent. In a chain the parent is next in line: its sum stays in
// registers instead of waiting for memory.
IG_INLINE void gather_forces(const mjModel* m, real* force, ig_Subset bodies) {
  real sum[6];
  ig_zero_reals(sum, 6);
  int waiting = 0;
  for (int k = bodies.count - 1; k > 0; k--) {
    int body = ig_member(bodies, k), parent = m->body_parentid[body];
    real own[6];
    ig_copy6(own, force + 6 * body);
    if (waiting == body) {
      ig_addto6(own, sum);
      ig_copy6(force + 6 * body, own);
    }
    waiting = 0;
    if (!parent) continue;
    if (ig_member(bodies, k - 1) == parent) {
      ig_copy6(sum, own);
      waiting = parent;
    } else {
      ig_addto6(force + 6 * parent, own);
    }
  }
}

IG_KERNEL_CLONES void IG_NAME(ig_newton_euler)(const mjModel* m, ig_Data* d, bool accelerate, real* result) {
  bool asleep = ig_bodies_asleep(m, d);
  ig_Subset bodies = ig_awake_bodies(asleep, m, d), parents = ig_awake_parents(asleep, m, d);
  ig_Subset dofs = ig_awake_dofs(asleep, m, d);
  ig_mark(d);
  real *cacc = ig_scratch(d, 6 * m->nbody), *force = ig_scratch(d, 6 * m->nbody);
  real acc[6], frc[6];
  world_acceleration(m, d, acc);
  ig_copy6(cacc, acc);
  for (int k = 1, before = 0; k < bodies.count; k++) {
    int body = ig_member(bodies, k);
    body_acceleration(m, d, acc, cacc, before, body, accelerate);
    body_force(d, frc, acc, body);
    ig_copy6(cacc + 6 * body, acc);
    ig_copy6(force + 6 * body, frc);
    before = body;
  }
  gather_forces(m, force, parents);
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    result[dof] = ig_dot6(d->cdof + 6 * dof, force + 6 * m->dof_bodyid[dof]);
  }
  ig_release(d);
}

void IG_NAME(ig_internal_forces)(const mjModel* m, ig_Data* d) {
  real acc[6], force[6];
  world_acceleration(m, d, acc);
  ig_copy6(d->cacc, acc);
  ig_zero_reals(d->cfrc_int, 6);
  for (int body = 1; body < m->nbody; body++) {
    body_acceleration(m, d, acc, d->cacc, body - 1, body, true);
    body_force(d, force, acc, body);
    ig_copy6(d->cacc + 6 * body, acc);
    for (int i = 0; i < 6; i++) d->cfrc_int[6 * body + i] = force[i] - d->cfrc_ext[6 * body + i];
  }
  for (int body = m->nbody - 1; body > 0; body--) {
    ig_addto6(d->cfrc_int + 6 * m->body_parentid[body], d->cfrc_int + 6 * body);
  }
}
