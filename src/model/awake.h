// SPDX-License-Identifier: Apache-2.0
// Lists of what is awake, derived from mjData.tree_asleep.
#ifndef INGOT_MODEL_AWAKE_H_
#define INGOT_MODEL_AWAKE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// Trees, bodies, children of awake parents, dofs. Static bodies are marked as such, or as awake when static_awake
// (needed once after a reset, so that their poses are computed).
void ig_update_awake(const mjModel* m, mjData* d, bool static_awake);

#endif  // INGOT_MODEL_AWAKE_H_
