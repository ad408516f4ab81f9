// SPDX-License-Identifier: Apache-2.0
// The callbacks that programs install (the API's own globals), read in this file only. A step calls them in its own thread;
// whether any is set decides whether worlds may be stepped side by side.
#ifndef INGOT_MODEL_CALLBACK_H_
#define INGOT_MODEL_CALLBACK_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// Any that has a say in results. The clock has none, and the Python package of MuJoCo installs one whenever it is imported.
static inline bool ig_any_callback(void) {
  return mjcb_passive || mjcb_control || mjcb_contactfilter || mjcb_sensor || mjcb_act_dyn || mjcb_act_gain || mjcb_act_bias;
}

static inline void ig_call_passive(const mjModel* m, mjData* d) {
  if (mjcb_passive) mjcb_passive(m, d);
}

static inline void ig_call_control(const mjModel* m, mjData* d) {
  if (mjcb_control) mjcb_control(m, d);
}

static inline void ig_call_sensor(const mjModel* m, mjData* d, mjtStage stage) {
  if (mjcb_sensor) mjcb_sensor(m, d, stage);
}

// what decides which geoms may touch, in place of contype and conaffinity; NULL: these decide
static inline mjfConFilt ig_contact_filter(void) { return mjcb_contactfilter; }

// those of actuators with dyntype, gaintype and biastype "user"; each may be NULL
static inline mjfAct ig_user_dynamics(void) { return mjcb_act_dyn; }
static inline mjfAct ig_user_gain(void) { return mjcb_act_gain; }
static inline mjfAct ig_user_bias(void) { return mjcb_act_bias; }

// the user's clock; none: time stands still
static inline bool ig_is_timed(void) { return mjcb_time; }
static inline mjtNum ig_clock(void) { return mjcb_time ? mjcb_time() : 0; }

#endif  // INGOT_MODEL_CALLBACK_H_
