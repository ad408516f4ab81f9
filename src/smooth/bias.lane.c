#include "smooth/bias.h"

#include "math/spatial.h"
#include "smooth/awake.h"

// r += columns of a body's dofs times a vector over them
IG_INLINE void add_dofs(real r[6], const real* columns, const real* vec, int n) {
  for (int i = 0; i < 6 && n == 1; i++) r[i] += columns[i] * vec[0];
  if (n < 2) return;
  for (int i = 0; i < 6; i++) {
    real sum = columns[i] * vec[0];
    for (int k = 1; k < n; k++) sum += columns[6 * k + i] * vec[k];
    r[i] += sum;
  }
}

// gravity acts as if the world accelerated upwards
IG_INLINE void world_acceleration(const mjModel* m, const ig_Data* d, real cacc[6]) {
  ig_zero(cacc, 6);
  if (m->opt.disableflags & mjDSBL_GRAVITY) return;
  for (int k = 0; k < 3; k++) cacc[3 + k] = -ig_option(m, d, gravity, k);
}

// the body's acceleration from its parent's
IG_INLINE void body_acceleration(const mjModel* m, const ig_Data* d, real r[6], const real* cacc, int body, bool accelerate) {
  int dof = m->body_dofadr[body], n = m->body_dofnum[body];
  ig_copy6(r, cacc + 6 * m->body_parentid[body]);
  add_dofs(r, d->cdof_dot + 6 * dof, d->qvel + dof, n);
  if (accelerate) add_dofs(r, d->cdof + 6 * dof, d->qacc + dof, n);
}

// f = I a + v x I v
IG_INLINE void body_force(const ig_Data* d, real force[6], const real cacc[6], int body) {
  const real *cinert = d->cinert + 10 * body, *cvel = d->cvel + 6 * body;
  real momentum[6], gyro[6];
  ig_mulinertvec(force, cinert, cacc);
  ig_mulinertvec(momentum, cinert, cvel);
  ig_crossforce(gyro, cvel, momentum);
  ig_addto6(force, gyro);
}

void IG_NAME(ig_newton_euler)(const mjModel* m, ig_Data* d, bool accelerate, real* result) {
  bool asleep = ig_bodies_asleep(m, d);
  ig_Subset bodies = ig_awake_bodies(asleep, m, d), parents = ig_awake_parents(asleep, m, d);
  ig_Subset dofs = ig_awake_dofs(asleep, m, d);
  ig_mark(d);
  real *cacc = ig_scratch(d, 6 * m->nbody), *force = ig_scratch(d, 6 * m->nbody);
  world_acceleration(m, d, cacc);
  for (int k = 1; k < bodies.count; k++) {
    int body = ig_member(bodies, k);
    real acc[6], frc[6];
    body_acceleration(m, d, acc, cacc, body, accelerate);
    body_force(d, frc, acc, body);
    ig_copy6(cacc + 6 * body, acc);
    ig_copy6(force + 6 * body, frc);
  }
  for (int k = parents.count - 1; k > 0; k--) {
    int body = ig_member(parents, k), parent = m->body_parentid[body];
    if (parent) ig_addto6(force + 6 * parent, force + 6 * body);
  }
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    result[dof] = ig_dot6(d->cdof + 6 * dof, force + 6 * m->dof_bodyid[dof]);
  }
  ig_release(d);
}

void IG_NAME(ig_internal_forces)(const mjModel* m, ig_Data* d) {
  world_acceleration(m, d, d->cacc);
  ig_zero(d->cfrc_int, 6);
  for (int body = 1; body < m->nbody; body++) {
    real acc[6], force[6];
    body_acceleration(m, d, acc, d->cacc, body, true);
    body_force(d, force, acc, body);
    ig_copy6(d->cacc + 6 * body, acc);
    for (int i = 0; i < 6; i++) d->cfrc_int[6 * body + i] = force[i] - d->cfrc_ext[6 * body + i];
  }
  for (int body = m->nbody - 1; body > 0; body--) {
    ig_addto6(d->cfrc_int + 6 * m->body_parentid[body], d->cfrc_int + 6 * body);
  }
}
