// SPDX-License-Identifier: Apache-2.0
// The public functions of whole specs that the library calls too.
#include <mujoco/mujoco.h>

#include "spec/copy.h"

mjSpec* mj_makeSpec(void) { return ig_make_spec(); }

void mj_deleteSpec(mjSpec* s) { ig_delete_spec(s); }
