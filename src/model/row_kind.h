// SPDX-License-Identifier: Apache-2.0
// Which kind of constraint rows and of solver the options ask for.
#ifndef INGOT_MODEL_ROW_KIND_H_
#define INGOT_MODEL_ROW_KIND_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// constraint Jacobians are sparse by choice or, if the choice is left open, from 60 dofs on
static inline bool ig_is_sparse(const mjModel* m) {
  return m->opt.jacobian == mjJAC_SPARSE || (m->opt.jacobian == mjJAC_AUTO && m->nv >= 60);
}

static inline bool ig_is_pyramidal(const mjModel* m) { return m->opt.cone == mjCONE_PYRAMIDAL; }

// these work on constraint forces and need efc_AR
static inline bool ig_is_dual(const mjModel* m) { return m->opt.solver == mjSOL_PGS || m->opt.noslip_iterations > 0; }

#endif  // INGOT_MODEL_ROW_KIND_H_
