// SPDX-License-Identifier: Apache-2.0
// From text to a model in one go.
#ifndef INGOT_LOAD_LOAD_H_
#define INGOT_LOAD_LOAD_H_

#include <mujoco/mujoco.h>

// NULL with a message; the spec is kept as the last one
mjModel* ig_load_xml(const char* filename, const mjVFS* vfs, char* error, int error_sz);

#endif  // INGOT_LOAD_LOAD_H_
