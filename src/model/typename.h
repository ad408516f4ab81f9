// SPDX-License-Identifier: Apache-2.0
// Words for the object types.
#ifndef INGOT_MODEL_TYPENAME_H_
#define INGOT_MODEL_TYPENAME_H_

#include <mujoco/mujoco.h>

// NULL: no such type
const char* ig_object_word(int type);
// mjOBJ_UNKNOWN: no such word
int ig_object_type(const char* str);

#endif  // INGOT_MODEL_TYPENAME_H_
