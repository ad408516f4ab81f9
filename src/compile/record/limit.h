// SPDX-License-Identifier: Apache-2.0
// "limited" attributes: false, true, or auto, which goes by the range.
#ifndef INGOT_COMPILE_RECORD_LIMIT_H_
#define INGOT_COMPILE_RECORD_LIMIT_H_

#include "compile/record/record.h"

static inline bool ig_is_limited(int limited, const double range[2]) {
  return limited == mjLIMITED_TRUE || (limited == mjLIMITED_AUTO && range[0] < range[1]);
}

// without autolimits, a range with "limited" left out is a mistake; prefix: "", "force", "ctrl", ...
bool ig_check_autolimit(ig_Compiler* c, const void* record, const char* element, const char* prefix, int limited,
                        const double range[2]);

#endif  // INGOT_COMPILE_RECORD_LIMIT_H_
