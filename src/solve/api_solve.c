// SPDX-License-Identifier: Apache-2.0
// The public functions of the solver that the library calls too.
#include <mujoco/mujoco.h>

#include "solve/solve.h"

void mj_constraintUpdate(const mjModel* m, mjData* d, const mjtNum* jar, mjtNum cost[1], int flg_coneHessian) {
  ig_constraint_update(m, d, jar, cost, flg_coneHessian);
}
