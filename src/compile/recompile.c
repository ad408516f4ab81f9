// SPDX-License-Identifier: Apache-2.0
// Compiling an edited spec into the model and data that are in use, with the state kept.
#include <ingot/status.h>

#include "base/float_mode.h"
#include "base/guard.h"
#include "compile/compiler.h"
#include "model/data.h"
#include "model/model.h"
#include "spec/keyframe.h"
#include "step/reset.h"

static const char saved_name[] = "state";

static ig_State state_of(const mjData* d) { return (ig_State){d->qpos, d->qvel, d->act, d->ctrl, d->mocap_pos, d->mocap_quat}; }

typedef struct Making_ {
  const mjModel* m;
  mjData* d;
} Making;

static void make_data(void* argument) {
  Making* making = argument;
  making->d = ig_make_data(making->m);
}

// NULL with a message in the spec
static mjData* fresh_data(ig_Spec* spec, const mjModel* m) {
  Making making = {m, NULL};
  ingotReport report = {0};
  if (ig_guard(make_data, &making, &report) == INGOT_OK && making.d) return making.d;
  ig_spec_fail(spec, NULL, "%s", report.text[0] ? report.text : "no memory for the mjData of the model");
  return NULL;
}

// Where it fails, model and data are gone, as with MuJoCo: the old data would not fit a new model.
int mj_recompile(mjSpec* s, const mjVFS* vfs, mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_Spec* spec = ig_spec(s);
  mjtNum time = d ? d->time : 0;
  if (d) {
    ig_State state = state_of(d);
    ig_save_state(spec, saved_name, &state);
  }
  if (!ig_compile(spec, vfs, m)) {
    ig_delete_data(d);
    return -1;
  }
  if (!d) return 0;
  mjData* fresh = fresh_data(spec, m);
  if (!fresh) {
    ig_delete_data(d);
    ig_delete_model(m);
    return -1;
  }
  // the old struct stays where it is, with the new contents
  mjData old = *d;
  *d = *fresh;
  *fresh = old;
  ig_delete_data(fresh);
  ig_State state = state_of(d);
  ig_restore_state(spec, saved_name, &state, m->qpos0, m->body_pos, m->body_quat);
  d->time = time;
  return 0;
}
