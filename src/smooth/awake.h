// SPDX-License-Identifier: Apache-2.0
// The bodies and dofs a loop runs over: all of them, or the awake ones when some tree sleeps.
#ifndef INGOT_SMOOTH_AWAKE_H_
#define INGOT_SMOOTH_AWAKE_H_

#include "batch/data.h"

// index NULL: 0 .. count-1
typedef struct {
  const int* index;
  int count;
} ig_Subset;

IG_INLINE int ig_member(ig_Subset rows, int k) { return rows.index ? rows.index[k] : k; }

IG_INLINE bool ig_sleep_enabled(const mjModel* m) { return (m->opt.enableflags & mjENBL_SLEEP) != 0; }
IG_INLINE bool ig_bodies_asleep(const mjModel* m, const ig_Data* d) { return ig_sleep_enabled(m) && d->nbody_awake < m->nbody; }
IG_INLINE bool ig_dofs_asleep(const mjModel* m, const ig_Data* d) { return ig_sleep_enabled(m) && d->nv_awake < m->nv; }

// awake and static bodies, the world first
IG_INLINE ig_Subset ig_awake_bodies(bool asleep, const mjModel* m, const ig_Data* d) {
  return asleep ? (ig_Subset){d->body_awake_ind, d->nbody_awake} : (ig_Subset){NULL, m->nbody};
}

// bodies whose parent is awake or static
IG_INLINE ig_Subset ig_awake_parents(bool asleep, const mjModel* m, const ig_Data* d) {
  return asleep ? (ig_Subset){d->parent_awake_ind, d->nparent_awake} : (ig_Subset){NULL, m->nbody};
}

IG_INLINE ig_Subset ig_awake_dofs(bool asleep, const mjModel* m, const ig_Data* d) {
  return asleep ? (ig_Subset){d->dof_awake_ind, d->nv_awake} : (ig_Subset){NULL, m->nv};
}

#endif  // INGOT_SMOOTH_AWAKE_H_
