// SPDX-License-Identifier: Apache-2.0
// mjModel as memory: one struct and one block.
#ifndef INGOT_MODEL_MODEL_H_
#define INGOT_MODEL_MODEL_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// A zeroed model with the array sizes of *sizes (only its size members are read; nnames_map and nbuffer are
// derived) and default options. NULL with a text in error if the sizes are negative, too large or there is no memory.
mjModel* ig_make_model(const mjModel* sizes, char* error, int error_size);

// legacy limits, which size nothing: -1 says that the model does not set them
bool ig_may_be_unset(const char* size);

// NULL if every index and address of the model is in range, else what is wrong (static text)
const char* ig_check_model(const mjModel* m);

// NULL: nothing
void ig_delete_model(mjModel* m);

// into dest, which has the same sizes; NULL: into a new one
mjModel* ig_copy_model(mjModel* dest, const mjModel* src);

#endif  // INGOT_MODEL_MODEL_H_
