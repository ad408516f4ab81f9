// SPDX-License-Identifier: Apache-2.0
// From a compiled model back to a spec, for binary models that have no text.
#ifndef INGOT_CLI_DECOMPILE_H_
#define INGOT_CLI_DECOMPILE_H_

#include <mujoco/mujoco.h>

// NULL when the model has something that cannot be brought back; `what` says what. Textures are left out: *left_out.
mjSpec* ig_decompile(const mjModel* m, const char** what, int* left_out);

#endif  // INGOT_CLI_DECOMPILE_H_
