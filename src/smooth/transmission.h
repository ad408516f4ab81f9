// Transmissions: from joints, tendons, sites and bodies to the length of an actuator and its moment arms.
#ifndef INGOT_SMOOTH_TRANSMISSION_H_
#define INGOT_SMOOTH_TRANSMISSION_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

// actuator_length and actuator_moment (sparse, rows one after the other) of all actuators
void ig_transmission(const mjModel* m, mjData* d);

#endif  // INGOT_SMOOTH_TRANSMISSION_H_
