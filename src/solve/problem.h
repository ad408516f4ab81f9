// One constrained problem as the primal solvers see it: the whole model, or one island of it.
//
//   minimise over qacc:  (M qacc - qfrc_smooth)^T (qacc - qacc_smooth) / 2  +  sum of row costs s(J qacc - aref)
//
// Arrays point into mjData, either at the model's own or at the island's copies. J is dense (nefc x nv) or in
// sparse rows; groups of rows by dof are listed for the sparse case.
#ifndef INGOT_SOLVE_PROBLEM_H_
#define INGOT_SOLVE_PROBLEM_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

typedef struct {
  bool sparse;
  int island;  // -1: the whole model
  int nv, ne, nf, nefc, nJ;
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

  // Jacobian. Sparse rows that follow each other with the same columns, such as those of a contact, form a group; for
  // each dof: the groups it is in, and its place in their rows
  const int *J_rownnz, *J_rowadr, *J_rowsuper, *J_colind;
  const mjtNum* J;
  int ngroup, *group_row, *group_rows;
  int *dof_groups, *dof_adr, *dof_group, *dof_place;
  mjtNum* part;  // nv numbers, for one group's columns side by side
} ig_Problem;

// sparse: the groups go to the stack of d, which the caller has marked
ig_Problem ig_problem_whole(const mjModel* m, mjData* d);
ig_Problem ig_problem_island(const mjModel* m, mjData* d, int island);

void ig_problem_mul_J(const ig_Problem* p, mjtNum* row, const mjtNum* dof);   // row = J dof
void ig_problem_mul_JT(const ig_Problem* p, mjtNum* dof, const mjtNum* row);  // dof = J^T row
void ig_problem_mul_M(const ig_Problem* p, mjtNum* res, const mjtNum* dof);
void ig_problem_solve_M(const ig_Problem* p, mjtNum* dof);  // in place

// what makes costs comparable between models: one over the sum of the inertia's diagonal
mjtNum ig_problem_scale(const ig_Problem* p, const mjModel* m);

#endif  // INGOT_SOLVE_PROBLEM_H_
