// SPDX-License-Identifier: Apache-2.0
// The spec behind the model that was loaded last.
#ifndef INGOT_MJCF_LOAD_H_
#define INGOT_MJCF_LOAD_H_

#include <mujoco/mujoco.h>

// it is taken away while it is used, so that no lock is held then; another thread may load a newer one meanwhile
mjSpec* ig_take_last(void);
void ig_return_last(mjSpec* spec);

#endif  // INGOT_MJCF_LOAD_H_
