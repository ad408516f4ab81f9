// SPDX-License-Identifier: Apache-2.0
// Springs and dampers of joints and tendons.
#ifndef INGOT_SMOOTH_FORCE_SPRING_H_
#define INGOT_SMOOTH_FORCE_SPRING_H_

#include "batch/data.h"

// each adds to qfrc_spring or qfrc_damper, which start at zero
void IG_NAME(ig_joint_springs)(const mjModel* m, ig_Data* d);
void IG_NAME(ig_dof_dampers)(const mjModel* m, ig_Data* d);
void IG_NAME(ig_tendon_springs)(const mjModel* m, ig_Data* d, bool springs, bool dampers);

#endif  // INGOT_SMOOTH_FORCE_SPRING_H_
