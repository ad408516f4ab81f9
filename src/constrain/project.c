// SPDX-License-Identifier: Apache-2.0
// A = B B^T, where each row of B is a row of J, solved halfway through the factor of the inertia:
// with M = L^T D L, B = J inverse(L) / sqrt(D). Two rows meet in A when they share a dof or an ancestor of one.
#include "constrain/project.h"

#include <stdbool.h>
#include <string.h>

#include "base/clones.h"
#include "base/error.h"
#include "constrain/rows.h"
#include "math/dense.h"
#include "model/row_kind.h"
#include "model/stack.h"

// a sparse matrix and where its rows lie
typedef struct {
  int* rownnz;
  int* rowadr;
  int* colind;
  mjtNum* value;
} Csr;

static int last(const Csr* a, int row) { return a->rowadr[row] + a->rownnz[row]; }

// 1 / sqrt(D): the diagonal stands at the end of each row of the factor
static mjtNum* inverse_roots(const mjModel* m, mjData* d) {
  mjtNum* root = IG_SCRATCH(d, m->nv, mjtNum);
  for (int dof = 0; dof < m->nv; dof++) root[dof] = 1 / mju_sqrt(d->qLD[m->M_rowadr[dof] + m->M_rownnz[dof] - 1]);
  return root;
}

// ------------------------------------------------ dense

// B^T, dofs in rows: all constraint rows are solved side by side, and the sums below run over neighbours.
// used[dof] tells whether any constraint row touches the dof or a descendant.
static mjtNum* half_solved_columns(const mjModel* m, mjData* d, const mjtNum* root, mjtByte* used) {
  int n = d->nefc, nv = m->nv;
  mjtNum* BT = IG_SCRATCH(d, (size_t)n * nv, mjtNum);
  for (int k = 0; k < nv; k++) {
    const mjtNum* J = d->efc_J + k;
    mjtNum* restrict x = BT + (size_t)k * n;
    int touched = 0;
    for (int i = 0; i < n; i++, J += nv) {
      x[i] = *J;
      touched |= *J != 0;
    }
    used[k] = touched != 0;
  }
  for (int dof = nv - 1; dof >= 0; dof--) {
    if (!used[dof]) continue;
    mjtNum* x = BT + (size_t)dof * n;
    int adr = m->M_rowadr[dof], end = adr + m->M_rownnz[dof] - 1;
    for (int k = adr; k < end; k++) {
      mjtNum* restrict above = BT + (size_t)m->M_colind[k] * n;
      mjtNum L = d->qLD[k];
      used[m->M_colind[k]] = 1;
      for (int i = 0; i < n; i++) above[i] -= L * x[i];
    }
    for (int i = 0; i < n; i++) x[i] *= root[dof];
  }
  return BT;
}

// stretches of neighbouring rows that touch a dof: run[2 k] to run[2 k + 1]; returns how many
static int find_runs(const mjtNum* b, int n, int* run) {
  int count = 0;
  for (int i = 0; i < n;) {
    while (i < n && !b[i]) i++;
    if (i == n) break;
    run[2 * count] = i;
    while (i < n && b[i]) i++;
    run[2 * count++ + 1] = i;
  }
  return count;
}

// lower triangle += b b^T, over the runs only
static void add_outer(mjtNum* AR, int n, const mjtNum* b, const int* run, int count) {
  for (int k = 0; k < count; k++) {
    for (int i = run[2 * k]; i < run[2 * k + 1]; i++) {
      mjtNum* restrict row = AR + (size_t)i * n;
      mjtNum scale = b[i];
      for (int other = 0; other <= k; other++) {
        int end = other < k ? run[2 * other + 1] : i + 1;
        for (int j = run[2 * other]; j < end; j++) row[j] += b[j] * scale;
      }
    }
  }
}

// every sum runs over the dofs one after the other; the lower triangle is mirrored
IG_CLONES static void project_dense(const mjModel* m, mjData* d) {
  int n = d->nefc;
  mjtByte* used = IG_SCRATCH(d, m->nv, mjtByte);
  int* run = IG_SCRATCH(d, n + 1, int);
  const mjtNum* BT = half_solved_columns(m, d, inverse_roots(m, d), used);
  d->nA = n * n;
  mjtNum* AR = d->efc_AR = ig_rows_alloc(d, sizeof(mjtNum) * n * n, _Alignof(mjtNum));
  if (!AR) return;

  ig_zero(AR, n * n);
  for (int dof = 0; dof < m->nv; dof++) {
    const mjtNum* b = BT + (size_t)dof * n;
    if (used[dof]) add_outer(AR, n, b, run, find_runs(b, n, run));
  }
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < i; j++) AR[(size_t)j * n + i] = AR[(size_t)i * n + j];
    AR[(size_t)i * (n + 1)] += d->efc_R[i];
  }
}

// ------------------------------------------------ sparse

// mark the dofs of a row and their ancestors with the number of the row; returns how many, and the range they lie in
static int mark_row(const mjModel* m, const mjData* d, int row, int* mark, int* low) {
  int n = 0, adr = d->efc_J_rowadr[row];
  *low = m->nv;
  for (int k = adr + d->efc_J_rownnz[row] - 1; k >= adr; k--) {
    int dof = d->efc_J_colind[k];
    if (mark[dof] == row) continue;
    for (int i = m->M_rowadr[dof]; i < m->M_rowadr[dof] + m->M_rownnz[dof]; i++) {
      int above = m->M_colind[i];
      if (mark[above] == row) continue;
      mark[above] = row;
      if (above < *low) *low = above;
      n++;
    }
  }
  return n;
}

// B, row by row through a full vector
static Csr half_solved_rows(const mjModel* m, mjData* d) {
  int n = d->nefc, low, total = 0;
  mjtNum* root = inverse_roots(m, d);
  mjtNum* x = IG_SCRATCH(d, m->nv, mjtNum);
  int* mark = IG_SCRATCH(d, m->nv, int);
  Csr B = {.rownnz = IG_SCRATCH(d, n, int), .rowadr = IG_SCRATCH(d, n, int)};
  for (int i = 0; i < m->nv; i++) mark[i] = -1;
  for (int row = 0; row < n; row++) {
    B.rowadr[row] = total;
    total += B.rownnz[row] = mark_row(m, d, row, mark, &low);
  }
  B.colind = IG_SCRATCH(d, total, int);
  B.value = IG_SCRATCH(d, total, mjtNum);

  ig_zero(x, m->nv);
  for (int i = 0; i < m->nv; i++) mark[i] = -1;
  for (int row = 0; row < n; row++) {
    int adr = d->efc_J_rowadr[row], nnz = d->efc_J_rownnz[row];
    for (int k = adr; k < adr + nnz; k++) x[d->efc_J_colind[k]] = d->efc_J[k];
    mark_row(m, d, row, mark, &low);
    int high = nnz ? d->efc_J_colind[adr + nnz - 1] : -1;

    // x <- x inverse(L) / sqrt(D), from the last dof down; numbers after it are zero
    for (int dof = high; dof >= low; dof--) {
      if (!x[dof]) continue;
      int first = m->M_rowadr[dof], above = m->M_rownnz[dof] - 1;
      for (int k = first; k < first + above; k++) x[m->M_colind[k]] -= d->qLD[k] * x[dof];
    }
    for (int dof = low; dof <= high; dof++) x[dof] *= root[dof];

    // pack, and leave the vector clean for the next row
    int k = B.rowadr[row];
    for (int dof = low; dof <= high; dof++) {
      if (mark[dof] != row) continue;
      B.colind[k] = dof;
      B.value[k++] = x[dof];
      x[dof] = 0;
    }
    IG_ASSERT(k == last(&B, row));
  }
  return B;
}

static Csr transpose(mjData* d, const Csr* a, int rows, int cols) {
  int total = last(a, rows - 1);
  Csr t = {IG_SCRATCH(d, cols, int), IG_SCRATCH(d, cols, int), IG_SCRATCH(d, total, int), IG_SCRATCH(d, total, mjtNum)};
  for (int c = 0; c < cols; c++) t.rownnz[c] = 0;
  for (int k = 0; k < total; k++) t.rownnz[a->colind[k]]++;
  for (int c = 0, adr = 0; c < cols; c++) {
    t.rowadr[c] = adr;
    adr += t.rownnz[c];
    t.rownnz[c] = 0;
  }
  for (int row = 0; row < rows; row++) {
    for (int k = a->rowadr[row]; k < last(a, row); k++) {
      int c = a->colind[k], place = t.rowadr[c] + t.rownnz[c]++;
      t.colind[place] = row;
      t.value[place] = a->value[k];
    }
  }
  return t;
}

// rows with the dofs of the row before meet the same rows
static bool same_dofs(const Csr* B, int row) {
  int n = B->rownnz[row];
  return row && B->rownnz[row - 1] == n &&
         !memcmp(B->colind + B->rowadr[row], B->colind + B->rowadr[row - 1], sizeof(int) * (size_t)n);
}

// list the rows that row i of B B^T meets; returns how many they are
static int meet_rows(const Csr* B, const Csr* BT, int row, int nrow, int* mark, int* met) {
  int n = 0;
  for (int k = B->rowadr[row]; k < last(B, row) && n < nrow; k++) {
    int dof = B->colind[k];
    for (int i = BT->rowadr[dof]; i < last(BT, dof); i++) {
      int other = BT->colind[i];
      if (mark[other] == row) continue;
      mark[other] = row;
      met[n++] = other;
    }
  }
  return n;
}

// Sum row i of B B^T over the dofs, in ascending order. Rows that touch a dof mostly follow each other: then the sums run side by
// side.
IG_CLONES static void sum_row(const Csr* B, const Csr* BT, int row, const int* met, int count, mjtNum* sum) {
  for (int k = 0; k < count; k++) sum[met[k]] = 0;
  for (int k = B->rowadr[row]; k < B->rowadr[row] + B->rownnz[row]; k++) {
    int adr = BT->rowadr[B->colind[k]], n = BT->rownnz[B->colind[k]], first = BT->colind[adr];
    const mjtNum* restrict value = BT->value + adr;
    mjtNum scale = B->value[k];
    if (BT->colind[adr + n - 1] - first == n - 1) {
      mjtNum* restrict to = sum + first;
      for (int i = 0; i < n; i++) to[i] += scale * value[i];
    } else {
      for (int i = 0; i < n; i++) sum[BT->colind[adr + i]] += scale * value[i];
    }
  }
}

static void project_sparse(const mjModel* m, mjData* d) {
  int n = d->nefc;
  Csr B = half_solved_rows(m, d), BT = transpose(d, &B, n, m->nv);
  int *mark = IG_SCRATCH(d, n, int), *met = IG_SCRATCH(d, n, int), *used = IG_SCRATCH(d, n, int);
  mjtNum* sum = IG_SCRATCH(d, n, mjtNum);

  d->efc_AR_rownnz = ig_rows_alloc(d, sizeof(int) * n, _Alignof(int));
  if (d->nefc) d->efc_AR_rowadr = ig_rows_alloc(d, sizeof(int) * n, _Alignof(int));
  if (!d->nefc) return;
  for (int row = 0; row < n; row++) mark[row] = -1;
  for (int row = 0; row < n; row++) {
    bool same = same_dofs(&B, row);
    d->efc_AR_rowadr[row] = used[row] = d->nA;
    d->nA += d->efc_AR_rownnz[row] = same ? d->efc_AR_rownnz[row - 1] : meet_rows(&B, &BT, row, n, mark, met);
  }
  d->efc_AR = ig_rows_alloc(d, sizeof(mjtNum) * d->nA, _Alignof(mjtNum));
  if (d->nefc) d->efc_AR_colind = ig_rows_alloc(d, sizeof(int) * d->nA, _Alignof(int));
  if (!d->nefc) return;

  for (int row = 0; row < n; row++) mark[row] = -1;
  for (int row = 0; row < n; row++) {
    int count = d->efc_AR_rownnz[row];
    if (!same_dofs(&B, row)) meet_rows(&B, &BT, row, n, mark, met);
    sum_row(&B, &BT, row, met, count, sum);
    // A is symmetric, to the bit. A row that meets all is written as it is. Others have their columns written by the rows that
    // they meet: with these ascending, they come out sorted.
    if (count == n) {
      mjtNum* AR = d->efc_AR + d->efc_AR_rowadr[row];
      int* colind = d->efc_AR_colind + d->efc_AR_rowadr[row];
      for (int other = 0; other < n; other++) {
        AR[other] = sum[other] + (other == row ? d->efc_R[row] : 0);
        colind[other] = other;
      }
    }
    for (int k = 0; k < count; k++) {
      int other = met[k];
      if (d->efc_AR_rownnz[other] == n) continue;
      d->efc_AR_colind[used[other]] = row;
      d->efc_AR[used[other]++] = sum[other] + (other == row ? d->efc_R[row] : 0);
    }
  }
}

void ig_project_rows(const mjModel* m, mjData* d) {
  if (!d->nefc || !ig_is_dual(m)) return;
  ig_stack_mark(d);
  if (ig_is_sparse(m)) {
    project_sparse(m, d);
  } else {
    project_dense(m, d);
  }
  ig_stack_free(d);
}

void mj_projectConstraint(const mjModel* m, mjData* d) { ig_project_rows(m, d); }
