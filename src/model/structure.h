// SPDX-License-Identifier: Apache-2.0
// What shapes the memory and the order of computations of a model: its sizes and integers.
#ifndef INGOT_MODEL_STRUCTURE_H_
#define INGOT_MODEL_STRUCTURE_H_

#include <stdint.h>

#include <mujoco/mujoco.h>

// The same number for models whose sizes, integers, flags and options are the same, whatever their other numbers; another number
// for others. Surfaces and pictures are not looked at.
uint64_t ig_structure_hash(const mjModel* m);

#endif  // INGOT_MODEL_STRUCTURE_H_
