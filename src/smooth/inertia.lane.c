// SPDX-License-Identifier: Apache-2.0
#include "smooth/inertia.h"

#include <string.h>

#include "base/clones.h"
#include "lane/quad.h"
#include "math/spatial.h"
#include "smooth/jacobian.h"
#if IG_WIDTH == 1
#include "model/sleep.h"
#endif

void IG_NAME(ig_composite_bodies)(const mjModel* m, ig_Data* d, bool asleep) {
  ig_Subset bodies = ig_awake_bodies(asleep, m, d), parents = ig_awake_parents(asleep, m, d);
  if (asleep) {
    for (int k = 0; k < bodies.count; k++) ig_copy_reals(d->crb + 10 * bodies.index[k], d->cinert + 10 * bodies.index[k], 10);
  } else {
#ifdef IG_GPU
    ig_copy_reals(d->crb, d->cinert, 10 * (int)m->nbody);  // bytes would be those of the neighbours too
#else
    memcpy(d->crb, d->cinert, sizeof(real) * 10 * (size_t)m->nbody);
#endif
  }
  for (int k = parents.count - 1; k >= 0; k--) {
    int body = ig_member(parents, k), parent = m->body_parentid[body];
    if (parent <= 0) continue;
    real *to = d->crb + 10 * parent, *from = d->crb + 10 * body;
    int i = 0;
#define STEP(type) IG_AT(type, to + i) += IG_AT(type, from + i);
    IG_IN_PACKS(i, 10, STEP);
#undef STEP
  }
}

// Rows of M that are made together: the columns they have in common are read once. As many as keep their forces in
// registers.
enum { FORCES = IG_WIDTH == 8 ? 3 : IG_WIDTH == 4 ? 2 : 1, ROWS = FORCES * IG_PACK };

// a . b in the order of mju_dot, for a pack of b
IG_INLINE ig_Pack dot6(const real a[6], const ig_Pack b[6]) {
  return ((a[0] * b[0] + a[2] * b[2]) + (a[1] * b[1] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5]);
}

// entry k of a row, and of the row in the older order: the diagonal first
typedef struct {
  real *row, *old;
} Row;

IG_INLINE void set_entry(Row r, int k, real value, bool old_order) {
  r.row[k] = value;
  if (old_order) r.old[-k] = value;
}

// Rows of a chain of n dofs, the parent first. A row is the force that accelerates its dof, as felt by the dof and those
// that carry it.
IG_INLINE void mass_rows(const mjModel* m, ig_Data* d, ig_Pattern p, ig_Subset dofs, int at, int n, bool old_order) {
  ig_Pack forces[FORCES][6];
  Row rows[ROWS];
  int dof = 0, common = ig_below(p, ig_member(dofs, at));
  for (int c = 0; c < ROWS; c++) {
    real force[6];
    ig_zero_reals(force, 6);
    if (c < n) {
      dof = ig_member(dofs, at + c);
      ig_mulinertvec(force, d->crb + 10 * m->dof_bodyid[dof], d->cdof + 6 * dof);
      rows[c] = (Row){d->M + p.rowadr[dof], d->qM + m->dof_Madr[dof] + ig_below(p, dof)};
    }
    for (int e = 0; e < 6; e++) ig_pack_set(&forces[c / IG_PACK][e], c % IG_PACK, force[e]);
  }
  const int* col = p.colind + p.rowadr[dof];
  for (int k = 0; k < common; k++) {
    real cdof[6];
    ig_copy6(cdof, d->cdof + 6 * col[k]);
    for (int e = 0; e < 6; e++) IG_KEEP(cdof[e]);
    for (int f = 0; f < FORCES; f++) {
      ig_Pack entries = dot6(cdof, forces[f]);
      for (int c = 0; c < IG_PACK; c++) {
        if (f * IG_PACK + c < n) set_entry(rows[f * IG_PACK + c], k, ig_pack_at(entries, c), old_order);
      }
    }
  }

  // the dofs of the chain themselves: a dof is felt by its children
  for (int k = 0; k < n; k++) {
    int self = ig_member(dofs, at + k);
    for (int f = 0; f < FORCES; f++) {
      ig_Pack entries = dot6(d->cdof + 6 * self, forces[f]);
      for (int c = 0; c < IG_PACK; c++) {
        int row = f * IG_PACK + c;
        if (row < k || row >= n) continue;
        real entry = ig_pack_at(entries, c);
        if (row == k) entry += ig_param(m, d, dof_armature, self);
        set_entry(rows[row], common + k, entry, old_order);
      }
    }
  }
}

// copy a row to the older order: the diagonal first
IG_INLINE void keep_old_row(const mjModel* m, ig_Data* d, ig_Pattern p, int i) {
  const real* row = d->M + p.rowadr[i];
  real* restrict old = d->qM + m->dof_Madr[i];
  for (int k = ig_below(p, i); k >= 0; k--) *old++ = row[k];
}

IG_INLINE void composite_inertia(const mjModel* m, ig_Data* d, bool old_order) {
  bool asleep = ig_dofs_asleep(m, d);
  ig_Subset dofs = ig_awake_dofs(asleep, m, d);
  ig_Pattern p = ig_mass_pattern(m);
  IG_NAME(ig_composite_bodies)(m, d, asleep);
  for (int k = 0, n; k < dofs.count; k += n) {
    int i = ig_member(dofs, k);

    // a simple dof moves nothing else: a constant on the diagonal
    if (m->dof_simplenum[i]) {
      n = 1;
      set_entry((Row){d->M + p.rowadr[i], d->qM + m->dof_Madr[i]}, 0, ig_param(m, d, dof_M0, i), old_order);
      continue;
    }
    n = ig_chain_length(dofs, p, k, 1, ROWS);
    switch (n) {
      case 1: mass_rows(m, d, p, dofs, k, 1, old_order); break;
      case 2: mass_rows(m, d, p, dofs, k, 2, old_order); break;
      case 3: mass_rows(m, d, p, dofs, k, 3, old_order); break;
      default: mass_rows(m, d, p, dofs, k, 4, old_order);
    }
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

// the same over a sparse row
IG_INLINE void add_sparse(const mjModel* m, ig_Data* d, int tendon, real armature) {
  ig_Pattern p = ig_mass_pattern(m);
  mask none = ig_eq(armature, ig_broadcast(0));
  int adr = d->ten_J_rowadr[tendon], n = d->ten_J_rownnz[tendon];
  const real* jac = d->ten_J + adr;
  const int* jcol = d->ten_J_colind + adr;
  for (int i = 0; i < n; i++) {
    real coef = armature * jac[i], *row = d->M + p.rowadr[jcol[i]];
    const int* col = p.colind + p.rowadr[jcol[i]];

    // at the dofs that both the row of M and the tendon have
    for (int k = 0, j = 0; k < p.rownnz[jcol[i]] && j < n;) {
      if (col[k] == jcol[j]) row[k] = ig_select(none, row[k], row[k] + coef * jac[j]);
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
    if (sparse) {
      add_sparse(m, d, tendon, armature);
    } else {
      add_dense(m, d, tendon, armature);
    }
  }
}

// rows are copied to the older order while they are at hand, unless tendons still add to them
IG_KERNEL_CLONES void IG_NAME(ig_mass_matrix)(const mjModel* m, ig_Data* d) {
  bool tendons = false;
  for (int i = 0; i < m->ntendon && !tendons; i++) tendons = !ig_param_is_zero(m, d, tendon_armature, i);
  if (!tendons) {
    composite_inertia(m, d, true);
    return;
  }
  composite_inertia(m, d, false);
  tendon_inertia(m, d);
  for (int i = 0; i < m->nv; i++) keep_old_row(m, d, ig_mass_pattern(m), i);
}

void IG_NAME(ig_factor_mass)(const mjModel* m, ig_Data* d) {
  ig_Subset dofs = ig_awake_dofs(ig_dofs_asleep(m, d), m, d);
  IG_NAME(ig_factor_rows)(d->qLD, d->M, d->qLDiagInv, dofs, ig_mass_pattern(m));
}

void IG_NAME(ig_solve_mass)(const mjModel* m, const ig_Data* d, real* x, const real* y, int n) {
  if (x != y) ig_copy_reals(x, y, n * m->nv);
  IG_NAME(ig_solve_rows)(x, d->qLD, d->qLDiagInv, m->nv, n, (ig_Subset){NULL, m->nv}, ig_mass_pattern(m));
}

void IG_NAME(ig_half_solve_mass)(const mjModel* m, const ig_Data* d, real* x, const real* y, const real* sqrt_invd, int n) {
  if (x != y) ig_copy_reals(x, y, n * m->nv);
  IG_NAME(ig_half_solve_rows)(x, d->qLD, sqrt_invd, m->nv, n, ig_mass_pattern(m));
}

void IG_NAME(ig_mul_mass)(const mjModel* m, const ig_Data* d, real* res, const real* vec) {
  ig_Pattern p = ig_mass_pattern(m);
  ig_zero_reals(res, m->nv);
  for (int i = 0; i < m->nv; i++) {
    int n = ig_below(p, i);
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
  IG_NAME(ig_half_mul_rows)(res, d->qLD, vec, m->nv, ig_mass_pattern(m));
}
