// SPDX-License-Identifier: Apache-2.0
// Text or file to mjSpec, whatever the format.
#ifndef INGOT_MJCF_PARSE_H_
#define INGOT_MJCF_PARSE_H_

#include <ingot/read.h>
#include <mujoco/mujoco.h>

#include "mjcf/diag.h"

mjSpec* ig_parse_text(const char* text, const mjVFS* vfs, const ingotLimits* limits, ig_Diag* diag);

#endif  // INGOT_MJCF_PARSE_H_
