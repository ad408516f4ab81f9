// SPDX-License-Identifier: Apache-2.0
// Motions of bodies by their dofs, and how the velocities of bodies change with positions.
#ifndef INGOT_DERIVE_BODY_RATE_H_
#define INGOT_DERIVE_BODY_RATE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// dof j's motion of a body: rotation, and translation of a point of it; false, and zero: it does not move the body
bool ig_body_motion(const mjModel* m, const mjData* d, int body, const mjtNum point[3], int dof, mjtNum turn[3], mjtNum shift[3]);

// velocities at joint velocities that stand still, see ig_body_motions
typedef struct {
  mjtNum *body, *before;
} ig_Velocities;

ig_Velocities ig_new_velocities(const mjModel* m, mjData* d, const mjtNum* w);

// Of the velocity field of a body: what a dof that moves the body changes of its rotation, and of its translation at a point of
// the world. All after the dof turns along: S_j x (V - V before).
void ig_velocity_change(const mjModel* m, const mjData* d, const ig_Velocities* v, int body, const mjtNum point[3], int dof,
                        mjtNum turn[3], mjtNum shift[3]);

#endif  // INGOT_DERIVE_BODY_RATE_H_
