// SPDX-License-Identifier: Apache-2.0
#include "compile/derived/length_range.h"

#include <stdio.h>

#include "base/float_mode.h"
#include "base/scope.h"
#include "lane/elementary.h"
#include "math/dense.h"
#include "model/stack.h"
#include "smooth/inertia.h"
#include "step/reset.h"
#include "step/step.h"

// a step of the simulation costs about that
enum { STEP_WORK = 3000, DOF_WORK = 200, OBJECT_WORK = 15 };

typedef struct Reach_ {
  mjtNum low, high;
} Reach;

static bool is_wanted(const mjModel* m, int actuator, const mjLROpt* opt) {
  bool muscle = m->actuator_gaintype[actuator] == mjGAIN_MUSCLE || m->actuator_biastype[actuator] == mjBIAS_MUSCLE;
  bool user = m->actuator_gaintype[actuator] == mjGAIN_USER || m->actuator_biastype[actuator] == mjBIAS_USER;
  if (opt->mode == mjLRMODE_NONE || (opt->mode == mjLRMODE_MUSCLE && !muscle)) return false;
  if (opt->mode == mjLRMODE_MUSCLEUSER && !muscle && !user) return false;
  return !opt->useexisting || !(m->actuator_lengthrange[2 * actuator] < m->actuator_lengthrange[2 * actuator + 1]);
}

// limits of the joint or tendon it drives, NULL: none
static const mjtNum* known_limits(const mjModel* m, int actuator, const mjLROpt* opt) {
  // the reference looks up the target at the actuator's own index of trnid, of which there are two per actuator
  int type = m->actuator_trntype[actuator], target = m->actuator_trnid[actuator];
  if (!opt->uselimit || target < 0) return NULL;
  if (type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) {
    return target < m->njnt && m->jnt_limited[target] ? m->jnt_range + 2 * target : NULL;
  }
  if (type != mjTRN_TENDON) return NULL;
  return target < m->ntendon && m->tendon_limited[target] ? m->tendon_range + 2 * target : NULL;
}

// qfrc_applied: along the actuator's moment, as large as the wanted acceleration asks and maxforce allows
static void apply_pull(const mjModel* m, mjData* d, int actuator, int sign, const mjLROpt* opt) {
  int nv = (int)m->nv, adr = d->moment_rowadr[actuator];
  mjtNum* force = d->qfrc_applied;
  ig_stack_mark(d);
  mjtNum* acceleration = IG_SCRATCH(d, nv, mjtNum);
  ig_zero(force, nv);
  for (int k = 0; k < d->moment_rownnz[actuator]; k++) force[d->moment_colind[adr + k]] = d->actuator_moment[adr + k];
  ig_solve_mass(m, d, acceleration, force, 1);
  ig_scl(force, force, sign * opt->accel / ig_max(mjMINVAL, ig_norm(acceleration, nv)), nv);
  ig_stack_free(d);

  mjtNum size = ig_norm(force, nv);
  if (opt->maxforce > 0 && size > opt->maxforce) ig_scl(force, force, opt->maxforce / ig_max(mjMINVAL, size), nv);
}

// one step under the pull, from a velocity that fades; the new length
static mjtNum pull(const mjModel* m, mjData* d, int actuator, int sign, const mjLROpt* opt) {
  ig_scl(d->qvel, d->qvel, ig_exp(-m->opt.timestep / ig_max(0.01, opt->timeconst)), (int)m->nv);
  ig_step_first(m, d);
  apply_pull(m, d, actuator, sign, opt);
  ig_step_second(m, d);
  return d->actuator_length[actuator];
}

// lengths over the last interval of a simulation that pulls one way; false: the simulation broke down
static bool explore(const mjModel* m, mjData* d, int actuator, int sign, const mjLROpt* opt, Reach* reach) {
  bool started = false;
  double objects = (double)(m->nu + m->nbody + m->ngeom + m->nsite + m->nwrap + m->nsensor + m->neq + m->nflexvert);
  double work = STEP_WORK + DOF_WORK * (double)m->nv + OBJECT_WORK * objects + 2 * (double)m->nM;
  ig_reset(m, d);
  while (d->time < opt->inttotal) {
    mjtNum before = d->time, length = pull(m, d, actuator, sign, opt);
    ig_spend(work);
    // a reset, or a step that is too small to be seen in the time
    if (d->time == 0 || d->time == before) return false;
    if (d->time <= opt->inttotal - opt->interval) continue;
    if (!started || length < reach->low) reach->low = length;
    if (!started || length > reach->high) reach->high = length;
    started = true;
  }
  return true;
}

bool ig_set_length_range(mjModel* m, mjData* d, int actuator, const mjLROpt* opt, char* error, int error_size) {
  mjtNum* range = m->actuator_lengthrange + 2 * actuator;
  if (!is_wanted(m, actuator, opt)) return true;
  const mjtNum* limits = known_limits(m, actuator, opt);
  if (limits) {
    range[0] = limits[0];
    range[1] = limits[1];
    return true;
  }

  Reach reach[2] = {{0, 0}, {0, 0}};
  for (int side = 0; side < 2; side++) {
    if (!explore(m, d, actuator, 2 * side - 1, opt, &reach[side])) {
      snprintf(error, error_size, "lengthrange of actuator %d: the simulation is unstable", actuator);
      return false;
    }
    range[side] = side == 0 ? reach[0].low : reach[1].high;
  }
  mjtNum span = range[1] - range[0];
  if (span <= 0) {
    snprintf(error, error_size, "lengthrange (%g, %g) of actuator %d is empty", range[0], range[1], actuator);
    return false;
  }
  for (int side = 0; side < 2; side++) {
    if (reach[side].high - reach[side].low <= opt->tolrange * span) continue;
    snprintf(error, error_size, "lengthrange of actuator %d did not converge: still between %g and %g, range %g %g", actuator,
             reach[side].low, reach[side].high, range[0], range[1]);
    return false;
  }
  return true;
}

int mj_setLengthRange(mjModel* m, mjData* d, int index, const mjLROpt* opt, char* error, int error_sz) {
  IG_FLOAT_SCOPE;
  if (index < 0 || index >= m->nu) {
    mju_error("mj_setLengthRange: invalid actuator index %d, there are %d", index, (int)m->nu);
    return 0;
  }
  return ig_set_length_range(m, d, index, opt, error, error_sz);
}
