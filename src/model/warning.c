// SPDX-License-Identifier: Apache-2.0
// Counted warnings of a simulation: the first of each kind is told, all are counted.
#include "model/warning.h"

#include <mujoco/mujoco.h>

#include "base/warning_text.h"

void ig_warn(mjData* d, int warning, int info) {
  if (warning < 0 || warning >= mjNWARNING) {
    mju_error("mj_warning: invalid warning type %d", warning);
    return;
  }
  d->warning[warning].lastinfo = info;
  if (d->warning[warning].number++ == 0) mju_warning("%s Time = %.4f.", ig_warning_text(warning, (size_t)info), d->time);
}
