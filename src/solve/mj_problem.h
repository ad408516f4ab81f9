// SPDX-License-Identifier: Apache-2.0
// A problem as mjData has it: the whole model, or one island of it, with the user's storage of J.
#ifndef INGOT_SOLVE_MJ_PROBLEM_H_
#define INGOT_SOLVE_MJ_PROBLEM_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

typedef struct {
  bool sparse;
  int island;  // -1: the whole model
  int nv, ntree, ne, nf, nefc;
  const mjModel* m;
  const int* dof;  // of the model; NULL: the same
  mjContact* contact;

  // per dof
  const mjtNum *qfrc_smooth, *qacc_smooth;
  mjtNum *qfrc_constraint, *qacc;

  // inertia, lower rows, and its factor
  const int *M_rownnz, *M_rowadr, *M_colind;
  const mjtNum *M, *qLD, *qLDiagInv;

  // per row
  const mjtNum *D, *R, *frictionloss, *aref;
  const int *id, *type;
  mjtNum* force;
  int* state;

  // Jacobian: dense, nefc x nv, or sparse rows
  const int *J_rownnz, *J_rowadr, *J_colind;
  const mjtNum* J;

  mjSolverStat* stat;  // of its iterations, the first `nstat` of them
  int nstat;

  const struct ig_LaidRows_* laid;  // its rows, where they are laid out already; else NULL
  mjThreadPool* pool;               // threads that may help with it; NULL: none
} ig_MjProblem;

ig_MjProblem ig_mj_problem_whole(const mjModel* m, mjData* d);
ig_MjProblem ig_mj_problem_island(const mjModel* m, mjData* d, int island);

#endif  // INGOT_SOLVE_MJ_PROBLEM_H_
