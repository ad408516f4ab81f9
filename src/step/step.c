// SPDX-License-Identifier: Apache-2.0
// One time step: check the state, forward dynamics, integrate. In two halves for callers that set controls between.
#include "step/step.h"

#include "base/float_mode.h"
#include "math/scalar.h"
#include "model/callback.h"
#include "model/warning.h"
#include "step/forward.h"
#include "step/integrate.h"
#include "step/inverse.h"
#include "step/reset.h"
#include "step/walk.h"

// without a branch for each: mostly they are
static bool all_good(const mjtNum* values, int n) {
  int good = 0;
  for (int i = 0; i < n; i++) good += values[i] <= mjMAXVAL && values[i] >= -mjMAXVAL;
  return good == n;
}

// a bad number in `values` is a counted warning, and unless the user forbids it, a reset of the world.
//   the reset clears the warnings, so the count is raised again after it
static bool reset_if_bad(const mjModel* m, mjData* d, const mjtNum* values, int n, const int* index, mjtWarning kind) {
  if (!index && all_good(values, n)) return false;
  for (int k = 0; k < n; k++) {
    int i = index ? index[k] : k;
    if (!ig_is_bad(values[i])) continue;
    ig_warn(d, kind, i);
    if (!(m->opt.disableflags & mjDSBL_AUTORESET)) ig_reset_within_step(m, d);
    d->warning[kind].number++;
    d->warning[kind].lastinfo = i;
    return true;
  }
  return false;
}

// the same over dofs: sleeping ones are not looked at
static bool reset_if_bad_dof(const mjModel* m, mjData* d, const mjtNum* values, mjtWarning kind) {
  bool some_asleep = (m->opt.enableflags & mjENBL_SLEEP) && d->nv_awake < m->nv;
  return reset_if_bad(m, d, values, some_asleep ? d->nv_awake : m->nv, some_asleep ? d->dof_awake_ind : NULL, kind);
}

static void check_state(const mjModel* m, mjData* d) {
  reset_if_bad(m, d, d->qpos, m->nq, NULL, mjWARN_BADQPOS);
  reset_if_bad_dof(m, d, d->qvel, mjWARN_BADQVEL);
}

static void check_acceleration(const mjModel* m, mjData* d) {
  bool bad = reset_if_bad_dof(m, d, d->qacc, mjWARN_BADQACC);
  if (bad && !(m->opt.disableflags & mjDSBL_AUTORESET)) ig_forward(m, d, mjSTAGE_NONE, false);
}

static void compare_if_asked(const mjModel* m, mjData* d) {
  if (m->opt.enableflags & mjENBL_FWDINV) ig_compare_inverse(m, d);
}

void ig_step(const mjModel* m, mjData* d, mjtStage done, bool quiet) {
  mjtNum start = ig_clock();
  check_state(m, d);
  ig_forward(m, d, done, quiet);
  check_acceleration(m, d);
  compare_if_asked(m, d);
  ig_integrate(m, d, done);
  ig_timer_end(d, mjTIMER_STEP, start);
}

void mj_checkPos(const mjModel* m, mjData* d) { reset_if_bad(m, d, d->qpos, m->nq, NULL, mjWARN_BADQPOS); }

void mj_checkVel(const mjModel* m, mjData* d) { reset_if_bad_dof(m, d, d->qvel, mjWARN_BADQVEL); }

void mj_checkAcc(const mjModel* m, mjData* d) { check_acceleration(m, d); }

void ig_step_first(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  mjtNum start = ig_clock();
  check_state(m, d);
  ig_forward_position(m, d);
  ig_observe_position(m, d, false);
  ig_forward_velocity(m, d);
  ig_observe_velocity(m, d, false);
  ig_call_control(m, d);
  ig_timer_end(d, mjTIMER_STEP, start);
}

// RK4 needs whole forward passes, which two halves cannot give: it becomes Euler here
void ig_step_second(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  mjtNum start = ig_clock();
  ig_walk(m, d, IG_STAGE_ACTUATION, IG_STAGE_SENSE_ACCELERATION);
  check_acceleration(m, d);
  compare_if_asked(m, d);
  if (m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST) {
    ig_implicit(m, d, false);
  } else {
    ig_euler(m, d, false);
  }

  // the first half has counted this step
  ig_timer_add(d, mjTIMER_STEP, start);
}
