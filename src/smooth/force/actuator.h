// SPDX-License-Identifier: Apache-2.0
// Actuators: activation dynamics, forces from gains and biases, and their way into joint forces.
#ifndef INGOT_SMOOTH_FORCE_ACTUATOR_H_
#define INGOT_SMOOTH_FORCE_ACTUATOR_H_

#include "batch/data.h"

// the user's functions for actuators of type user; any may be NULL
typedef struct {
  mjfAct dynamics, gain, bias;
} ig_ActuatorCalls;

// the actuator's group is switched off
IG_INLINE bool ig_actuator_disabled(const mjModel* m, int actuator) {
  int group = m->actuator_group[actuator];
  return m->opt.disableactuator && group >= 0 && group <= 30 && (m->opt.disableactuator & (1 << group));
}

// controls as they act: delayed, clamped, all zero when one is bad
void IG_NAME(ig_read_controls)(const mjModel* m, ig_Data* d, real* ctrl);

// act_dot of the built-in dynamics
void IG_NAME(ig_activation_rates)(const mjModel* m, ig_Data* d, const real* ctrl, const ig_ActuatorCalls* calls);

// activation one timestep on, within its range
void IG_NAME(ig_next_activation)(const mjModel* m, const ig_Data* d, int actuator, int act, const real* act_dot, real* next);

// actuator_force = gain * (control or activation) + bias, for all that is not a plugin. Returns whether one of them pulls
// at a tendon that limits the sum of its forces.
bool IG_NAME(ig_actuator_forces)(const mjModel* m, ig_Data* d, const real* ctrl, const ig_ActuatorCalls* calls);

// scale down what tendons limit
void IG_NAME(ig_limit_tendon_forces)(const mjModel* m, ig_Data* d);

// clamp the forces, and from them qfrc_actuator with gravity compensation and the limits of joints
void IG_NAME(ig_actuator_joint_forces)(const mjModel* m, ig_Data* d, bool gravcomp);

#endif  // INGOT_SMOOTH_FORCE_ACTUATOR_H_
