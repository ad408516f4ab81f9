// SPDX-License-Identifier: Apache-2.0
// Texts for users.
#include <mujoco/mujoco.h>

#include "base/warning_text.h"

const char* mju_warningText(int warning, size_t info) { return ig_warning_text(warning, info); }

const char* mju_writeNumBytes(size_t nbytes) { return ig_bytes_text(nbytes); }
