// SPDX-License-Identifier: Apache-2.0
// Problems of one world: one after the other, or on the threads of a pool.
#ifndef INGOT_SOLVE_PARALLEL_H_
#define INGOT_SOLVE_PARALLEL_H_

#include <mujoco/mujoco.h>

#include "solve/layout.h"

// Newton or conjugate gradients on one island, or the whole model (-1), statistics included; laid: its rows, or NULL
void ig_solve_one(const mjModel* m, mjData* d, int island, const ig_LaidRows* laid);

// On all islands, from the arrays of dofs and rows and back to them. With a pool bound to d and enough work, its threads help:
// what is computed does not depend on that.
void ig_solve_all_islands(const mjModel* m, mjData* d);

#endif  // INGOT_SOLVE_PARALLEL_H_
