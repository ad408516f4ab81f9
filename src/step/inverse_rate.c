// SPDX-License-Identifier: Apache-2.0
// Jacobians of inverse dynamics by finite differences: accelerations, velocities and positions are nudged one by one, several of
// them side by side in lanes where these can run the model; what does not depend on a nudge is not computed again.
#include "step/inverse_rate.h"

#include "base/error.h"
#include "base/float_mode.h"
#include "math/dense.h"
#include "math/scalar.h"
#include "model/stack.h"
#include "sense/sensor.h"
#include "smooth/force/actuation.h"
#include "smooth/position/position.h"
#include "step/copies.h"
#include "step/differences.h"
#include "step/inverse.h"
#include "step/stage.h"

typedef struct {
  const mjModel* m;
  mjData* d;
  const ig_InverseRate* r;
  bool quiet;
  mjtNum *force, *sensor, *mass;  // of the start
  mjtNum* nudged;                 // forces, sensors, mass: scratch
} Inverse;

// inputs, in an order in which more and more has to be computed again
typedef enum { ACCELERATIONS, VELOCITIES, POSITIONS, NOTHING } Input;

static mjtStage reused_stage(Input input) {
  static const mjtStage kept[] = {mjSTAGE_VEL, mjSTAGE_POS, mjSTAGE_NONE, mjSTAGE_NONE};
  return kept[input];
}

// rows of an input
typedef struct {
  mjtNum *Df, *Ds, *Dm;
} Rows;

static mjtNum* row_of(mjtNum* rows, int i, mjtSize n) { return rows ? rows + (size_t)i * (size_t)n : NULL; }

static Rows rows_of(const Inverse* f, Input input, int i) {
  const ig_InverseRate* r = f->r;
  mjtNum *const Df[] = {r->DfDa, r->DfDv, r->DfDq}, *const Ds[] = {r->DsDa, r->DsDv, r->DsDq};
  return (Rows){row_of(Df[input], i, f->m->nv), row_of(Ds[input], i, f->m->nsensordata),
                input == POSITIONS ? row_of(r->DmDq, i, f->m->nM) : NULL};
}

static bool is_asked(const Inverse* f, Input input) {
  Rows rows = rows_of(f, input, 0);
  return rows.Df || rows.Ds || rows.Dm;
}

static void write_rows(const Inverse* f, const Rows* rows, const mjtNum* force, const mjtNum* sensor, const mjtNum* mass) {
  mjtNum eps = f->r->eps;
  if (rows->Df) ig_difference(rows->Df, f->force, force, eps, (int)f->m->nv);
  if (rows->Ds) ig_difference(rows->Ds, f->sensor, sensor, eps, (int)f->m->nsensordata);
  if (rows->Dm) ig_difference(rows->Dm, f->mass, mass, eps, (int)f->m->nM);
}

// ------------------------------------------------ one after the other

static void inverse_force(const Inverse* f, mjtStage done, mjtNum* force) {
  int nv = (int)f->m->nv;
  ig_inverse_past(f->m, f->d, done, f->quiet);
  ig_copy(force, f->d->qfrc_inverse, nv);
  if (f->r->actuation) {
    ig_actuation(f->m, f->d);
    ig_subfrom(force, f->d->qfrc_actuator, nv);
  }
}

static void inverse_rows(const Inverse* f, Input input, int i) {
  Rows rows = rows_of(f, input, i);
  inverse_force(f, reused_stage(input), f->nudged);
  write_rows(f, &rows, f->nudged, f->d->sensordata, f->d->qM);
}

// by an array of numbers that may be nudged one by one
static void inverse_by(const Inverse* f, Input input, mjtNum* values) {
  for (int i = 0; is_asked(f, input) && i < f->m->nv; i++) {
    mjtNum keep = values[i];
    values[i] += f->r->eps;
    inverse_rows(f, input, i);
    values[i] = keep;
  }
}

static void rates_alone(const Inverse* f) {
  inverse_force(f, mjSTAGE_NONE, f->force);
  if (f->sensor) ig_copy(f->sensor, f->d->sensordata, (int)f->m->nsensordata);
  if (f->mass) ig_copy(f->mass, f->d->qM, (int)f->m->nM);
  inverse_by(f, ACCELERATIONS, f->d->qacc);
  inverse_by(f, VELOCITIES, f->d->qvel);

  // by positions, along each dof
  if (!is_asked(f, POSITIONS)) return;
  mjtNum *pos = IG_SCRATCH(f->d, f->m->nq, mjtNum), *direction = IG_SCRATCH(f->d, f->m->nv, mjtNum);
  ig_copy(pos, f->d->qpos, (int)f->m->nq);
  for (int i = 0; i < f->m->nv; i++) {
    ig_zero(direction, (int)f->m->nv);
    direction[i] = 1;
    ig_integrate_position(f->m, f->d->qpos, direction, f->r->eps, (ig_Subset){NULL, f->m->nbody});
    inverse_rows(f, POSITIONS, i);
    ig_copy(f->d->qpos, pos, (int)f->m->nq);
  }
}

// ------------------------------------------------ in lanes

enum { IG_LEAST_DOFS = 5 };  // smaller models are done before lanes are filled

typedef struct {
  Input input;
  int i;
} Nudge;

static int list_nudges(const Inverse* f, Nudge* list) {
  int n = 0;
  list[n++] = (Nudge){NOTHING, 0};
  for (int input = ACCELERATIONS; input <= POSITIONS; input++) {
    for (int i = 0; is_asked(f, (Input)input) && i < f->m->nv; i++) list[n++] = (Nudge){(Input)input, i};
  }
  return n;
}

static void nudge_lane(const Inverse* f, const ig_Copies* c, const Nudge* nudge, int lane) {
  int i = nudge->i;
  switch (nudge->input) {
    case ACCELERATIONS: ig_copies_set(c, IG_Q_qacc, i, lane, f->d->qacc[i] + f->r->eps); break;
    case VELOCITIES: ig_copies_set(c, IG_Q_qvel, i, lane, f->d->qvel[i] + f->r->eps); break;
    case POSITIONS: ig_copies_move(c, i, f->r->eps, lane); break;
    case NOTHING: break;
  }
}

// false: a lane left
static bool compute(const Inverse* f, const ig_Copies* c, const Nudge* list, int count) {
  IG_ASSERT(count > 0 && count <= c->w->width);
  ig_copies_again(c);
  ig_copies_spread(c, IG_Q_qacc, f->d->qacc);
  mjtStage kept = mjSTAGE_ACC;
  for (int k = 0; k < count; k++) {
    nudge_lane(f, c, list + k, k);
    if (reused_stage(list[k].input) < kept) kept = reused_stage(list[k].input);
  }
  if (c->w->inverse(f->m, c->lanes, ig_copies_all(c), kept, f->quiet) != ig_copies_all(c)) return false;
  if (f->r->actuation) c->w->run(f->m, c->lanes, IG_STAGE_ACTUATION);
  return true;
}

static void take_lane(const Inverse* f, const ig_Copies* c, int lane, mjtNum* force, mjtNum* sensor, mjtNum* mass) {
  IG_ASSERT(lane >= 0 && lane < c->w->width);
  ig_copies_take(c, IG_Q_qfrc_inverse, lane, force);
  if (sensor) ig_copies_take(c, IG_Q_sensordata, lane, sensor);
  if (mass) ig_copies_take(c, IG_Q_qM, lane, mass);
  if (!f->r->actuation) return;
  mjtNum* actuator = c->direction;
  ig_copies_take(c, IG_Q_qfrc_actuator, lane, actuator);
  ig_subfrom(force, actuator, (int)f->m->nv);
}

// the start is the first lane of the first vector, whose lanes may need more room once they have seen their contacts
static bool compute_first(const Inverse* f, const ig_Copies* c, const Nudge* list, int count) {
  for (int attempt = 0; attempt < 3; attempt++) {
    ig_copies_begin(c);
    if (compute(f, c, list, count)) return true;
  }
  return false;
}

static bool compute_all(const Inverse* f, const ig_Copies* c, const Nudge* list, int n) {
  mjtNum* sensor = f->sensor ? f->nudged + f->m->nv : NULL;
  mjtNum* mass = f->mass ? f->nudged + f->m->nv + f->m->nsensordata : NULL;
  for (int first = 0; first < n; first += c->w->width) {
    int count = n - first < c->w->width ? n - first : c->w->width;
    if (!(first ? compute(f, c, list + first, count) : compute_first(f, c, list, count))) return false;
    for (int k = 0; k < count; k++) {
      const Nudge* nudge = list + first + k;
      if (nudge->input == NOTHING) {
        take_lane(f, c, k, f->force, f->sensor, f->mass);
        continue;
      }
      Rows rows = rows_of(f, nudge->input, nudge->i);
      take_lane(f, c, k, f->nudged, rows.Ds ? sensor : NULL, rows.Dm ? mass : NULL);
      write_rows(f, &rows, f->nudged, sensor, mass);
    }
  }
  return true;
}

// Forces of actuators are no result of inverse dynamics: what reads them sees those of the nudge before. Single worlds have them
// so.
static bool looks_back(const Inverse* f) {
  const mjModel* m = f->m;
  ig_Quantities reads = {{0, 0}};
  ig_sense_reads_acceleration(m, &reads);
  bool sensed = ig_has(&reads, IG_Q_actuator_force) || ig_has(&reads, IG_Q_qfrc_actuator);
  bool discrete = (m->opt.enableflags & mjENBL_INVDISCRETE) && m->opt.integrator != mjINT_EULER;
  return (sensed && !f->quiet) || (discrete && m->nu);
}

// a control that is none is a warning, which single worlds give
static bool has_good_controls(const Inverse* f) {
  for (int i = 0; i < f->m->nu; i++) {
    if (ig_is_bad(f->d->ctrl[i])) return false;
  }
  return true;
}

// false: not in lanes, and nothing of d has changed
static bool rates_in_lanes(const Inverse* f, const ig_Width* w) {
  const mjModel* m = f->m;
  if (m->nv < IG_LEAST_DOFS || !ig_copies_serve(m, w, f->quiet) || looks_back(f) || !has_good_controls(f)) return false;
  ig_stack_mark(f->d);
  ig_Copies c = ig_copies_make(m, f->d, w, NULL);
  Nudge* list = IG_SCRATCH(f->d, 3 * m->nv + 1, Nudge);
  bool well = c.lanes && compute_all(f, &c, list, list_nudges(f, list));
  ig_stack_free(f->d);
  return well;
}

void ig_inverse_rate(const mjModel* m, mjData* d, const ig_InverseRate* r, const ig_Width* width) {
  IG_FLOAT_SCOPE;
  const char* obstacle = m->opt.integrator == mjINT_RK4 ? "the RK4 integrator"
                         : m->opt.noslip_iterations     ? "noslip iterations"
                                                        : NULL;
  if (ig_no_differences("mjd_inverseFD", obstacle)) return;
  ig_stack_mark(d);
  Inverse f = {.m = m, .d = d, .r = r, .quiet = !r->DsDq && !r->DsDv && !r->DsDa};
  f.force = IG_SCRATCH(d, m->nv, mjtNum);
  f.nudged = IG_SCRATCH(d, m->nv + m->nsensordata + m->nM, mjtNum);
  f.sensor = f.quiet ? NULL : IG_SCRATCH(d, m->nsensordata, mjtNum);
  f.mass = r->DmDq ? IG_SCRATCH(d, m->nM, mjtNum) : NULL;
  if (!rates_in_lanes(&f, width)) rates_alone(&f);
  ig_stack_free(d);
}

void mjd_inverseFD(const mjModel* m, mjData* d, mjtNum eps, mjtByte flg_actuation, mjtNum* DfDq, mjtNum* DfDv, mjtNum* DfDa,
                   mjtNum* DsDq, mjtNum* DsDv, mjtNum* DsDa, mjtNum* DmDq) {
  ig_InverseRate r = {eps, flg_actuation != 0, DfDq, DfDv, DfDa, DsDq, DsDv, DsDa, DmDq};
  ig_inverse_rate(m, d, &r, ig_width_best());
}
