// SPDX-License-Identifier: Apache-2.0
// Arrays of models and data by name, with their shapes.
#ifndef INGOT_MODEL_ARRAY_H_
#define INGOT_MODEL_ARRAY_H_

#include <ingot/arrays.h>
#include <mujoco/mujoco.h>

ingotStatus ig_model_array(const mjModel* m, const char* name, ingotArray* array, ingotReport* report);
ingotStatus ig_data_array(const mjModel* m, const mjData* d, const char* name, ingotArray* array, ingotReport* report);

#endif  // INGOT_MODEL_ARRAY_H_
