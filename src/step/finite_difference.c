// Jacobians of a step and of inverse dynamics by finite differences.
//
// Each input coordinate is nudged in turn; what does not depend on it is not computed again.
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "math/dense.h"
#include "model/stack.h"
#include "step/step.h"

// (b - a) / h
static void difference(mjtNum* out, const mjtNum* a, const mjtNum* b, mjtNum h, int n) {
  mjtNum inverse = 1 / h;
  for (int i = 0; i < n; i++) out[i] = inverse * (b[i] - a[i]);
}

// of states (qpos, qvel, act), positions as velocities
static void state_difference(const mjModel* m, mjtNum* out, const mjtNum* a, const mjtNum* b, mjtNum h) {
  int nq = (int)m->nq, nv = (int)m->nv;
  mj_differentiatePos(m, out, h, a, b);
  difference(out + nv, a + nq, b + nq, h, nv + (int)m->na);
}

// state and sensors after a step
typedef struct {
  mjtNum *state, *sensor;
  bool valid;
} Outcome;

typedef struct {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  bool centered, quiet;
  mjtNum *start, *direction;
  unsigned int start_parts;
  Outcome middle, plus, minus;
} Differ;

// kinds of input: their number, what stays valid when one is nudged
typedef enum { CONTROLS, ACTIVATIONS, VELOCITIES, POSITIONS } Input;

static Outcome new_outcome(const Differ* f) {
  return (Outcome){.state = IG_SCRATCH(f->d, f->m->nq + f->m->nv + f->m->na, mjtNum),
                   .sensor = f->quiet ? NULL : IG_SCRATCH(f->d, f->m->nsensordata, mjtNum)};
}

static void step_to(Differ* f, Outcome* outcome, mjtStage done) {
  ig_step(f->m, f->d, done, f->quiet);
  mj_getState(f->m, f->d, outcome->state, mjSTATE_PHYSICS);
  if (outcome->sensor) ig_copy(outcome->sensor, f->d->sensordata, (int)f->m->nsensordata);
  outcome->valid = true;
  mj_setState(f->m, f->d, f->start, (int)f->start_parts);
}

static void nudge(Differ* f, Input input, int i, mjtNum step) {
  switch (input) {
    case CONTROLS: f->d->ctrl[i] += step; break;
    case ACTIVATIONS: f->d->act[i] += step; break;
    case VELOCITIES: f->d->qvel[i] += step; break;
    case POSITIONS:
      ig_zero(f->direction, (int)f->m->nv);
      f->direction[i] = 1;
      mj_integratePos(f->m, f->d->qpos, f->direction, step);
      break;
  }
}

// a control that is limited may not leave its range
static bool may_nudge(const Differ* f, Input input, int i, mjtNum step) {
  if (input != CONTROLS || !f->m->actuator_ctrllimited[i]) return true;
  const mjtNum *range = f->m->actuator_ctrlrange + 2 * i, now = f->d->ctrl[i], then = now + step;
  return now >= range[0] && now <= range[1] && then >= range[0] && then <= range[1];
}

// one row of each Jacobian from the outcomes that there are
static void write_rows(const Differ* f, Input input, mjtNum* Dy, mjtNum* Ds) {
  const Outcome *low = f->minus.valid ? &f->minus : &f->middle, *high = f->plus.valid ? &f->plus : &f->middle;
  mjtNum h = f->minus.valid && f->plus.valid ? 2 * f->eps : f->eps;
  int ny = (int)(2 * f->m->nv + f->m->na), ns = (int)f->m->nsensordata;
  if (low == high) {
    if (Dy) ig_zero(Dy, ny);
    if (Ds) ig_zero(Ds, ns);
    return;
  }
  if (Dy) state_difference(f->m, Dy, low->state, high->state, h);
  if (!Ds) return;
  // 3.5.0 has the opposite sign for centred differences of sensors by controls, and so have programs that use it
  bool reversed = input == CONTROLS && f->minus.valid && f->plus.valid;
  difference(Ds, reversed ? high->sensor : low->sensor, reversed ? low->sensor : high->sensor, h, ns);
}

static void differentiate(Differ* f, Input input, mjtNum* Dy, mjtNum* Ds) {
  static const mjtStage kept[] = {mjSTAGE_VEL, mjSTAGE_VEL, mjSTAGE_POS, mjSTAGE_NONE};
  const mjtSize counts[] = {f->m->nu, f->m->na, f->m->nv, f->m->nv};
  if (!Dy && !Ds) return;
  for (int i = 0; i < counts[input]; i++) {
    f->plus.valid = f->minus.valid = false;
    if (may_nudge(f, input, i, f->eps)) {
      nudge(f, input, i, f->eps);
      step_to(f, &f->plus, kept[input]);
    }
    if ((f->centered || !f->plus.valid) && may_nudge(f, input, i, -f->eps)) {
      nudge(f, input, i, -f->eps);
      step_to(f, &f->minus, kept[input]);
    }
    size_t row = (size_t)i;
    write_rows(f, input, Dy ? Dy + row * (size_t)(2 * f->m->nv + f->m->na) : NULL,
               Ds ? Ds + row * (size_t)f->m->nsensordata : NULL);
  }
}

static bool refuse(const mjModel* m, const char* caller, bool delays, bool noslip) {
  const char* what = m->opt.integrator == mjINT_RK4       ? "finite differences do not work with the RK4 integrator"
                     : delays && m->nhistory              ? "finite differences do not work with delays"
                     : noslip && m->opt.noslip_iterations ? "finite differences do not work with noslip iterations"
                                                          : NULL;
  if (what) mju_error("%s: %s", caller, what);
  return what;
}

void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered, mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D) {
  if (refuse(m, "mjd_transitionFD", true, false)) return;
  int nx = (int)(2 * m->nv + m->na), nu = (int)m->nu, ns = (int)m->nsensordata;
  mj_markStack(d);
  Differ f = {.m = m, .d = d, .eps = eps, .centered = flg_centered, .quiet = !C && !D};
  f.start_parts = mjSTATE_FULLPHYSICS | mjSTATE_CTRL | (m->opt.disableflags & mjDSBL_WARMSTART ? 0 : mjSTATE_WARMSTART);
  f.start = IG_SCRATCH(d, mj_stateSize(m, (int)f.start_parts), mjtNum);
  f.direction = IG_SCRATCH(d, m->nv, mjtNum);
  f.middle = new_outcome(&f);
  f.plus = new_outcome(&f);
  f.minus = new_outcome(&f);

  // rows belong to inputs here; the caller's matrices have columns for them
  size_t rows = (size_t)nx, controls = (size_t)nu, sensors = (size_t)ns, nv = (size_t)m->nv;
  mjtNum* AT = A ? IG_SCRATCH(d, rows * rows, mjtNum) : NULL;
  mjtNum* BT = B ? IG_SCRATCH(d, controls * rows, mjtNum) : NULL;
  mjtNum* CT = C ? IG_SCRATCH(d, rows * sensors, mjtNum) : NULL;
  mjtNum* DT = D ? IG_SCRATCH(d, controls * sensors, mjtNum) : NULL;

  mj_getState(m, d, f.start, (int)f.start_parts);
  step_to(&f, &f.middle, mjSTAGE_NONE);
  differentiate(&f, CONTROLS, BT, DT);
  differentiate(&f, ACTIVATIONS, AT ? AT + 2 * nv * rows : NULL, CT ? CT + 2 * nv * sensors : NULL);
  differentiate(&f, VELOCITIES, AT ? AT + nv * rows : NULL, CT ? CT + nv * sensors : NULL);
  differentiate(&f, POSITIONS, AT, CT);

  if (A) mju_transpose(A, AT, nx, nx);
  if (B) mju_transpose(B, BT, nu, nx);
  if (C) mju_transpose(C, CT, nx, ns);
  if (D) mju_transpose(D, DT, nu, ns);
  mj_freeStack(d);
}

// ---------------------------------------------------------------------------------------- inverse dynamics

typedef struct {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  bool quiet, actuation;
  mjtNum *force, *nudged, *sensor, *mass;
} Inverse;

static void inverse_force(const Inverse* f, mjtStage done, mjtNum* force) {
  int nv = (int)f->m->nv;
  mj_inverseSkip(f->m, f->d, done, f->quiet);
  ig_copy(force, f->d->qfrc_inverse, nv);
  if (f->actuation) {
    mj_fwdActuation(f->m, f->d);
    ig_subfrom(force, f->d->qfrc_actuator, nv);
  }
}

static void inverse_rows(const Inverse* f, int i, mjtStage done, mjtNum* Df, mjtNum* Ds, mjtNum* Dm) {
  size_t row = (size_t)i;
  int nv = (int)f->m->nv, ns = (int)f->m->nsensordata, nM = (int)f->m->nM;
  inverse_force(f, done, f->nudged);
  if (Df) difference(Df + row * (size_t)nv, f->force, f->nudged, f->eps, nv);
  if (Ds) difference(Ds + row * (size_t)ns, f->sensor, f->d->sensordata, f->eps, ns);
  if (Dm) difference(Dm + row * (size_t)nM, f->mass, f->d->qM, f->eps, nM);
}

// by an array of numbers that may be nudged one by one
static void inverse_by(const Inverse* f, mjtNum* values, mjtStage done, mjtNum* Df, mjtNum* Ds) {
  for (int i = 0; (Df || Ds) && i < f->m->nv; i++) {
    mjtNum keep = values[i];
    values[i] += f->eps;
    inverse_rows(f, i, done, Df, Ds, NULL);
    values[i] = keep;
  }
}

static void inverse_by_position(const Inverse* f, mjtNum* Df, mjtNum* Ds, mjtNum* Dm) {
  if (!Df && !Ds && !Dm) return;
  mjtNum *pos = IG_SCRATCH(f->d, f->m->nq, mjtNum), *direction = IG_SCRATCH(f->d, f->m->nv, mjtNum);
  ig_copy(pos, f->d->qpos, (int)f->m->nq);
  for (int i = 0; i < f->m->nv; i++) {
    ig_zero(direction, (int)f->m->nv);
    direction[i] = 1;
    mj_integratePos(f->m, f->d->qpos, direction, f->eps);
    inverse_rows(f, i, mjSTAGE_NONE, Df, Ds, Dm);
    ig_copy(f->d->qpos, pos, (int)f->m->nq);
  }
}

void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation, mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa,
                   mjtNum* DsDq, mjtNum* DsDv, mjtNum* DsDa, mjtNum* DmDq) {
  if (refuse(m, "mjd_inverseFD", false, true)) return;
  mj_markStack(d);
  Inverse f = {.m = m, .d = d, .eps = eps, .quiet = !DsDq && !DsDv && !DsDa, .actuation = flg_actuation};
  f.force = IG_SCRATCH(d, m->nv, mjtNum);
  f.nudged = IG_SCRATCH(d, m->nv, mjtNum);
  f.sensor = f.quiet ? NULL : IG_SCRATCH(d, m->nsensordata, mjtNum);
  f.mass = DmDq ? IG_SCRATCH(d, m->nM, mjtNum) : NULL;
  inverse_force(&f, mjSTAGE_NONE, f.force);
  if (f.sensor) ig_copy(f.sensor, d->sensordata, (int)m->nsensordata);
  if (f.mass) ig_copy(f.mass, d->qM, (int)m->nM);
  inverse_by(&f, d->qacc, mjSTAGE_VEL, DfDa, DsDa);
  inverse_by(&f, d->qvel, mjSTAGE_POS, DfDv, DsDv);
  inverse_by_position(&f, DfDq, DsDq, DmDq);
  mj_freeStack(d);
}
