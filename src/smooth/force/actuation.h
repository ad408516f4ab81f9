// From controls to joint forces, and from all smooth forces to the acceleration without constraints.
#ifndef INGOT_SMOOTH_FORCE_ACTUATION_H_
#define INGOT_SMOOTH_FORCE_ACTUATION_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

// act_dot, actuator_force, qfrc_actuator
void ig_actuation(const mjModel* m, mjData* d);

// qfrc_smooth and qacc_smooth
void ig_smooth_acceleration(const mjModel* m, mjData* d);

#endif  // INGOT_SMOOTH_FORCE_ACTUATION_H_
