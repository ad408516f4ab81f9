// SPDX-License-Identifier: Apache-2.0
// The public functions of the compiler that the library calls too.
#include <mujoco/mujoco.h>

#include "compile/compiler.h"
#include "compile/copyback.h"
#include "compile/derived/constants.h"

mjModel* mj_compile(mjSpec* s, const mjVFS* vfs) { return ig_compile_spec(s, vfs); }

int mj_copyBack(mjSpec* s, const mjModel* m) { return ig_copy_back(s, m); }

void mj_setConst(mjModel* m, mjData* d) { ig_set_constants(m, d); }
