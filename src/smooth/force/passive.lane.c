// SPDX-License-Identifier: Apache-2.0
#include "smooth/force/passive.h"

#include "math/vec3.h"
#include "smooth/awake.h"
#include "smooth/force/fluid.h"
#include "smooth/force/spring.h"
#include "smooth/jacobian.h"

#if IG_WIDTH == 1
#include "smooth/flex/flex_force.h"
#endif

static void clear(const mjModel* m, ig_Data* d) {
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  if (!dofs.index) {
    real* all[] = {d->qfrc_spring, d->qfrc_damper, d->qfrc_gravcomp, d->qfrc_fluid, d->qfrc_passive};
    for (int i = 0; i < 5; i++) ig_zero_reals(all[i], m->nv);
    return;
  }
  for (int i = 0; i < dofs.count; i++) {
    int dof = dofs.index[i];
    d->qfrc_spring[dof] = d->qfrc_damper[dof] = d->qfrc_gravcomp[dof] = d->qfrc_fluid[dof] = d->qfrc_passive[dof] =
        ig_broadcast(0);
  }
}

static void gravity_compensation(const mjModel* m, ig_Data* d) {
  ig_Subset bodies = ig_awake_bodies(ig_bodies_asleep(m, d), m, d);
  for (int b = 1; b < bodies.count; b++) {
    int body = ig_member(bodies, b);
    if (!m->body_gravcomp[body]) continue;
    real weight = -(ig_param(m, d, body_mass, body) * ig_param(m, d, body_gravcomp, body)), force[3];
    for (int k = 0; k < 3; k++) force[k] = ig_option(m, d, gravity, k) * weight;
    IG_NAME(ig_apply_wrench)(m, d, force, NULL, d->xipos + 3 * body, body, d->qfrc_gravcomp);
  }
}

// gravity compensation that actuators provide is not passive
void IG_NAME(ig_passive_sum)(const mjModel* m, ig_Data* d) {
  bool gravcomp = ig_has_gravcomp(m), fluid = ig_has_fluid(m);
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  for (int i = 0; i < dofs.count; i++) {
    int dof = ig_member(dofs, i);
    real sum = d->qfrc_spring[dof] + d->qfrc_damper[dof];
    if (fluid) sum += d->qfrc_fluid[dof];
    if (gravcomp && !m->jnt_actgravcomp[m->dof_jntid[dof]]) sum += d->qfrc_gravcomp[dof];
    d->qfrc_passive[dof] = sum;
  }
}

bool IG_NAME(ig_passive_parts)(const mjModel* m, ig_Data* d) {
  bool springs = !(m->opt.disableflags & mjDSBL_SPRING), dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  clear(m, d);
  // both switched off means no passive forces of any kind
  if (!springs && !dampers) return false;

  if (springs) IG_NAME(ig_joint_springs)(m, d);
  if (dampers) IG_NAME(ig_dof_dampers)(m, d);
#if IG_WIDTH == 1
  if (m->nflex) ig_flex_forces(m, d, springs, dampers);
#endif
  if (m->ntendon) IG_NAME(ig_tendon_springs)(m, d, springs, dampers);
  if (ig_has_gravcomp(m)) gravity_compensation(m, d);
  if (ig_has_fluid(m)) IG_NAME(ig_fluid)(m, d);
  return true;
}
