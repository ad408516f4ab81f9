// SPDX-License-Identifier: Apache-2.0
// Sensors: values now, values with delay, the three stages.
#ifndef INGOT_SENSE_SENSOR_H_
#define INGOT_SENSE_SENSOR_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "batch/quantity.h"

// the present value of a built-in sensor, cut off, whatever its delay and interval
void ig_measure(const mjModel* m, mjData* d, int sensor, mjtNum* out);

// clamp to the sensor's cutoff, if it has one and its type knows it
void ig_cut_off(const mjModel* m, int sensor, mjtNum* out);

// all sensors of a stage
void ig_sense(const mjModel* m, mjData* d, mjtStage stage);

// some sensor is of that type
bool ig_sensed(const mjModel* m, mjtSensor type);

// what the sensors of a stage look at, beside time, history and their own numbers
void ig_sense_reads_position(const mjModel* m, ig_Quantities* reads);
void ig_sense_reads_velocity(const mjModel* m, ig_Quantities* reads);
void ig_sense_reads_acceleration(const mjModel* m, ig_Quantities* reads);

#endif  // INGOT_SENSE_SENSOR_H_
