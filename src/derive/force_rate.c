// SPDX-License-Identifier: Apache-2.0
#include "derive/force_rate.h"

#include "derive/actuator_rate.h"
#include "derive/passive_rate.h"
#include "math/dense.h"
#include "model/stack.h"
#include "smooth/force/passive.h"

ig_ForceRate ig_new_force_rate(const mjModel* m, mjData* d) {
  size_t nv = (size_t)m->nv;
  ig_ForceRate rate = {IG_SCRATCH(d, nv * nv, mjtNum), IG_SCRATCH(d, nv * nv, mjtNum), IG_SCRATCH(d, nv * (size_t)m->na, mjtNum),
                       IG_SCRATCH(d, nv * (size_t)m->nu, mjtNum)};
  ig_zero(rate.q, (int)(nv * nv));
  ig_zero(rate.v, (int)(nv * nv));
  ig_zero(rate.act, (int)(nv * (size_t)m->na));
  ig_zero(rate.ctrl, (int)(nv * (size_t)m->nu));
  return rate;
}

void ig_add_force_rate(const mjModel* m, ig_ForceRate* to, const ig_ForceRate* from) {
  int nv = (int)m->nv;
  ig_addto(to->q, from->q, nv * nv);
  ig_addto(to->v, from->v, nv * nv);
  ig_addto(to->act, from->act, nv * (int)m->na);
  ig_addto(to->ctrl, from->ctrl, nv * (int)m->nu);
}

static void clear_row(const mjModel* m, ig_ForceRate* rate, int dof) {
  int nv = (int)m->nv, na = (int)m->na, nu = (int)m->nu;
  ig_zero(rate->q + (size_t)dof * (size_t)nv, nv);
  ig_zero(rate->v + (size_t)dof * (size_t)nv, nv);
  ig_zero(rate->act + (size_t)dof * (size_t)na, na);
  ig_zero(rate->ctrl + (size_t)dof * (size_t)nu, nu);
}

// forces of joints that are at their limit follow nothing
static void hold_limited(const mjModel* m, const mjData* d, ig_ForceRate* rate) {
  for (int joint = 0; joint < m->njnt; joint++) {
    if (!m->jnt_actfrclimited[joint]) continue;
    const mjtNum *range = m->jnt_actfrcrange + 2 * joint, force = d->qfrc_actuator[m->jnt_dofadr[joint]];
    if (force <= range[0] || force >= range[1]) clear_row(m, rate, m->jnt_dofadr[joint]);
  }
}

void ig_smooth_force_rate(const mjModel* m, mjData* d, ig_ForceRate* rate) {
  int nv = (int)m->nv;
  bool actuated = m->nu && !(m->opt.disableflags & mjDSBL_ACTUATION);
  ig_stack_mark(d);
  mjtNum* gravcomp = IG_SCRATCH(d, m->nv * m->nv, mjtNum);
  ig_zero(gravcomp, nv * nv);
  ig_passive_rate(m, d, rate, gravcomp);
  ig_ForceRate actuation = ig_new_force_rate(m, d);
  if (actuated) ig_actuator_rate(m, d, &actuation);
  for (int dof = 0; ig_has_gravcomp(m) && dof < nv; dof++) {
    // an actuator may have to carry the weight
    bool carried = m->jnt_actgravcomp[m->dof_jntid[dof]];
    size_t row = (size_t)dof * (size_t)nv;
    if (!carried || actuated) ig_addto((carried ? actuation.q : rate->q) + row, gravcomp + row, nv);
  }
  if (actuated) hold_limited(m, d, &actuation);
  ig_add_force_rate(m, rate, &actuation);
  ig_stack_free(d);
}
