// SPDX-License-Identifier: Apache-2.0
// Statistics of a model: its extent, centre, and mean sizes, in the reference pose.
#ifndef INGOT_COMPILE_DERIVED_STATISTIC_H_
#define INGOT_COMPILE_DERIVED_STATISTIC_H_

#include <mujoco/mujoco.h>

// fills m->stat and dof_length; positions and inertia in d are those at qpos0
void ig_set_statistics(mjModel* m, mjData* d);

#endif  // INGOT_COMPILE_DERIVED_STATISTIC_H_
