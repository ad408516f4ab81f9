// Solvers over accelerations: conjugate gradients and Newton.
#ifndef INGOT_SOLVE_PRIMAL_H_
#define INGOT_SOLVE_PRIMAL_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// minimise from the qacc that is there; island -1: the whole model
void ig_solve_primal(const mjModel* m, mjData* d, int island, bool newton);

#endif  // INGOT_SOLVE_PRIMAL_H_
