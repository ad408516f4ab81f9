// SPDX-License-Identifier: Apache-2.0
// Steps of several worlds side by side: one table for each width and CPU level that was built.
//
// Lanes are a thread's own: intermediate numbers of `width` worlds, with a spare mjData for each. A caller fills in the state
// of its worlds, lets the lanes step, and takes the state out again. A lane that meets anything rare (bad numbers, a warning,
// too little room) leaves: its numbers are void, and the caller steps that world at width 1 from the same inputs.
#ifndef INGOT_STEP_WIDTH_H_
#define INGOT_STEP_WIDTH_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "base/cpu.h"
#include "batch/quantity.h"

typedef struct ig_LaneRays_ ig_LaneRays;  // see collide/ray_lanes.h

typedef struct {
  int width;
  ig_CpuLevel level;

  // NULL when there is no memory. With `shared` all lanes have one spare world, for models without a stage that runs lane by
  // lane (`whole`) and worlds that have the same equalities switched on. Given a world that the lanes will be like, their room
  // is for about as many contacts and rows as it has.
  void* (*make)(const mjModel* m, bool shared, const mjData* like);
  void (*free)(void* lanes);

  // go on with another model of the same structure (model/structure.h), or with numbers of the same that have changed
  void (*renew)(const mjModel* m, void* lanes);

  // the numbers of a quantity: entry i of lane k is at [width*i + k]; NULL when it is not an array of numbers
  mjtNum* (*numbers)(const mjModel* m, void* lanes, int quantity, int* length);

  // the same numbers in every lane
  void (*spread)(const mjModel* m, void* lanes, int quantity, const mjtNum* values);

  // the spare world of a lane, whose eq_active belongs to the state; and its model, with numbers of its own
  mjData* (*world)(void* lanes, int lane);
  void (*set_model)(void* lanes, int lane, const mjModel* model);

  // a number array of the model that lanes have their own of; made at the first call, in that order: see batch/data.h
  mjtNum* (*param)(const mjModel* m, void* lanes, const char* field);

  // the state was filled in; lanes outside of `active` (bits) hold no world. What `asked` names is computed by each step.
  void (*begin)(const mjModel* m, void* lanes, unsigned active, const ig_Quantities* asked);

  // the state was changed again, all else is as the last step left it; returns the lanes that are well after a step of
  // the stages past `done`, without sensors if `quiet`
  unsigned (*step_again)(const mjModel* m, void* lanes, unsigned active, mjtStage done, bool quiet);

  // one step, or forward dynamics alone; returns the lanes that are well
  unsigned (*step)(const mjModel* m, void* lanes);
  unsigned (*forward)(const mjModel* m, void* lanes);

  // inverse dynamics of the state and of qacc, which were filled in; otherwise as step_again
  unsigned (*inverse)(const mjModel* m, void* lanes, unsigned active, mjtStage done, bool quiet);

  // rays against the geoms of the state that was filled in; returns the lanes that are well
  unsigned (*rays)(const mjModel* m, void* lanes, const ig_LaneRays* rays);

  // one stage of the table, by itself
  void (*run)(const mjModel* m, void* lanes, int stage);

  // whether a stage has a function of this width for the model, or runs lane by lane
  bool (*serves)(const mjModel* m, int stage);

  // no stage of a step runs lane by lane; `quiet`: of one without sensors
  bool (*whole)(const mjModel* m, bool quiet);

  // make a quantity readable by `numbers`
  void (*bring)(const mjModel* m, void* lanes, int quantity);
} ig_Width;

// all tables of this build that the processor can run; NULL past the last
const ig_Width* ig_width(int i);

// the widest that is worth it: 8 with AVX-512, 4 with AVX2; NULL: single worlds are as fast
const ig_Width* ig_width_best(void);

// why worlds of this model do not run in lanes, NULL when they do. Callbacks are looked at, too.
const char* ig_width_refusal(const mjModel* m);

#endif  // INGOT_STEP_WIDTH_H_
