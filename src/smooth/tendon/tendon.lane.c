#include "smooth/tendon/tendon.h"

#include <string.h>

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

// ten_velocity = ten_J qvel
static void velocities(const mjModel* m, ig_Data* d) {
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

#if IG_WIDTH == 1

void ig_tendons(const mjModel* m, mjData* d) {
  if (m->ntendon) ig_tendon(m, d);
}

void ig_tendon_velocities(const mjModel* m, mjData* d) { velocities(m, d); }

#else

// rows one after the other; the worlds get the columns too, since code of single worlds reads them
static void fixed_tendons(const mjModel* m, ig_Data* d) {
  bool sparse = ig_is_sparse(m);
  int adr = 0;
  if (!sparse) ig_zero_reals(d->ten_J, m->ntendon * m->nv);
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (sparse) d->ten_J_rowadr[tendon] = adr;
    IG_NAME(ig_fixed_tendon)(m, d, tendon, adr);
    if (sparse) adr += d->ten_J_rownnz[tendon];
  }
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    mjData* world = d->world[lane];
    if (!world) continue;
    memset(world->ten_wrapadr, 0, sizeof(int) * (size_t)m->ntendon);
    memset(world->ten_wrapnum, 0, sizeof(int) * (size_t)m->ntendon);
    if (!sparse || world->ten_J_colind == d->ten_J_colind) continue;
    memcpy(world->ten_J_rownnz, d->ten_J_rownnz, sizeof(int) * (size_t)m->ntendon);
    memcpy(world->ten_J_rowadr, d->ten_J_rowadr, sizeof(int) * (size_t)m->ntendon);
    memcpy(world->ten_J_colind, d->ten_J_colind, sizeof(int) * (size_t)adr);
  }
}

// what the path of a tendon depends on goes to the world, and its results come back
static void world_tendons(const mjModel* m, ig_Data* d, int lane) {
  mjData* world = d->world[lane];
  ig_lane_store(world->qpos, d->qpos, m->nq, lane);
  ig_lane_store(world->cdof, d->cdof, 6 * m->nv, lane);
  ig_lane_store(world->subtree_com, d->subtree_com, 3 * m->nbody, lane);
  ig_lane_store(world->site_xpos, d->site_xpos, 3 * m->nsite, lane);
  ig_lane_store(world->geom_xpos, d->geom_xpos, 3 * m->ngeom, lane);
  ig_lane_store(world->geom_xmat, d->geom_xmat, 9 * m->ngeom, lane);
  ig_tendon(m, world);
  ig_lane_load(d->ten_length, world->ten_length, m->ntendon, lane);
  ig_lane_load(d->wrap_xpos, world->wrap_xpos, 6 * m->nwrap, lane);
  ig_lane_load(d->ten_J, world->ten_J, m->ntendon * m->nv, lane);
}

void IG_NAME(ig_tendons)(const mjModel* m, ig_Data* d) {
  if (!m->ntendon) return;
  if (ig_tendons_fixed(m)) {
    fixed_tendons(m, d);
    return;
  }
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    if (d->world[lane]) world_tendons(m, d, lane);
  }
}

void IG_NAME(ig_tendon_velocities)(const mjModel* m, ig_Data* d) {
  if (ig_tendons_alike(m)) {
    velocities(m, d);
    return;
  }
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    mjData* world = d->world[lane];
    if (!world) continue;
    ig_lane_store(world->qvel, d->qvel, m->nv, lane);
    ig_tendon_velocities(m, world);
    ig_lane_load(d->ten_velocity, world->ten_velocity, m->ntendon, lane);
  }
}

#endif
