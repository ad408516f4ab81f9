// SPDX-License-Identifier: Apache-2.0
// The walk of lanes: each stage with the function of this width where that serves the model, world by world where not.
#include "step/walk.h"

#if IG_WIDTH > 1

#include <string.h>

#include "collide/collide_lanes.h"
#include "constrain/arrays.h"
#include "constrain/passive.h"
#include "constrain/reference.h"
#include "constrain/row_lanes.h"
#include "constrain/rows.h"
#include "sense/sensor.h"
#include "sense/simple.h"
#include "smooth/bias.h"
#include "smooth/force/actuation.h"
#include "smooth/force/energy.h"
#include "smooth/inertia.h"
#include "smooth/jacobian.h"
#include "smooth/position/com.h"
#include "smooth/position/kinematics.h"
#include "smooth/tendon/tendon.h"
#include "smooth/tendon/transmission.h"
#include "solve/solve_lanes.h"
#include "step/integrate.h"
#include "step/inverse.h"
#include "step/poison.h"
#include "step/row_forces.h"

// ------------------------------------------------ which models the wide functions serve

static bool serves_inertia(const mjModel* m) { return !ig_stages[IG_STAGE_TENDON_BIAS].wanted(m) || ig_tendons_alike(m); }

// a sensor of energy fills in the energies of its world
static bool serves_energy(const mjModel* m) { return !ig_sensed(m, mjSENS_E_POTENTIAL) && !ig_sensed(m, mjSENS_E_KINETIC); }

// delayed controls are read from the histories of single worlds
static bool serves_actuation(const mjModel* m) {
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_delay[i]) return false;
  }
  return ig_moments_alike(m);
}

static bool serves_collision(const mjModel* m) { return ig_few_pairs(m) && !ig_collide_alone_reason(m); }

// Rows of lanes are padded, whatever the storage: single worlds that go on with sparse ones would have to make them anew
static bool serves_rows(const mjModel* m) {
  return serves_collision(m) && (!ig_is_sparse(m) || (ig_solve_serves(m) && ig_tendons_alike(m)));
}

// derivatives by velocities of the bias and of a medium are those of single worlds
static bool serves_rate(const mjModel* m) {
  bool medium = m->opt.viscosity > 0 || m->opt.density > 0;
  return m->opt.integrator == mjINT_IMPLICITFAST && !medium && ig_tendons_alike(m) && ig_moments_alike(m);
}

static bool serves_solve(const mjModel* m) { return serves_rows(m) && ig_solve_serves(m); }

static bool serves_position_sensors(const mjModel* m) { return IG_NAME(ig_sense_serves)(m, mjSTAGE_POS); }
static bool serves_velocity_sensors(const mjModel* m) { return IG_NAME(ig_sense_serves)(m, mjSTAGE_VEL); }
static bool serves_acceleration_sensors(const mjModel* m) { return IG_NAME(ig_sense_serves)(m, mjSTAGE_ACC); }

// ------------------------------------------------ stages that are more than one call

// a lane without room, or with anything rare, is no longer active
static void drop_leaving(ig_Data* d) { d->active &= ~ig_mask_bits(d->leaves); }

// rows may be made lane by lane: only now is it known that contacts fit the arena
static void collision(const mjModel* m, ig_Data* d) {
  d->leaves = ig_not(ig_mask_of(d->active));
  IG_NAME(ig_collide)(m, d);
  const ig_Ragged* r = &d->ragged;
  for (int lane = 0; ig_is_short(r->need, r->most.ncon, 0) && lane < IG_LANES; lane++) {
    if (ig_is_short(r->need, ig_ints_lane(r->count.ncon, lane), 0)) d->leaves = ig_or(d->leaves, ig_mask_of(1u << lane));
  }
  drop_leaving(d);
}

static void make_rows(const mjModel* m, ig_Data* d) {
  for (int eq = 0; eq < m->neq; eq++) {
    d->eq_lanes[eq] = 0;
    for (int lane = 0; lane < IG_LANES; lane++) d->eq_lanes[eq] |= (uint32_t)(d->world[lane]->eq_active[eq] != 0) << lane;
  }
  IG_NAME(ig_make_rows)(m, d);
  // forces of the evaluation before, of a Runge-Kutta step, are of other rows
  ig_drop(&d->in_lanes, IG_Q_forces);
  ig_drop(&d->in_worlds, IG_Q_forces);
  drop_leaving(d);
}

static void solve(const mjModel* m, ig_Data* d) {
  IG_NAME(ig_solve_lanes)(m, d);
  drop_leaving(d);
}

static void row_forces(const mjModel* m, ig_Data* d) {
  IG_NAME(ig_row_forces)(m, d);
  drop_leaving(d);
}

static void bias(const mjModel* m, ig_Data* d) { IG_NAME(ig_newton_euler)(m, d, false, d->qfrc_bias); }

// sensors that run lane by lane need not compute these again
static void subtree(const mjModel* m, ig_Data* d) {
  IG_NAME(ig_subtree_velocities)(m, d);
  for (int lane = 0; lane < IG_LANES; lane++) d->world[lane]->flg_subtreevel = 1;
}

static void internal(const mjModel* m, ig_Data* d) {
  IG_NAME(ig_internal_forces)(m, d);
  for (int lane = 0; lane < IG_LANES; lane++) d->world[lane]->flg_rnepost = 1;
}

static void sense_position(const mjModel* m, ig_Data* d) { IG_NAME(ig_sense)(m, d, mjSTAGE_POS); }
static void sense_velocity(const mjModel* m, ig_Data* d) { IG_NAME(ig_sense)(m, d, mjSTAGE_VEL); }
static void sense_acceleration(const mjModel* m, ig_Data* d) { IG_NAME(ig_sense)(m, d, mjSTAGE_ACC); }

// ------------------------------------------------ the functions of this width

typedef struct {
  void (*run)(const mjModel* m, ig_Data* d);  // NULL: lane by lane
  bool (*serves)(const mjModel* m);           // NULL: every model that runs in lanes
} Wide;

// A rule for the stage of references: rows of single worlds stay there until their solver is done, since what lies behind
// them in the arena would be lost.
static const Wide wide[IG_NSTAGE] = {
#define STAGE(id, kernel, module, one, wide, ...) [IG_STAGE_##id] = {.run = wide, __VA_ARGS__},
#define HOST_STAGE(id, name, one, wide, ...) [IG_STAGE_##id] = {.run = wide, __VA_ARGS__},
#define SERVES(function) .serves = function,
#include "step/stages.def"
};

bool IG_NAME(ig_stage_serves)(const mjModel* m, ig_StageId stage) {
  return wide[stage].run && (!wide[stage].serves || wide[stage].serves(m));
}

// the solver of lanes orders rows itself
static bool is_left_out(int stage, bool solved) {
  return ig_stage_is(stage, IG_STAGE_IS_SINGLE) || (solved && ig_stage_is(stage, IG_STAGE_IS_ROW_ORDER));
}

bool IG_NAME(ig_stages_serve)(const mjModel* m, bool quiet) {
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (quiet && ig_stage_is(i, IG_STAGE_IS_SENSOR)) continue;
    bool wanted = !ig_stages[i].wanted || ig_stages[i].wanted(m);
    if (!wanted || is_left_out(i, serves_solve(m))) continue;
    if (!IG_NAME(ig_stage_serves)(m, (ig_StageId)i)) return false;
  }
  return true;
}

// ------------------------------------------------ the plan of a model

void IG_NAME(ig_plan)(const mjModel* m, ig_Data* d, bool stale) {
  ig_Plan* plan = d->plan;
  if (!stale && plan->model == m && !memcmp(&plan->option, &m->opt, sizeof m->opt)) return;
  plan->model = m;
  memcpy(&plan->option, &m->opt, sizeof m->opt);
  plan->served = plan->wanted = 0;
  for (int i = 0; i < IG_NSTAGE; i++) {
    const ig_Stage* stage = ig_stages + i;
    plan->reads[i] = plan->writes[i] = (ig_Quantities){{0, 0}};
    ig_put_list(&plan->reads[i], stage->reads);
    ig_put_list(&plan->writes[i], stage->writes);
    if (stage->also) stage->also(m, &plan->reads[i]);
    if (IG_NAME(ig_stage_serves)(m, (ig_StageId)i)) plan->served |= (uint64_t)1 << i;
    bool wanted = !stage->wanted || stage->wanted(m);
    if (wanted && !ig_stage_is_late(m, i)) plan->wanted |= (uint64_t)1 << i;
  }
  plan->empty = IG_NAME(ig_lanes_empty)(m);
  IG_NAME(ig_solve_prepare)(m, d);
  d->ragged.need = ig_arena_need(m);
}

static bool served(const ig_Data* d, int stage) { return d->plan->served >> stage & 1; }
static bool wanted(const ig_Data* d, int stage) { return d->plan->wanted >> stage & 1; }

// ------------------------------------------------ running them

static void run_wide(const mjModel* m, ig_Data* d, const ig_Stage* stage, const Wide* w, ig_Quantities reads,
                     ig_Quantities writes) {
  IG_NAME(ig_lanes_bring)(m, d, reads);
  IG_NAME(ig_poison)(m, d, reads);
  w->run(m, d);
  IG_NAME(ig_unpoison)(m, d, stage->name, reads, writes);
  ig_written_in_lanes(d, writes);
}

// contacts and rows are more than an array: their layers know how to write them into a world. Rows lie behind the contacts.
static void send_ragged(const mjModel* m, ig_Data* d, ig_Quantities wanted) {
  ig_Quantities missing = ig_without(wanted, d->in_worlds);
  // forces are sent to rows that are there
  bool forces = ig_has(&d->in_lanes, IG_Q_forces) && ig_has(&missing, IG_Q_forces);
  if (forces && !ig_has(&d->in_worlds, IG_Q_rows)) ig_put(&missing, IG_Q_rows);
  bool contacts = ig_has(&d->in_lanes, IG_Q_contacts) && ig_has(&missing, IG_Q_contacts);
  bool rows = ig_has(&d->in_lanes, IG_Q_rows) && (ig_has(&missing, IG_Q_rows) || contacts);
  if (contacts || rows) IG_NAME(ig_send_contacts)(d);
  if (rows) {
    // only transmissions and solvers read J; sparse, it is made from what rows are made from
    bool jacobian = !ig_has(&d->in_lanes, IG_Q_forces);
    if (jacobian && ig_is_sparse(m)) IG_NAME(ig_lanes_send)(m, d, d->plan->reads[IG_STAGE_ROWS]);
    IG_NAME(ig_send_rows)(m, d, jacobian);
    ig_put(&d->in_worlds, IG_Q_rows);
    forces |= ig_has(&d->in_lanes, IG_Q_forces);
  }
  if (contacts || rows) ig_put(&d->in_worlds, IG_Q_contacts);
  if (!forces) return;
  IG_NAME(ig_send_forces)(d);
  ig_put(&d->in_worlds, IG_Q_forces);
}

// Contacts and rows that a lane's world made find as much room as in a single one, but for the evaluations of Runge-Kutta, which
// only that has on its stack.
static bool fits_arena(const mjModel* m, const ig_Data* d, int lane) {
  return m->opt.integrator != mjINT_RK4 || !ig_is_short(d->ragged.need, d->world[lane]->ncon, d->world[lane]->nefc);
}

// a world that raises a warning is stepped again at width 1, from its inputs
static void run_lane_by_lane(const mjModel* m, ig_Data* d, const ig_Stage* stage, ig_Quantities reads, ig_Quantities writes) {
  send_ragged(m, d, reads);
  IG_NAME(ig_lanes_send)(m, d, reads);
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (!(d->active >> lane & 1)) continue;
    stage->run(d->model[lane], d->world[lane]);
    if (ig_has(&writes, IG_Q_contacts) || ig_has(&writes, IG_Q_rows)) d->active &= ~((unsigned)!fits_arena(m, d, lane) << lane);
  }
  ig_written_in_worlds(d, writes);
}

void IG_NAME(ig_run_stage)(const mjModel* m, ig_Data* d, ig_StageId id) {
  ig_Quantities reads = d->plan->reads[id], writes = d->plan->writes[id];
  if (served(d, (int)id)) {
    run_wide(m, d, ig_stages + id, wide + id, reads, writes);
  } else {
    run_lane_by_lane(m, d, ig_stages + id, reads, writes);
  }
}

// a caller has requested an array that the stage writes
static bool requested(const ig_Data* d, int stage) {
  ig_Quantities writes = d->plan->writes[stage];
  for (int i = 0; i < 2; i++) {
    if (writes.bits[i] & d->asked.bits[i]) return true;
  }
  return false;
}

void IG_NAME(ig_walk)(const mjModel* m, ig_Data* d, ig_StageId first, ig_StageId last) {
  for (int i = (int)first; i <= (int)last; i++) {
    if (is_left_out(i, served(d, IG_STAGE_SOLVE) && !requested(d, i))) continue;
    if (wanted(d, i) || (ig_stage_is(i, IG_STAGE_IS_LAZY) && requested(d, i))) IG_NAME(ig_run_stage)(m, d, (ig_StageId)i);
  }
}

#endif
