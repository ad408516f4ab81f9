// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_SMOOTH_CONTACT_FORCE_H_
#define INGOT_SMOOTH_CONTACT_FORCE_H_

#include <mujoco/mujoco.h>

// what the rows of a contact push with, in its frame: force, then torque; zero without rows
void ig_contact_force(const mjModel* m, const mjData* d, int contact, mjtNum force[6]);

#endif  // INGOT_SMOOTH_CONTACT_FORCE_H_
