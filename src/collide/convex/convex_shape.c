// SPDX-License-Identifier: Apache-2.0
#include "collide/convex/convex_shape.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "collide/convex/hull.h"
#include "math/vec3.h"

#define TINY2 (mjMINVAL * mjMINVAL)

static ig_ConvexKind kind_of_geom(int type) {
  switch (type) {
    case mjGEOM_SPHERE: return IG_BALL;
    case mjGEOM_CAPSULE: return IG_CAPSULE;
    case mjGEOM_ELLIPSOID: return IG_ELLIPSOID;
    case mjGEOM_CYLINDER: return IG_CYLINDER;
    case mjGEOM_BOX: return IG_BOX;
    case mjGEOM_HFIELD: return IG_PRISM;
    default: return IG_SHAPELESS;
  }
}

void ig_convex_geom(ig_Convex* s, const mjModel* m, const ig_Posed* posed, num margin) {
  int geom = posed->geom;
  ig_copy3(s->pos, posed->pos);
  ig_copy9(s->mat, posed->mat);
  ig_copy3(s->size, posed->size);
  s->margin = margin;
  s->skin = margin > 0 ? 0.5 * margin : 0;
  s->m = m;
  s->mesh = -1;
  s->vert = NULL;
  s->nvert = s->ncorner = 0;
  s->graph = NULL;
  s->feature = s->hull = -1;
  int type = m->geom_type[geom], mesh = m->geom_dataid[geom];
  if ((type == mjGEOM_MESH || type == mjGEOM_SDF) && mesh >= 0) {
    s->mesh = mesh;
    s->vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
    s->nvert = m->mesh_vertnum[mesh];
    s->graph = m->mesh_graphadr[mesh] < 0 ? NULL : m->mesh_graph + m->mesh_graphadr[mesh];
    s->kind = s->graph && s->nvert >= IG_CLIMB_MIN ? IG_HULL : IG_CLOUD;
  } else {
    s->kind = kind_of_geom(type);
  }
}

void ig_convex_flex(ig_Convex* s, const mjModel* m, const mjData* d, int flex, int elem, int vert, mjtNum margin) {
  const num* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  s->kind = IG_CORNERS;
  s->margin = margin;
  s->skin = m->flex_radius[flex] + 0.5 * margin;
  s->m = m;
  s->mesh = -1;
  s->graph = NULL;
  s->feature = s->hull = -1;
  if (elem < 0) {
    s->ncorner = 1;
    ig_copy3(s->corner[0], xpos + 3 * vert);
    ig_copy3(s->centre, xpos + 3 * vert);
    return;
  }
  int dim = m->flex_dim[flex];
  const int* id = m->flex_elem + m->flex_elemdataadr[flex] + elem * (dim + 1);
  s->ncorner = dim + 1;
  for (int i = 0; i <= dim; i++) ig_copy3(s->corner[i], xpos + 3 * id[i]);
  ig_copy3(s->centre, d->flexelem_aabb + 6 * (m->flex_elemadr[flex] + elem));
}

void ig_convex_centre(num r[3], const ig_Convex* s) {
  if (s->kind == IG_PRISM) {
    ig_zero3(r);
    for (int i = 0; i < 6; i++) ig_addto3(r, s->corner[i]);
    ig_scl3(r, r, 1.0 / 6.0);
  } else {
    ig_copy3(r, s->kind == IG_CORNERS ? s->centre : s->pos);
  }
}

bool ig_convex_faceted(const ig_Convex* s) {
  return s->margin == 0 && (s->kind == IG_BOX || s->kind == IG_CLOUD || s->kind == IG_HULL || s->kind == IG_PRISM);
}

// the start itself is not measured: it is left for its best neighbour, and found again from there when it is best
IG_INLINE ig_Climb start_climb(const ig_Convex* s) { return (ig_Climb){.at = s->hull >= 0 ? s->hull : 0, .most = -FLT_MAX}; }

IG_INLINE int end_climb(ig_Convex* s, const ig_Hull* hull, const ig_Climb* c) {
  s->hull = c->at;
  s->feature = hull->id[c->at];
  return s->feature;
}

// corner farthest along dir, of corners first..end-1; the earlier one of equals
static int farthest_corner(const ig_Convex* s, const num dir[3], int first, int end) {
  int best = first;
  num most = ig_dot3(s->corner[first], dir);
  for (int i = first + 1; i < end; i++) {
    num dot = ig_dot3(s->corner[i], dir);
    if (dot > most) {
      most = dot;
      best = i;
    }
  }
  return best;
}

// plus or minus size, as dir points. The sign is looked up, not branched on: it is as good as random.
IG_INLINE num toward(num size, num dir) {
  static const num sign[2] = {-1, 1};
  return sign[dir >= 0] * size;
}

static void support_ellipsoid(num r[3], const num dir[3], const num size[3]) {
  for (int i = 0; i < 3; i++) r[i] = dir[i] * size[i];
  num norm2 = ig_dot3(r, r);
  if (norm2 < TINY2) {
    ig_set3(r, size[0], 0, 0);
    return;
  }
  num scale = 1 / sqrt(norm2);
  for (int i = 0; i < 3; i++) r[i] *= scale * size[i];
}

// farthest point in the frame of the geom
IG_INLINE void support_local(num r[3], ig_Convex* s, const num dir[3]) {
  const num* size = s->size;
  num across2 = dir[0] * dir[0] + dir[1] * dir[1], scale;
  switch (s->kind) {
    case IG_CAPSULE:
      ig_scl3(r, dir, size[0]);
      r[2] += toward(size[1], dir[2]);
      return;
    case IG_ELLIPSOID: support_ellipsoid(r, dir, size); return;
    case IG_CYLINDER:
      scale = across2 >= TINY2 ? size[0] / sqrt(across2) : 0;
      ig_set3(r, scale * dir[0], scale * dir[1], toward(size[1], dir[2]));
      return;
    case IG_BOX:
      for (int i = 0; i < 3; i++) r[i] = toward(size[i], dir[i]);
      s->feature = (r[0] > 0) | (r[1] > 0) << 1 | (r[2] > 0) << 2;
      return;
    default: ig_zero3(r); return;
  }
}

IG_INLINE void place_vertex(num r[3], const ig_Convex* s, int vert) {
  const float* v = s->vert + 3 * vert;
  num local[3] = {v[0], v[1], v[2]};
  ig_mulmatvec3(r, s->mat, local);
  ig_addto3(r, s->pos);
}

// apart from the rest, which needs no frame of its own then
static __attribute__((noinline)) void support_mesh(num r[3], ig_Convex* s, const num dir[3]) {
  num local_dir[3];
  ig_mulmattvec3(local_dir, s->mat, dir);
  if (s->kind == IG_CLOUD) {
    // the vertex of the last answer wins over its equals
    int best = s->feature >= 0 ? s->feature : 0;
    num most = s->feature >= 0 ? ig_dot_vertex(local_dir, s->vert + 3 * best) : -FLT_MAX;
    s->feature = ig_farthest_vertex(s->vert, s->nvert, local_dir, best, most);
  } else {
    ig_Hull hull = ig_hull(s->graph, s->vert);
    ig_Climb c = start_climb(s);
    ig_climb(&c, &hull, local_dir);
    end_climb(s, &hull, &c);
  }
  place_vertex(r, s, s->feature);
  if (s->skin > 0) ig_addtoscl3(r, dir, s->skin);
}

IG_INLINE void support_bare(num r[3], ig_Convex* s, const num dir[3]) {
  num local_dir[3], local[3], along;
  switch (s->kind) {
    case IG_POINT: ig_copy3(r, s->pos); return;
    case IG_BALL:
      for (int i = 0; i < 3; i++) r[i] = s->size[0] * dir[i] + s->pos[i];
      return;
    case IG_SEGMENT:
      along = toward(s->size[1], s->mat[2] * dir[0] + s->mat[5] * dir[1] + s->mat[8] * dir[2]);
      for (int i = 0; i < 3; i++) r[i] = s->mat[3 * i + 2] * along + s->pos[i];
      return;
    case IG_PRISM: ig_copy3(r, s->corner[dir[2] < 0 ? farthest_corner(s, dir, 0, 3) : farthest_corner(s, dir, 3, 6)]); return;
    case IG_CORNERS: ig_copy3(r, s->corner[farthest_corner(s, dir, 0, s->ncorner)]); return;
    default:
      ig_mulmattvec3(local_dir, s->mat, dir);
      support_local(local, s, local_dir);
      ig_mulmatvec3(r, s->mat, local);
      ig_addto3(r, s->pos);
      return;
  }
}

void ig_support(num r[3], ig_Convex* s, const num dir[3]) {
  if (s->kind == IG_CLOUD || s->kind == IG_HULL) {
    support_mesh(r, s, dir);
    return;
  }
  support_bare(r, s, dir);
  if (s->skin > 0) ig_addtoscl3(r, dir, s->skin);
}

void ig_support_hulls(num ra[3], num rb[3], ig_Convex* a, ig_Convex* b, const num dir[3], const num back[3]) {
  num dir_a[3], dir_b[3];
  ig_mulmattvec3(dir_a, a->mat, dir);
  ig_mulmattvec3(dir_b, b->mat, back);
  ig_Hull hull_a = ig_hull(a->graph, a->vert), hull_b = ig_hull(b->graph, b->vert);
  ig_Climb climb_a = start_climb(a), climb_b = start_climb(b);
  ig_climb_both(&climb_a, &hull_a, dir_a, &climb_b, &hull_b, dir_b);
  place_vertex(ra, a, end_climb(a, &hull_a, &climb_a));
  place_vertex(rb, b, end_climb(b, &hull_b, &climb_b));
  if (a->skin > 0) ig_addtoscl3(ra, dir, a->skin);
  if (b->skin > 0) ig_addtoscl3(rb, back, b->skin);
}
