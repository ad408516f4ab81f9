// SPDX-License-Identifier: Apache-2.0
// What a model has of passive forces. The forces at every width: passive.lane.c.
#include "smooth/force/passive.h"

bool ig_has_gravcomp(const mjModel* m) {
  const mjtNum* g = m->opt.gravity;
  return m->ngravcomp && !(m->opt.disableflags & mjDSBL_GRAVITY) && (g[0] || g[1] || g[2]);
}

bool ig_has_fluid(const mjModel* m) { return m->opt.viscosity || m->opt.density; }
