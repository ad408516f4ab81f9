// SPDX-License-Identifier: Apache-2.0
// A step is v+ = v + h a(q, v, act, ctrl), then q+ = q moved along v+, with the acceleration of step_rate.c; activations have
// their own rates. RK4 makes four such moves, each from the state before along what was found last (step/integrate.lane.c), and
// is differentiated by the chain rule. docs/derive.md has all of it.
#include "step/exact.h"

#include <ingot/derivatives.h>

#include "base/float_mode.h"
#include "base/guard.h"
#include "derive/sensor_rate.h"
#include "derive/step_rate.h"
#include "math/dense.h"
#include "model/stack.h"
#include "smooth/position/position.h"
#include "step/forward.h"

// ------------------------------------------------ states and their changes

// changes of a state by n inputs, row by row; by all of state and controls they begin as ones
typedef struct {
  int n;
  mjtNum *q, *v, *act;  // (nv x n), (nv x n), (na x n)
} Columns;

static Columns new_columns(const mjModel* m, mjData* d, int n) {
  size_t nv = (size_t)m->nv, columns = (size_t)n;
  mjtNum* all = IG_SCRATCH(d, (2 * nv + (size_t)m->na) * columns, mjtNum);
  return (Columns){n, all, all + nv * columns, all + 2 * nv * columns};
}

static int column_numbers(const mjModel* m, const Columns* c) { return (int)(2 * m->nv + m->na) * c->n; }

// ones where a number of the state is an input itself
static void start_columns(const mjModel* m, Columns* c) {
  ig_zero(c->q, column_numbers(m, c));
  for (int i = 0; i < 2 * m->nv + m->na; i++) c->q[(size_t)i * (size_t)(c->n + 1)] = 1;
}

// (rows x n) += mat (rows x inner) * columns (inner x n)
static void add_product(mjtNum* to, const mjtNum* mat, const mjtNum* columns, int rows, int inner, int n) {
  for (int i = 0; i < rows; i++) {
    for (int k = 0; k < inner; k++) {
      mjtNum share = mat[(size_t)i * (size_t)inner + (size_t)k];
      if (share != 0) ig_addtoscl(to + (size_t)i * (size_t)n, columns + (size_t)k * (size_t)n, share, n);
    }
  }
}

static void put_block(mjtNum* to, int stride, const mjtNum* block, int rows, int columns) {
  for (int i = 0; i < rows; i++) ig_copy(to + (size_t)i * (size_t)stride, block + (size_t)i * (size_t)columns, columns);
}

// changes of the acceleration, acc (nv x n), by those of the state; NULL: the state is the input itself
static void acceleration_columns(const mjModel* m, const ig_ForceRate* rate, const Columns* state, mjtNum* acc, int n) {
  int nv = (int)m->nv, na = (int)m->na, nu = (int)m->nu;
  ig_zero(acc, nv * n);
  put_block(acc + 2 * nv + na, n, rate->ctrl, nv, nu);
  if (!state) {
    put_block(acc, n, rate->q, nv, nv);
    put_block(acc + nv, n, rate->v, nv, nv);
    put_block(acc + 2 * nv, n, rate->act, nv, na);
    return;
  }
  add_product(acc, rate->q, state->q, nv, nv, n);
  add_product(acc, rate->v, state->v, nv, nv, n);
  add_product(acc, rate->act, state->act, nv, na, n);
}

// the control of the actuator that an activation belongs to is an input itself
static void add_own_controls(const mjModel* m, mjtNum* act, const mjtNum* by_ctrl, int n) {
  int first = (int)(2 * m->nv + m->na);
  for (int i = 0; i < m->nu; i++) {
    int begin = m->actuator_actadr[i];
    for (int k = begin; begin >= 0 && k < begin + m->actuator_actnum[i]; k++)
      act[(size_t)k * (size_t)n + (size_t)(first + i)] += by_ctrl[k];
  }
}

static void scale_rows(mjtNum* rows, const mjtNum* by, int count, int n) {
  for (int k = 0; k < count; k++) ig_scl(rows + (size_t)k * (size_t)n, rows + (size_t)k * (size_t)n, by[k], n);
}

// ------------------------------------------------ Euler and the implicit integrators

// the next activations by themselves and by the controls of their actuators
static void next_activations(const mjModel* m, mjData* d, mjtNum* by_act, mjtNum* by_ctrl) {
  ig_stack_mark(d);
  mjtNum *moved = IG_SCRATCH(d, m->na, mjtNum), *by_speed = IG_SCRATCH(d, m->na, mjtNum);
  ig_activation_speed_rate(m, d, by_act, by_ctrl);
  ig_activation_move_rate(m, d, d->act_dot, moved, by_speed);
  for (int k = 0; k < m->na; k++) by_act[k] = moved[k] + by_speed[k] * by_act[k], by_ctrl[k] *= by_speed[k];
  ig_stack_free(d);
}

// the velocity after the step
static mjtNum* next_velocity(const mjModel* m, mjData* d, const ig_StepRate* rate) {
  mjtNum* vel = IG_SCRATCH(d, m->nv, mjtNum);
  for (int i = 0; i < m->nv; i++) vel[i] = d->qvel[i] + m->opt.timestep * rate->qacc[i];
  return vel;
}

static const char* single_step(const mjModel* m, mjData* d, Columns* c) {
  int nv = (int)m->nv, n = c->n;
  mjtNum h = m->opt.timestep;
  ig_stack_mark(d);
  ig_StepRate system;
  const char* obstacle = ig_step_rate(m, d, false, &system);
  if (!obstacle) {
    mjtNum *by_act = IG_SCRATCH(d, m->na, mjtNum), *by_ctrl = IG_SCRATCH(d, m->na, mjtNum),
           *acc = IG_SCRATCH(d, m->nv * n, mjtNum);
    ig_ForceRate rate = ig_step_rate_solve(m, d, &system);
    acceleration_columns(m, &rate, NULL, acc, n);
    start_columns(m, c);
    ig_addtoscl(c->v, acc, h, nv * n);
    ig_position_change(m, next_velocity(m, d, &system), h, n, c->v, c->q);
    next_activations(m, d, by_act, by_ctrl);
    scale_rows(c->act, by_act, (int)m->na, n);
    add_own_controls(m, c->act, by_ctrl, n);
  }
  ig_stack_free(d);
  return obstacle;
}

// ------------------------------------------------ Runge-Kutta

// one evaluation: its state, what was found there, and the changes of both
typedef struct {
  mjtNum *qpos, *qvel, *act, *qacc, *act_dot;
  Columns state;
  mjtNum *acc, *rate;  // (nv x n) and (na x n): of qacc and act_dot
  mjtNum* by_speed;    // (na) of activations by act_dot
} Evaluation;

static Evaluation new_evaluation(const mjModel* m, mjData* d, int n) {
  return (Evaluation){IG_SCRATCH(d, m->nq, mjtNum),     IG_SCRATCH(d, m->nv, mjtNum),     IG_SCRATCH(d, m->na, mjtNum),
                      IG_SCRATCH(d, m->nv, mjtNum),     IG_SCRATCH(d, m->na, mjtNum),     new_columns(m, d, n),
                      IG_SCRATCH(d, m->nv * n, mjtNum), IG_SCRATCH(d, m->na * n, mjtNum), IG_SCRATCH(d, m->na, mjtNum)};
}

static void read_state(const mjModel* m, const mjData* d, Evaluation* e) {
  ig_copy(e->qpos, d->qpos, (int)m->nq);
  ig_copy(e->qvel, d->qvel, (int)m->nv);
  ig_copy(e->act, d->act, (int)m->na);
}

static void write_state(const mjModel* m, mjData* d, const Evaluation* e) {
  ig_copy(d->qpos, e->qpos, (int)m->nq);
  ig_copy(d->qvel, e->qvel, (int)m->nv);
  ig_copy(d->act, e->act, (int)m->na);
}

// what is found at the state of d, after a forward pass
static const char* evaluate(const mjModel* m, mjData* d, Evaluation* e, bool first) {
  int n = e->state.n, na = (int)m->na;
  ig_copy(e->qacc, d->qacc, (int)m->nv);
  ig_copy(e->act_dot, d->act_dot, na);
  const char* obstacle = ig_no_step_rate(m, d);
  if (obstacle) return obstacle;
  ig_stack_mark(d);
  ig_StepRate system;
  mjtNum *by_act = IG_SCRATCH(d, m->na, mjtNum), *by_ctrl = IG_SCRATCH(d, m->na, mjtNum);
  obstacle = ig_step_rate(m, d, true, &system);
  if (!obstacle) {
    ig_ForceRate rate = ig_step_rate_solve(m, d, &system);
    acceleration_columns(m, &rate, first ? NULL : &e->state, e->acc, n);
    ig_activation_speed_rate(m, d, by_act, by_ctrl);
    ig_copy(e->rate, e->state.act, na * n);
    scale_rows(e->rate, by_act, na, n);
    add_own_controls(m, e->rate, by_ctrl, n);
  }
  ig_stack_free(d);
  return obstacle;
}

// to = the start moved along what was found at `at` for a time h
static void move(const mjModel* m, Evaluation* to, const Evaluation* start, const Evaluation* at, mjtNum h) {
  int nv = (int)m->nv, na = (int)m->na, n = to->state.n;
  ig_copy(to->qpos, start->qpos, (int)m->nq);
  ig_integrate_position(m, to->qpos, at->qvel, h, (ig_Subset){NULL, (int)m->nbody});
  for (int i = 0; i < nv; i++) to->qvel[i] = start->qvel[i] + h * at->qacc[i];
  for (int i = 0; i < na; i++) to->act[i] = start->act[i] + h * at->act_dot[i];
  ig_copy(to->state.q, start->state.q, column_numbers(m, &start->state));
  ig_position_change(m, at->qvel, h, n, at->state.v, to->state.q);
  ig_addtoscl(to->state.v, at->acc, h, nv * n);
  ig_addtoscl(to->state.act, at->rate, h, na * n);
}

// the end of the step: velocities and activations along the weighted sums, positions along that of velocities
static void finish(const mjModel* m, const mjData* d, Evaluation at[4], Evaluation* sum, Columns* c) {
  static const mjtNum share[4] = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0};
  int nv = (int)m->nv, na = (int)m->na, n = c->n;
  ig_zero(sum->qvel, nv);
  ig_zero(sum->act_dot, na);
  ig_zero(sum->state.q, column_numbers(m, c));
  for (int k = 0; k < 4; k++) {
    ig_addtoscl(sum->qvel, at[k].qvel, share[k], nv);
    ig_addtoscl(sum->act_dot, at[k].act_dot, share[k], na);
    ig_addtoscl(sum->state.v, at[k].state.v, share[k], nv * n);
    ig_addtoscl(sum->state.q, at[k].acc, share[k], nv * n);
    ig_addtoscl(sum->state.act, at[k].rate, share[k], na * n);
  }
  start_columns(m, c);
  ig_addtoscl(c->v, sum->state.q, m->opt.timestep, nv * n);
  ig_position_change(m, sum->qvel, m->opt.timestep, n, sum->state.v, c->q);
  ig_activation_move_rate(m, d, sum->act_dot, sum->act, sum->by_speed);
  scale_rows(c->act, sum->act, na, n);
  scale_rows(sum->state.act, sum->by_speed, na, n);
  ig_addto(c->act, sum->state.act, na * n);
}

static const char* runge_kutta(const mjModel* m, mjData* d, Columns* c) {
  static const mjtNum node[3] = {0.5, 0.5, 1};
  mjtNum time = d->time, h = m->opt.timestep;
  ig_stack_mark(d);
  Evaluation at[4], sum = new_evaluation(m, d, c->n);
  for (int k = 0; k < 4; k++) at[k] = new_evaluation(m, d, c->n);
  mjtNum* warmstart = IG_SCRATCH(d, m->nv, mjtNum);
  ig_copy(warmstart, d->qacc_warmstart, (int)m->nv);
  read_state(m, d, at);
  start_columns(m, &at[0].state);
  const char* obstacle = evaluate(m, d, at, true);
  for (int k = 1; k < 4 && !obstacle; k++) {
    move(m, at + k, at, at + k - 1, node[k - 1] * h);
    write_state(m, d, at + k);
    d->time = time + node[k - 1] * h;
    ig_forward(m, d, mjSTAGE_NONE, true);
    obstacle = evaluate(m, d, at + k, false);
  }
  write_state(m, d, at);
  d->time = time;
  if (!obstacle) finish(m, d, at, &sum, c);
  ig_copy(d->qacc_warmstart, warmstart, (int)m->nv);
  ig_forward(m, d, mjSTAGE_NONE, true);
  ig_stack_free(d);
  return obstacle;
}

// ------------------------------------------------ all of them

// changes of the next state by the state and the controls, side by side
static const char* step_columns(const mjModel* m, mjData* d, Columns* c) {
  return m->opt.integrator == mjINT_RK4 ? runge_kutta(m, d, c) : single_step(m, d, c);
}

// the first columns to one matrix, the others to the next
static void split(const mjtNum* all, int rows, int first, int second, mjtNum* A, mjtNum* B) {
  for (int i = 0; i < rows; i++, all += first + second) {
    if (A) ig_copy(A + (size_t)i * (size_t)first, all, first);
    if (B) ig_copy(B + (size_t)i * (size_t)second, all + first, second);
  }
}

const char* ig_exact_transition(const mjModel* m, mjData* d, const ig_Exact* out) {
  IG_FLOAT_SCOPE;
  int nx = (int)(2 * m->nv + m->na), nu = (int)m->nu;
  ig_forward(m, d, mjSTAGE_NONE, !out->C && !out->D);
  const char* obstacle = ig_no_step_rate(m, d);
  if (obstacle) return obstacle;
  if (out->C || out->D) obstacle = ig_sensor_rate(m, d, out->C, out->D);
  if (obstacle) return obstacle;
  ig_stack_mark(d);
  Columns c = new_columns(m, d, nx + nu);
  obstacle = step_columns(m, d, &c);
  if (!obstacle) split(c.q, nx, nx, nu, out->A, out->B);
  ig_stack_free(d);
  return obstacle;
}

// ------------------------------------------------ products

// by the matrices
static const char* multiply_by_all(const mjModel* m, mjData* d, const mjtNum* next, mjtNum* state, mjtNum* ctrl) {
  int nx = (int)(2 * m->nv + m->na), n = nx + (int)m->nu;
  ig_stack_mark(d);
  Columns c = new_columns(m, d, n);
  mjtNum* row = IG_SCRATCH(d, n, mjtNum);
  const char* obstacle = step_columns(m, d, &c);
  if (!obstacle) {
    ig_mulmattvec(row, c.q, next, nx, n);
    ig_copy(state, row, nx);
    ig_copy(ctrl, row + nx, (int)m->nu);
  }
  ig_stack_free(d);
  return obstacle;
}

// One solution with the transposed system instead of one for each input.
const char* ig_step_pull(const mjModel* m, mjData* d, const mjtNum* next, mjtNum* state, mjtNum* ctrl) {
  IG_FLOAT_SCOPE;
  int nv = (int)m->nv, na = (int)m->na;
  mjtNum h = m->opt.timestep;
  ig_forward(m, d, mjSTAGE_NONE, true);
  const char* obstacle = ig_no_step_rate(m, d);
  if (obstacle) return obstacle;
  if (m->opt.integrator == mjINT_RK4) return multiply_by_all(m, d, next, state, ctrl);
  ig_stack_mark(d);
  ig_StepRate system;
  obstacle = ig_step_rate(m, d, false, &system);
  if (!obstacle) {
    ig_ForceRate row = {state, state + nv, state + 2 * nv, ctrl};
    mjtNum *acc = IG_SCRATCH(d, m->nv, mjtNum), *by_act = IG_SCRATCH(d, m->na, mjtNum), *by_ctrl = IG_SCRATCH(d, m->na, mjtNum);
    ig_copy(state, next, 2 * nv + na);
    ig_zero(ctrl, (int)m->nu);
    ig_position_pull(m, next_velocity(m, d, &system), h, row.v, row.q);
    ig_scl(acc, row.v, h, nv);
    next_activations(m, d, by_act, by_ctrl);
    for (int i = 0; i < m->nu; i++) {
      int begin = m->actuator_actadr[i];
      for (int k = begin; begin >= 0 && k < begin + m->actuator_actnum[i]; k++) ctrl[i] += row.act[k] * by_ctrl[k];
    }
    for (int k = 0; k < na; k++) row.act[k] *= by_act[k];
    ig_step_rate_pull(m, d, &system, acc, &row);
  }
  ig_stack_free(d);
  return obstacle;
}

const char* ig_step_push(const mjModel* m, mjData* d, const mjtNum* state, const mjtNum* ctrl, mjtNum* next) {
  IG_FLOAT_SCOPE;
  int nx = (int)(2 * m->nv + m->na), nu = (int)m->nu;
  ig_forward(m, d, mjSTAGE_NONE, true);
  const char* obstacle = ig_no_step_rate(m, d);
  if (obstacle) return obstacle;
  ig_stack_mark(d);
  Columns c = new_columns(m, d, nx + nu);
  obstacle = step_columns(m, d, &c);
  for (int i = 0; i < nx && !obstacle; i++) {
    const mjtNum* row = c.q + (size_t)i * (size_t)c.n;
    next[i] = ig_dot(row, state, nx) + ig_dot(row + nx, ctrl, nu);
  }
  ig_stack_free(d);
  return obstacle;
}

// ------------------------------------------------ public

typedef struct {
  const mjModel* m;
  mjData* d;
  ig_Exact out;
  const mjtNum *from, *from_ctrl;  // of products
  mjtNum *to, *to_ctrl;
  const char* obstacle;
} Call;

static void run_transition(void* argument) {
  Call* call = argument;
  call->obstacle = ig_exact_transition(call->m, call->d, &call->out);
}

static void run_pull(void* argument) {
  Call* call = argument;
  call->obstacle = ig_step_pull(call->m, call->d, call->from, call->to, call->to_ctrl);
}

static void run_push(void* argument) {
  Call* call = argument;
  call->obstacle = ig_step_push(call->m, call->d, call->from, call->from_ctrl, call->to);
}

static ingotStatus answer(void (*run)(void* argument), Call* call, const char* caller, ingotReport* report) {
  if (!call->m || !call->d) return ig_report(report, INGOT_BAD_ARGUMENT, "%s: a model and its data are needed", caller);
  ingotStatus status = ig_guard(run, call, report);
  if (status != INGOT_OK || !call->obstacle) return status;
  return ig_report(report, INGOT_BAD_MODEL, "%s does not differentiate %s; mjd_transitionFD may do", caller, call->obstacle);
}

ingotStatus ingot_transition(const mjModel* m, mjData* d, mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D, ingotReport* report) {
  Call call = {.m = m, .d = d, .out = {A, B, C, D}};
  return answer(run_transition, &call, "ingot_transition", report);
}

static ingotStatus check_product(const mjModel* m, const void* state, const void* ctrl, const void* next, const char* caller,
                                 ingotReport* report) {
  bool whole = m && (state || 2 * m->nv + m->na == 0) && (ctrl || !m->nu) && (next || 2 * m->nv + m->na == 0);
  return whole ? INGOT_OK : ig_report(report, INGOT_BAD_ARGUMENT, "%s: a model and all three vectors are needed", caller);
}

ingotStatus ingot_stepVJP(const mjModel* m, mjData* d, const mjtNum* next, mjtNum* state, mjtNum* ctrl, ingotReport* report) {
  ingotStatus status = check_product(m, state, ctrl, next, "ingot_stepVJP", report);
  if (status != INGOT_OK) return status;
  Call call = {.m = m, .d = d, .from = next, .to = state, .to_ctrl = ctrl};
  return answer(run_pull, &call, "ingot_stepVJP", report);
}

ingotStatus ingot_stepJVP(const mjModel* m, mjData* d, const mjtNum* state, const mjtNum* ctrl, mjtNum* next,
                          ingotReport* report) {
  ingotStatus status = check_product(m, state, ctrl, next, "ingot_stepJVP", report);
  if (status != INGOT_OK) return status;
  Call call = {.m = m, .d = d, .from = state, .from_ctrl = ctrl, .to = next};
  return answer(run_push, &call, "ingot_stepJVP", report);
}
