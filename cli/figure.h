// SPDX-License-Identifier: Apache-2.0
// Curves over time as a PNG, drawn by the renderer's figures: one for each quantity, or for each curve where there are many.
#ifndef INGOT_CLI_FIGURE_H_
#define INGOT_CLI_FIGURE_H_

#include <mujoco/mujoco.h>
#include <stdbool.h>

#include "record.h"

// the model is for the renderer's context; complains and returns false
bool ig_write_figure(const ig_Recorder* recorder, const char* title, mjModel* m, const char* path);

#endif  // INGOT_CLI_FIGURE_H_
