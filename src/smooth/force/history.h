// SPDX-License-Identifier: Apache-2.0
// Ring buffers of time-stamped samples, for controls and sensors that act with delay.
//   layout: user value, cursor (slot of the newest sample), times[samples], values[samples * dim]
// Times increase from the slot after the cursor around to the cursor.
#ifndef INGOT_SMOOTH_FORCE_HISTORY_H_
#define INGOT_SMOOTH_FORCE_HISTORY_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

typedef struct {
  mjtNum* user;
  mjtNum* cursor;
  mjtNum* times;
  mjtNum* values;
  int samples;
  int dim;
} ig_History;

// the buffer of an actuator's control or of a sensor; samples = 0 when it has none
ig_History ig_ctrl_history(const mjModel* m, const mjData* d, int actuator);
ig_History ig_sensor_history(const mjModel* m, const mjData* d, int sensor);

// set all samples, oldest first; times NULL keeps the times of the slots, values NULL their values. Times must increase.
void ig_history_init(ig_History* h, const mjtNum* times, const mjtNum* values, mjtNum user);

// the place for a sample at time t: its own if there is one of that time, else the oldest sample gives way
mjtNum* ig_history_insert(ig_History* h, mjtNum t);

// the value of that time; interp 0 holds the last sample, 1 is linear, else cubic. Returns a pointer into the buffer when the
// value is a sample, else writes it to result and returns NULL.
const mjtNum* ig_history_read(const ig_History* h, mjtNum t, int interp, mjtNum* result);

// the control of an actuator at a time, delayed; interp as above, negative: the actuator's own
mjtNum ig_read_ctrl(const mjModel* m, const mjData* d, int actuator, mjtNum time, int interp);

// what a sensor said at a time, from its history; where it keeps none, what it says now
const mjtNum* ig_sensor_past(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result, int interp);

#endif  // INGOT_SMOOTH_FORCE_HISTORY_H_
