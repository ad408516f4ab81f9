// Factor of Newton's Hessian H = M + J^T D J, D of the rows in their quadratic zone, plus the cones' parts.
//
// Dense: H = L L^T in a square. Sparse: H = L^T L with L in lower rows that end with the diagonal; its pattern
// comes from the elimination tree, in which the parent of a dof is the largest other column of its row. A row of J
// has its dofs on one path of that tree, so that a rank-one change walks up one path.
#ifndef INGOT_SOLVE_HESSIAN_H_
#define INGOT_SOLVE_HESSIAN_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "solve/problem.h"

typedef struct {
  const ig_Problem* problem;
  int nL, nH;  // nonzeros of a factor; of H, counting J^T J and M apart
  mjtNum *L, *with_cones;
  mjtNum* scratch;  // nv numbers, kept at zero between uses (sparse)
  int ncone;        // rows in the cone zone
  int nupdate;      // rank-one changes of the last update; nefc for a new factorisation

  // sparse pattern: rows of L, and for each column the rows below it with the entry's place
  int *rownnz, *rowadr, *colind, *parent;
  int *below_num, *below_adr, *below_row, *below_at;
} ig_Hessian;

// memory from the stack of d, which the caller has marked
ig_Hessian ig_hessian_make(const ig_Problem* p, mjData* d, bool cones);

// new factorisation from the states of the rows
void ig_hessian_factor(ig_Hessian* h);

// adapt it to states that changed since `old`
void ig_hessian_update(ig_Hessian* h, const int* old);

// x = H^-1 b
void ig_hessian_solve(const ig_Hessian* h, mjtNum* x, const mjtNum* b);

#endif  // INGOT_SOLVE_HESSIAN_H_
