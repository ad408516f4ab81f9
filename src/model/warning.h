// SPDX-License-Identifier: Apache-2.0
// The counted warnings of mjData.
#ifndef INGOT_MODEL_WARNING_H_
#define INGOT_MODEL_WARNING_H_

#include <mujoco/mujoco.h>

// count a warning; the first of its kind is also said
void ig_warn(mjData* d, int warning, int info);

#endif  // INGOT_MODEL_WARNING_H_
