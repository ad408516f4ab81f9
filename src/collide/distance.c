// SPDX-License-Identifier: Apache-2.0
#include "collide/distance.h"

#include <stddef.h>

#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "collide/collide.h"
#include "collide/convex/ccd.h"
#include "collide/table.h"
#include "math/vec3.h"

// the search itself: it tells distances and nearest points up to distmax
static mjtNum convex_distance(const mjModel* m, const mjData* d, int geom1, int geom2, mjtNum distmax, mjtNum fromto[6]) {
  ig_Convex a, b;
  ig_Ccd q;
  ig_Posed posed1 = ig_posed(m, d, geom1), posed2 = ig_posed(m, d, geom2);
  ig_convex_geom(&a, m, &posed1, 0);
  ig_convex_geom(&b, m, &posed2, 0);
  ig_Local local = ig_local_begin(m, d);
  ig_ccd_setup(&q, &local, 1, distmax);
  mjtNum dist = ig_ccd(&q, &a, &b);
  ig_local_end(m, d);
  if (fromto && q.npoint > 0) {
    ig_copy3(fromto, q.xa);
    ig_copy3(fromto + 3, q.xb);
  }
  return dist < distmax ? dist : distmax;
}

// the contact of least distance, with distmax for a margin; g1 has the smaller type
static mjtNum contact_distance(const mjModel* m, const mjData* d, int g1, int g2, mjtNum distmax, mjtNum fromto[6]) {
  mjContact con[mjMAXCONPAIR], *best = NULL;
  int n = ig_collider(m->geom_type[g1], m->geom_type[g2])(m, d, con, g1, g2, distmax);
  mjtNum dist = distmax;
  for (int i = 0; i < n; i++) {
    if (con[i].dist < dist) {
      dist = con[i].dist;
      best = con + i;
    }
  }
  if (fromto && best) {
    ig_addscl3(fromto, best->pos, best->frame, -0.5 * dist);
    ig_addscl3(fromto + 3, best->pos, best->frame, 0.5 * dist);
  }
  return dist;
}

mjtNum ig_geom_distance(const mjModel* m, const mjData* d, int geom1, int geom2, mjtNum distmax, mjtNum fromto[6]) {
  IG_FLOAT_SCOPE;
  if (geom1 < 0 || geom1 >= m->ngeom || geom2 < 0 || geom2 >= m->ngeom) {
    mju_error("mj_geomDistance: geoms %d and %d, the model has %d", geom1, geom2, (int)m->ngeom);
    return distmax;
  }
  if (fromto) {
    for (int i = 0; i < 6; i++) fromto[i] = 0;
  }
  // the table of colliders has the smaller type first; points are turned round again at the end
  bool flip = m->geom_type[geom1] > m->geom_type[geom2];
  int g1 = flip ? geom2 : geom1, g2 = flip ? geom1 : geom2;
  mjfCollision collider = ig_collider(m->geom_type[g1], m->geom_type[g2]);
  if (!collider) return distmax;
  // boxes have a collider of their own, but it looks for contacts, not for the nearest points
  bool convex = collider == ig_collide_convex || collider == ig_collide_box_box;
  if (convex && !(m->opt.disableflags & mjDSBL_NATIVECCD)) return convex_distance(m, d, geom1, geom2, distmax, fromto);
  mjtNum dist = contact_distance(m, d, g1, g2, distmax, fromto);
  if (fromto && flip) {
    for (int k = 0; k < 3; k++) {
      mjtNum swap = fromto[k];
      fromto[k] = fromto[3 + k];
      fromto[3 + k] = swap;
    }
  }
  return dist;
}
