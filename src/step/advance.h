// The end of a step: histories, activations, sleep, velocities, positions, time, plugins.
#ifndef INGOT_STEP_ADVANCE_H_
#define INGOT_STEP_ADVANCE_H_

#include <mujoco/mujoco.h>

// positions move along qvel, or when it is NULL along the new velocities
void ig_advance(const mjModel* m, mjData* d, const mjtNum* act_dot, const mjtNum* qacc, const mjtNum* qvel);

#endif  // INGOT_STEP_ADVANCE_H_
