// SPDX-License-Identifier: Apache-2.0
// A step is v+ = v + h a(q, v, act, ctrl), then q+ = q moved along v+, with the acceleration of step_rate.c; activations have
// their own rates. docs/derive.md has all of it.
#include "step/exact.h"

#include <ingot/derivatives.h>

#include "base/float_mode.h"
#include "base/guard.h"
#include "derive/step_rate.h"
#include "math/dense.h"
#include "model/stack.h"
#include "step/forward.h"

// columns that an Euler or implicit step is differentiated by
typedef struct {
  int n;            // columns
  mjtNum *q, *vel;  // (nv x n) changes of positions and velocities: before the step, then after
  mjtNum* qacc;     // (nv x n) change of the acceleration
} Columns;

// changes of velocities and positions over the step
static void advance(const mjModel* m, const mjtNum* vel, Columns* c) {
  ig_addtoscl(c->vel, c->qacc, m->opt.timestep, (int)m->nv * c->n);
  ig_position_change(m, vel, m->opt.timestep, c->n, c->vel, c->q);
}

static void identity(mjtNum* mat, int n) {
  ig_zero(mat, n * n);
  for (int i = 0; i < n; i++) mat[(size_t)i * (size_t)(n + 1)] = 1;
}

// block (rows x columns) of a matrix with `stride` columns
static void put(mjtNum* mat, int stride, int row, int column, const mjtNum* block, int rows, int columns) {
  for (int i = 0; i < rows; i++)
    ig_copy(mat + (size_t)(row + i) * (size_t)stride + column, block + (size_t)i * (size_t)columns, columns);
}

// the columns of one kind of input go through the step and into the matrix
static void put_columns(const mjModel* m, mjData* d, const mjtNum* vel, mjtNum* qacc, mjtNum* mat, int stride, int column, int n,
                        bool of_q, bool of_v) {
  int nv = (int)m->nv;
  ig_stack_mark(d);
  Columns c = {n, IG_SCRATCH(d, m->nv * n, mjtNum), IG_SCRATCH(d, m->nv * n, mjtNum), qacc};
  ig_zero(c.q, nv * n);
  ig_zero(c.vel, nv * n);
  if (of_q) identity(c.q, nv);
  if (of_v) identity(c.vel, nv);
  advance(m, vel, &c);
  put(mat, stride, 0, column, c.q, nv, n);
  put(mat, stride, nv, column, c.vel, nv, n);
  ig_stack_free(d);
}

static void single_step(const mjModel* m, mjData* d, const ig_Exact* out) {
  int nv = (int)m->nv, na = (int)m->na, nu = (int)m->nu, nx = 2 * nv + na;
  ig_stack_mark(d);
  ig_ForceRate rate = ig_new_force_rate(m, d);
  mjtNum *vel = IG_SCRATCH(d, m->nv, mjtNum), *by_act = IG_SCRATCH(d, m->na, mjtNum), *by_ctrl = IG_SCRATCH(d, m->na, mjtNum);
  ig_step_acceleration_rate(m, d, &rate, vel);
  ig_scl(vel, vel, m->opt.timestep, nv);
  ig_addto(vel, d->qvel, nv);
  ig_activation_rate(m, d, by_act, by_ctrl);
  if (out->A) {
    ig_zero(out->A, nx * nx);
    put_columns(m, d, vel, rate.q, out->A, nx, 0, nv, true, false);
    put_columns(m, d, vel, rate.v, out->A, nx, nv, nv, false, true);
    put_columns(m, d, vel, rate.act, out->A, nx, 2 * nv, na, false, false);
    for (int k = 0; k < na; k++) out->A[(size_t)(2 * nv + k) * (size_t)(nx + 1)] = by_act[k];
  }
  if (out->B) {
    ig_zero(out->B, nx * nu);
    put_columns(m, d, vel, rate.ctrl, out->B, nu, 0, nu, false, false);
    for (int i = 0; i < nu; i++) {
      int act = m->actuator_actadr[i];
      for (int k = act; act >= 0 && k < act + m->actuator_actnum[i]; k++)
        out->B[(size_t)(2 * nv + k) * (size_t)nu + i] = by_ctrl[k];
    }
  }
  ig_stack_free(d);
}

const char* ig_exact_transition(const mjModel* m, mjData* d, const ig_Exact* out) {
  IG_FLOAT_SCOPE;
  ig_forward(m, d, mjSTAGE_NONE, !out->C && !out->D);
  const char* obstacle = ig_no_step_rate(m, d);
  if (obstacle) return obstacle;
  if (m->opt.integrator == mjINT_RK4) return "the RK4 integrator";
  if ((out->C || out->D) && m->nsensor) return "a sensor";
  single_step(m, d, out);
  return NULL;
}

typedef struct {
  const mjModel* m;
  mjData* d;
  ig_Exact out;
  const char* obstacle;
} Call;

static void run(void* argument) {
  Call* call = argument;
  call->obstacle = ig_exact_transition(call->m, call->d, &call->out);
}

ingotStatus ingot_transition(const mjModel* m, mjData* d, mjtNum* A, mjtNum* B, mjtNum* C, mjtNum* D, ingotReport* report) {
  if (!m || !d) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_transition: a model and its data are needed");
  Call call = {m, d, {A, B, C, D}, NULL};
  ingotStatus status = ig_guard(run, &call, report);
  if (status != INGOT_OK || !call.obstacle) return status;
  return ig_report(report, INGOT_BAD_MODEL, "ingot_transition does not differentiate %s; mjd_transitionFD may do", call.obstacle);
}
