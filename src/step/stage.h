// SPDX-License-Identifier: Apache-2.0
// The stages of a step, one table for every width: what each is called, reads and writes, and its function for one world.
//
// mj_forward and mj_step walk it at width 1. Lanes walk it too (step/walk.lane.c), with the functions of their width; a
// stage that has none for a model runs lane by lane, and `reads` and `writes` say what goes to the single worlds for it and
// what comes back. Builds for testing check both lists: step/poison.lane.c.
#ifndef INGOT_STEP_STAGE_H_
#define INGOT_STEP_STAGE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "batch/quantity.h"

// in the order of a step
typedef enum {
  // positions: kinematics
  IG_STAGE_BODIES,
  IG_STAGE_WAKE_DISTURBED,
  IG_STAGE_FRAMES,
  IG_STAGE_COM,
  IG_STAGE_VIEWS,
  IG_STAGE_FLEX,
  IG_STAGE_TENDON,
  IG_STAGE_WAKE_TENDON,
  // positions: the rest
  IG_STAGE_INERTIA,
  IG_STAGE_FACTOR,
  IG_STAGE_COLLISION,
  IG_STAGE_WAKE_CONTACT,
  IG_STAGE_WAKE_EQUALITY,
  IG_STAGE_ROWS,
  IG_STAGE_ISLANDS,
  IG_STAGE_TRANSMISSION,
  IG_STAGE_PROJECT,
  IG_STAGE_SENSE_POSITION,
  IG_STAGE_POTENTIAL,
  // velocities
  IG_STAGE_FLEX_VELOCITY,
  IG_STAGE_TENDON_VELOCITY,
  IG_STAGE_ACTUATOR_VELOCITY,
  IG_STAGE_COM_VELOCITY,
  IG_STAGE_PASSIVE,
  IG_STAGE_REFERENCE,
  IG_STAGE_BIAS,
  IG_STAGE_TENDON_BIAS,
  IG_STAGE_SUBTREE,
  IG_STAGE_SENSE_VELOCITY,
  IG_STAGE_KINETIC,
  // forces
  IG_STAGE_CONTROL,
  IG_STAGE_ACTUATION,
  IG_STAGE_ACCELERATION,
  IG_STAGE_SOLVE,
  IG_STAGE_EXTERNAL,
  IG_STAGE_INTERNAL,
  IG_STAGE_SENSE_ACCELERATION,
  // of integrators
  IG_STAGE_RATE,
  IG_STAGE_HISTORY,
  // of inverse dynamics
  IG_STAGE_CONTINUOUS,
  IG_STAGE_ROW_FORCES,
  IG_STAGE_INVERSE,
  IG_NSTAGE
} ig_StageId;

typedef struct {
  const char* name;
  void (*run)(const mjModel* m, mjData* d);              // of one world
  bool lazy;                                             // at width 1 computed when somebody asks for it
  const uint8_t *reads, *writes;                         // lists of ig_Quantity
  int timer;                                             // of mjData, -1: none of the walker's
  bool (*wanted)(const mjModel* m);                      // NULL: always. Whether there is anything to do.
  void (*also)(const mjModel* m, ig_Quantities* reads);  // what else this model makes it read
} ig_Stage;

extern const ig_Stage ig_stages[IG_NSTAGE];

#endif  // INGOT_STEP_STAGE_H_
