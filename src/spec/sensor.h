// SPDX-License-Identifier: Apache-2.0
// What sensors measure, and how many numbers that is.
#ifndef INGOT_SPEC_SENSOR_H_
#define INGOT_SPEC_SENSOR_H_

#include <mujoco/mujoco.h>

// numbers in sensordata
int ig_sensor_dim(const mjsSensor* sensor);

#endif  // INGOT_SPEC_SENSOR_H_
