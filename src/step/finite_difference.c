// SPDX-License-Identifier: Apache-2.0
// Jacobians of a step and of inverse dynamics by finite differences.
//
// Each input coordinate is nudged in turn, several of them side by side in lanes where these can run the model; what does
// not depend on it is not computed again.
#include "model/state.h"
#include "smooth/force/actuation.h"
#include "step/inverse.h"
#include "step/transition.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "math/dense.h"
#include "model/stack.h"
#include "smooth/position/position.h"
#include "step/step.h"

// (b - a) / h
static void difference(mjtNum* out, const mjtNum* a, const mjtNum* b, mjtNum h, int n) {
  mjtNum inverse = 1 / h;
  for (int i = 0; i < n; i++) out[i] = inverse * (b[i] - a[i]);
}

// of states (qpos, qvel, act), positions as velocities
static void state_difference(const mjModel* m, mjtNum* out, const mjtNum* a, const mjtNum* b, mjtNum h) {
  int nq = (int)m->nq, nv = (int)m->nv;
  ig_position_difference(m, out, h, a, b);
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
typedef enum { CONTROLS, ACTIVATIONS, VELOCITIES, POSITIONS, NOTHING } Input;

static Outcome new_outcome(const Differ* f) {
  return (Outcome){.state = IG_SCRATCH(f->d, f->m->nq + f->m->nv + f->m->na, mjtNum),
                   .sensor = f->quiet ? NULL : IG_SCRATCH(f->d, f->m->nsensordata, mjtNum)};
}

static void step_to(Differ* f, Outcome* outcome, mjtStage done) {
  ig_step(f->m, f->d, done, f->quiet);
  ig_get_state(f->m, f->d, outcome->state, mjSTATE_PHYSICS);
  if (outcome->sensor) ig_copy(outcome->sensor, f->d->sensordata, (int)f->m->nsensordata);
  outcome->valid = true;
  ig_set_state(f->m, f->d, f->start, (int)f->start_parts);
}

static void nudge(Differ* f, Input input, int i, mjtNum step) {
  switch (input) {
    case CONTROLS: f->d->ctrl[i] += step; break;
    case ACTIVATIONS: f->d->act[i] += step; break;
    case VELOCITIES: f->d->qvel[i] += step; break;
    case POSITIONS:
      ig_zero(f->direction, (int)f->m->nv);
      f->direction[i] = 1;
      ig_integrate_position(f->m, f->d->qpos, f->direction, step, (ig_Subset){NULL, f->m->nbody});
      break;
    case NOTHING: break;
  }
}

// a control that is limited may not leave its range
static bool may_nudge(const Differ* f, Input input, int i, mjtNum step) {
  if (input != CONTROLS || !f->m->actuator_ctrllimited[i]) return true;
  const mjtNum *range = f->m->actuator_ctrlrange + 2 * i, now = f->d->ctrl[i], then = now + step;
  return now >= range[0] && now <= range[1] && then >= range[0] && then <= range[1];
}

// one row of each Jacobian from the outcomes that there are
static void write_rows(const Differ* f, Input input, const Outcome* minus, const Outcome* plus, mjtNum* Dy, mjtNum* Ds) {
  const Outcome *low = minus->valid ? minus : &f->middle, *high = plus->valid ? plus : &f->middle;
  mjtNum h = minus->valid && plus->valid ? 2 * f->eps : f->eps;
  int ny = (int)(2 * f->m->nv + f->m->na), ns = (int)f->m->nsensordata;
  if (low == high) {
    if (Dy) ig_zero(Dy, ny);
    if (Ds) ig_zero(Ds, ns);
    return;
  }
  if (Dy) state_difference(f->m, Dy, low->state, high->state, h);
  if (!Ds) return;
  // 3.5.0 has the opposite sign for centred differences of sensors by controls, and so have programs that use it
  bool reversed = input == CONTROLS && minus->valid && plus->valid;
  difference(Ds, reversed ? high->sensor : low->sensor, reversed ? low->sensor : high->sensor, h, ns);
}

// what stays valid when an input is nudged, and how many there are of its kind
static mjtStage kept_stage(Input input) {
  static const mjtStage kept[] = {mjSTAGE_VEL, mjSTAGE_VEL, mjSTAGE_POS, mjSTAGE_NONE, mjSTAGE_NONE};
  return kept[input];
}

static int input_count(const mjModel* m, Input input) {
  const mjtSize counts[] = {m->nu, m->na, m->nv, m->nv};
  return (int)counts[input];
}

static void differentiate(Differ* f, Input input, mjtNum* Dy, mjtNum* Ds) {
  if (!Dy && !Ds) return;
  for (int i = 0; i < input_count(f->m, input); i++) {
    f->plus.valid = f->minus.valid = false;
    if (may_nudge(f, input, i, f->eps)) {
      nudge(f, input, i, f->eps);
      step_to(f, &f->plus, kept_stage(input));
    }
    if ((f->centered || !f->plus.valid) && may_nudge(f, input, i, -f->eps)) {
      nudge(f, input, i, -f->eps);
      step_to(f, &f->minus, kept_stage(input));
    }
    size_t row = (size_t)i;
    write_rows(f, input, &f->minus, &f->plus, Dy ? Dy + row * (size_t)(2 * f->m->nv + f->m->na) : NULL,
               Ds ? Ds + row * (size_t)f->m->nsensordata : NULL);
  }
}

// ------------------------------------------------ in lanes

enum { IG_LEAST_WORK = 1000 };

// a vector of nudged worlds
typedef struct {
  Differ* f;
  const ig_Width* w;
  void* lanes;
  mjtNum* qpos;           // scratch
  Outcome *plus, *minus;  // of each lane
} Lanes;

static void spread(const Lanes* l, int quantity, const mjtNum* values) {
  int n, width = l->w->width;
  double* to = l->w->numbers(l->f->m, l->lanes, quantity, &n);
  for (int i = 0; i < n; i++) {
    for (int lane = 0; lane < width; lane++) to[width * i + lane] = values[i];
  }
}

static void set_number(const Lanes* l, int quantity, int i, int lane, mjtNum value) {
  int n;
  l->w->numbers(l->f->m, l->lanes, quantity, &n)[l->w->width * i + lane] = value;
}

static void spread_state(const Lanes* l) {
  const mjData* d = l->f->d;
  const struct {
    int quantity;
    const mjtNum* values;
  } parts[] = {{IG_Q_time, &d->time},
               {IG_Q_qpos, d->qpos},
               {IG_Q_qvel, d->qvel},
               {IG_Q_act, d->act},
               {IG_Q_history, d->history},
               {IG_Q_qacc_warmstart, d->qacc_warmstart},
               {IG_Q_ctrl, d->ctrl},
               {IG_Q_qfrc_applied, d->qfrc_applied},
               {IG_Q_xfrc_applied, d->xfrc_applied},
               {IG_Q_mocap_pos, d->mocap_pos},
               {IG_Q_mocap_quat, d->mocap_quat}};
  for (int k = 0; k < (int)(sizeof parts / sizeof parts[0]); k++) spread(l, parts[k].quantity, parts[k].values);
}

// the state of d is that of the start throughout
static void nudge_lane(const Lanes* l, Input input, int i, mjtNum step, int lane) {
  const mjModel* m = l->f->m;
  const mjData* d = l->f->d;
  switch (input) {
    case CONTROLS: set_number(l, IG_Q_ctrl, i, lane, d->ctrl[i] + step); break;
    case ACTIVATIONS: set_number(l, IG_Q_act, i, lane, d->act[i] + step); break;
    case VELOCITIES: set_number(l, IG_Q_qvel, i, lane, d->qvel[i] + step); break;
    case POSITIONS:
      ig_zero(l->f->direction, (int)m->nv);
      l->f->direction[i] = 1;
      ig_copy(l->qpos, d->qpos, (int)m->nq);
      ig_integrate_position(m, l->qpos, l->f->direction, step, (ig_Subset){NULL, m->nbody});
      for (int k = 0; k < m->nq; k++) set_number(l, IG_Q_qpos, k, lane, l->qpos[k]);
      break;
    case NOTHING: break;
  }
}

static void take(const Lanes* l, int quantity, int lane, mjtNum* to) {
  int n, width = l->w->width;
  l->w->bring(l->f->m, l->lanes, quantity);
  const double* from = l->w->numbers(l->f->m, l->lanes, quantity, &n);
  for (int i = 0; i < n; i++) to[i] = from[width * i + lane];
}

static void take_outcome(const Lanes* l, int lane, Outcome* outcome) {
  const mjModel* m = l->f->m;
  take(l, IG_Q_qpos, lane, outcome->state);
  take(l, IG_Q_qvel, lane, outcome->state + m->nq);
  take(l, IG_Q_act, lane, outcome->state + m->nq + m->nv);
  if (outcome->sensor) take(l, IG_Q_sensordata, lane, outcome->sensor);
  outcome->valid = true;
}

// an input to nudge, and the rows that are for it
typedef struct {
  Input input;
  int i;
  mjtNum *Dy, *Ds;
} Nudge;

static bool is_wanted(const Lanes* l, const Nudge* list, int k, mjtNum step) {
  bool plus = step > 0;
  if (list[k].input == NOTHING) return plus;
  return (plus || l->f->centered || !l->plus[k].valid) && may_nudge(l->f, list[k].input, list[k].i, step);
}

// one side of some inputs; false: a lane left
static bool step_side(const Lanes* l, const Nudge* list, int count, mjtNum step) {
  Differ* f = l->f;
  bool any = false, plus = step > 0;
  mjtStage kept = mjSTAGE_ACC;
  spread_state(l);
  for (int k = 0; k < count; k++) {
    Outcome* outcome = (plus ? l->plus : l->minus) + k;
    outcome->valid = is_wanted(l, list, k, step);
    if (!outcome->valid) continue;
    nudge_lane(l, list[k].input, list[k].i, step, k);
    if (kept_stage(list[k].input) < kept) kept = kept_stage(list[k].input);
    any = true;
  }
  if (!any) return true;
  unsigned all = (1u << l->w->width) - 1;
  if (l->w->step_again(f->m, l->lanes, all, kept, f->quiet) != all) return false;
  for (int k = 0; k < count; k++) {
    Outcome* outcome = (plus ? l->plus : l->minus) + k;
    if (outcome->valid) take_outcome(l, k, outcome);
  }
  return true;
}

// The start itself is the first lane of the first vector, which computes all that there is. Inputs of which more stays valid come
// first: what a vector does not compute is that of the start then. Where kinds meet in a vector, all of it computes what the last
// kind needs.
static int list_nudges(const Differ* f, Nudge* list, mjtNum* const Dy[4], mjtNum* const Ds[4]) {
  size_t ny = (size_t)(2 * f->m->nv + f->m->na), ns = (size_t)f->m->nsensordata;
  int n = 0;
  list[n++] = (Nudge){.input = NOTHING};
  for (int input = CONTROLS; input <= POSITIONS; input++) {
    for (int i = 0; (Dy[input] || Ds[input]) && i < input_count(f->m, (Input)input); i++) {
      list[n++] = (Nudge){.input = (Input)input,
                          .i = i,
                          .Dy = Dy[input] ? Dy[input] + (size_t)i * ny : NULL,
                          .Ds = Ds[input] ? Ds[input] + (size_t)i * ns : NULL};
    }
  }
  return n;
}

// the vector with the start; its lanes may need more room for contacts once they have seen them
static bool step_first(const Lanes* l, const Nudge* list, int count) {
  const ig_Quantities none = {{0, 0}};
  for (int attempt = 0; attempt < 3; attempt++) {
    spread(l, IG_Q_sensordata, l->f->d->sensordata);
    for (int lane = 0; lane < l->w->width; lane++) {
      memcpy(l->w->world(l->lanes, lane)->eq_active, l->f->d->eq_active, (size_t)l->f->m->neq);
    }
    l->w->begin(l->f->m, l->lanes, (1u << l->w->width) - 1, &none);
    if (step_side(l, list, count, l->f->eps)) return true;
  }
  return false;
}

static bool differentiate_in_lanes(const Lanes* l, const Nudge* list, int n) {
  Differ* f = l->f;
  for (int first = 0; first < n; first += l->w->width) {
    int count = n - first < l->w->width ? n - first : l->w->width;
    for (int k = 0; k < count; k++) l->plus[k].valid = l->minus[k].valid = false;
    if (!first) {
      if (!step_first(l, list, count)) return false;
      Outcome middle = l->plus[0];
      l->plus[0] = f->middle;
      f->middle = middle;
    } else if (!step_side(l, list + first, count, f->eps)) {
      return false;
    }
    if (!step_side(l, list + first, count, -f->eps)) return false;
    for (int k = first ? 0 : 1; k < count; k++) {
      const Nudge* nudge = list + first + k;
      write_rows(f, nudge->input, l->minus + k, l->plus + k, nudge->Dy, nudge->Ds);
    }
  }
  return true;
}

// rows of A, B, C, D by input, each may be NULL; false: not in lanes, and nothing of d has changed
static bool transition_in_lanes(Differ* f, const ig_Width* w, void* lanes, mjtNum* const Dy[4], mjtNum* const Ds[4]) {
  const mjModel* m = f->m;
  size_t nv = (size_t)m->nv, nx = 2 * nv + (size_t)m->na;
  // lane by lane they would gain nothing, and small models are done before lanes are made
  if (!w || (!lanes && nv * nx < IG_LEAST_WORK) || ig_width_refusal(m) || !w->whole(m)) return false;
  Lanes l = {.f = f, .w = w, .lanes = lanes ? lanes : w->make(m, true, f->d)};
  if (!l.lanes) return false;
  ig_stack_mark(f->d);
  Nudge* list = IG_SCRATCH(f->d, nx + (size_t)m->nu + 1, Nudge);
  l.qpos = IG_SCRATCH(f->d, m->nq, mjtNum);
  l.plus = IG_SCRATCH(f->d, w->width, Outcome);
  l.minus = IG_SCRATCH(f->d, w->width, Outcome);
  for (int k = 0; k < w->width; k++) {
    l.plus[k] = new_outcome(f);
    l.minus[k] = new_outcome(f);
  }
  bool well = differentiate_in_lanes(&l, list, list_nudges(f, list, Dy, Ds));
  ig_stack_free(f->d);
  if (!lanes) w->free(l.lanes);
  return well;
}

static bool refuse(const mjModel* m, const char* caller, bool delays, bool noslip) {
  const char* what = m->opt.integrator == mjINT_RK4       ? "finite differences do not work with the RK4 integrator"
                     : delays && m->nhistory              ? "finite differences do not work with delays"
                     : noslip && m->opt.noslip_iterations ? "finite differences do not work with noslip iterations"
                                                          : NULL;
  if (what) mju_error("%s: %s", caller, what);
  return what;
}

static void transition_alone(Differ* f, mjtNum* const Dy[4], mjtNum* const Ds[4]) {
  step_to(f, &f->middle, mjSTAGE_NONE);
  for (int input = CONTROLS; input <= POSITIONS; input++) differentiate(f, (Input)input, Dy[input], Ds[input]);
}

void ig_transition(const mjModel* m, mjData* d, const ig_Transition* t, const ig_Width* width, void* lanes) {
  IG_FLOAT_SCOPE;
  if (refuse(m, "mjd_transitionFD", true, false)) return;
  int nx = (int)(2 * m->nv + m->na), nu = (int)m->nu, ns = (int)m->nsensordata;
  ig_stack_mark(d);
  Differ f = {.m = m, .d = d, .eps = t->eps, .centered = t->centered, .quiet = !t->C && !t->D};
  f.start_parts = mjSTATE_FULLPHYSICS | mjSTATE_CTRL | (m->opt.disableflags & mjDSBL_WARMSTART ? 0 : mjSTATE_WARMSTART);
  f.start = IG_SCRATCH(d, ig_state_size(m, (int)f.start_parts), mjtNum);
  f.direction = IG_SCRATCH(d, m->nv, mjtNum);
  f.middle = new_outcome(&f);
  f.plus = new_outcome(&f);
  f.minus = new_outcome(&f);

  // rows belong to inputs here; the caller's matrices have columns for them
  size_t nv = (size_t)m->nv, rows = (size_t)nx, controls = (size_t)nu, sensors = (size_t)ns;
  mjtNum* AT = t->A ? IG_SCRATCH(d, rows * rows, mjtNum) : NULL;
  mjtNum* BT = t->B ? IG_SCRATCH(d, controls * rows, mjtNum) : NULL;
  mjtNum* CT = t->C ? IG_SCRATCH(d, rows * sensors, mjtNum) : NULL;
  mjtNum* DT = t->D ? IG_SCRATCH(d, controls * sensors, mjtNum) : NULL;
  mjtNum* const Dy[] = {BT, AT ? AT + 2 * nv * rows : NULL, AT ? AT + nv * rows : NULL, AT};
  mjtNum* const Ds[] = {DT, CT ? CT + 2 * nv * sensors : NULL, CT ? CT + nv * sensors : NULL, CT};

  ig_get_state(m, d, f.start, (int)f.start_parts);
  if (!transition_in_lanes(&f, width, lanes, Dy, Ds)) transition_alone(&f, Dy, Ds);

  if (t->A) ig_transpose(t->A, AT, nx, nx);
  if (t->B) ig_transpose(t->B, BT, nu, nx);
  if (t->C) ig_transpose(t->C, CT, nx, ns);
  if (t->D) ig_transpose(t->D, DT, nu, ns);
  ig_stack_free(d);
}

void mjd_transitionFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_centered, mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D) {
  ig_Transition t = {eps, flg_centered != 0, A, B, C, D};
  ig_transition(m, d, &t, ig_width_best(), NULL);
}

// ------------------------------------------------ inverse dynamics

typedef struct {
  const mjModel* m;
  mjData* d;
  mjtNum eps;
  bool quiet, actuation;
  mjtNum *force, *nudged, *sensor, *mass;
} Inverse;

static void inverse_force(const Inverse* f, mjtStage done, mjtNum* force) {
  int nv = (int)f->m->nv;
  ig_inverse_skip(f->m, f->d, done, f->quiet);
  ig_copy(force, f->d->qfrc_inverse, nv);
  if (f->actuation) {
    ig_actuation(f->m, f->d);
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
    ig_integrate_position(f->m, f->d->qpos, direction, f->eps, (ig_Subset){NULL, f->m->nbody});
    inverse_rows(f, i, mjSTAGE_NONE, Df, Ds, Dm);
    ig_copy(f->d->qpos, pos, (int)f->m->nq);
  }
}

void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation, mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa,
                   mjtNum* DsDq, mjtNum* DsDv, mjtNum* DsDa, mjtNum* DmDq) {
  IG_FLOAT_SCOPE;
  if (refuse(m, "mjd_inverseFD", false, true)) return;
  ig_stack_mark(d);
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
  ig_stack_free(d);
}
