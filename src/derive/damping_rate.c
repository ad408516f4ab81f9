// SPDX-License-Identifier: Apache-2.0
// qDeriv is a sum of J^T k J, over actuators and tendons, kept where two dofs are on one path to the root, and (implicit only) of
// -C = -d bias / d v. For a fixed w, with s_i = sum of J_j w_j over the dofs j on the path of i,
//   d (J_i k s_i) = dJ_i k s_i + J_i dk s_i + J_i k ds_i.
// The bias is a quadratic form of the velocity, so C(q, v) w = (bias(q, v + w) - bias(q, v - w)) / 2 exactly, without gravity
// too; by the positions that is a difference of derivatives of inverse dynamics, by velocities it is C(q, w).
#include "derive/actuator_rate.h"
#include "derive/force_rate.h"
#include "derive/medium_rate.h"
#include "derive/newton_euler_rate.h"
#include "derive/passive_rate.h"
#include "derive/velocity.h"
#include "math/dense.h"
#include "model/stack.h"

// J^T k J of one actuator or tendon
typedef struct {
  mjtNum k, *J, *curve;        // curve NULL: J is constant
  mjtNum *k_by_q, *k_by_v;     // NULL: k does not depend on these
  mjtNum k_by_act, k_by_ctrl;  // of this activation and control
  int act, ctrl;
} Damper;

static void add_damper(const mjModel* m, mjData* d, const Damper* c, const mjtNum* w, ig_ForceRate* rate) {
  int nv = (int)m->nv;
  for (int i = 0; i < nv; i++) {
    mjtNum s = 0, *by_q = rate->q + (size_t)i * (size_t)nv;
    for (int k = m->D_rowadr[i]; k < m->D_rowadr[i] + m->D_rownnz[i]; k++) {
      int j = m->D_colind[k];
      s += c->J[j] * w[j];
      if (c->curve && c->J[i] != 0) ig_addtoscl(by_q, c->curve + (size_t)j * (size_t)nv, c->J[i] * c->k * w[j], nv);
    }
    if (c->curve) ig_addtoscl(by_q, c->curve + (size_t)i * (size_t)nv, c->k * s, nv);
    if (c->J[i] == 0) continue;
    if (c->k_by_q) ig_addtoscl(by_q, c->k_by_q, c->J[i] * s, nv);
    if (c->k_by_v) ig_addtoscl(rate->v + (size_t)i * (size_t)nv, c->k_by_v, c->J[i] * s, nv);
    if (c->k_by_act != 0) rate->act[i * m->na + c->act] += c->J[i] * s * c->k_by_act;
    if (c->k_by_ctrl != 0) rate->ctrl[i * m->nu + c->ctrl] += c->J[i] * s * c->k_by_ctrl;
  }
}

static void actuator(const mjModel* m, mjData* d, int i, const mjtNum* w, ig_ForceRate* rate) {
  if (ig_actuator_off(m, i) || ig_actuator_at_limit(m, d, i)) return;
  bool bends = ig_transmission_bends(m, i);
  ig_ActuatorSlope slope = ig_actuator_damping_slope(m, d, i);
  Damper c = {.k_by_act = slope.act, .k_by_ctrl = slope.ctrl, .ctrl = i};
  ig_actuator_damping(m, d, i, &c.k);
  bool still = !bends && slope.length == 0 && slope.velocity == 0 && slope.act == 0 && slope.ctrl == 0;
  if (still) return;

  int nv = (int)m->nv;
  ig_stack_mark(d);
  c.act = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  c.J = IG_SCRATCH(d, m->nv, mjtNum);
  c.k_by_q = IG_SCRATCH(d, m->nv, mjtNum);
  c.k_by_v = IG_SCRATCH(d, m->nv, mjtNum);
  ig_moment_row(m, d, i, c.J);
  ig_scl(c.k_by_v, c.J, slope.velocity, nv);
  ig_scl(c.k_by_q, c.J, slope.length, nv);
  if (bends) {
    mjtNum* swing = IG_SCRATCH(d, m->nv, mjtNum);
    c.curve = IG_SCRATCH(d, m->nv * m->nv, mjtNum);
    ig_zero(c.curve, nv * nv);
    ig_transmission_rate(m, d, i, c.k_by_q, c.curve);
    ig_scl(c.k_by_q, c.k_by_q, slope.length, nv);
    ig_mulmattvec(swing, c.curve, d->qvel, nv, nv);
    ig_addtoscl(c.k_by_q, swing, slope.velocity, nv);
  }
  add_damper(m, d, &c, w, rate);
  ig_stack_free(d);
}

static void tendon(const mjModel* m, mjData* d, int tendon, const mjtNum* w, ig_ForceRate* rate) {
  if (!m->tendon_damping[tendon] || m->wrap_type[m->tendon_adr[tendon]] == mjWRAP_JOINT) return;
  ig_stack_mark(d);
  Damper c = {.k = -m->tendon_damping[tendon], .J = IG_SCRATCH(d, m->nv, mjtNum), .curve = IG_SCRATCH(d, m->nv * m->nv, mjtNum)};
  ig_tendon_row(m, d, tendon, c.J);
  ig_zero(c.curve, (int)(m->nv * m->nv));
  ig_tendon_curvature(m, d, tendon, 1, c.curve);
  add_damper(m, d, &c, w, rate);
  ig_stack_free(d);
}

static void bias(const mjModel* m, mjData* d, const mjtNum* w, ig_ForceRate* rate) {
  ig_stack_mark(d);
  mjtNum* vel = IG_SCRATCH(d, m->nv, mjtNum);
  ig_Motion motion = {.vel = vel};
  for (int side = 0; side < 2; side++) {
    mjtNum sign = side ? -1 : 1;
    for (int i = 0; i < m->nv; i++) vel[i] = d->qvel[i] + sign * w[i];
    ig_newton_euler_rate(m, d, &motion, -0.5 * sign, rate->q, NULL);
  }
  motion.vel = w;
  ig_newton_euler_rate(m, d, &motion, -1, NULL, rate->v);
  ig_stack_free(d);
}

void ig_damping_rate(const mjModel* m, mjData* d, const mjtNum* w, ig_ForceRate* rate) {
  for (int i = 0; i < m->nu; i++) actuator(m, d, i, w, rate);
  bool springs = !(m->opt.disableflags & mjDSBL_SPRING), dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  bool medium = m->opt.density > 0 || m->opt.viscosity > 0;
  if (medium && (springs || dampers)) ig_medium_damping_rate(m, d, w, rate);
  for (int i = 0; dampers && i < m->ntendon; i++) tendon(m, d, i, w, rate);
  if (m->opt.integrator == mjINT_IMPLICIT) bias(m, d, w, rate);
}
