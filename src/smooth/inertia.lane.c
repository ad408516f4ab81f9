#include "smooth/inertia.h"

#include <string.h>

#include "base/clones.h"
#include "math/spatial.h"
#include "smooth/jacobian.h"
#if IG_WIDTH == 1
#include "model/sleep.h"
#endif

// entries of M in row i, the diagonal not counted
IG_INLINE int below(ig_Pattern p, int i) { return p.rownnz[i] - 1; }

// sparse row times vector: four partial sums, combined as (0+2)+(1+3), then the rest one by one
IG_INLINE real row_dot(const real* row, const int* col, int n, const real* x) {
  int k = 0;
#if IG_WIDTH == 1
  typedef double Two __attribute__((vector_size(16), aligned(8), may_alias));
  Two even = {0, 0}, odd = {0, 0};
  for (; k + 4 <= n; k += 4) {
    const Two* entry = (const Two*)(row + k);
    even += entry[0] * (Two){x[col[k]], x[col[k + 1]]};
    odd += entry[1] * (Two){x[col[k + 2]], x[col[k + 3]]};
  }
  even += odd;
  real sum = even[0] + even[1];
#else
  real s0 = ig_broadcast(0), s1 = s0, s2 = s0, s3 = s0;
  for (; k + 4 <= n; k += 4) {
    s0 += row[k] * x[col[k]];
    s1 += row[k + 1] * x[col[k + 1]];
    s2 += row[k + 2] * x[col[k + 2]];
    s3 += row[k + 3] * x[col[k + 3]];
  }
  real sum = (s0 + s2) + (s1 + s3);
#endif
  for (; k < n; k++) sum += row[k] * x[col[k]];
  return sum;
}

// inertia of everything that moves with a body
static void composite_bodies(const mjModel* m, ig_Data* d, bool asleep) {
  ig_Subset bodies = ig_awake_bodies(asleep, m, d), parents = ig_awake_parents(asleep, m, d);
  if (asleep) {
    for (int k = 0; k < bodies.count; k++) ig_copy_reals(d->crb + 10 * bodies.index[k], d->cinert + 10 * bodies.index[k], 10);
  } else {
    memcpy(d->crb, d->cinert, sizeof(real) * 10 * (size_t)m->nbody);
  }
  for (int k = parents.count - 1; k >= 0; k--) {
    int body = ig_member(parents, k), parent = m->body_parentid[body];
    if (parent <= 0) continue;
    real sum[10], *to = d->crb + 10 * parent;
    for (int i = 0; i < 10; i++) sum[i] = to[i] + d->crb[10 * body + i];
    for (int i = 0; i < 10; i++) to[i] = sum[i];
  }
}

// the force on its own body that accelerates a dof
IG_INLINE void dof_force(const mjModel* m, const ig_Data* d, int dof, real force[6]) {
  ig_mulinertvec(force, d->crb + 10 * m->dof_bodyid[dof], d->cdof + 6 * dof);
}

// row i of M: the force that accelerates dof i, as felt by i and the dofs that carry it
IG_INLINE void mass_row(const mjModel* m, ig_Data* d, ig_Pattern p, int i) {
  real force[6], *row = d->M + p.rowadr[i];
  const int* col = p.colind + p.rowadr[i];
  dof_force(m, d, i, force);
  for (int k = below(p, i); k >= 0; k--) row[k] = ig_dot6(d->cdof + 6 * col[k], force);
  row[below(p, i)] += ig_param(m, d, dof_armature, i);
}

// rows i and i + 1, where i carries i + 1: they have the same carriers
IG_INLINE void mass_row_pair(const mjModel* m, ig_Data* d, ig_Pattern p, int i) {
  real first[6], second[6], *row1 = d->M + p.rowadr[i], *row2 = d->M + p.rowadr[i + 1];
  const int* col = p.colind + p.rowadr[i];
  int last = below(p, i);
  dof_force(m, d, i, first);
  dof_force(m, d, i + 1, second);
  for (int k = last; k >= 0; k--) ig_dot6_both(d->cdof + 6 * col[k], first, second, row1 + k, row2 + k);
  row1[last] += ig_param(m, d, dof_armature, i);
  row2[last + 1] = ig_param(m, d, dof_armature, i + 1) + ig_dot6(d->cdof + 6 * (i + 1), second);
}

// copy a row to the older order: the diagonal first
IG_INLINE void keep_old_row(const mjModel* m, ig_Data* d, ig_Pattern p, int i) {
  const real* row = d->M + p.rowadr[i];
  real* restrict old = d->qM + m->dof_Madr[i];
  for (int k = below(p, i); k >= 0; k--) *old++ = row[k];
}

IG_INLINE void composite_inertia(const mjModel* m, ig_Data* d, bool old_order) {
  bool asleep = ig_dofs_asleep(m, d);
  ig_Subset dofs = ig_awake_dofs(asleep, m, d);
  ig_Pattern p = ig_mass_pattern(m);
  composite_bodies(m, d, asleep);
  for (int k = 0; k < dofs.count; k++) {
    int i = ig_member(dofs, k);

    // a simple dof moves nothing else: a constant on the diagonal
    int n = 1;
    if (m->dof_simplenum[i]) {
      d->M[p.rowadr[i]] = ig_param(m, d, dof_M0, i);
    } else if (k + 1 < dofs.count && ig_member(dofs, k + 1) == i + 1 && m->dof_parentid[i + 1] == i) {
      mass_row_pair(m, d, p, i);
      n = 2;
      k++;
    } else {
      mass_row(m, d, p, i);
    }
    for (int row = i; old_order && row < i + n; row++) keep_old_row(m, d, p, row);
  }
}

IG_KERNEL_CLONES void IG_NAME(ig_composite_inertia)(const mjModel* m, ig_Data* d) { composite_inertia(m, d, false); }

// M += armature J' J over a dense row of the tendon Jacobian; a lane without armature keeps its bits
IG_INLINE void add_dense(const mjModel* m, ig_Data* d, int tendon, real armature) {
  ig_Pattern p = ig_mass_pattern(m);
  const real* jac = d->ten_J + tendon * m->nv;
  mask none = ig_eq(armature, ig_broadcast(0));
  for (int i = 0; i < m->nv; i++) {
    real coef = armature * jac[i], *row = d->M + p.rowadr[i];
    const int* col = p.colind + p.rowadr[i];
    for (int k = 0; k < p.rownnz[i]; k++) row[k] = ig_select(none, row[k], row[k] + coef * jac[col[k]]);
  }
}

// The same over a sparse row. Which dofs a path depends on may differ between worlds: lane by lane.
IG_INLINE void add_sparse(const mjModel* m, ig_Data* d, int tendon, int lane, double armature) {
  ig_Pattern p = ig_mass_pattern(m);
  const mjData* world = ig_world(d, lane);
  int adr = world->ten_J_rowadr[tendon], n = world->ten_J_rownnz[tendon];
  const mjtNum* jac = world->ten_J + adr;
  const int* jcol = world->ten_J_colind + adr;
  for (int i = 0; i < n; i++) {
    double coef = armature * jac[i];
    real* row = d->M + p.rowadr[jcol[i]];
    const int* col = p.colind + p.rowadr[jcol[i]];

    // at the dofs that both the row of M and the tendon have
    for (int k = 0, j = 0; k < p.rownnz[jcol[i]] && j < n;) {
      if (col[k] == jcol[j]) ig_set_lane(row + k, lane, ig_lane(row[k], lane) + coef * jac[j]);
      int step = (col[k] >= jcol[j]) - (col[k] <= jcol[j]);
      k += step <= 0, j += step >= 0;
    }
  }
}

// M += armature * J' J for each tendon that has one
static void tendon_inertia(const mjModel* m, ig_Data* d) {
  bool sparse = ig_is_sparse(m);
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    real armature = ig_param(m, d, tendon_armature, tendon);
    if (ig_all(ig_eq(armature, ig_broadcast(0)))) continue;
#if IG_WIDTH == 1
    if (ig_dofs_asleep(m, d) && ig_sleep_state(m, d, mjOBJ_TENDON, tendon) == mjS_ASLEEP) continue;
#endif
    if (!sparse) add_dense(m, d, tendon, armature);
    for (int lane = 0; sparse && lane < IG_WIDTH; lane++) {
      if (ig_lane(armature, lane) != 0) add_sparse(m, d, tendon, lane, ig_lane(armature, lane));
    }
  }
}

// rows are copied to the older order while they are at hand, unless tendons still add to them
IG_KERNEL_CLONES void IG_NAME(ig_mass_matrix)(const mjModel* m, ig_Data* d) {
  bool tendons = false;
  for (int i = 0; i < m->ntendon && !tendons; i++) tendons = !ig_param_is_zero(m, d, tendon_armature, i);
  composite_inertia(m, d, !tendons);
  if (!tendons) return;
  tendon_inertia(m, d);
  for (int i = 0; i < m->nv; i++) keep_old_row(m, d, ig_mass_pattern(m), i);
}

// target[l] += rows[0][l] * scale[0], then rows[1], ...: the order of the single steps, but one pass over the target
IG_INLINE void take_rows(real* restrict target, int n, real* const* rows, const real* scale, int nrow) {
  const real *a = rows[0], *b = nrow > 1 ? rows[1] : a, *c = nrow > 2 ? rows[2] : a, *d = nrow > 3 ? rows[3] : a;
  real s0 = scale[0], s1 = nrow > 1 ? scale[1] : s0, s2 = nrow > 2 ? scale[2] : s0, s3 = nrow > 3 ? scale[3] : s0;
  switch (nrow) {
    case 1:
      for (int l = 0; l < n; l++) target[l] += a[l] * s0;
      break;
    case 2:
      for (int l = 0; l < n; l++) target[l] = (target[l] + a[l] * s0) + b[l] * s1;
      break;
    case 3:
      for (int l = 0; l < n; l++) target[l] = ((target[l] + a[l] * s0) + b[l] * s1) + c[l] * s2;
      break;
    default:
      for (int l = 0; l < n; l++) target[l] = (((target[l] + a[l] * s0) + b[l] * s1) + c[l] * s2) + d[l] * s3;
  }
}

// four rows taken out of two targets at once: they are read once for both; the first target is the longer one
IG_INLINE void take_four_rows_twice(real* restrict first, int nfirst, real* restrict second, int nsecond, real* const* rows,
                                    const real scale[2][4]) {
  const real *a = rows[0], *b = rows[1], *c = rows[2], *d = rows[3];
  real s0 = scale[0][0], s1 = scale[0][1], s2 = scale[0][2], s3 = scale[0][3];
  real t0 = scale[1][0], t1 = scale[1][1], t2 = scale[1][2], t3 = scale[1][3];
  for (int l = 0; l < nsecond; l++) {
    real al = a[l], bl = b[l], cl = c[l], dl = d[l];
    IG_KEEP(al);
    IG_KEEP(bl);
    IG_KEEP(cl);
    IG_KEEP(dl);
    first[l] = (((first[l] + al * s0) + bl * s1) + cl * s2) + dl * s3;
    second[l] = (((second[l] + al * t0) + bl * t1) + cl * t2) + dl * t3;
  }
  for (int l = nsecond; l < nfirst; l++) first[l] = (((first[l] + a[l] * s0) + b[l] * s1) + c[l] * s2) + d[l] * s3;
}

// how many rows from position k down form a chain without branches, each the child of the next; at most 4
IG_INLINE int chain_length(ig_Subset rows, ig_Pattern p, int k) {
  int n = 1;
  while (n < 4 && k >= n) {
    int child = ig_member(rows, k - n + 1), parent = ig_member(rows, k - n);
    const int* col = p.colind + p.rowadr[child];
    if (p.rownnz[child] != p.rownnz[parent] + 1 || col[below(p, child) - 1] != parent) break;
    n++;
  }
  return n;
}

// Finish n rows of a chain, the child first: each is taken out of those after it. The next diagonal is computed ahead
// of its row, so that the division by it runs beside the rest.
IG_INLINE void factor_chain(real* const* chain, const int* last, int n, real* inverse) {
  inverse[0] = 1 / chain[0][last[0]];
  for (int c = 0; c + 1 < n; c++) {
    real* row = chain[c];
    int next = last[c + 1];
    real scale = -row[next] * inverse[c];
    inverse[c + 1] = 1 / (chain[c + 1][next] + row[next] * scale);
    take_rows(chain[c + 1], next + 1, chain + c, &scale, 1);
    for (int up = c + 2; up < n; up++) {
      scale = -row[last[up]] * inverse[c];
      take_rows(chain[up], last[up] + 1, chain + c, &scale, 1);
    }
  }
}

// From the last dof to the first: take row i out of the rows of the dofs that carry it, then divide it. Rows of an
// unbranched chain have the same carriers but for themselves: they are finished among themselves and then taken out
// together.
IG_KERNEL_CLONES void IG_NAME(ig_factor_rows)(real* mat, real* diaginv, ig_Subset rows, ig_Pattern p) {
  for (int k = rows.count - 1; k >= 0;) {
    int n = chain_length(rows, p, k), last[4];
    real *chain[4], inverse[4], scale[2][4];
    for (int c = 0; c < n; c++) {
      int i = ig_member(rows, k - c);
      chain[c] = mat + p.rowadr[i];
      last[c] = below(p, i);
    }
    factor_chain(chain, last, n, inverse);
    const int* col = p.colind + p.rowadr[ig_member(rows, k - n + 1)];
    int j = last[n - 1] - 1;
    for (; n == 4 && j > 0; j -= 2) {
      for (int c = 0; c < 4; c++) scale[0][c] = -chain[c][j] * inverse[c], scale[1][c] = -chain[c][j - 1] * inverse[c];
      take_four_rows_twice(mat + p.rowadr[col[j]], p.rownnz[col[j]], mat + p.rowadr[col[j - 1]], p.rownnz[col[j - 1]], chain,
                           scale);
    }
    for (; j >= 0; j--) {
      for (int c = 0; c < n; c++) scale[0][c] = -chain[c][j] * inverse[c];
      take_rows(mat + p.rowadr[col[j]], p.rownnz[col[j]], chain, scale[0], n);
    }
    for (int c = 0; c < n; c++) {
      if (diaginv) diaginv[ig_member(rows, k - c)] = inverse[c];
      for (int l = 0; l < last[c]; l++) chain[c][l] *= inverse[c];
    }
    k -= n;
  }
}

void IG_NAME(ig_factor_mass)(const mjModel* m, ig_Data* d) {
  bool asleep = ig_dofs_asleep(m, d);
  ig_Subset dofs = ig_awake_dofs(asleep, m, d);
  ig_Pattern p = ig_mass_pattern(m);
  if (asleep) {
    for (int k = 0; k < dofs.count; k++) {
      int i = dofs.index[k];
      ig_copy_reals(d->qLD + p.rowadr[i], d->M + p.rowadr[i], p.rownnz[i]);
    }
  } else {
    memcpy(d->qLD, d->M, sizeof(real) * (size_t)m->nC);
  }
  IG_NAME(ig_factor_rows)(d->qLD, d->qLDiagInv, dofs, p);
}

// x <- L'^-1 x: a dof's share is taken from the dofs that carry it
IG_INLINE void solve_upper(real* x, const real* mat, ig_Subset rows, ig_Pattern p) {
  for (int k = rows.count - 1; k >= 0; k--) {
    int i = ig_member(rows, k), n = below(p, i);
    const real* row = mat + p.rowadr[i];
    const int* col = p.colind + p.rowadr[i];
    real xi = x[i];
    for (int j = 0; j < n; j++) x[col[j]] -= row[j] * xi;
  }
}

IG_INLINE void solve_lower(real* x, const real* mat, ig_Subset rows, ig_Pattern p) {
  for (int k = 0; k < rows.count; k++) {
    int i = ig_member(rows, k), n = below(p, i);
    if (n) x[i] -= row_dot(mat + p.rowadr[i], p.colind + p.rowadr[i], n, x);
  }
}

IG_KERNEL_CLONES void IG_NAME(ig_solve_rows)(real* x, const real* mat, const real* diaginv, int nv, int n, ig_Subset rows,
                                             ig_Pattern p) {
  for (int v = 0; v < n; v++, x += nv) {
    solve_upper(x, mat, rows, p);
    for (int k = 0; k < rows.count; k++) {
      int i = ig_member(rows, k);
      x[i] *= diaginv[i];
    }
    solve_lower(x, mat, rows, p);
  }
}

void IG_NAME(ig_solve_mass)(const mjModel* m, const ig_Data* d, real* x, const real* y, int n) {
  if (x != y) ig_copy_reals(x, y, n * m->nv);
  IG_NAME(ig_solve_rows)(x, d->qLD, d->qLDiagInv, m->nv, n, (ig_Subset){NULL, m->nv}, ig_mass_pattern(m));
}

void IG_NAME(ig_half_solve_mass)(const mjModel* m, const ig_Data* d, real* x, const real* y, const real* sqrt_invd, int n) {
  if (x != y) ig_copy_reals(x, y, n * m->nv);
  for (int v = 0; v < n; v++, x += m->nv) {
    solve_upper(x, d->qLD, (ig_Subset){NULL, m->nv}, ig_mass_pattern(m));
    for (int i = 0; i < m->nv; i++) x[i] *= sqrt_invd[i];
  }
}

void IG_NAME(ig_mul_mass)(const mjModel* m, const ig_Data* d, real* res, const real* vec) {
  ig_Pattern p = ig_mass_pattern(m);
  ig_zero_reals(res, m->nv);
  for (int i = 0; i < m->nv; i++) {
    int n = below(p, i);
    const real* row = d->M + p.rowadr[i];
    const int* col = p.colind + p.rowadr[i];
    real sum = row[n] * vec[i];
    for (int k = n - 1; k >= 0; k--) {
      sum += row[k] * vec[col[k]];
      res[col[k]] += row[k] * vec[i];
    }
    res[i] = sum;
  }
}

void IG_NAME(ig_half_mul_mass)(const mjModel* m, const ig_Data* d, real* res, const real* vec) {
  ig_Pattern p = ig_mass_pattern(m);
  for (int i = 0; i < m->nv; i++) {
    int n = below(p, i);
    const real* row = d->qLD + p.rowadr[i];
    real sum = vec[i];
    if (n) sum += row_dot(row, p.colind + p.rowadr[i], n, vec);
    res[i] = sum * ig_sqrt(row[n]);
  }
}
