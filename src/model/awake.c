// SPDX-License-Identifier: Apache-2.0
#include "model/awake.h"

void ig_update_awake(const mjModel* m, mjData* d, bool static_awake) {
  d->ntree_awake = d->nbody_awake = d->nparent_awake = d->nv_awake = 0;
  for (int tree = 0; tree < m->ntree; tree++) {
    d->tree_awake[tree] = d->tree_asleep[tree] < 0;
    d->ntree_awake += d->tree_awake[tree];
  }
  for (int body = 0; body < m->nbody; body++) {
    int tree = m->body_treeid[body];
    if (tree >= 0) {
      d->body_awake[body] = d->tree_awake[tree] ? mjS_AWAKE : mjS_ASLEEP;
    } else {
      // no dofs: static, unless it hangs on a mocap body, which may move at any time
      bool mocap = m->body_mocapid[m->body_rootid[body]] >= 0;
      d->body_awake[body] = mocap || static_awake ? mjS_AWAKE : mjS_STATIC;
    }
    if (d->body_awake[body] != mjS_ASLEEP) d->body_awake_ind[d->nbody_awake++] = body;
    if (body && d->body_awake[m->body_parentid[body]] != mjS_ASLEEP) d->parent_awake_ind[d->nparent_awake++] = body;
  }
  for (int dof = 0; dof < m->nv; dof++) {
    int body = m->dof_bodyid[dof];
    if (m->body_treeid[body] >= 0 && d->body_awake[body] == mjS_AWAKE) d->dof_awake_ind[d->nv_awake++] = dof;
  }
}
