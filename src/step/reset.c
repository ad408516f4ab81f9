// Making a simulation state and bringing it back to its start.
#include <mujoco/mujoco.h>

#include "constrain/rows.h"
#include "constrain/sleep.h"
#include "model/awake.h"
#include "model/data.h"
#include "model/sleep.h"

static int count_sleep_init(const mjModel* m) {
  int n = 0;
  for (int tree = 0; tree < m->ntree; tree++) n += m->tree_sleep_policy[tree] == mjSLEEP_INIT;
  return n;
}

// where sleep was asked for in vain: the first such tree, by its root body
static int first_sleepless(const mjModel* m, const mjData* d) {
  for (int tree = 0; tree < m->ntree; tree++) {
    if (m->tree_sleep_policy[tree] == mjSLEEP_INIT && d->tree_asleep[tree] < 0) return m->tree_bodyadr[tree];
  }
  return -1;
}

// Trees that start asleep fall asleep as islands, so the constraints of the initial state have to be known.
// Returns the root body of a tree that cannot sleep, -1 when all is well.
static int start_asleep(const mjModel* m, mjData* d) {
  int wanted = count_sleep_init(m);
  ig_update_awake(m, d, true);

  // nobody starts asleep: only the poses of static things, which no later pass computes
  if (!wanted) {
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_camlight(m, d);
    mj_tendon(m, d);
    return -1;
  }
  mj_forward(m, d);
  for (int tree = 0; tree < m->ntree; tree++) {
    d->tree_asleep[tree] = m->tree_sleep_policy[tree] == mjSLEEP_INIT ? -1 : IG_FULLY_AWAKE;
  }
  int slept = ig_fall_asleep(m, d);
  mju_zero(d->qacc_smooth, m->nv);
  mju_zero(d->qfrc_smooth, m->nv);
  ig_drop_rows(d);
  return slept == wanted ? -1 : first_sleepless(m, d);
}

// returns the root body of a tree that was to start asleep and cannot, -1 when all is well
static int reset(const mjModel* m, mjData* d, unsigned char fill) {
  if (m->nhistory && !(m->opt.timestep > 0)) {
    mju_error("mj_resetData: with history buffers the timestep must be positive, it is %g", m->opt.timestep);
    return -1;
  }
  ig_clear_data(m, d, fill);
  for (int tree = 0; tree < m->ntree; tree++) d->tree_asleep[tree] = IG_FULLY_AWAKE;
  int sleepless = m->opt.enableflags & mjENBL_SLEEP ? start_asleep(m, d) : -1;
  ig_update_awake(m, d, false);
  return sleepless;
}

static void refuse_sleepless(const mjModel* m, int body) {
  const char* name = mj_id2name(m, mjOBJ_BODY, body);
  mju_error("the tree of body '%s' (id %d) is marked sleep='init' but cannot sleep in the initial state", name ? name : "", body);
}

mjData* mj_makeData(const mjModel* m) {
  mjData* d = ig_make_plugin_data(m);
  if (!d) return NULL;
  int sleepless = reset(m, d, 0);
  if (sleepless < 0) return d;
  mj_deleteData(d);
  refuse_sleepless(m, sleepless);
  return NULL;
}

void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) {
  int sleepless = reset(m, d, debug_value);
  if (sleepless >= 0) refuse_sleepless(m, sleepless);
}

void mj_resetData(const mjModel* m, mjData* d) { mj_resetDataDebug(m, d, 0); }
