// SPDX-License-Identifier: Apache-2.0
// NaNs of a model have one bit pattern: which one an operation makes depends on the processor.
#ifndef INGOT_MODEL_CANONICAL_NAN_H_
#define INGOT_MODEL_CANONICAL_NAN_H_

#include <mujoco/mujoco.h>

// every NaN in the arrays, options and statistics becomes the positive quiet one without payload
void ig_canonical_nans(mjModel* m);

#endif  // INGOT_MODEL_CANONICAL_NAN_H_
