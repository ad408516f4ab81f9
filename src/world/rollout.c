// SPDX-License-Identifier: Apache-2.0
// Many steps of every world with their outputs kept.
#include <string.h>

#include "base/guard.h"
#include "world/output.h"
#include "world/worlds.h"

// a world that stands still is written on, so that no row is left as it was
static ingotStatus run_moments(ingotWorlds* w, ig_Steps* steps, ig_Moment* m, const mjtByte* chosen, ingotReport* report) {
  ingotStatus failed = INGOT_OK;
  ingotReport first;
  for (m->moment = 0; m->moment < m->moments; m->moment++) {
    steps->first = m->moment * steps->nstep;
    ingotStatus status = ig_worlds_step(w, steps, chosen, report);
    if (status == INGOT_CANCELLED) return status;
    if (status != INGOT_OK && failed == INGOT_OK) failed = ig_report(&first, status, "%s", report ? report->text : "");
    status = ig_outputs_write(w, m, chosen, report);
    if (status == INGOT_CANCELLED) return status;
  }
  return failed == INGOT_OK ? ig_report(report, INGOT_OK, "%s", "") : ig_report(report, failed, "%s", first.text);
}

ingotStatus ingot_worldsRollout(ingotWorlds* w, int nstep, int every, const double* controls, int width,
                                const ingotOutput* outputs, int noutput, const mjtByte* chosen, ingotReport* report) {
  ig_OutputPlan plans[IG_MAX_OUTPUTS];
  ingotStatus status = ig_outputs_plan(w, outputs, noutput, chosen, plans, report);
  // steps of the host fill them; those of a device are asked after it
  if (status == INGOT_OK && !w->device) status = ig_outputs_fill(w, plans, noutput, chosen, report);
  if (status != INGOT_OK) return status;
  if (nstep < 0 || every < 1 || nstep % every) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "%d steps cannot be kept every %d steps", nstep, every);
  }
  for (int e = 0; controls && e < ingot_worldsCount(w); e++) {
    int nu = (int)ig_model_of(w, &w->worlds[e])->nu;
    if ((!chosen || chosen[e]) && nu > width) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %d controls are too short for world %d, which has %d", width, e, nu);
    }
  }
  ig_Steps steps = {.nstep = every, .controls = controls, .width = width, .total = nstep};
  ig_Moment moment = {.moments = nstep / every, .noutput = noutput, .plans = plans};
  return run_moments(w, &steps, &moment, chosen, report);
}
