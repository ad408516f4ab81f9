// SPDX-License-Identifier: Apache-2.0
// Products of small problems in chunks. Vectors of worlds have their own in blocks (problem_blocks.lane.c), and GPUs their own
// sums over rows (problem.gpu.c).
#include "solve/problem.h"

#include "base/clones.h"
#include "solve/factor.h"
#include "solve/sparse_problem.h"

// every row's sum runs over the dofs in ascending order
IG_CREW_NOINLINE IG_KERNEL_CLONES static void mul_J(const ig_Problem* p, IG_POINTER(real) row, IG_POINTER(const real) dof) {
  IG_SHARE_FOURS(r, p->rows.n) {
    ig_Sum sum = ig_sum_zero();
    ig_add_rows_of_J(&sum, p, r, dof);
    ig_store_four(row + r, &sum);
  }
  ig_meet();
}

void IG_NAME(ig_problem_mul_J)(const ig_Problem* p, IG_POINTER(real) row, IG_POINTER(const real) dof) {
  IG_SPARSE(p, ig_sparse_mul_J(p->sparse_problem, row, dof))
  mul_J(p, row, dof);
}

#if IG_WIDTH == 1

// every dof's sum runs over the rows in ascending order, those without force left out
IG_KERNEL_CLONES static void mul_JT(const ig_Problem* p, real* dof, const real* row) {
  size_t np = (size_t)p->np;
  for (int i = 0; i < p->np; i++) dof[i] = 0;
  for (int r = 0; r < p->rows.n; r++) {
    real f = row[r];
    if (f == 0) continue;
    const real* J = p->J + (size_t)r * np;
    IG_EACH_BIT_UP(c, p->J_mask[r]) IG_AT(ig_Pack, dof + 4 * c) += IG_AT(const ig_Pack, J + 4 * c) * f;
  }
}

void ig_problem_mul_JT(const ig_Problem* p, real* dof, const real* row) {
  IG_SPARSE(p, ig_sparse_mul_JT(p->sparse_problem, dof, row))
  mul_JT(p, dof, row);
}

#endif

#ifndef IG_HAS_BLOCKS

// M is symmetric: its rows are its columns, and four sums run side by side
IG_CREW_NOINLINE IG_KERNEL_CLONES static void mul_M(const ig_Problem* p, IG_POINTER(real) res, IG_POINTER(const real) dof) {
  size_t np = (size_t)p->np;
  IG_SHARE_FOURS(i, p->np) {
    ig_Sum sum = ig_sum_zero();
    IG_EACH_BIT_UP(c, p->M_mask[i / 4]) {
      const real *column = p->M + 4 * c * np + (size_t)i, *v = dof + 4 * c;
#pragma GCC unroll 4
      for (size_t j = 0; j < 4; j++) {
#pragma GCC unroll 4
        for (int k = 0; k < IG_PARTS; k++) sum.part[k] += IG_AT(const ig_Pack, column + j * np + IG_SPOT(k)) * v[j];
      }
    }
    ig_store_four(res + i, &sum);
  }
  ig_meet();
}

void IG_NAME(ig_problem_mul_M)(const ig_Problem* p, IG_POINTER(real) res, IG_POINTER(const real) dof) {
  IG_SPARSE(p, ig_sparse_mul_M(p->sparse_problem, res, dof))
  mul_M(p, res, dof);
}

void IG_NAME(ig_problem_solve_M)(const ig_Problem* p, IG_POINTER(real) dof) {
  IG_SPARSE(p, ig_sparse_solve_M(p->sparse_problem, dof))
  ig_Tiles tiles;
  tiles.chunks = p->np / 4;
  ig_tiles_of_factor(&tiles, p);
  for (int i = 0; i < tiles.chunks; i++) tiles.pattern[i] = p->M_mask[i] & ((2u << i) - 1);
  for (int i = 0; i < tiles.chunks; i++) {
    tiles.column[i] = p->M_mask[i] & ~((1u << i) - 1);
  }
  ig_meet();
  IG_NAME(ig_tiles_solve)(&tiles, p->MU, p->MU_inverse, dof);
}

#endif
