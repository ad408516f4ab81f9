// SPDX-License-Identifier: Apache-2.0
#include "smooth/tendon/tendon.h"

#include "math/sums.h"
#include "smooth/jacobian.h"

// place of a dof in a sparse row that is kept in ascending order; makes room for it when it is new
static int place_in_row(ig_Data* d, int adr, int* nnz, int dof) {
  int at = adr + *nnz;
  while (at > adr && d->ten_J_colind[at - 1] > dof) at--;
  if (at > adr && d->ten_J_colind[at - 1] == dof) return at - 1;
  for (int i = adr + *nnz; i > at; i--) {
    d->ten_J_colind[i] = d->ten_J_colind[i - 1];
    d->ten_J[i] = d->ten_J[i - 1];
  }
  d->ten_J_colind[at] = dof;
  d->ten_J[at] = ig_broadcast(0);
  ++*nnz;
  return at;
}

void IG_NAME(ig_fixed_tendon)(const mjModel* m, ig_Data* d, int tendon, int adr) {
  bool sparse = ig_is_sparse(m);
  int begin = m->tendon_adr[tendon], end = begin + m->tendon_num[tendon], nnz = 0;
  real length = ig_broadcast(0);
  for (int i = begin; i < end; i++) {
    int joint = m->wrap_objid[i], dof = m->jnt_dofadr[joint];
    real coef = ig_param(m, d, wrap_prm, i);
    length += coef * d->qpos[m->jnt_qposadr[joint]];
    if (sparse) {
      d->ten_J[place_in_row(d, adr, &nnz, dof)] += coef;
    } else {
      d->ten_J[(size_t)tendon * m->nv + dof] = coef;
    }
  }
  if (sparse) d->ten_J_rownnz[tendon] = nnz;
  d->ten_length[tendon] = length;
}

#if IG_WIDTH == 1

void ig_tendons(const mjModel* m, mjData* d) {
  if (m->ntendon) ig_tendon(m, d);
}

#else

// spatial tendons run lane by lane, at width 1
void IG_NAME(ig_tendons)(const mjModel* m, ig_Data* d) {
  bool sparse = ig_is_sparse(m);
  int adr = 0;
  if (!sparse) ig_zero_reals(d->ten_J, m->ntendon * m->nv);
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    d->ten_wrapadr[tendon] = d->ten_wrapnum[tendon] = 0;
    if (sparse) d->ten_J_rowadr[tendon] = adr;
    IG_NAME(ig_fixed_tendon)(m, d, tendon, adr);
    if (sparse) adr += d->ten_J_rownnz[tendon];
  }
}

#endif

// ten_velocity = ten_J qvel
void IG_NAME(ig_tendon_velocities)(const mjModel* m, ig_Data* d) {
  bool sparse = ig_is_sparse(m);
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (sparse) {
      int adr = d->ten_J_rowadr[tendon];
      d->ten_velocity[tendon] = ig_dot_sparse(d->ten_J + adr, d->qvel, d->ten_J_rownnz[tendon], d->ten_J_colind + adr);
    } else {
      d->ten_velocity[tendon] = ig_dot_dense(d->ten_J + (size_t)tendon * m->nv, d->qvel, m->nv);
    }
  }
}
