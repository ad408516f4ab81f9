// SPDX-License-Identifier: Apache-2.0
// The public functions of whole specs that the library calls too.
#include <mujoco/mujoco.h>

#include "spec/copy.h"
#include "spec/edit.h"

static void make_spec(void* made) { *(mjSpec**)made = ig_make_spec(); }

mjSpec* mj_makeSpec(void) {
  mjSpec* s = NULL;
  ig_edit(NULL, NULL, make_spec, &s);
  return s;
}

void mj_deleteSpec(mjSpec* s) { ig_delete_spec(s); }
