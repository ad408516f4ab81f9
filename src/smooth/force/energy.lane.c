// SPDX-License-Identifier: Apache-2.0
#include "smooth/force/energy.h"

#include "math/quat.h"
#include "math/sums.h"
#include "smooth/awake.h"
#include "smooth/inertia.h"
#if IG_WIDTH == 1
#include "model/sleep.h"
#endif

IG_INLINE real gravity_energy(const mjModel* m, const ig_Data* d) {
  real energy = ig_broadcast(0), gravity[3];
  for (int k = 0; k < 3; k++) gravity[k] = ig_option(m, d, gravity, k);
  for (int body = 1; body < m->nbody; body++) {
    energy -= ig_param(m, d, body_mass, body) * ig_dot3(gravity, d->xipos + 3 * body);
  }
  return energy;
}

// added term by term to what is there; a joint without stiffness adds nothing
IG_INLINE real add_joint_springs(const mjModel* m, const ig_Data* d, int joint, real energy) {
  int adr = m->jnt_qposadr[joint], type = m->jnt_type[joint];
  real half = 0.5 * ig_param(m, d, jnt_stiffness, joint), rest[4], dif[3];
  if (type == mjJNT_FREE) {
    ig_param3(rest, m, d, qpos_spring, adr);
    ig_sub3(dif, d->qpos + adr, rest);
    energy += half * ig_dot3(dif, dif);
    adr += 3;
  }
  if (type == mjJNT_FREE || type == mjJNT_BALL) {
    ig_param4(rest, m, d, qpos_spring, adr);
    ig_subquat(dif, d->qpos + adr, rest);
    return energy + half * ig_dot3(dif, dif);
  }
  real stretch = d->qpos[adr] - ig_param(m, d, qpos_spring, adr);
  return energy + half * stretch * stretch;
}

IG_INLINE real joint_energy(const mjModel* m, const ig_Data* d, bool asleep, real energy) {
  for (int joint = 0; joint < m->njnt; joint++) {
    if (asleep && d->body_awake[m->jnt_bodyid[joint]] != mjS_AWAKE) continue;
    mask loose = ig_eq(ig_param(m, d, jnt_stiffness, joint), ig_broadcast(0));
    if (ig_all(loose)) continue;
    energy = ig_select(loose, energy, add_joint_springs(m, d, joint, energy));
  }
  return energy;
}

// within its range of spring lengths a tendon is at rest
IG_INLINE real tendon_energy(const mjModel* m, const ig_Data* d, bool asleep, real energy) {
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
#if IG_WIDTH == 1
    if (asleep && ig_sleep_state(m, d, mjOBJ_TENDON, tendon) != mjS_AWAKE) continue;
#endif
    real length = d->ten_length[tendon], zero = ig_broadcast(0);
    real lower = ig_param(m, d, tendon_lengthspring, 2 * tendon), upper = ig_param(m, d, tendon_lengthspring, 2 * tendon + 1);
    real stretch = ig_select(ig_lt(length, lower), lower - length, zero);
    stretch = ig_select(ig_lt(upper, length), upper - length, stretch);
    energy += 0.5 * ig_param(m, d, tendon_stiffness, tendon) * stretch * stretch;
  }
  return energy;
}

// cables only: other flexes store energy in their elements, which is not counted
IG_INLINE real flex_energy(const mjModel* m, const ig_Data* d, real energy) {
  for (int flex = 0; flex < m->nflex; flex++) {
    if (m->flex_rigid[flex] || m->flex_dim[flex] > 1 || m->flex_edgestiffness[flex] == 0) continue;
    int first = m->flex_edgeadr[flex];
    for (int edge = first; edge < first + m->flex_edgenum[flex]; edge++) {
      if (m->flexedge_rigid[edge]) continue;
      real stretch = ig_param(m, d, flexedge_length0, edge) - d->flexedge_length[edge];
      energy += 0.5 * ig_param(m, d, flex_edgestiffness, flex) * stretch * stretch;
    }
  }
  return energy;
}

void IG_NAME(ig_potential_energy)(const mjModel* m, ig_Data* d) {
  bool asleep = ig_bodies_asleep(m, d);
  real energy = m->opt.disableflags & mjDSBL_GRAVITY ? ig_broadcast(0) : gravity_energy(m, d);
  if (!(m->opt.disableflags & mjDSBL_SPRING)) {
    energy = joint_energy(m, d, asleep, energy);
    energy = tendon_energy(m, d, asleep, energy);
    energy = flex_energy(m, d, energy);
  }
  d->energy[0] = energy;
  d->flg_energypos = 1;
}

void IG_NAME(ig_potential_if_wanted)(const mjModel* m, ig_Data* d) {
  if (m->opt.enableflags & mjENBL_ENERGY) {
    IG_NAME(ig_potential_energy)(m, d);
  } else {
    d->energy[0] = d->energy[1] = ig_broadcast(0);
  }
}

void IG_NAME(ig_kinetic_energy)(const mjModel* m, ig_Data* d) {
  ig_mark(d);
  real* momentum = ig_scratch(d, m->nv);
  IG_NAME(ig_mul_mass)(m, d, momentum, d->qvel);
  d->energy[1] = 0.5 * ig_dot_dense(momentum, d->qvel, (int)m->nv);
  ig_release(d);
  d->flg_energyvel = 1;
}
