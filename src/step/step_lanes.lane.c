// SPDX-License-Identifier: Apache-2.0
// The table of one width: see step/width.h.
#include "base/memory.h"
#include "batch/array.h"
#include "batch/data.h"
#include "collide/collide_lanes.h"
#include "collide/ray_lanes.h"
#include "model/data.h"
#include "solve/solve_lanes.h"
#include "step/forward.h"
#include "step/inputs.h"
#include "step/integrate.h"
#include "step/inverse.h"
#include "step/reset.h"
#include "step/walk.h"
#include "step/width.h"

#if IG_WIDTH > 1

#define IG_CPU_LEVEL_base IG_CPU_BASE
#define IG_CPU_LEVEL_avx2 IG_CPU_AVX2
#define IG_CPU_LEVEL_avx512 IG_CPU_AVX512
#define IG_CPU_LEVEL_neon IG_CPU_NEON
#define IG_CPU_LEVEL_plain IG_CPU_BASE   // for a test: not optimised
#define IG_CPU_LEVEL_medium IG_CPU_BASE  // for a test: -O2
#define LEVEL_OF(level) IG_CPU_LEVEL_##level
#define LEVEL(level) LEVEL_OF(level)

static void discard(void* lanes) {
  ig_Data* d = lanes;
  if (!d) return;
  for (int lane = IG_WIDTH - 1; lane > 0; lane--) {
    if (d->world[lane] != d->world[0]) ig_delete_data(d->world[lane]);
  }
  ig_delete_data(d->world[0]);
  ig_pair_table_free((ig_PairTable*)d->ragged.pairs);
  ig_free(d->plan);
  IG_NAME(ig_lanes_free)(d);
}

static void* make(const mjModel* m, bool shared, const mjData* like) {
  ig_Data* d = IG_NAME(ig_lanes_make)(m);
  for (int lane = 0; d && lane < IG_LANES; lane++) {
    d->world[lane] = shared && lane ? d->world[0] : ig_make_data(m);
    d->model[lane] = m;
    if (!d->world[lane]) return discard(d), NULL;
  }
  if (!d) return NULL;
  if (like) {
    d->ragged.want_con = like->ncon + 4;
    d->ragged.want_rows = like->nefc + 16;
  }
  d->plan = ig_user_alloc(sizeof(ig_Plan));
  if (!d->plan || !IG_NAME(ig_ragged_grow)(m, d) || !IG_NAME(ig_solve_prepare)(m, d)) return discard(d), NULL;
  IG_NAME(ig_plan)(m, d, true);
  if (ig_few_pairs(m)) {
    ig_PairTable* pairs = ig_pair_table_make(m);
    if (!pairs || !IG_NAME(ig_lanes_set_pairs)(m, d, pairs)) return ig_pair_table_free(pairs), discard(d), NULL;
  }
  IG_NAME(ig_lanes_share_integers)(d);
  return d;
}

static mjtNum* numbers(const mjModel* m, void* lanes, int quantity, int* length) {
  return (mjtNum*)IG_NAME(ig_lanes_array)(m, lanes, quantity, length);
}

static void spread(const mjModel* m, void* lanes, int quantity, const mjtNum* values) {
  int n = 0;
  real* to = IG_NAME(ig_lanes_array)(m, lanes, quantity, &n);
  for (int i = 0; i < n; i++) to[i] = ig_broadcast(values[i]);
}

static mjData* world(void* lanes, int lane) { return ((ig_Data*)lanes)->world[lane]; }
static void set_model(void* lanes, int lane, const mjModel* model) {
  ig_Data* d = lanes;
  d->model[lane] = model;
  // numbers by which stages decide are the same in all lanes, but may be others than before
  if (!lane) IG_NAME(ig_plan)(model, d, true);
}
static void renew(const mjModel* m, void* lanes) {
  for (int lane = IG_LANES - 1; lane >= 0; lane--) set_model(lanes, lane, m);
}

static mjtNum* param(const mjModel* m, void* lanes, const char* field) { return IG_NAME(ig_lanes_param)(m, lanes, field); }

static void begin(const mjModel* m, void* lanes, unsigned active, const ig_Quantities* asked) {
  ig_Data* d = lanes;
  IG_NAME(ig_ragged_grow)(m, d);
  // an error may have left scratch behind
  d->nmark = 0;
  d->stack_used = 0;
  d->active = active;
  d->asked = *asked;
  IG_NAME(ig_plan)(m, d, false);
  d->in_lanes = d->plan->empty;
  d->in_worlds = (ig_Quantities){{0, 0}};
  ig_put_list(&d->in_lanes, ig_state_quantities);
  ig_put(&d->in_worlds, IG_Q_eq_active);
}

static mask every_lane(void) {
  real zero = ig_broadcast(0);
  return ig_le(zero, zero);
}

static void clear_warnings(ig_Data* d) {
  for (int lane = 0; lane < IG_LANES; lane++) {
    for (int k = 0; k < mjNWARNING; k++) d->world[lane]->warning[k].number = 0;
  }
}

static unsigned quiet_lanes(const ig_Data* d) {
  unsigned bits = 0;
  for (int lane = 0; lane < IG_LANES; lane++) {
    int warnings = 0;
    for (int k = 0; k < mjNWARNING; k++) warnings += d->world[lane]->warning[k].number;
    if (!warnings) bits |= 1u << lane;
  }
  return bits;
}

static unsigned forward_past(const mjModel* m, ig_Data* d, mjtStage done, bool quiet) {
  d->active &= ig_mask_bits(ig_and_good_inputs(every_lane(), m, d));
  clear_warnings(d);
  if (d->active) IG_NAME(ig_forward)(m, d, done, quiet);
  d->active &= quiet_lanes(d);
  return d->active;
}

static unsigned forward(const mjModel* m, void* lanes) { return forward_past(m, lanes, mjSTAGE_NONE, false); }

// what integrators read in the lanes
static void bring_for_integration(const mjModel* m, ig_Data* d) {
  static const uint8_t list[] = {IG_Q_qacc, IG_Q_act_dot, IG_Q_qfrc_smooth, IG_Q_qfrc_constraint, IG_Q_M, IG_Q_END};
  ig_Quantities needed = {{0, 0}};
  ig_put_list(&needed, list);
  IG_NAME(ig_lanes_bring)(m, d, needed);
}

static void written_by_integration(ig_Data* d) {
  static const uint8_t list[] = {IG_Q_qpos, IG_Q_qvel,      IG_Q_act, IG_Q_time, IG_Q_qacc_warmstart,
                                 IG_Q_qH,   IG_Q_qHDiagInv, IG_Q_qLU, IG_Q_END};
  ig_Quantities written = {{0, 0}};
  ig_put_list(&written, list);
  ig_written_in_lanes(d, written);
}

// lanes without a world do what another does, so that their numbers stay ordinary
static void fill_empty_lanes(const mjModel* m, ig_Data* d) {
  if (!d->active || d->active == (1u << IG_WIDTH) - 1) return;
  int full = __builtin_ctz(d->active);
  for (const uint8_t* q = ig_state_quantities; *q != IG_Q_END; q++) {
    int n;
    real* array = IG_NAME(ig_lanes_array)(m, d, *q, &n);
    for (int i = 0; i < n; i++) {
      num value = ig_lane(array[i], full);
      for (int lane = 0; lane < IG_LANES; lane++) {
        if (!(d->active >> lane & 1)) ig_set_lane(array + i, lane, value);
      }
    }
  }
}

static unsigned step_past(const mjModel* m, ig_Data* d, mjtStage done, bool quiet) {
  d->active &= ig_mask_bits(ig_and_good_state(every_lane(), m, d));
  fill_empty_lanes(m, d);
  if (!d->active || !forward_past(m, d, done, quiet)) return 0;
  bring_for_integration(m, d);
  d->active &= ig_mask_bits(ig_and_good(every_lane(), d->qacc, (int)m->nv));
  if (!d->active) return 0;
  IG_NAME(ig_integrate)(m, d, done);
  written_by_integration(d);
  // recorded lane by lane, and part of the state that callers take out
  if (m->nhistory) IG_NAME(ig_need)(m, d, IG_Q_history);
  d->active &= quiet_lanes(d);
  return d->active;
}

static unsigned step(const mjModel* m, void* lanes) { return step_past(m, lanes, mjSTAGE_NONE, false); }

// a caller has filled in the state again; sensors are left as they are
static void take_state(ig_Data* d, unsigned active) {
  ig_Quantities given = {{0, 0}};
  ig_put_list(&given, ig_state_quantities);
  ig_drop(&given, IG_Q_sensordata);
  ig_written_in_lanes(d, given);
  d->active = active;
}

static unsigned step_again(const mjModel* m, void* lanes, unsigned active, mjtStage done, bool quiet) {
  take_state(lanes, active);
  return step_past(m, lanes, done, quiet);
}

// inverse dynamics computes nothing of actuators, but a discrete one reads their forces: those of data that is new
static void clear_actuators(const mjModel* m, ig_Data* d) {
  static const uint8_t list[] = {IG_Q_actuator_force, IG_Q_act_dot, IG_Q_END};
  ig_Quantities cleared = {{0, 0}};
  ig_zero_reals(d->actuator_force, (int)m->nu);
  ig_zero_reals(d->act_dot, (int)m->na);
  ig_put_list(&cleared, list);
  ig_written_in_lanes(d, cleared);
}

static unsigned inverse(const mjModel* m, void* lanes, unsigned active, mjtStage done, bool quiet) {
  ig_Data* d = lanes;
  ig_Quantities given = {{0, 0}};
  ig_put(&given, IG_Q_qacc);
  take_state(d, active);
  ig_written_in_lanes(d, given);
  mask good = ig_and_good(ig_and_good_state(every_lane(), m, d), d->qacc, (int)m->nv);
  d->active &= ig_mask_bits(ig_and_good_inputs(good, m, d));
  fill_empty_lanes(m, d);
  clear_warnings(d);
  if (m->opt.enableflags & mjENBL_INVDISCRETE) clear_actuators(m, d);
  if (d->active) IG_NAME(ig_inverse_past)(m, d, done, quiet);
  d->active &= quiet_lanes(d);
  return d->active;
}

static void bring(const mjModel* m, void* lanes, int quantity) { IG_NAME(ig_need)(m, lanes, (ig_Quantity)quantity); }

static unsigned rays(const mjModel* m, void* lanes, const ig_LaneRays* asked) {
  ig_Data* d = lanes;
  IG_NAME(ig_walk)(m, d, IG_STAGE_BODIES, IG_STAGE_FRAMES);
  IG_NAME(ig_rays_lanes)(m, d, asked);
  return d->active;
}

static void run(const mjModel* m, void* lanes, int stage) { IG_NAME(ig_run_stage)(m, lanes, (ig_StageId)stage); }

static bool serves(const mjModel* m, int stage) { return IG_NAME(ig_stage_serves)(m, (ig_StageId)stage); }

extern const ig_Width IG_NAME(ig_width_table);
const ig_Width IG_NAME(ig_width_table) = {
    .width = IG_WIDTH,
    .level = LEVEL(IG_LEVEL),
    .make = make,
    .free = discard,
    .renew = renew,
    .numbers = numbers,
    .spread = spread,
    .world = world,
    .set_model = set_model,
    .param = param,
    .begin = begin,
    .step = step,
    .step_again = step_again,
    .forward = forward,
    .inverse = inverse,
    .rays = rays,
    .run = run,
    .serves = serves,
    .whole = IG_NAME(ig_stages_serve),
    .bring = bring,
};

#endif
