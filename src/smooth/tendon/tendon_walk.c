// SPDX-License-Identifier: Apache-2.0
#include "smooth/tendon/tendon_walk.h"

#include <mujoco/mujoco.h>

#include "math/scalar.h"

ig_TendonWalk ig_tendon_walk(const mjModel* m, int tendon) {
  int begin = m->tendon_adr[tendon];
  return (ig_TendonWalk){begin, begin + m->tendon_num[tendon], 1, false, false};
}

bool ig_tendon_step(const mjModel* m, ig_TendonWalk* walk, ig_TendonPiece* piece) {
  walk->pulley = false;
  while (walk->next < walk->end - 1) {
    int i = walk->next;
    if (m->wrap_type[i] == mjWRAP_PULLEY) {
      walk->divisor = m->wrap_prm[i];
      walk->pulley = true;
      walk->next++;
      return true;
    }
    if (m->wrap_type[i + 1] == mjWRAP_PULLEY) {
      walk->next++;
      continue;
    }
    bool bent = m->wrap_type[i + 1] == mjWRAP_SPHERE || m->wrap_type[i + 1] == mjWRAP_CYLINDER;
    int to = bent ? i + 2 : i + 1;
    if (to >= walk->end) return false;
    piece->site[0] = m->wrap_objid[i];
    piece->site[1] = m->wrap_objid[to];
    piece->geom = bent ? m->wrap_objid[i + 1] : -1;
    piece->cylinder = m->wrap_type[i + 1] == mjWRAP_CYLINDER;
    piece->side = bent ? ig_round(m->wrap_prm[i + 1]) : -1;
    piece->divisor = walk->divisor;
    walk->next = to;
    walk->last = to == walk->end - 1 || m->wrap_type[to + 1] == mjWRAP_PULLEY;
    return true;
  }
  return false;
}
