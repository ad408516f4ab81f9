// SPDX-License-Identifier: Apache-2.0
// The public functions of the user interface that the library calls too.
#include <mujoco/mujoco.h>

#include "render/ui.h"

void mjui_resize(mjUI* ui, const mjrContext* con) { ig_ui_resize(ui, con); }

void mjui_update(int section, int item, const mjUI* ui, const mjuiState* state, const mjrContext* con) {
  ig_ui_update(section, item, ui, state, con);
}
