// SPDX-License-Identifier: Apache-2.0
// Models as binary files.
#ifndef INGOT_MODEL_MJB_H_
#define INGOT_MODEL_MJB_H_

#include <mujoco/mujoco.h>

// NULL with a warning: it can not be read, or is not a model
mjModel* ig_load_mjb(const char* filename, const mjVFS* vfs);

// bytes of the file
mjtSize ig_mjb_size(const mjModel* m);

#endif  // INGOT_MODEL_MJB_H_
