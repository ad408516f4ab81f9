// SPDX-License-Identifier: Apache-2.0
// The spec behind the model that was loaded last.
#ifndef INGOT_LOAD_LAST_H_
#define INGOT_LOAD_LAST_H_

#include <mujoco/mujoco.h>

// keep a spec, NULL for none; the one before is deleted
void ig_keep_last(mjSpec* spec);

// it is taken away while it is used, so that no lock is held then; another thread may load a newer one meanwhile
mjSpec* ig_take_last(void);
void ig_return_last(mjSpec* spec);

#endif  // INGOT_LOAD_LAST_H_
