// Making a simulation state and bringing it back to its start.
#include <mujoco/mujoco.h>

#include "model/awake.h"
#include "model/data.h"

static void reset(const mjModel* m, mjData* d, unsigned char fill) {
  if (m->nhistory && !(m->opt.timestep > 0)) {
    mju_error("mj_resetData: history buffers require positive timestep, got %g", m->opt.timestep);
    return;
  }
  ig_clear_data(m, d, fill);
  for (int tree = 0; tree < m->ntree; tree++) d->tree_asleep[tree] = -(1 + mjMINAWAKE);
  ig_update_awake(m, d, false);
}

mjData* mj_makeData(const mjModel* m) {
  mjData* d = ig_make_raw_data(m);
  if (!d || !ig_init_plugins(m, d)) return NULL;
  mj_resetData(m, d);
  return d;
}

void mj_resetData(const mjModel* m, mjData* d) { reset(m, d, 0); }
void mj_resetDataDebug(const mjModel* m, mjData* d, unsigned char debug_value) { reset(m, d, debug_value); }
