// SPDX-License-Identifier: Apache-2.0
// Minkowski portal refinement (Snethen, "Xenocollide", Game Programming Gems 7, 2008) as libccd has it: the collider that the
// nativeccd flag switches back to. From a point inside of A - B (the difference of the centres) a ray goes to the origin; three
// support points form a portal that the ray passes through, and the portal is moved outwards until it lies on the boundary. The
// depth is measured along the ray's portal, not to the nearest point of the boundary, which is why results differ from the
// polytope's.
//
// This file brings our shapes to libccd: support functions in its calling convention, with half of the margin on each side, and a
// limit on how often a shape may be asked, since not all of libccd's loops are bounded.
#include "collide/convex/mpr.h"

#include <math.h>
#include <stddef.h>

#include <ccd/ccd.h>
#include <ccd/vec3.h>

#include "collide/convex/hull.h"
#include "math/vec3.h"

// libccd bounds only some of its loops. A shape that has been asked this often answers NaN, which ends the others.
enum { MAX_QUESTIONS = 100000 };

// a shape as libccd sees it
typedef struct {
  ig_Convex* shape;
  int questions;
} CcdShape;

static num sign(num x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// along the edges of the hull, from where the last search ended; without a hull, among all vertices
static void mesh_vertex(num r[3], ig_Convex* s, const num dir[3]) {
  int best = -1;
  if (s->graph) {
    ig_Hull hull = ig_hull(s->graph, s->vert);
    ig_Climb c = {.at = s->hull < 0 ? 0 : s->hull};
    c.most = ig_dot_vertex(dir, s->vert + 3 * hull.id[c.at]);
    ig_climb(&c, &hull, dir);
    s->hull = c.at;
    best = hull.id[c.at];
  } else {
    const num least = -1e10;
    best = s->hull = ig_farthest_vertex(s->vert, s->nvert, dir, -1, least);
  }
  const float* v = s->vert + 3 * best;
  if (best < 0) {
    ig_zero3(r);
  } else {
    ig_set3(r, v[0], v[1], v[2]);
  }
}

static void local_support(num r[3], ig_Convex* s, const num dir[3]) {
  const num* size = s->size;
  num across;
  switch (s->kind) {
    case IG_BALL:
    case IG_CAPSULE:
      ig_scl3(r, dir, size[0]);
      if (s->kind == IG_CAPSULE) r[2] += sign(dir[2]) * size[1];
      return;
    case IG_ELLIPSOID:
      for (int i = 0; i < 3; i++) r[i] = dir[i] * size[i];
      ig_normalize3(r);
      for (int i = 0; i < 3; i++) r[i] *= size[i];
      return;
    case IG_CYLINDER:
      across = sqrt(dir[0] * dir[0] + dir[1] * dir[1]);
      r[0] = across > mjMINVAL ? dir[0] / across * size[0] : 0;
      r[1] = across > mjMINVAL ? dir[1] / across * size[0] : 0;
      r[2] = sign(dir[2]) * size[1];
      return;
    case IG_BOX:
      for (int i = 0; i < 3; i++) r[i] = sign(dir[i]) * size[i];
      return;
    case IG_CLOUD:
    case IG_HULL: mesh_vertex(r, s, dir); return;
    default: ig_zero3(r); return;
  }
}

void ig_mpr_support(num r[3], ig_Convex* s, const num dir[3]) {
  if (s->kind == IG_PRISM || s->kind == IG_CORNERS) {
    ig_support(r, s, dir);
    return;
  }
  num local_dir[3], local[3];
  ig_mulmattvec3(local_dir, s->mat, dir);
  local_support(local, s, local_dir);
  // half of the margin on each side
  for (int i = 0; i < 3; i++) local[i] += local_dir[i] * s->margin / 2;
  ig_mulmatvec3(r, s->mat, local);
  ig_addto3(r, s->pos);
}

#ifdef IG_DEVICE

// libccd does not run on a GPU, and models that ask for it do not
bool ig_mpr(ig_Penetration* r, const mjModel* m, ig_Convex* a, ig_Convex* b) { return false; }

#else

static void ccd_support(const void* object, const ccd_vec3_t* dir, ccd_vec3_t* r) {
  CcdShape* g = (CcdShape*)object;
  if (++g->questions > MAX_QUESTIONS) {
    r->v[0] = r->v[1] = r->v[2] = NAN;
  } else {
    num towards[3] = {dir->v[0], dir->v[1], dir->v[2]}, at[3];
    ig_mpr_support(at, g->shape, towards);
    *r = (ccd_vec3_t){{at[0], at[1], at[2]}};
  }
}

static void ccd_centre(const void* object, ccd_vec3_t* r) {
  num centre[3];
  ig_convex_centre(centre, ((const CcdShape*)object)->shape);
  *r = (ccd_vec3_t){{centre[0], centre[1], centre[2]}};
}

bool ig_mpr(ig_Penetration* r, const mjModel* m, ig_Convex* a, ig_Convex* b) {
  CcdShape shape_a = {a, 0}, shape_b = {b, 0};
  num centre[2][3];
  ig_convex_centre(centre[0], a);
  ig_convex_centre(centre[1], b);
  for (int i = 0; i < 3; i++) {
    if (!isfinite(centre[0][i]) || !isfinite(centre[1][i])) return false;
  }
  ccd_t ccd;
  CCD_INIT(&ccd);
  ccd.first_dir = ccdFirstDirDefault;
  ccd.center1 = ccd.center2 = ccd_centre;
  ccd.support1 = ccd.support2 = ccd_support;
  ccd.mpr_tolerance = ccd.epa_tolerance = m->opt.ccd_tolerance;
  ccd.max_iterations = m->opt.ccd_iterations;
  ccd_vec3_t dir, pos;
  ccd_real_t depth;
  if (ccdMPRPenetration(&shape_a, &shape_b, &ccd, &depth, &dir, &pos) != 0) return false;
  // touching without depth has no direction
  if (ccdVec3Eq(&dir, ccd_vec3_origin)) return false;
  r->depth = depth;
  ig_set3(r->normal, dir.v[0], dir.v[1], dir.v[2]);
  ig_set3(r->pos, pos.v[0], pos.v[1], pos.v[2]);
  num all = r->depth + ig_dot3(r->normal, r->normal) + ig_dot3(r->pos, r->pos);
  if (!isfinite(all)) return false;
  return true;
}

#endif
