// SPDX-License-Identifier: Apache-2.0
// Products with the constraint Jacobian, reference accelerations, and what is read from finished rows.
#include "constrain/reference.h"

#include <stdbool.h>
#include <string.h>

#include "base/clones.h"
#include "base/stretch.h"
#include "base/team.h"
#include "math/dense.h"
#include "model/row_kind.h"

// The sum of a row runs over its dofs in ascending order, of the dense rows as of the sparse: skipped zeros do not change it
static mjtNum row_sum(const mjtNum* J, const int* dof, int n, const mjtNum* vec) {
  mjtNum sum = 0;
  for (int k = 0; k < n; k++) sum += J[k] * vec[dof[k]];
  return sum;
}

// four rows with the same dofs, side by side
IG_WIDE_INLINE void four_row_sums(mjtNum* res, const mjtNum* J, const int* dof, int n, const mjtNum* vec) {
  ig_Four sum = {0, 0, 0, 0};
  size_t step = (size_t)n;
  for (int k = 0; k < n; k++, J++) sum += (ig_Four){J[0], J[step], J[2 * step], J[3 * step]} * vec[dof[k]];
  memcpy(res, &sum, sizeof sum);
}

typedef struct {
  const mjData* d;
  mjtNum* res;
  const mjtNum* vec;
  bool reference;  // res is efc_vel, and reference accelerations follow from it
  ig_Stretches stretches;
} RowProduct;

IG_CLONES static void mul_dense(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  ig_row_sums(res, d->efc_J, (size_t)m->nv, vec, d->nefc, m->nv);
}

// rows first to end - 1, sparse
IG_CLONES static void mul_sparse(const mjData* d, mjtNum* res, const mjtNum* vec, int first, int end) {
  for (int row = first; row < end;) {
    int adr = d->efc_J_rowadr[row], n = d->efc_J_rownnz[row];
    const int* dof = d->efc_J_colind + adr;
    // rows of a contact follow each other without gaps
    if (row + 4 <= end && d->efc_J_rowsuper[row] >= 3 && d->efc_J_rowadr[row + 3] == adr + 3 * n) {
      four_row_sums(res + row, d->efc_J + adr, dof, n, vec);
      row += 4;
    } else {
      res[row++] = row_sum(d->efc_J + adr, dof, n, vec);
    }
  }
}

// aref = -B*vel - K*I*(pos - margin)
static void set_references(const mjData* d, int first, int end) {
  for (int row = first; row < end; row++) {
    const mjtNum* KBIP = d->efc_KBIP + 4 * row;
    d->efc_aref[row] = -KBIP[1] * d->efc_vel[row] - KBIP[0] * KBIP[2] * (d->efc_pos[row] - d->efc_margin[row]);
  }
}

static void mul_piece(void* context, int piece, int member) {
  const RowProduct* p = context;
  int nefc = p->d->nefc, place = ig_stretch_place(p->stretches, piece);
  int first = ig_stretch_first(p->stretches, nefc, place), end = ig_stretch_first(p->stretches, nefc, place + 1);
  (void)member;
  mul_sparse(p->d, p->res, p->vec, first, end);
  if (p->reference) set_references(p->d, first, end);
}

// every row is a sum of its own, on any thread; a number takes about a nanosecond
static void mul_rows(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec, bool reference) {
  enum { PIECES = 4 };
  if (!ig_is_sparse(m)) {
    mul_dense(m, d, res, vec);
    if (reference) set_references(d, 0, d->nefc);
    return;
  }
  mjThreadPool* pool = (mjThreadPool*)d->threadpool;
  ig_Team team = ig_team_for_all(pool, 1e-3 * d->nJ);
  RowProduct product = {d, res, vec, reference, ig_stretches(team.members, PIECES)};
  ig_team_run(&team, product.stretches.pieces, mul_piece, &product);
}

void ig_mul_jac(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) { mul_rows(m, d, res, vec, false); }

IG_CLONES void ig_mul_jac_transposed(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  if (!ig_is_sparse(m)) {
    ig_mulmattvec(res, d->efc_J, vec, d->nefc, m->nv);
    return;
  }
  ig_zero(res, m->nv);
  for (int row = 0; row < d->nefc; row++) {
    if (!vec[row]) continue;
    const mjtNum* J = d->efc_J + d->efc_J_rowadr[row];
    const int* dof = d->efc_J_colind + d->efc_J_rowadr[row];
    for (int k = 0; k < d->efc_J_rownnz[row]; k++) res[dof[k]] += J[k] * vec[row];
  }
}

// without rows nothing is written
void mj_mulJacVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  if (d->nefc) ig_mul_jac(m, d, res, vec);
}

void mj_mulJacTVec(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec) {
  if (d->nefc) ig_mul_jac_transposed(m, d, res, vec);
}

void ig_reference(const mjModel* m, mjData* d) {
  if (d->nefc) mul_rows(m, d, d->efc_vel, d->qvel, true);
}

void mj_referenceConstraint(const mjModel* m, mjData* d) { ig_reference(m, d); }
