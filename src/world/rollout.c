// Many steps of every world with their outputs kept.
#include <string.h>

#include <ingot/worlds.h>

#include "base/guard.h"
#include "world/access.h"
#include "world/output.h"

typedef struct {
  int nstep, every, width, noutput;
  const double* controls;
  const ig_OutputPlan* plans;
} Rollout;

static void write_moment(ingotWorlds* w, int world, const Rollout* r, int moment) {
  mjtSize row = (mjtSize)world * (r->nstep / r->every) + moment;
  for (int i = 0; i < r->noutput; i++) ig_output_write(w, world, &r->plans[i], row, false);
}

// a world that stands still is written on, so that no row is left as it was
static void rollout_part(ingotWorlds* w, int world, void* argument) {
  const Rollout* r = argument;
  mjData* d = ingot_worldsData(w, world);
  size_t bytes = sizeof(double) * (size_t)ig_world_model(w, world)->nu;
  ig_world_load(w, world);
  for (int k = 0; k < r->nstep; k++) {
    const double* controls = r->controls ? r->controls + ((size_t)world * (size_t)r->nstep + (size_t)k) * (size_t)r->width : NULL;
    if (controls && bytes) memcpy(d->ctrl, controls, bytes);
    if (!ig_world_step(w, world) && ig_worlds_cancelled(w)) break;
    if ((k + 1) % r->every == 0) write_moment(w, world, r, (k + 1) / r->every - 1);
  }
  ig_world_store(w, world);
}

ingotStatus ingot_worldsRollout(ingotWorlds* w, int nstep, int every, const double* controls, int width,
                                const ingotOutput* outputs, int noutput, const mjtByte* mask, ingotReport* report) {
  ig_OutputPlan plans[IG_MAX_OUTPUTS];
  ingotStatus status = ig_outputs_plan(w, outputs, noutput, mask, plans, report);
  if (status != INGOT_OK) return status;
  if (nstep < 0 || every < 1 || nstep % every) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "%d steps cannot be kept every %d steps", nstep, every);
  }
  for (int e = 0; controls && e < ingot_worldsCount(w); e++) {
    int nu = (int)ig_world_model(w, e)->nu;
    if ((!mask || mask[e]) && nu > width) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %d controls are too short for world %d, which has %d", width, e, nu);
    }
  }
  Rollout rollout = {nstep, every, width, noutput, controls, plans};
  return ig_worlds_each(w, mask, rollout_part, &rollout, report);
}
