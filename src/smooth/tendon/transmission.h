// Transmissions: from joints, tendons, sites and bodies to the length of an actuator and its moment arms.
#ifndef INGOT_SMOOTH_TENDON_TRANSMISSION_H_
#define INGOT_SMOOTH_TENDON_TRANSMISSION_H_

#include "batch/data.h"

// actuator_length and actuator_moment (sparse, rows one after the other) of all actuators. Above width 1, if the columns
// depend on the state, this runs world by world and the moments stay there.
void IG_NAME(ig_transmissions)(const mjModel* m, ig_Data* d);

// actuator_velocity = moment qvel
void IG_NAME(ig_actuator_velocities)(const mjModel* m, ig_Data* d);

// qfrc_actuator = moment^T actuator_force
void IG_NAME(ig_actuator_project)(const mjModel* m, ig_Data* d);

#if IG_WIDTH > 1
// of a single world, for what differs between them
void ig_transmissions(const mjModel* m, mjData* d);
void ig_actuator_velocities(const mjModel* m, mjData* d);
void ig_actuator_project(const mjModel* m, mjData* d);
#endif

#endif  // INGOT_SMOOTH_TENDON_TRANSMISSION_H_
