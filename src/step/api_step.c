// SPDX-License-Identifier: Apache-2.0
// The public functions of steps that the library calls too.
#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "step/inverse.h"
#include "step/reset.h"
#include "step/step.h"

void mj_inverse(const mjModel* m, mjData* d) { ig_inverse(m, d); }

void mj_inverseSkip(const mjModel* m, mjData* d, int skipstage, int skipsensor) { ig_inverse_skip(m, d, skipstage, skipsensor); }

void mj_compareFwdInv(const mjModel* m, mjData* d) { ig_compare_inverse(m, d); }

void mj_step1(const mjModel* m, mjData* d) { ig_step_first(m, d); }

void mj_step2(const mjModel* m, mjData* d) { ig_step_second(m, d); }

void mj_resetDataKeyframe(const mjModel* m, mjData* d, int key) { ig_reset_to_key(m, d, key); }

mjData* mj_makeData(const mjModel* m) { return ig_make_data(m); }

void mj_resetData(const mjModel* m, mjData* d) { ig_reset(m, d); }

void mj_step(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_step(m, d, mjSTAGE_NONE, false);
}
