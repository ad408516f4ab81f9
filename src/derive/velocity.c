// qDeriv = d (qfrc_actuator + qfrc_passive - qfrc_bias) / d qvel, on the pattern of D, for the implicit integrators.
//
// Every force here has the form f = J^T phi(J qvel) with a short vector of velocities J qvel (one number for an actuator, tendon
// or edge, six for a body in a fluid), so its derivative is J^T B J with B = phi', the term from d J / d qvel being zero: J
// depends on positions only. rate_matrix.c adds such a product. The bias forces are quadratic in qvel and have a file of their
// own.
#include "derive/velocity.h"

#include "constrain/limit.h"
#include "derive/bias_rate.h"
#include "derive/fluid_rate.h"
#include "derive/rate_matrix.h"
#include "lane/lane.h"
#include "model/sleep.h"
#include "model/stack.h"
#include "smooth/awake.h"
#include "smooth/force/actuator.h"

// ------------------------------------------------ actuators

// slope of a muscle's gain. At rest the velocity curve is 1, so the gain at rest carries force and length curve.
static mjtNum muscle_slope(const mjModel* m, const mjData* d, int actuator) {
  const mjtNum* prm = m->actuator_gainprm + mjNGAIN * actuator;
  const mjtNum* range = m->actuator_lengthrange + 2 * actuator;
  mjtNum optimum = (range[1] - range[0]) / ig_max(mjMINVAL, prm[1] - prm[0]);
  mjtNum fastest = ig_max(mjMINVAL, optimum * prm[6]);
  mjtNum speed = d->actuator_velocity[actuator] / fastest, stretch = prm[8] - 1, curve = 0;
  if (speed > -1 && speed <= 0) curve = 2 * speed + 2;
  if (speed > 0 && speed <= stretch) curve = (-2 * speed + 2 * stretch) / ig_max(mjMINVAL, stretch);
  return mju_muscleGain(d->actuator_length[actuator], 0, range, m->actuator_acc0[actuator], prm) * curve / fastest;
}

// derivative of the force by the actuator's own velocity
static mjtNum actuator_slope(const mjModel* m, const mjData* d, int i) {
  mjtNum slope = 0, gain = 0;
  if (m->actuator_biastype[i] == mjBIAS_AFFINE) slope = m->actuator_biasprm[mjNBIAS * i + 2];
  if (m->actuator_gaintype[i] == mjGAIN_AFFINE) gain = m->actuator_gainprm[mjNGAIN * i + 2];
  if (m->actuator_gaintype[i] == mjGAIN_MUSCLE) gain = muscle_slope(m, d, i);
  if (!gain) return slope;
  if (m->actuator_dyntype[i] == mjDYN_NONE) return slope + gain * d->ctrl[i];

  // the activation that the force was made with
  int adr = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  mjtNum act = d->act[adr];
  if (m->actuator_actearly[i]) ig_next_activation(m, d, i, adr, d->act_dot + adr, &act);
  return slope + gain * act;
}

// a force at its limit does not follow the velocity
static bool is_clamped(const mjModel* m, const mjData* d, int i) {
  const mjtNum* range = m->actuator_forcerange + 2 * i;
  return m->actuator_forcelimited[i] && (d->actuator_force[i] <= range[0] || d->actuator_force[i] >= range[1]);
}

static void actuator_rate(const mjModel* m, mjData* d) {
  if (m->opt.disableflags & mjDSBL_ACTUATION) return;
  bool some_asleep = ig_some_asleep(m, d);
  for (int i = 0; i < m->nu; i++) {
    if (ig_actuator_disabled(m, i) || is_clamped(m, d, i)) continue;
    if (some_asleep && ig_sleep_state(m, d, mjOBJ_ACTUATOR, i) == mjS_ASLEEP) continue;
    mjtNum slope = actuator_slope(m, d, i);
    int adr = d->moment_rowadr[i];
    ig_RateRows J = {d->moment_rownnz[i], d->moment_colind + adr, d->actuator_moment + adr};
    if (slope) ig_rate_add(m, d, &J, &slope, 1);
  }
}

// ------------------------------------------------ passive forces

static void flex_edge_rate(const mjModel* m, mjData* d, int flex) {
  mjtNum slope = -m->flex_edgedamping[flex];
  if (m->flex_rigid[flex] || !slope) return;
  int first = m->flex_edgeadr[flex];
  for (int edge = first; edge < first + m->flex_edgenum[flex]; edge++) {
    if (m->flexedge_rigid[edge]) continue;
    int adr = m->flexedge_J_rowadr[edge];
    ig_RateRows J = {m->flexedge_J_rownnz[edge], m->flexedge_J_colind + adr, d->flexedge_J + adr};
    ig_rate_add(m, d, &J, &slope, 1);
  }
}

static void tendon_rates(const mjModel* m, mjData* d, bool some_asleep) {
  mj_markStack(d);
  int* dof = IG_SCRATCH(d, m->nv, int);
  mjtNum* row = IG_SCRATCH(d, m->nv, mjtNum);
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    mjtNum slope = -m->tendon_damping[tendon];
    if (!slope || (some_asleep && ig_sleep_state(m, d, mjOBJ_TENDON, tendon) == mjS_ASLEEP)) continue;
    ig_RateRows J = {ig_tendon_gradient(m, d, tendon, dof, row), dof, row};
    ig_rate_add(m, d, &J, &slope, 1);
  }
  mj_freeStack(d);
}

// the medium acts as long as springs or dampers do
static void passive_rate(const mjModel* m, mjData* d) {
  bool springs = !(m->opt.disableflags & mjDSBL_SPRING), dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  bool some_asleep = ig_some_asleep(m, d);
  if ((springs || dampers) && (m->opt.viscosity > 0 || m->opt.density > 0)) {
    ig_Subset bodies = ig_awake_bodies(some_asleep, m, d);
    for (int k = 0; k < bodies.count; k++) ig_fluid_rate(m, d, ig_member(bodies, k));
  }
  if (!dampers) return;
  ig_Subset dofs = ig_awake_dofs(some_asleep, m, d);
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    d->qDeriv[m->D_rowadr[dof] + m->D_diag[dof]] -= m->dof_damping[dof];
  }
  for (int flex = 0; flex < m->nflex; flex++) flex_edge_rate(m, d, flex);
  tendon_rates(m, d, some_asleep);
}

void ig_velocity_rate(const mjModel* m, mjData* d, bool with_bias) {
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    mju_zero(d->qDeriv + m->D_rowadr[dof], m->D_rownnz[dof]);
  }
  actuator_rate(m, d);
  passive_rate(m, d);
  if (with_bias) ig_bias_rate(m, d);
}
