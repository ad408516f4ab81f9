// SPDX-License-Identifier: Apache-2.0
// Built-in values that are not part of the public API.
#ifndef INGOT_MODEL_DEFAULTS_H_
#define INGOT_MODEL_DEFAULTS_H_

#include <mujoco/mujoco.h>

void ig_default_statistic(mjStatistic* stat);

// what a model has that says nothing else
void ig_default_length_range(mjLROpt* opt);
void ig_default_option(mjOption* opt);
void ig_default_visual(mjVisual* vis);

#endif  // INGOT_MODEL_DEFAULTS_H_
