// SPDX-License-Identifier: Apache-2.0
// The backend of a world alone. Only it has sparse problems.
#ifndef INGOT_SOLVE_BACKEND_SINGLE_H_
#define INGOT_SOLVE_BACKEND_SINGLE_H_

#include "solve/problem.h"
#include "solve/tile.h"

#define IG_TAKE(room, type, n) ((type*)ig_take((room), sizeof(type) * (size_t)(n)))
#define IG_TAKE_FAR(room, type, n) IG_TAKE(room, type, n)

#define IG_SPARSE(p, call)   \
  if ((p)->sparse_problem) { \
    call;                    \
    return;                  \
  }

IG_INLINE size_t ig_chunk_of_J(const ig_Problem* p, int row, int c) { return (size_t)row * (size_t)p->np + 4 * (size_t)c; }

IG_INLINE void ig_add_rows_of_J(ig_Sum* sum, const ig_Problem* p, int row, IG_POINTER(const real) dof) {
  const real* J = p->J + (size_t)row * (size_t)p->np;
  IG_EACH_BIT_UP(c, p->J_mask4[row / 4]) ig_add_row_products(sum, J + 4 * c, (size_t)p->np, dof + 4 * c);
}

// there are no blocks
IG_INLINE void ig_note_rows(ig_Problem* p) { (void)p; }
IG_INLINE void ig_note_blocks(ig_Problem* p) { (void)p; }
IG_INLINE void ig_cut_chunks(ig_Problem* p, ig_CutInertia* cut) { (void)p, (void)cut; }
IG_INLINE bool ig_narrow(ig_Problem* p, unsigned live, unsigned* noted) {
  (void)p, (void)live, (void)noted;
  return false;
}

#endif  // INGOT_SOLVE_BACKEND_SINGLE_H_
