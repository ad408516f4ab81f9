// SPDX-License-Identifier: Apache-2.0
// Stages of the smooth dynamics that are more than one kernel, and what is asked of single objects.
#ifndef INGOT_SMOOTH_STAGES_H_
#define INGOT_SMOOTH_STAGES_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// poses of bodies and of all that is fixed to them; trees that were disturbed wake up
void ig_kinematics(const mjModel* m, mjData* d);

// mass of all bodies; to set it scales inertias too
mjtNum ig_total_mass(const mjModel* m);
void ig_set_total_mass(mjModel* m, mjtNum newmass);

// spatial velocity and acceleration of what has a frame, at its own place, in its own axes or those of the world
void ig_velocity_of(const mjModel* m, const mjData* d, mjtObj type, int id, bool local, mjtNum res[6]);
void ig_acceleration_of(const mjModel* m, const mjData* d, mjtObj type, int id, bool local, mjtNum res[6]);

#endif  // INGOT_SMOOTH_STAGES_H_
