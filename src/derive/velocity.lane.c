// SPDX-License-Identifier: Apache-2.0
// An implicit step solves (M - h D) (v+ - v) = h f with D = df/dv at the present velocity, one Newton step of the implicit
// equation (Baraff, Witkin 1998, "Large steps in cloth simulation", section 3, for forces that depend on velocities only). Forces
// reach the dofs through lengths, f = J^T g(J v): an actuator through its moments, a tendon through its Jacobian, a dof by
// itself. Then
//   D = J^T (dg/ds) J,   s = J v,
// where dg/ds is one number per actuator or tendon: the slope of its force along its own velocity. Damping is -damping, an affine
// gain or bias its third parameter, a muscle's the slope of its force-velocity curve; a force at its limit has none. The bias
// (bias_rate.c) and the medium (fluid_rate.c) are no such sums and have files of their own.
#include "derive/velocity.h"

#include "constrain/limit.h"
#include "derive/rate_matrix.h"
#include "math/muscle.h"
#include "smooth/awake.h"
#include "smooth/force/actuator.h"

#if IG_WIDTH == 1
#include "derive/bias_rate.h"
#include "derive/fluid_rate.h"
#include "model/sleep.h"
#endif

#if IG_WIDTH == 1
IG_INLINE bool rests(const mjModel* m, const mjData* d, mjtObj type, int id) {
  return ig_some_asleep(m, d) && ig_sleep_state(m, d, type, id) == mjS_ASLEEP;
}
#else
IG_INLINE bool rests(const mjModel* m, const ig_Data* d, mjtObj type, int id) { return false; }
#endif

// ------------------------------------------------ actuators

// slope of a muscle's gain. At rest the velocity curve is 1, so the gain at rest carries force and length curve.
void IG_NAME(ig_muscle_slope)(const mjModel* m, const ig_Data* d, int actuator, real* slope) {
  real prm[mjNGAIN], range[2], least = ig_broadcast(mjMINVAL), zero = ig_broadcast(0), one = ig_broadcast(1);
  ig_param_n(prm, mjNGAIN, m, d, actuator_gainprm, mjNGAIN * actuator);
  ig_param_n(range, 2, m, d, actuator_lengthrange, 2 * actuator);
  real optimum = (range[1] - range[0]) / ig_max(least, prm[1] - prm[0]);
  real fastest = ig_max(least, optimum * prm[6]);
  real speed = d->actuator_velocity[actuator] / fastest, stretch = prm[8] - 1;
  mask shortens = ig_and(ig_lt(-one, speed), ig_le(speed, zero)), stretches = ig_and(ig_lt(zero, speed), ig_le(speed, stretch));
  real curve = ig_select(shortens, 2 * speed + 2, zero);
  curve = ig_select(stretches, (-2 * speed + 2 * stretch) / ig_max(least, stretch), curve);
  real gain = ig_muscle_gain(d->actuator_length[actuator], zero, range, ig_param(m, d, actuator_acc0, actuator), prm);
  *slope = gain * curve / fastest;
}

// derivative of the force by the actuator's own velocity
void IG_NAME(ig_actuator_damping)(const mjModel* m, const ig_Data* d, int i, real* slope) {
  real gain = ig_broadcast(0), act;
  *slope = gain;
  if (m->actuator_biastype[i] == mjBIAS_AFFINE) *slope = ig_param(m, d, actuator_biasprm, mjNBIAS * i + 2);
  if (m->actuator_gaintype[i] == mjGAIN_AFFINE) gain = ig_param(m, d, actuator_gainprm, mjNGAIN * i + 2);
  if (m->actuator_gaintype[i] == mjGAIN_MUSCLE) IG_NAME(ig_muscle_slope)(m, d, i, &gain);
  if (ig_all(ig_eq(gain, ig_broadcast(0)))) return;
  if (m->actuator_dyntype[i] == mjDYN_NONE) {
    *slope = *slope + gain * d->ctrl[i];
    return;
  }
  // the activation that the force was made with
  int adr = m->actuator_actadr[i] + m->actuator_actnum[i] - 1;
  act = d->act[adr];
  if (m->actuator_actearly[i]) IG_NAME(ig_next_activation)(m, d, i, adr, d->act_dot + adr, &act);
  *slope = *slope + gain * act;
}

// a force at its limit does not follow the velocity
static void drop_clamped(const mjModel* m, const ig_Data* d, int i, real* slope) {
  if (!m->actuator_forcelimited[i]) return;
  real force = d->actuator_force[i];
  real low = ig_param(m, d, actuator_forcerange, 2 * i), high = ig_param(m, d, actuator_forcerange, 2 * i + 1);
  *slope = ig_select(ig_or(ig_le(force, low), ig_le(high, force)), ig_broadcast(0), *slope);
}

static void actuator_rate(const mjModel* m, ig_Data* d) {
  if (m->opt.disableflags & mjDSBL_ACTUATION) return;
  for (int i = 0; i < m->nu; i++) {
    if (ig_actuator_disabled(m, i) || rests(m, d, mjOBJ_ACTUATOR, i)) continue;
    real slope;
    IG_NAME(ig_actuator_damping)(m, d, i, &slope);
    drop_clamped(m, d, i, &slope);
    int adr = d->moment_rowadr[i];
    ig_RateRows J = {d->moment_rownnz[i], d->moment_colind + adr, d->actuator_moment + adr};
    IG_NAME(ig_rate_add)(m, d, &J, &slope, 1);
  }
}

// ------------------------------------------------ passive forces

static void tendon_rates(const mjModel* m, ig_Data* d) {
  if (!m->ntendon) return;
  ig_mark(d);
  int* dof = ig_scratch_int(d, (int)m->nv);
  real* row = ig_scratch(d, (int)m->nv);
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    real slope = -ig_param(m, d, tendon_damping, tendon);
    if (ig_all(ig_eq(slope, ig_broadcast(0))) || rests(m, d, mjOBJ_TENDON, tendon)) continue;
    ig_RateRows J = {IG_NAME(ig_tendon_gradient)(m, d, tendon, dof, row), dof, row};
    IG_NAME(ig_rate_add)(m, d, &J, &slope, 1);
  }
  ig_release(d);
}

#if IG_WIDTH == 1

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

static void medium_rate(const mjModel* m, mjData* d) {
  if (!(m->opt.viscosity > 0 || m->opt.density > 0)) return;
  ig_Subset bodies = ig_awake_bodies(ig_some_asleep(m, d), m, d);
  for (int k = 0; k < bodies.count; k++) ig_fluid_rate(m, d, ig_member(bodies, k));
}

static void flex_rates(const mjModel* m, mjData* d) {
  for (int flex = 0; flex < m->nflex; flex++) flex_edge_rate(m, d, flex);
}

static void subtract_bias_rate(const mjModel* m, mjData* d) { ig_bias_rate(m, d); }

#else

// models that need these run lane by lane
static void medium_rate(const mjModel* m, ig_Data* d) {}
static void flex_rates(const mjModel* m, ig_Data* d) {}
static void subtract_bias_rate(const mjModel* m, ig_Data* d) {}

#endif

// the medium acts as long as springs or dampers do
static void passive_rate(const mjModel* m, ig_Data* d) {
  bool springs = !(m->opt.disableflags & mjDSBL_SPRING), dampers = !(m->opt.disableflags & mjDSBL_DAMPER);
  if (springs || dampers) medium_rate(m, d);
  if (!dampers) return;
  ig_Subset dofs = ig_awake_dofs(ig_sleep_enabled(m) && d->ntree_awake < m->ntree, m, d);
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    d->qDeriv[m->D_rowadr[dof] + m->D_diag[dof]] -= ig_param(m, d, dof_damping, dof);
  }
  flex_rates(m, d);
  tendon_rates(m, d);
}

void IG_NAME(ig_velocity_rate)(const mjModel* m, ig_Data* d, bool with_bias) {
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  for (int k = 0; k < dofs.count; k++) {
    int dof = ig_member(dofs, k);
    ig_zero_reals(d->qDeriv + m->D_rowadr[dof], m->D_rownnz[dof]);
  }
  actuator_rate(m, d);
  passive_rate(m, d);
  if (with_bias) subtract_bias_rate(m, d);
}
