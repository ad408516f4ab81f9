// SPDX-License-Identifier: Apache-2.0
// Histories, for users.
#include <mujoco/mujoco.h>

#include "smooth/force/history.h"

const mjtNum* mj_readSensor(const mjModel* m, const mjData* d, int id, mjtNum time, mjtNum* result, int interp) {
  return ig_sensor_past(m, d, id, time, result, interp);
}
