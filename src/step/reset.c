// SPDX-License-Identifier: Apache-2.0
// Making a simulation state and bringing it back to its start.
#include "step/reset.h"

#include "base/float_mode.h"
#include "constrain/rows.h"
#include "constrain/sleep.h"
#include "math/dense.h"
#include "model/awake.h"
#include "model/data.h"
#include "model/object.h"
#include "model/sleep.h"
#include "model/stack.h"
#include "model/state.h"
#include "smooth/position/com.h"
#include "smooth/position/kinematics.h"
#include "smooth/stages.h"
#include "smooth/tendon/tendon.h"
#include "step/forward.h"

// what became of the trees that were to start asleep
typedef struct Sleepers_ {
  int wanted, slept;
  int restless;  // root body of the first that could not, -1: all sleep
} Sleepers;

// where sleep was asked for in vain: the first such tree, by its root body
static int first_sleepless(const mjModel* m, const mjData* d) {
  for (int tree = 0; tree < m->ntree; tree++) {
    if (m->tree_sleep_policy[tree] == mjSLEEP_INIT && d->tree_asleep[tree] < 0) return m->tree_bodyadr[tree];
  }
  return -1;
}

// Trees that start asleep fall asleep as islands, so the constraints of the initial state have to be known.
static Sleepers start_asleep(const mjModel* m, mjData* d) {
  int wanted = 0;
  for (int tree = 0; tree < m->ntree; tree++) wanted += m->tree_sleep_policy[tree] == mjSLEEP_INIT;
  ig_update_awake(m, d, true);

  // no tree starts asleep: only the poses of static things, which no later pass computes
  if (!wanted) {
    ig_kinematics(m, d);
    ig_com_positions(m, d);
    ig_pose_views(m, d);
    ig_tendon(m, d);
    return (Sleepers){.restless = -1};
  }
  ig_forward(m, d, mjSTAGE_NONE, false);
  for (int tree = 0; tree < m->ntree; tree++) {
    d->tree_asleep[tree] = m->tree_sleep_policy[tree] == mjSLEEP_INIT ? -1 : IG_FULLY_AWAKE;
  }
  int slept = ig_fall_asleep(m, d);
  ig_zero(d->qacc_smooth, m->nv);
  ig_zero(d->qfrc_smooth, m->nv);
  ig_drop_rows(d);
  return (Sleepers){wanted, slept, slept == wanted ? -1 : first_sleepless(m, d)};
}

// frames of the stack are dropped, or kept for a caller that still works in them
static Sleepers reset(const mjModel* m, mjData* d, unsigned char fill, bool keep_frames) {
  if (m->nhistory && !(m->opt.timestep > 0)) {
    mju_error("mj_resetData: with history buffers the timestep must be positive, it is %g", m->opt.timestep);
    return (Sleepers){.restless = -1};
  }
  if (!keep_frames) ig_drop_frames(d);
  size_t top = d->pstack, frame = d->pbase;
  ig_clear_data(m, d, fill);
  if (keep_frames) ig_restore_frames(d, top, frame);
  for (int tree = 0; tree < m->ntree; tree++) d->tree_asleep[tree] = IG_FULLY_AWAKE;
  Sleepers sleepers = {.restless = -1};
  if (m->opt.enableflags & mjENBL_SLEEP) sleepers = start_asleep(m, d);
  ig_update_awake(m, d, false);
  // only now, as in the reference: what starts asleep was judged with mocap bodies at the origin
  ig_place_mocap(m, d);
  return sleepers;
}

static void refuse_restless(const mjModel* m, Sleepers sleepers) {
  const char* name = ig_object_name(m, mjOBJ_BODY, sleepers.restless);
  mju_error(
      "%d trees were marked as sleep='init' but only %d could be slept.\n"
      "Body '%s' (id=%d) is the root of the first tree that could not be slept.",
      sleepers.wanted, sleepers.slept, name ? name : "", sleepers.restless);
}

mjData* ig_make_data(const mjModel* m) {
  IG_FLOAT_SCOPE;
  mjData* d = ig_make_plugin_data(m);
  if (!d) return NULL;
  Sleepers sleepers = reset(m, d, 0, false);
  if (sleepers.restless < 0) return d;
  ig_delete_data(d);
  refuse_restless(m, sleepers);
  return NULL;
}

void ig_reset(const mjModel* m, mjData* d) {
  Sleepers sleepers = reset(m, d, 0, false);
  if (sleepers.restless >= 0) refuse_restless(m, sleepers);
}

void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) {
  IG_FLOAT_SCOPE;
  Sleepers sleepers = reset(m, d, debug_value, false);
  if (sleepers.restless >= 0) refuse_restless(m, sleepers);
}

void ig_reset_to_key(const mjModel* m, mjData* d, int key) {
  ig_reset(m, d);
  if (key >= 0 && key < m->nkey) ig_state_from_key(m, d, key);
}

void ig_reset_within_step(const mjModel* m, mjData* d) {
  Sleepers sleepers = reset(m, d, 0, true);
  if (sleepers.restless >= 0) refuse_restless(m, sleepers);
}
