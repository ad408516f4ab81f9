// SPDX-License-Identifier: Apache-2.0
// The actuator shortcuts, for users.
#include <mujoco/mujoco.h>

#include "spec/actuator.h"

const char* mjs_setToMotor(mjsActuator* actuator) { return ig_set_to_motor(actuator); }

const char* mjs_setToPosition(mjsActuator* actuator, double kp, double kv[1], double dampratio[1], double timeconst[1],
                              double inheritrange) {
  return ig_set_to_position(actuator, kp, kv, dampratio, timeconst, inheritrange);
}

const char* mjs_setToIntVelocity(mjsActuator* actuator, double kp, double kv[1], double dampratio[1], double timeconst[1],
                                 double inheritrange) {
  return ig_set_to_integrated_velocity(actuator, kp, kv, dampratio, timeconst, inheritrange);
}

const char* mjs_setToVelocity(mjsActuator* actuator, double kv) { return ig_set_to_velocity(actuator, kv); }

const char* mjs_setToDamper(mjsActuator* actuator, double kv) { return ig_set_to_damper(actuator, kv); }

const char* mjs_setToCylinder(mjsActuator* actuator, double timeconst, double bias, double area, double diameter) {
  return ig_set_to_cylinder(actuator, timeconst, bias, area, diameter);
}

const char* mjs_setToMuscle(mjsActuator* actuator, double timeconst[2], double tausmooth, double range[2], double force,
                            double scale, double lmin, double lmax, double vmax, double fpmax, double fvmax) {
  return ig_set_to_muscle(actuator, timeconst, tausmooth, range, force, scale, lmin, lmax, vmax, fpmax, fvmax);
}

const char* mjs_setToAdhesion(mjsActuator* actuator, double gain) { return ig_set_to_adhesion(actuator, gain); }
