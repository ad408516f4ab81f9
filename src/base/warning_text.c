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
  static const char* const values[] = {[mjWARN_BADQPOS] = "QPOS at DOF",
                                       [mjWARN_BADQVEL] = "QVEL at DOF",
                                       [mjWARN_BADQACC] = "QACC at DOF",
                                       [mjWARN_BADCTRL] = "CTRL at ACTUATOR"};
  switch (warning) {
    case mjWARN_INERTIA:
      snprintf(text, sizeof text, "Inertia matrix is too close to singular at DOF %zu. Check model.", info);
      break;
    case mjWARN_CONTACTFULL:
      snprintf(text, sizeof text, "Too many contacts. The arena memory is full, increase arena memory allocation.(ncon = %zu)",
               info);
      break;
    case mjWARN_CNSTRFULL:
      snprintf(
          text, sizeof text,
          "Insufficient arena memory for the number of constraints generated. Increase arena memory allocation above %s bytes.",
          ig_bytes_text(info));
      break;
    case mjWARN_VGEOMFULL:
      snprintf(text, sizeof text, "Pre-allocated visual geom buffer is full. Increase maxgeom above %zu.", info);
      break;
    case mjWARN_BADQPOS:
    case mjWARN_BADQVEL:
    case mjWARN_BADQACC:
    case mjWARN_BADCTRL:
      snprintf(text, sizeof text, "Nan, Inf or huge value in %s %zu. The simulation is unstable.", values[warning], info);
      break;
    default: snprintf(text, sizeof text, "Unknown warning type %d.", warning);
  }
  return text;
}
