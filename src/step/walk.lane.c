// SPDX-License-Identifier: Apache-2.0
#include "step/walk.h"

#include <string.h>

#if IG_WIDTH == 1

#include "solve/solve.h"
#include "step/beside.h"

bool ig_stage_serves(const mjModel* m, ig_StageId stage) { return true; }
bool ig_stages_serve(const mjModel* m, bool quiet) { return true; }

void ig_run_stage(const mjModel* m, mjData* d, ig_StageId stage) { ig_stages[stage].run(m, d); }

void ig_walk(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last) { ig_walk_ahead(m, d, first, last, NULL); }

// All three return the timers that count, as bits: one counts once for all stages that it belongs to. Those of a walk with a
// clock or with helpers are apart, so that a small world is not asked about them at each stage.

static uint64_t bit_of_timer(const ig_Stage* stage) { return (uint64_t)1 << (stage->timer & 63); }

static uint64_t walk_alone(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last) {
  uint64_t counted = 0;
  for (const ig_Stage* stage = ig_stages + first; stage <= ig_stages + last; stage++) {
    if (stage->lazy) continue;
    if (!stage->wanted || stage->wanted(m)) stage->run(m, d);
    counted |= bit_of_timer(stage);
  }
  return counted;
}

// The clock is looked at where timers change: stages of one timer follow each other, and a program's clock may take as long as a
// stage.
static uint64_t walk_timed(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last) {
  uint64_t counted = 0;
  int running = -1;
  mjtNum start = 0;
  for (const ig_Stage* stage = ig_stages + first; stage <= ig_stages + last; stage++) {
    if (stage->lazy) continue;
    counted |= bit_of_timer(stage);
    if (stage->wanted && !stage->wanted(m)) continue;
    if (stage->timer != running) {
      mjtNum now = ig_clock();
      if (running >= 0) d->timer[running].duration += now - start;
      running = stage->timer;
      start = now;
    }
    stage->run(m, d);
  }
  if (running >= 0) ig_timer_add(d, (mjtTimer)running, start);
  return counted;
}

static bool is_ahead(const uint64_t* ahead, int stage) { return ahead && (*ahead >> stage & 1); }

static void run_helped(const mjModel* m, mjData* d, ig_StageId stage, uint64_t* ahead) {
  if (stage == IG_STAGE_ISLANDS && ahead && ig_islands_beside(m, d, ahead)) return;
  if (stage == IG_STAGE_SOLVE && is_ahead(ahead, IG_SOLVE_BEGUN)) {
    ig_solve_begun(m, d);
  } else {
    ig_stages[stage].run(m, d);
  }
}

static uint64_t walk_helped(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last, uint64_t* ahead) {
  uint64_t counted = 0;
  for (int i = (int)first; i <= (int)last; i++) {
    if (i == IG_STAGE_COM && last >= IG_STAGE_COLLISION && ig_walk_beside(m, d, ahead)) {
      for (; i < IG_STAGE_COLLISION; i++) counted |= bit_of_timer(ig_stages + i);
      continue;
    }
    const ig_Stage* stage = ig_stages + i;
    if (stage->lazy) continue;
    if (!is_ahead(ahead, i) && (!stage->wanted || stage->wanted(m))) run_helped(m, d, (ig_StageId)i, ahead);
    counted |= bit_of_timer(stage);
  }
  return counted;
}

void ig_walk_ahead(const mjModel* m, mjData* d, ig_StageId first, ig_StageId last, uint64_t* ahead) {
  uint64_t counted = ig_is_timed()   ? walk_timed(m, d, first, last)
                     : d->threadpool ? walk_helped(m, d, first, last, ahead)
                                     : walk_alone(m, d, first, last);
  // stages without a timer have a bit behind all of them
  for (unsigned rest = (unsigned)counted; rest; rest &= rest - 1) d->timer[__builtin_ctz(rest)].number++;
}

#else

#include "collide/lanes.h"
#include "constrain/arrays.h"
#include "constrain/lanes.h"
#include "constrain/passive.h"
#include "constrain/reference.h"
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
#include "solve/lanes.h"
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

static void collision(const mjModel* m, ig_Data* d) {
  d->leaves = ig_not(ig_mask_of(d->active));
  IG_NAME(ig_collide)(m, d);
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

static const Wide wide[IG_NSTAGE] = {
    [IG_STAGE_BODIES] = {IG_NAME(ig_pose_bodies)},
    [IG_STAGE_FRAMES] = {IG_NAME(ig_pose_frames)},
    [IG_STAGE_COM] = {IG_NAME(ig_com_positions)},
    [IG_STAGE_VIEWS] = {IG_NAME(ig_pose_views)},
    [IG_STAGE_TENDON] = {IG_NAME(ig_tendons), ig_tendons_fixed},
    [IG_STAGE_INERTIA] = {IG_NAME(ig_mass_matrix), serves_inertia},
    [IG_STAGE_FACTOR] = {IG_NAME(ig_factor_mass)},
    [IG_STAGE_COLLISION] = {collision, serves_collision},
    [IG_STAGE_ROWS] = {make_rows, serves_rows},
    [IG_STAGE_TRANSMISSION] = {IG_NAME(ig_transmissions), ig_moments_alike},
    [IG_STAGE_SENSE_POSITION] = {sense_position, serves_position_sensors},
    [IG_STAGE_POTENTIAL] = {IG_NAME(ig_potential_if_wanted), serves_energy},
    [IG_STAGE_TENDON_VELOCITY] = {IG_NAME(ig_tendon_velocities), ig_tendons_alike},
    [IG_STAGE_ACTUATOR_VELOCITY] = {IG_NAME(ig_actuator_velocities), ig_moments_alike},
    [IG_STAGE_COM_VELOCITY] = {IG_NAME(ig_com_velocities)},
    [IG_STAGE_PASSIVE] = {IG_NAME(ig_passive), ig_tendons_alike},
    // rows that single worlds have stay there until their solver is done: what lies behind them would be lost
    [IG_STAGE_REFERENCE] = {IG_NAME(ig_reference), serves_solve},
    [IG_STAGE_BIAS] = {bias},
    [IG_STAGE_SUBTREE] = {subtree},
    [IG_STAGE_SENSE_VELOCITY] = {sense_velocity, serves_velocity_sensors},
    [IG_STAGE_KINETIC] = {IG_NAME(ig_kinetic_energy), serves_energy},
    [IG_STAGE_ACTUATION] = {IG_NAME(ig_actuation), serves_actuation},
    [IG_STAGE_ACCELERATION] = {IG_NAME(ig_smooth_acceleration)},
    [IG_STAGE_SOLVE] = {solve, serves_solve},
    [IG_STAGE_EXTERNAL] = {IG_NAME(ig_external_forces), serves_solve},
    [IG_STAGE_INTERNAL] = {internal},
    [IG_STAGE_SENSE_ACCELERATION] = {sense_acceleration, serves_acceleration_sensors},
    [IG_STAGE_RATE] = {IG_NAME(ig_implicit_matrix), serves_rate},
    [IG_STAGE_CONTINUOUS] = {IG_NAME(ig_continuous_acceleration)},
    [IG_STAGE_ROW_FORCES] = {row_forces, serves_solve},
    [IG_STAGE_INVERSE] = {IG_NAME(ig_inverse_force)},
};

// models that sleep, and worlds with callbacks, do not run in lanes
static bool runs_in_lanes(int stage) {
  return stage != IG_STAGE_WAKE_DISTURBED && stage != IG_STAGE_WAKE_TENDON && stage != IG_STAGE_WAKE_CONTACT &&
         stage != IG_STAGE_WAKE_EQUALITY && stage != IG_STAGE_CONTROL;
}

bool IG_NAME(ig_stage_serves)(const mjModel* m, ig_StageId stage) {
  return wide[stage].run && (!wide[stage].serves || wide[stage].serves(m));
}

// islands and the projected matrix: the solver of lanes finds its own
static bool for_single_solvers(int stage) { return stage == IG_STAGE_ISLANDS || stage == IG_STAGE_PROJECT; }

// sensors, and what is computed for them alone
static bool for_sensors(int stage) {
  return stage == IG_STAGE_SENSE_POSITION || stage == IG_STAGE_SENSE_VELOCITY || stage == IG_STAGE_SENSE_ACCELERATION ||
         stage == IG_STAGE_SUBTREE || stage == IG_STAGE_EXTERNAL || stage == IG_STAGE_INTERNAL;
}

// stages that nobody asks for are left out
bool IG_NAME(ig_stages_serve)(const mjModel* m, bool quiet) {
  for (int i = 0; i < IG_NSTAGE; i++) {
    if (quiet && for_sensors(i)) continue;
    bool implicit = m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST;
    bool wanted = i == IG_STAGE_RATE ? implicit : !ig_stages[i].wanted || ig_stages[i].wanted(m);
    if (!runs_in_lanes(i) || !wanted || (for_single_solvers(i) && serves_solve(m))) continue;
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
    if (!stage->wanted || stage->wanted(m)) plan->wanted |= (uint64_t)1 << i;
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

// a world that raises a warning is stepped again at width 1, from its inputs
static void run_lane_by_lane(const mjModel* m, ig_Data* d, const ig_Stage* stage, ig_Quantities reads, ig_Quantities writes) {
  send_ragged(m, d, reads);
  IG_NAME(ig_lanes_send)(m, d, reads);
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (d->active >> lane & 1) stage->run(d->model[lane], d->world[lane]);
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

// somebody outside wants what the stage computes
static bool asked(const ig_Data* d, int stage) {
  ig_Quantities writes = d->plan->writes[stage];
  for (int i = 0; i < 2; i++) {
    if (writes.bits[i] & d->asked.bits[i]) return true;
  }
  return false;
}

void IG_NAME(ig_walk)(const mjModel* m, ig_Data* d, ig_StageId first, ig_StageId last) {
  for (int i = (int)first; i <= (int)last; i++) {
    if (!runs_in_lanes(i) || (for_single_solvers(i) && served(d, IG_STAGE_SOLVE) && !asked(d, i))) continue;
    if (wanted(d, i) || (ig_stages[i].lazy && asked(d, i))) IG_NAME(ig_run_stage)(m, d, (ig_StageId)i);
  }
}

#endif
