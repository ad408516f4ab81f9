// SPDX-License-Identifier: Apache-2.0
// Words for people: kinds of joints, actuators and sensors, and the units of their numbers.
#ifndef INGOT_CLI_UNITS_H_
#define INGOT_CLI_UNITS_H_

#include <mujoco/mujoco.h>

const char* ig_joint_kind(int type);
const char* ig_joint_unit(int type);

// motor, position, velocity, ... by gain and bias; what it drives; units of control and force
const char* ig_actuator_kind(const mjModel* m, int actuator);
const char* ig_actuator_target(const mjModel* m, int actuator, char text[300]);
const char* ig_control_unit(const mjModel* m, int actuator);
const char* ig_force_unit(const mjModel* m, int actuator);

typedef struct {
  const char* name;
  const char* unit;  // with a star: depends on the joint or actuator that is measured, see ig_sensor_unit
} ig_SensorKind;
const ig_SensorKind* ig_sensor_kind(int type);
const char* ig_sensor_unit(const mjModel* m, int sensor);

#endif  // INGOT_CLI_UNITS_H_
