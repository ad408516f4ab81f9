// SPDX-License-Identifier: Apache-2.0
// Which kind of rows and solver the options ask for.
#include <mujoco/mujoco.h>

int mj_isPyramidal(const mjModel* m) { return m->opt.cone == mjCONE_PYRAMIDAL; }

// these work on constraint forces and need efc_AR
int mj_isDual(const mjModel* m) { return m->opt.solver == mjSOL_PGS || m->opt.noslip_iterations > 0; }
