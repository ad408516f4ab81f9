#include "solve/hessian.h"

#include <math.h>
#include <string.h>

#include "base/clones.h"
#include "math/cholesky.h"
#include "math/csr.h"
#include "math/dense.h"

static mjtNum active_D(const ig_Problem* p, int row) { return p->state[row] == mjCNSTRSTATE_QUADRATIC ? p->D[row] : 0; }

// ---------------------------------------------------------------------------------------- pattern of L

// a list of columns without repeats: mark[column] is the row that noted it last
typedef struct {
  int *mark, *list;
  int count;
} Pattern;

static void note(Pattern* pattern, int stamp, int column) {
  if (pattern->mark[column] == stamp) return;
  pattern->mark[column] = stamp;
  pattern->list[pattern->count++] = column;
}

// columns c < r with H[r][c] != 0; *from_J of them come from J
static void hessian_row(const ig_Problem* p, int r, Pattern* pattern, int* from_J) {
  pattern->count = 0;
  for (int k = p->dof_adr[r]; k < p->dof_adr[r] + p->dof_groups[r]; k++) {
    const int* column = p->J_colind + p->J_rowadr[p->group_row[p->dof_group[k]]];
    for (int i = 0; i < p->dof_place[k]; i++) note(pattern, r, column[i]);
  }
  *from_J = pattern->count;
  const int* column = p->M_colind + p->M_rowadr[r];
  for (int i = 0; i < p->M_rownnz[r] - 1; i++) note(pattern, r, column[i]);
}

// columns of H without the diagonal, as lists of rows in ascending order: those of column c are row[adr[c]] to
// row[adr[c + 1] - 1], all larger than c
typedef struct {
  int *adr, *row;
} Columns;

static void count_columns(ig_Hessian* h, mjData* d, int* adr) {
  const ig_Problem* p = h->problem;
  int nv = p->nv;
  size_t n = (size_t)nv;
  mj_markStack(d);
  Pattern pattern = {mj_stackAllocInt(d, n), mj_stackAllocInt(d, n), 0};
  memset(pattern.mark, -1, sizeof(int) * n);
  memset(adr, 0, sizeof(int) * (n + 1));

  // entries of H; M's are counted from the start of the array that holds it, as in 3.5.0
  h->nH = p->M_rowadr[nv - 1] + p->M_rownnz[nv - 1];
  for (int r = 0; r < nv; r++) {
    int from_J;
    hessian_row(p, r, &pattern, &from_J);
    h->nH += from_J + (p->dof_groups[r] > 0);
    for (int i = 0; i < pattern.count; i++) adr[pattern.list[i] + 1]++;
  }
  for (int c = 0; c < nv; c++) adr[c + 1] += adr[c];
  mj_freeStack(d);
}

static Columns make_columns(ig_Hessian* h, mjData* d) {
  const ig_Problem* p = h->problem;
  size_t n = (size_t)p->nv;
  Columns columns = {.adr = mj_stackAllocInt(d, n + 1)};
  count_columns(h, d, columns.adr);
  columns.row = mj_stackAllocInt(d, (size_t)columns.adr[n]);
  mj_markStack(d);
  Pattern pattern = {mj_stackAllocInt(d, n), mj_stackAllocInt(d, n), 0};
  int* fill = mj_stackAllocInt(d, n);
  memcpy(fill, columns.adr, sizeof(int) * n);
  memset(pattern.mark, -1, sizeof(int) * n);
  for (int r = 0; r < p->nv; r++) {
    int from_J;
    hessian_row(p, r, &pattern, &from_J);
    for (int i = 0; i < pattern.count; i++) columns.row[fill[pattern.list[i]]++] = r;
  }
  mj_freeStack(d);
  return columns;
}

// the tree, and the number of entries: column c of L has the rows on the paths from its rows in H up to c. Returns the
// number of entries below the diagonal.
static int find_tree(ig_Hessian* h, mjData* d, Columns columns) {
  int nv = h->problem->nv, below = 0;
  mj_markStack(d);
  int* seen = mj_stackAllocInt(d, (size_t)nv);
  memset(seen, -1, sizeof(int) * (size_t)nv);
  for (int c = nv - 1; c >= 0; c--) {
    h->parent[c] = -1;
    h->rownnz[c] = 1;
    h->below_num[c] = 0;
    seen[c] = c;
    for (int k = columns.adr[c]; k < columns.adr[c + 1]; k++) {
      for (int r = columns.row[k]; seen[r] != c; r = h->parent[r]) {
        if (h->parent[r] < 0) h->parent[r] = c;
        seen[r] = c;
        h->rownnz[r]++;
        h->below_num[c]++;
      }
    }
  }
  mj_freeStack(d);
  h->nL = 0;
  for (int r = 0; r < nv; r++) {
    h->rowadr[r] = h->nL;
    h->below_adr[r] = below;
    h->nL += h->rownnz[r];
    below += h->below_num[r];
  }
  return below;
}

// columns in ascending order come out of walking the paths again, first column first
static void write_rows(ig_Hessian* h, mjData* d, Columns columns) {
  int nv = h->problem->nv;
  size_t n = (size_t)nv;
  mj_markStack(d);
  int *used = mj_stackAllocInt(d, n), *visited = mj_stackAllocInt(d, n);
  memset(used, 0, sizeof(int) * n);
  memset(visited, -1, sizeof(int) * n);
  for (int c = 0; c < nv; c++) {
    visited[c] = c;
    int count = 0;
    for (int k = columns.adr[c]; k < columns.adr[c + 1]; k++) {
      for (int r = columns.row[k]; visited[r] != c; r = h->parent[r]) {
        visited[r] = c;
        int at = h->rowadr[r] + used[r]++;
        h->colind[at] = c;
        h->below_row[h->below_adr[c] + count] = r;
        h->below_at[h->below_adr[c] + count++] = at;
      }
    }
  }
  for (int r = 0; r < nv; r++) h->colind[h->rowadr[r] + used[r]] = r;
  mj_freeStack(d);
}

// Rows of L grow from the last to the first: row r has the columns of H's row r and those of its children in the
// tree. The parent of r is its largest column, which takes over all the others.
static void sparse_pattern(ig_Hessian* h, mjData* d) {
  size_t n = (size_t)h->problem->nv;
  h->rownnz = mj_stackAllocInt(d, n);
  h->rowadr = mj_stackAllocInt(d, n);
  h->parent = mj_stackAllocInt(d, n);
  h->below_num = mj_stackAllocInt(d, n);
  h->below_adr = mj_stackAllocInt(d, n);
  Columns columns = make_columns(h, d);
  size_t below = (size_t)find_tree(h, d, columns);
  h->colind = mj_stackAllocInt(d, (size_t)h->nL);
  h->below_row = mj_stackAllocInt(d, below);
  h->below_at = mj_stackAllocInt(d, below);
  write_rows(h, d, columns);
}

ig_Hessian ig_hessian_make(const ig_Problem* p, mjData* d, bool cones) {
  ig_Hessian h = {.problem = p, .nL = p->nv * p->nv};
  if (p->sparse) sparse_pattern(&h, d);
  h.L = mj_stackAllocNum(d, (size_t)h.nL);
  h.with_cones = cones ? mj_stackAllocNum(d, (size_t)h.nL) : NULL;
  h.scratch = mj_stackAllocNum(d, (size_t)p->nv);
  ig_zero(h.scratch, p->nv);
  return h;
}

// ---------------------------------------------------------------------------------------- factorisation

IG_CLONES static void factor_dense(ig_Hessian* h) {
  const ig_Problem* p = h->problem;
  int nv = p->nv;
  ig_zero(h->L, nv * nv);
  for (int row = 0; row < p->nefc; row++) {
    mjtNum D = active_D(p, row);
    if (D == 0) continue;
    const mjtNum* J = p->J + (size_t)row * (size_t)nv;
    for (int i = 0; i < nv; i++) {
      // to the diagonal, and on to whole fours: what lies above it is never read
      int columns = i / 4 * 4 + 4 < nv ? i / 4 * 4 + 4 : nv;
      if (J[i] != 0) ig_addtoscl(h->L + (size_t)i * (size_t)nv, J, J[i] * D, columns);
    }
  }
  for (int i = 0; i < nv; i++) {
    for (int k = p->M_rowadr[i]; k < p->M_rowadr[i] + p->M_rownnz[i]; k++)
      h->L[(size_t)i * (size_t)nv + (size_t)p->M_colind[k]] += p->M[k];
  }
  ig_chol_factor(h->L, nv, mjMINVAL);
}

// row r of H added to x: per group, the rows' parts side by side, then to their columns
static void add_hessian_row(const ig_Problem* p, int r, mjtNum* x) {
  mjtNum* part = p->part;
  for (int k = p->dof_adr[r]; k < p->dof_adr[r] + p->dof_groups[r]; k++) {
    int group = p->dof_group[k], place = p->dof_place[k], first = p->group_row[group];
    bool active = false;
    for (int row = first; row < first + p->group_rows[group]; row++) {
      const mjtNum* J = p->J + p->J_rowadr[row];
      mjtNum coef = J[place] * active_D(p, row);
      if (coef == 0) continue;
      if (active)
        ig_addtoscl(part, J, coef, place + 1);
      else
        ig_scl(part, J, coef, place + 1);
      active = true;
    }
    if (!active) continue;
    const int* column = p->J_colind + p->J_rowadr[first];
    for (int i = 0; i <= place; i++) x[column[i]] += part[i];
  }
  for (int k = p->M_rowadr[r]; k < p->M_rowadr[r] + p->M_rownnz[r]; k++) x[p->M_colind[k]] += p->M[k];
}

// From the last row to the first: a row of H, less what the finished rows below contribute.
IG_CLONES static void factor_sparse(ig_Hessian* h) {
  mjtNum* x = h->scratch;
  for (int r = h->problem->nv - 1; r >= 0; r--) {
    add_hessian_row(h->problem, r, x);
    for (int k = h->below_adr[r]; k < h->below_adr[r] + h->below_num[r]; k++) {
      int at = h->below_at[k];
      mjtNum coef = h->L[at];
      for (int i = h->rowadr[h->below_row[k]]; i <= at; i++) x[h->colind[i]] -= coef * h->L[i];
    }
    int first = h->rowadr[r], diag = first + h->rownnz[r] - 1;
    mjtNum root = sqrt(x[r] < mjMINVAL ? mjMINVAL : x[r]), inverse = 1 / root;
    h->L[diag] = root;
    x[r] = 0;
    for (int i = first; i < diag; i++) {
      h->L[i] = x[h->colind[i]] * inverse;
      x[h->colind[i]] = 0;
    }
  }
}

// L^T L +- v v^T, v in scratch with its last nonzero at `last`; scratch is zero again afterwards
static int update_sparse(ig_Hessian* h, mjtNum* L, int last, bool plus) {
  mjtNum* v = h->scratch;
  int rank = h->problem->nv;
  for (int r = last; r >= 0; r = h->parent[r]) {
    mjtNum vr = v[r];
    v[r] = 0;
    if (vr == 0) continue;
    int first = h->rowadr[r], diag = first + h->rownnz[r] - 1;
    mjtNum pivot = L[diag], square = pivot * pivot + (plus ? vr * vr : -vr * vr);
    if (square < mjMINVAL) {
      square = mjMINVAL;
      rank--;
    }
    mjtNum root = sqrt(square), c = root / pivot, inverse = 1 / c, s = vr / pivot, signed_s = plus ? s : -s;
    L[diag] = root;
    for (int i = first; i < diag; i++) {
      mjtNum* x = &v[h->colind[i]];
      L[i] = (L[i] + signed_s * *x) * inverse;
      *x = c * *x - s * L[i];
    }
  }
  return rank;
}

// change of a factor by a multiple of a row of J
static int change_row(ig_Hessian* h, int row, mjtNum scale, bool plus) {
  const ig_Problem* p = h->problem;
  if (!p->sparse) {
    ig_scl(h->scratch, p->J + (size_t)row * (size_t)p->nv, scale, p->nv);
    return ig_chol_update(h->L, h->scratch, p->nv, plus);
  }
  int adr = p->J_rowadr[row], nnz = p->J_rownnz[row];
  if (!nnz) return p->nv;
  for (int i = 0; i < nnz; i++) h->scratch[p->J_colind[adr + i]] = p->J[adr + i] * scale;
  return update_sparse(h, h->L, p->J_colind[adr + nnz - 1], plus);
}

// a cone's Hessian C = K K^T adds J^T C J: one rank-one change by each row of K^T J
static void add_cone(ig_Hessian* h, int row, int dim, const mjtNum* C) {
  const ig_Problem* p = h->problem;
  mjtNum K[36];
  ig_copy(K, C, dim * dim);
  ig_chol_factor(K, dim, mjMINVAL);
  for (int c = 0; c < dim; c++) {
    if (!p->sparse) {
      ig_zero(h->scratch, p->nv);
      for (int r = c; r < dim; r++) ig_addtoscl(h->scratch, p->J + (size_t)(row + r) * (size_t)p->nv, K[r * dim + c], p->nv);
      ig_chol_update(h->with_cones, h->scratch, p->nv, true);
      continue;
    }
    int nnz = p->J_rownnz[row];
    if (!nnz) continue;
    for (int r = c; r < dim; r++) {
      int adr = p->J_rowadr[row + r];
      for (int i = 0; i < nnz; i++) h->scratch[p->J_colind[adr + i]] += p->J[adr + i] * K[r * dim + c];
    }
    update_sparse(h, h->with_cones, p->J_colind[p->J_rowadr[row] + nnz - 1], true);
  }
  h->nupdate += dim;
}

static void add_cones(ig_Hessian* h) {
  const ig_Problem* p = h->problem;
  h->ncone = 0;
  for (int row = p->ne + p->nf; row < p->nefc; row++) h->ncone += p->state[row] == mjCNSTRSTATE_CONE;
  if (!h->ncone) return;
  ig_copy(h->with_cones, h->L, h->nL);
  for (int row = p->ne + p->nf; row < p->nefc; row++) {
    if (p->state[row] != mjCNSTRSTATE_CONE) continue;
    const mjContact* con = p->contact + p->id[row];
    add_cone(h, row, con->dim, con->H);
    row += con->dim - 1;
  }
}

void ig_hessian_factor(ig_Hessian* h) {
  if (h->problem->sparse)
    factor_sparse(h);
  else
    factor_dense(h);
  add_cones(h);
  h->nupdate = h->problem->nefc;
}

void ig_hessian_update(ig_Hessian* h, const int* old) {
  const ig_Problem* p = h->problem;
  h->nupdate = 0;
  for (int row = 0; row < p->nefc; row++) {
    bool was = old[row] == mjCNSTRSTATE_QUADRATIC, is = p->state[row] == mjCNSTRSTATE_QUADRATIC;
    if (was == is) continue;
    h->nupdate++;
    // accuracy lost: start over
    if (change_row(h, row, sqrt(p->D[row]), is) < p->nv) {
      if (p->sparse) ig_zero(h->scratch, p->nv);
      ig_hessian_factor(h);
      return;
    }
  }
  add_cones(h);
}

void ig_hessian_solve(const ig_Hessian* h, mjtNum* x, const mjtNum* b) {
  const mjtNum* L = h->ncone ? h->with_cones : h->L;
  int nv = h->problem->nv;
  if (!h->problem->sparse) {
    ig_chol_solve(x, L, b, nv);
    return;
  }
  ig_copy(x, b, nv);
  for (int r = nv - 1; r >= 0; r--) {
    int first = h->rowadr[r], diag = first + h->rownnz[r] - 1;
    if (x[r] == 0) continue;
    x[r] /= L[diag];
    for (int i = first; i < diag; i++) x[h->colind[i]] -= L[i] * x[r];
  }
  for (int r = 0; r < nv; r++) {
    int first = h->rowadr[r], off = h->rownnz[r] - 1;
    x[r] -= ig_dot_row(L + first, h->colind + first, off, x);
    x[r] /= L[first + off];
  }
}
