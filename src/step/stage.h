// SPDX-License-Identifier: Apache-2.0
// The stages of a step, one table for every width, from the rows of step/stages.def.
//
// mj_forward and mj_step walk it at width 1 (step/walk.c). Lanes walk it with the functions of their width (step/walk.lane.c): a
// stage without one for a model runs world by world, and `reads` and `writes` say what goes to the single worlds for it and
// what comes back. Checked builds verify both lists: step/poison.lane.c.
#ifndef INGOT_STEP_STAGE_H_
#define INGOT_STEP_STAGE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "batch/quantity.h"

typedef enum {
#define STAGE(id, ...) IG_STAGE_##id,
#include "step/stages.def"
  IG_NSTAGE
} ig_StageId;

typedef enum {
  IG_STAGE_IS_LAZY = 1 << 0,            // at width 1 it is computed on request
  IG_STAGE_IS_SINGLE = 1 << 1,          // of sleep and of callbacks: lanes and devices leave it out
  IG_STAGE_IS_ROW_ORDER = 1 << 2,       // for the solvers of one world: those of lanes and devices order rows themselves
  IG_STAGE_IS_INTEGRATOR = 1 << 3,      // run by integrators, within their own kernels on a device
  IG_STAGE_IS_SENSOR = 1 << 4,          // sensors, and what is computed for them alone
  IG_STAGE_IS_OUTPUT = 1 << 5,          // no other stage reads it: a device leaves it out unless the model uses it
  IG_STAGE_IS_AFTER_STEP = 1 << 6,      // it may also run after a step: it reads nothing that the end of a step changes
  IG_STAGE_IS_OVERLAP = 1 << 7,         // a helper runs it during collision (step/overlap.h),
  IG_STAGE_IS_PREFETCH = 1 << 8,        // this then, before its turn,
  IG_STAGE_IS_PREFETCH_FORCE = 1 << 9,  // and this, where a model has no actuators
} ig_StageFlag;

typedef struct {
  const char* name;
  void (*run)(const mjModel* m, mjData* d);              // of one world
  unsigned flags;                                        // ig_StageFlag
  const uint8_t *reads, *writes;                         // lists of ig_Quantity
  int timer;                                             // 1 + a timer of mjData, 0: none of the walker's
  bool (*wanted)(const mjModel* m);                      // NULL: always. Whether there is anything to do
  bool (*used)(const mjModel* m);                        // NULL: as wanted. Whether the model reads it, of an output
  void (*also)(const mjModel* m, ig_Quantities* reads);  // what else this model makes it read
  const char* refused;                                   // what a model has that wants it, where it has no kernel
} ig_Stage;

extern const ig_Stage ig_stages[IG_NSTAGE];

static inline bool ig_stage_is(int stage, ig_StageFlag flag) { return ig_stages[stage].flags & flag; }

// Lanes leave it to the single worlds of the stages that ask for it, since it depends on when they do.
bool ig_stage_is_late(const mjModel* m, int stage);

#endif  // INGOT_STEP_STAGE_H_
