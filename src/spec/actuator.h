// SPDX-License-Identifier: Apache-2.0
// Actuators by what they do: a motor, a servo, a muscle. All return "" or what is wrong.
#ifndef INGOT_SPEC_ACTUATOR_H_
#define INGOT_SPEC_ACTUATOR_H_

#include <mujoco/mujoco.h>

const char* ig_set_to_motor(mjsActuator* actuator);
const char* ig_set_to_position(mjsActuator* actuator, double kp, double kv[1], double dampratio[1], double timeconst[1],
                               double inheritrange);
const char* ig_set_to_integrated_velocity(mjsActuator* actuator, double kp, double kv[1], double dampratio[1],
                                          double timeconst[1], double inheritrange);
const char* ig_set_to_velocity(mjsActuator* actuator, double kv);
const char* ig_set_to_damper(mjsActuator* actuator, double kv);
const char* ig_set_to_cylinder(mjsActuator* actuator, double timeconst, double bias, double area, double diameter);
const char* ig_set_to_muscle(mjsActuator* actuator, double timeconst[2], double tausmooth, double range[2], double force,
                             double scale, double lmin, double lmax, double vmax, double fpmax, double fvmax);
const char* ig_set_to_adhesion(mjsActuator* actuator, double gain);

#endif  // INGOT_SPEC_ACTUATOR_H_
