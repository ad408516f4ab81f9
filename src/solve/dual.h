// Solvers over constraint forces, on A = J M^-1 J^T + R (mjData.efc_AR).
#ifndef INGOT_SOLVE_DUAL_H_
#define INGOT_SOLVE_DUAL_H_

#include <mujoco/mujoco.h>

// projected Gauss-Seidel
void ig_solve_pgs(const mjModel* m, mjData* d);

// friction forces once more without their regularisation, normal forces held
void ig_solve_noslip(const mjModel* m, mjData* d);

#endif  // INGOT_SOLVE_DUAL_H_
