// SPDX-License-Identifier: Apache-2.0
// Text or file to mjSpec, whatever the format.
#ifndef INGOT_MJCF_PARSE_H_
#define INGOT_MJCF_PARSE_H_

#include <ingot/read.h>
#include <mujoco/mujoco.h>

#include "mjcf/table/reader.h"

mjSpec* ig_parse_text(const char* text, const mjVFS* vfs, const ingotLimits* limits, ig_Diag* diag);

// outer: the files that this one is read for, NULL: none
mjSpec* ig_parse_file(const char* filename, const mjVFS* vfs, const ingotLimits* limits, const ig_ModelChain* outer,
                      ig_Diag* diag);

#endif  // INGOT_MJCF_PARSE_H_
