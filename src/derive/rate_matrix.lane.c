// SPDX-License-Identifier: Apache-2.0
// qDeriv += J^T B J, for rows J that touch few dofs. qDeriv has a fixed pattern: pairs of dofs on one path to the root. What the
// product has outside of it (two dofs in different branches that a tendon joins, say) is left out, as in MuJoCo: the integrators
// stay stable with an approximate derivative, and the factor stays sparse.
#include "derive/rate_matrix.h"

// row `dof` of qDeriv += scale * values, at the columns that both have
static void add_row(const mjModel* m, ig_Data* d, int dof, const int* column, const real* value, int n, real scale) {
  int at = m->D_rowadr[dof], end = at + m->D_rownnz[dof];
  for (int k = 0; k < n; k++) {
    while (at < end && m->D_colind[at] < column[k]) at++;
    if (at == end) return;
    if (m->D_colind[at] == column[k]) d->qDeriv[at] += value[k] * scale;
  }
}

// entries start at +0, so that a zero added in some lanes changes no bit of them
IG_INLINE bool is_zero(real x) { return ig_all(ig_eq(x, ig_broadcast(0))); }

void IG_NAME(ig_rate_add)(const mjModel* m, ig_Data* d, const ig_RateRows* J, const real* B, int size) {
  for (int i = 0; i < size; i++) {
    for (int j = 0; j < size; j++) {
      real b = B[i * size + j];
      if (is_zero(b)) continue;
      const real *left = J->row + i * J->n, *right = J->row + j * J->n;
      for (int k = 0; k < J->n; k++) {
        if (!is_zero(left[k])) add_row(m, d, J->dof[k], J->dof, right, J->n, left[k] * b);
      }
    }
  }
}
