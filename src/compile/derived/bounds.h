// SPDX-License-Identifier: Apache-2.0
// What follows from the sizes and frames of geoms, which mj_setConst leaves alone: bounds, trees of bounds, shared frames.
#ifndef INGOT_COMPILE_DERIVED_BOUNDS_H_
#define INGOT_COMPILE_DERIVED_BOUNDS_H_

#include <stdbool.h>
#include <stddef.h>

#include <mujoco/mujoco.h>

// Bounds of a model that differs from `base` in numbers only. What has the sizes and poses of the base has its bounds too,
// whatever they are; the rest has what the compiler would make. Errors are raised.
void ig_set_bounds(mjModel* m, const mjModel* base);

// Numbers of the model that the structure of the base, which both share, has no room for; false: there are none
bool ig_structure_trouble(const mjModel* m, const mjModel* base, char* text, size_t size);

#endif  // INGOT_COMPILE_DERIVED_BOUNDS_H_
