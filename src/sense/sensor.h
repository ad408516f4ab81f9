// Sensors: values now, values with delay, the three stages.
#ifndef INGOT_SENSE_SENSOR_H_
#define INGOT_SENSE_SENSOR_H_

#include <mujoco/mujoco.h>

// the present value of a built-in sensor, cut off, whatever its delay and interval
void ig_measure(const mjModel* m, mjData* d, int sensor, mjtNum* out);

// clamp to the sensor's cutoff, if it has one and its type knows it
void ig_cut_off(const mjModel* m, int sensor, mjtNum* out);

#endif  // INGOT_SENSE_SENSOR_H_
