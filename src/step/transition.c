// SPDX-License-Identifier: Apache-2.0
// Jacobians of a step by finite differences.
//
// Each input coordinate is nudged in turn, several of them side by side in lanes where these can run the model; what does
// not depend on it is not computed again.
#include "step/transition.h"

#include <string.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "math/dense.h"
#include "model/stack.h"
#include "model/state.h"
#include "smooth/position/position.h"
#include "step/copies.h"
#include "step/differences.h"
#include "step/step.h"

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
  mjtNum *Dy[4], *Ds[4];  // by input: rows of states and of sensors, NULL: not wanted
} Differ;

// kinds of input: their number, what stays valid when one is nudged
typedef enum { CONTROLS, ACTIVATIONS, VELOCITIES, POSITIONS, NOTHING } Input;

static bool is_asked(const Differ* f, Input input) { return f->Dy[input] || f->Ds[input]; }

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
static void write_rows(const Differ* f, Input input, int i) {
  bool centered = f->minus.valid && f->plus.valid;
  const Outcome *low = f->minus.valid ? &f->minus : &f->middle, *high = f->plus.valid ? &f->plus : &f->middle;
  mjtNum h = centered ? 2 * f->eps : f->eps;
  int ny = (int)(2 * f->m->nv + f->m->na), ns = (int)f->m->nsensordata;
  mjtNum* Dy = f->Dy[input] ? f->Dy[input] + (size_t)i * (size_t)ny : NULL;
  mjtNum* Ds = f->Ds[input] ? f->Ds[input] + (size_t)i * (size_t)ns : NULL;
  if (low == high) {
    if (Dy) ig_zero(Dy, ny);
    if (Ds) ig_zero(Ds, ns);
    return;
  }
  if (Dy) {
    // of states (qpos, qvel, act), positions as velocities
    int nq = (int)f->m->nq, nv = (int)f->m->nv;
    ig_position_difference(f->m, Dy, h, low->state, high->state);
    ig_difference(Dy + nv, low->state + nq, high->state + nq, h, nv + (int)f->m->na);
  }
  if (!Ds) return;
  // 3.5.0 has the opposite sign for centred differences of sensors by controls, and so have programs that use it
  bool reversed = input == CONTROLS && centered;
  ig_difference(Ds, reversed ? high->sensor : low->sensor, reversed ? low->sensor : high->sensor, h, ns);
}

// what stays valid when an input is nudged, and how many there are of its kind
static mjtStage reused_stage(Input input) {
  static const mjtStage kept[] = {mjSTAGE_VEL, mjSTAGE_VEL, mjSTAGE_POS, mjSTAGE_NONE, mjSTAGE_NONE};
  return kept[input];
}

static int input_count(const mjModel* m, Input input) {
  const mjtSize counts[] = {m->nu, m->na, m->nv, m->nv};
  return (int)counts[input];
}

// ------------------------------------------------ in lanes

enum { IG_LEAST_WORK = 50 };

// a step away from the start, in a lane
typedef struct {
  Input input;
  int i;
  bool plus;
} Nudge;

// The start itself comes first: it is in a vector that computes all that there is. Inputs of which more stays valid come before
// the others: what a vector does not compute is that of the start then. Where kinds meet in a vector, all of it computes what the
// last kind needs. Inputs that may not be nudged have their rows already.
static int list_nudges(Differ* f, Nudge* list) {
  int n = 0;
  list[n++] = (Nudge){.input = NOTHING};
  for (Input input = CONTROLS; input <= POSITIONS; input++) {
    for (int i = 0; is_asked(f, input) && i < input_count(f->m, input); i++) {
      bool plus = may_nudge(f, input, i, f->eps), minus = (f->centered || !plus) && may_nudge(f, input, i, -f->eps);
      if (plus) list[n++] = (Nudge){input, i, true};
      if (minus) list[n++] = (Nudge){input, i, false};
      if (!plus && !minus) write_rows(f, input, i);
    }
  }
  return n;
}

// the state of d is that of the start throughout
static void nudge_lane(const Differ* f, const ig_Copies* c, const Nudge* nudge, int lane) {
  const mjData* d = c->d;
  int i = nudge->i;
  mjtNum step = nudge->plus ? f->eps : -f->eps;
  switch (nudge->input) {
    case CONTROLS: ig_copies_set(c, IG_Q_ctrl, i, lane, d->ctrl[i] + step); break;
    case ACTIVATIONS: ig_copies_set(c, IG_Q_act, i, lane, d->act[i] + step); break;
    case VELOCITIES: ig_copies_set(c, IG_Q_qvel, i, lane, d->qvel[i] + step); break;
    case POSITIONS: ig_copies_move(c, i, step, lane); break;
    case NOTHING: break;
  }
}

// false: a lane left
static bool step_copies(const Differ* f, const ig_Copies* c, const Nudge* list, int count) {
  IG_ASSERT(count > 0 && count <= c->w->width);
  mjtStage kept = mjSTAGE_ACC;
  ig_copies_again(c);
  for (int lane = 0; lane < count; lane++) {
    nudge_lane(f, c, list + lane, lane);
    if (reused_stage(list[lane].input) < kept) kept = reused_stage(list[lane].input);
  }
  return c->w->step_again(f->m, c->lanes, ig_copies_all(c), kept, f->quiet) == ig_copies_all(c);
}

// the vector with the start; its lanes may need more room for contacts once they have seen them
static bool step_first(const Differ* f, const ig_Copies* c, const Nudge* list, int count) {
  for (int attempt = 0; attempt < 3; attempt++) {
    ig_copies_begin(c);
    if (step_copies(f, c, list, count)) return true;
  }
  return false;
}

static void take_outcome(const ig_Copies* c, int lane, Outcome* outcome) {
  IG_ASSERT(lane >= 0 && lane < c->w->width);
  const mjModel* m = c->m;
  ig_copies_take(c, IG_Q_qpos, lane, outcome->state);
  ig_copies_take(c, IG_Q_qvel, lane, outcome->state + m->nq);
  ig_copies_take(c, IG_Q_act, lane, outcome->state + m->nq + m->nv);
  if (outcome->sensor) ig_copies_take(c, IG_Q_sensordata, lane, outcome->sensor);
  outcome->valid = true;
}

// The matrix of an implicit integrator is not made again for controls and activations, as 3.5.0 has it, though it may depend on
// them: it is that of the start. Then the start has a vector to itself, and these inputs have vectors without others.
static bool keeps_matrix(const Differ* f, Input input) {
  bool implicit = f->m->opt.integrator == mjINT_IMPLICIT || f->m->opt.integrator == mjINT_IMPLICITFAST;
  return implicit && (input == CONTROLS || input == ACTIVATIONS);
}

// how many nudges from `first` on are taken together
static int count_together(const Differ* f, const Nudge* list, int n, int first, int width) {
  int count = 1;
  bool keeps = keeps_matrix(f, list[first].input);
  while (count < width && first + count < n && keeps_matrix(f, list[first + count].input) == keeps) count++;
  return count;
}

static bool same_input(const Nudge* a, const Nudge* b) { return a->input == b->input && a->i == b->i; }

static bool differentiate_in_lanes(Differ* f, const ig_Copies* c, const Nudge* list, int n) {
  int width = c->w->width;
  f->plus.valid = f->minus.valid = false;
  for (int first = 0, count; first < n; first += count) {
    count = count_together(f, list, n, first, width);
    if (!(first ? step_copies(f, c, list + first, count) : step_first(f, c, list, count))) return false;
    for (int k = first; k < first + count; k++) {
      const Nudge* nudge = list + k;
      take_outcome(c, k - first, nudge->input == NOTHING ? &f->middle : nudge->plus ? &f->plus : &f->minus);
      // rows are written when the last nudge of an input is there
      if (nudge->input == NOTHING || (k + 1 < n && same_input(nudge, nudge + 1))) continue;
      write_rows(f, nudge->input, nudge->i);
      f->plus.valid = f->minus.valid = false;
    }
  }
  return true;
}

// false: not in lanes, and nothing of d has changed
static bool transition_in_lanes(Differ* f, const ig_Width* w, void* lanes) {
  const mjModel* m = f->m;
  size_t nv = (size_t)m->nv, nx = 2 * nv + (size_t)m->na;
  // small models are done before lanes are filled
  if ((!lanes && nv * nx < IG_LEAST_WORK) || !ig_copies_serve(m, w, f->quiet)) return false;
  ig_stack_mark(f->d);
  ig_Copies c = ig_copies_make(m, f->d, w, lanes);
  Nudge* list = IG_SCRATCH(f->d, 2 * (nx + (size_t)m->nu) + 1, Nudge);
  bool well = c.lanes && differentiate_in_lanes(f, &c, list, list_nudges(f, list));
  ig_stack_free(f->d);
  return well;
}

static void transition_alone(Differ* f) {
  step_to(f, &f->middle, mjSTAGE_NONE);
  for (Input input = CONTROLS; input <= POSITIONS; input++) {
    for (int i = 0; is_asked(f, input) && i < input_count(f->m, input); i++) {
      f->plus.valid = f->minus.valid = false;
      if (may_nudge(f, input, i, f->eps)) {
        nudge(f, input, i, f->eps);
        step_to(f, &f->plus, reused_stage(input));
      }
      if ((f->centered || !f->plus.valid) && may_nudge(f, input, i, -f->eps)) {
        nudge(f, input, i, -f->eps);
        step_to(f, &f->minus, reused_stage(input));
      }
      write_rows(f, input, i);
    }
  }
}

void ig_transition(const mjModel* m, mjData* d, const ig_Transition* t, const ig_Width* width, void* lanes) {
  IG_FLOAT_SCOPE;
  const char* obstacle = m->opt.integrator == mjINT_RK4 ? "the RK4 integrator" : m->nhistory ? "delays" : NULL;
  if (ig_no_differences("mjd_transitionFD", obstacle)) return;
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
  memcpy(f.Dy, Dy, sizeof Dy);
  memcpy(f.Ds, Ds, sizeof Ds);

  ig_get_state(m, d, f.start, (int)f.start_parts);
  if (!transition_in_lanes(&f, width, lanes)) transition_alone(&f);

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
