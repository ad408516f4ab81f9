// SPDX-License-Identifier: Apache-2.0
#include "smooth/tendon/tendon.h"

#include "math/sums.h"
#include "smooth/jacobian.h"
#include "smooth/tendon/gradient_row.h"
#include "smooth/tendon/tendon_wrap.h"

#if IG_LANES == 1 && IG_WIDTH > 1

// worlds of a GPU share the columns, which the host has written
static int place_in_row(ig_Data* d, int adr, int* nnz, int dof) {
  int at = adr;
  while (d->ten_J_colind[at] != dof) at++;
  return at;
}

#else

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

#endif

void IG_NAME(ig_fixed_tendon)(const mjModel* m, ig_Data* d, int tendon, int adr) {
  bool sparse = ig_is_sparse(m);
  int begin = m->tendon_adr[tendon], end = begin + m->tendon_num[tendon], nnz = 0;
  real length = ig_broadcast(0);
#if IG_LANES == 1 && IG_WIDTH > 1
  if (sparse) nnz = d->ten_J_rownnz[tendon], ig_zero_reals(d->ten_J + adr, nnz);
#endif
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
#if IG_LANES > 1 || IG_WIDTH == 1
  if (sparse) d->ten_J_rownnz[tendon] = nnz;
#endif
  d->ten_length[tendon] = length;
}

#if IG_WIDTH == 1

void ig_tendons(const mjModel* m, mjData* d) { ig_tendon(m, d); }

#elif IG_LANES == 1

// ------------------------------------------------ on a GPU

// gradient of the distance of two points, as ig_row_add_distance
static void add_distance(const mjModel* m, ig_Data* d, int tendon, ig_BodyPoint a, ig_BodyPoint b, num scale) {
  real direction[3];
  real* row = d->ten_J + (size_t)tendon * m->nv;
  ig_sub3(direction, b.pos, a.pos);
  ig_normalize3(direction);
  ig_ChainPair pair = ig_chain_pair(m, a.body, b.body);
  for (int dof; (dof = ig_chain_next(m, &pair)) >= 0;) {
    real column[3];
    ig_pair_column(m, d, column, &pair, dof, a, b);
    row[dof] += scale * ig_dot3(column, direction);
  }
}

// where a piece touches what it bends around, and the length between: -1 where it is straight
static num bend(const mjModel* m, const ig_Data* d, const ig_TendonPiece* piece, num touch[6]) {
  num from[3], to[3], side[3], pos[3], mat[9];
  if (piece->geom < 0) return -1;
  ig_lane_store(from, d->site_xpos + 3 * piece->site[0], 3, 0);
  ig_lane_store(to, d->site_xpos + 3 * piece->site[1], 3, 0);
  ig_lane_store(pos, d->geom_xpos + 3 * piece->geom, 3, 0);
  ig_lane_store(mat, d->geom_xmat + 9 * piece->geom, 9, 0);
  if (piece->side >= 0) ig_lane_store(side, d->site_xpos + 3 * piece->side, 3, 0);
  ig_WrapGeom geom = {pos, mat, ig_lane(ig_param(m, d, geom_size, 3 * piece->geom), 0), piece->cylinder};
  return ig_wrap(touch, &geom, from, to, piece->side >= 0 ? side : nullptr);
}

static real add_piece(const mjModel* m, ig_Data* d, int tendon, const ig_TendonPiece* piece) {
  num touch[6], arc = bend(m, d, piece, touch), scale = 1 / piece->divisor;
  ig_BodyPoint from = {d->site_xpos + 3 * piece->site[0], m->site_bodyid[piece->site[0]]};
  ig_BodyPoint to = {d->site_xpos + 3 * piece->site[1], m->site_bodyid[piece->site[1]]};
  if (arc < 0) {
    if (from.body != to.body) add_distance(m, d, tendon, from, to, scale);
    return ig_dist3(from.pos, to.pos) / piece->divisor;
  }
  // both points of the arc move with the geom
  real meets[3], leaves[3];
  for (int k = 0; k < 3; k++) meets[k] = ig_broadcast(touch[k]), leaves[k] = ig_broadcast(touch[3 + k]);
  int body = m->geom_bodyid[piece->geom];
  ig_BodyPoint first = {meets, body}, last = {leaves, body};
  if (from.body != body) add_distance(m, d, tendon, from, first, scale);
  if (to.body != body) add_distance(m, d, tendon, last, to, scale);
  return (ig_dist3(from.pos, meets) + arc + ig_dist3(leaves, to.pos)) / piece->divisor;
}

static void spatial_tendon(const mjModel* m, ig_Data* d, int tendon) {
  real length = ig_broadcast(0);
  ig_TendonWalk walk = ig_tendon_walk(m, tendon);
  ig_TendonPiece piece;
  while (ig_tendon_step(m, &walk, &piece)) {
    if (!walk.pulley) length += add_piece(m, d, tendon, &piece);
  }
  d->ten_length[tendon] = length;
}

// columns and paths are the host's
void IG_NAME(ig_tendons)(const mjModel* m, ig_Data* d) {
  bool sparse = ig_is_sparse(m);
  if (!sparse) ig_zero_reals(d->ten_J, m->ntendon * m->nv);
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (m->wrap_type[m->tendon_adr[tendon]] != mjWRAP_JOINT) {
      spatial_tendon(m, d, tendon);
    } else {
      IG_NAME(ig_fixed_tendon)(m, d, tendon, sparse ? d->ten_J_rowadr[tendon] : 0);
    }
  }
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
