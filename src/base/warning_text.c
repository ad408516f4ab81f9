// SPDX-License-Identifier: Apache-2.0
// Texts of the counted warnings, and sizes as people write them. The texts are those of 3.5.0: mju_warningText returns them
// to programs, which look for them.
#include "base/warning_text.h"

#include <stddef.h>
#include <stdio.h>

#include <mujoco/mujoco.h>

const char* ig_bytes_text(size_t nbytes) {
  static _Thread_local char text[32];
  static const char units[] = "KMGTPE";
  int unit = 0;
  // whole multiples only, with the largest unit that fits
  while (unit < 6 && nbytes && nbytes % 1024 == 0) {
    nbytes /= 1024;
    unit++;
  }
  if (unit)
    snprintf(text, sizeof text, "%zu%c", nbytes, units[unit - 1]);
  else
    snprintf(text, sizeof text, "%zu", nbytes);
  return text;
}

const char* ig_warning_text(int warning, size_t info) {
  static _Thread_local char text[512];
  static const char* const values[] = {[mjWARN_BADQPOS] = "qpos at dof",
                                       [mjWARN_BADQVEL] = "qvel at dof",
                                       [mjWARN_BADQACC] = "qacc at dof",
                                       [mjWARN_BADCTRL] = "ctrl of actuator"};
  switch (warning) {
    case mjWARN_INERTIA:
      snprintf(text, sizeof text,
               "The inertia at dof %zu is too small to be inverted safely: check the masses and inertias below it.", info);
      break;
    case mjWARN_CONTACTFULL:
      snprintf(text, sizeof text, "The arena is full: only %zu contacts were kept. A larger <size memory> keeps all of them.",
               info);
      break;
    case mjWARN_CNSTRFULL:
      snprintf(text, sizeof text,
               "The arena is full: constraint rows were dropped. They need a <size memory> of more than %s bytes.",
               ig_bytes_text(info));
      break;
    case mjWARN_VGEOMFULL:
      snprintf(text, sizeof text, "The scene is full: it holds %zu geoms. A larger maxgeom shows the others.", info);
      break;
    case mjWARN_BADQPOS:
    case mjWARN_BADQVEL:
    case mjWARN_BADQACC:
    case mjWARN_BADCTRL:
      snprintf(text, sizeof text, "%s %zu is not finite or too large: the simulation has diverged.", values[warning], info);
      break;
    default: snprintf(text, sizeof text, "There is no warning %d.", warning);
  }
  return text;
}
