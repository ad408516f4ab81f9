// SPDX-License-Identifier: Apache-2.0
#include "collide/flex.h"

#include "collide/broad/filter.h"
#include "collide/collide.h"
#include "collide/contact.h"
#include "collide/param.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"

bool ig_elem_active(const mjModel* m, int flex, int elem) {
  return m->flex_dim[flex] < 3 || m->flex_elemlayer[m->flex_elemadr[flex] + elem] < m->flex_activelayers[flex];
}

static const int* elem_verts(const mjModel* m, int flex, int elem) {
  return m->flex_elem + m->flex_elemdataadr[flex] + elem * (m->flex_dim[flex] + 1);
}

static const mjtNum* vert_pos(const mjModel* m, const mjData* d, int flex, int vert) {
  return d->flexvert_xpos + 3 * (m->flex_vertadr[flex] + vert);
}

static const mjtNum* elem_box(const mjModel* m, const mjData* d, int flex, int elem) {
  return d->flexelem_aabb + 6 * (m->flex_elemadr[flex] + elem);
}

// a vertex of the element belongs to the body
static bool elem_on_body(const mjModel* m, int flex, int elem, int body) {
  const int *vert = elem_verts(m, flex, elem), *of_vert = m->flex_vertbodyid + m->flex_vertadr[flex];
  for (int i = 0; i <= m->flex_dim[flex]; i++) {
    if (body >= 0 && body == of_vert[vert[i]]) return true;
  }
  return false;
}

// nearly all candidates of a flex against itself are neighbours, and end here
static bool elems_share_body(const mjModel* m, int flex1, int elem1, int flex2, int elem2) {
  const int *vert1 = elem_verts(m, flex1, elem1), *vert2 = elem_verts(m, flex2, elem2);
  const int *body1 = m->flex_vertbodyid + m->flex_vertadr[flex1], *body2 = m->flex_vertbodyid + m->flex_vertadr[flex2];
  int n1 = m->flex_dim[flex1] + 1, n2 = m->flex_dim[flex2] + 1;
  for (int i = 0; i < n1; i++) {
    int body = body1[vert1[i]];
    for (int j = 0; j < n2; j++) {
      if (body >= 0 && body == body2[vert2[j]]) return true;
    }
  }
  return false;
}

// an element of a cable, as a capsule; holds the numbers that the shape points to
typedef struct {
  mjtNum pos[3], mat[9], size[2];
  ig_Shape shape;
} Cable;

static void cable_of(Cable* c, const mjModel* m, const mjData* d, int flex, int elem) {
  const int* vert = elem_verts(m, flex, elem);
  const mjtNum *from = vert_pos(m, d, flex, vert[0]), *to = vert_pos(m, d, flex, vert[1]);
  mjtNum axis[3], quat[4];
  ig_sub3(axis, from, to);
  c->size[0] = m->flex_radius[flex];
  c->size[1] = 0.5 * ig_normalize3(axis);
  ig_add3(c->pos, from, to);
  ig_scl3(c->pos, c->pos, 0.5);
  ig_quat_z2vec(quat, axis);
  ig_quat2mat(c->mat, quat);
  c->shape = (ig_Shape){c->pos, c->mat, c->size};
}

static void triangle_of(const mjtNum* corner[3], const mjModel* m, const mjData* d, int flex, int elem) {
  const int* vert = elem_verts(m, flex, elem);
  for (int i = 0; i < 3; i++) corner[i] = vert_pos(m, d, flex, vert[i]);
}

void ig_collide_plane_flex(const mjModel* m, mjData* d, int geom, int flex) {
  const mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom;
  mjtNum normal[3] = {mat[2], mat[5], mat[8]}, radius = m->flex_radius[flex];
  mjtNum margin = ig_margin(m, m->geom_margin[geom] + m->flex_margin[flex]);
  ig_ContactParam param;
  ig_mix_param(&param, m, geom, -1, -1, flex);
  for (int vert = 0; vert < m->flex_vertnum[flex]; vert++) {
    const mjtNum* p = vert_pos(m, d, flex, vert);
    mjtNum arm[3];
    ig_sub3(arm, p, pos);
    mjtNum dist = ig_dot3(arm, normal);
    if (dist > margin + radius) continue;
    mjContact con = {.dist = dist - radius};
    ig_addscl3(con.pos, p, normal, -con.dist * 0.5 - radius);
    ig_copy3(con.frame, normal);
    const ig_ContactIds ids = {{geom, -1}, {-1, flex}, {-1, -1}, {-1, vert}};
    if (!ig_contacts_append(m, d, &con, &ids, &param, margin)) return;
  }
}

// cables have closed formulas against spheres, capsules and boxes
static int geom_cable(const mjModel* m, const mjData* d, mjContact* con, int geom, int flex, int elem, mjtNum margin) {
  ig_Shape shape = ig_geom_shape(m, d, geom);
  Cable cable;
  cable_of(&cable, m, d, flex, elem);
  int n;
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE: return ig_sphere_capsule(con, margin, &shape, &cable.shape);
    case mjGEOM_CAPSULE: return ig_capsule_capsule(con, margin, &shape, &cable.shape);
    default:
      n = ig_capsule_box(con, margin, &cable.shape, &shape);
      for (int i = 0; i < n; i++) ig_scl3(con[i].frame, con[i].frame, -1);
      return n;
  }
}

static int geom_triangle(const mjModel* m, const mjData* d, mjContact* con, int geom, int flex, int elem, mjtNum margin) {
  ig_Shape shape = ig_geom_shape(m, d, geom);
  const mjtNum* corner[3];
  mjtNum radius = m->flex_radius[flex];
  triangle_of(corner, m, d, flex, elem);
  switch (m->geom_type[geom]) {
    case mjGEOM_SPHERE: return ig_sphere_triangle(con, margin, shape.pos, shape.size[0], corner, radius);
    case mjGEOM_CAPSULE: return ig_capsule_triangle(con, margin, &shape, corner, radius);
    default: return ig_box_triangle(con, margin, &shape, corner, radius);
  }
}

static int geom_elem(const mjModel* m, const mjData* d, mjContact* con, int geom, int flex, int elem, mjtNum margin) {
  int type = m->geom_type[geom], dim = m->flex_dim[flex];
  bool closed = type == mjGEOM_SPHERE || type == mjGEOM_CAPSULE || type == mjGEOM_BOX;
  if (closed && dim == 1) return geom_cable(m, d, con, geom, flex, elem, margin);
  if (closed && dim == 2) return geom_triangle(m, d, con, geom, flex, elem, margin);
  if (type == mjGEOM_HFIELD) return ig_collide_hfield_elem(m, d, con, geom, flex, elem, margin);
  return ig_collide_convex_elem(m, d, con, geom, -1, -1, -1, flex, elem, margin);
}

void ig_collide_geom_elem(const mjModel* m, mjData* d, int geom, int flex, int elem) {
  mjtNum margin = ig_margin(m, m->geom_margin[geom] + m->flex_margin[flex]);
  if (m->opt.disableflags & mjDSBL_MIDPHASE) {
    mjtNum reach = m->geom_rbound[geom] + margin;
    if (ig_sphere_box_apart(d->geom_xpos + 3 * geom, reach, elem_box(m, d, flex, elem))) return;
  }
  if (elem_on_body(m, flex, elem, m->geom_bodyid[geom])) return;
  mjContact* con = ig_contacts_room(d);
  if (!con) return;
  ig_ContactParam param;
  int n = geom_elem(m, d, con, geom, flex, elem, margin);
  if (n > 0) ig_mix_param(&param, m, geom, -1, -1, flex);
  const ig_ContactIds ids = {{geom, -1}, {-1, flex}, {-1, elem}, {-1, -1}};
  ig_contacts_take(d, con, n, &ids, &param, margin);
}

// least of dot(axis, corner) over an element, or greatest when sign is -1 (and then negated)
static mjtNum lowest_along(const mjModel* m, const mjData* d, int flex, int elem, const mjtNum axis[3], mjtNum sign) {
  const int* vert = elem_verts(m, flex, elem);
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum low = sign * ig_dot3(axis, pos + 3 * vert[0]);
  for (int i = 1; i <= m->flex_dim[flex]; i++) low = ig_min(low, sign * ig_dot3(axis, pos + 3 * vert[i]));
  return low;
}

// the plane across the line of the centres separates them for certain: no search is needed to tell. Most candidates
// that are not neighbours end here
static bool elems_apart(const mjModel* m, const mjData* d, int flex1, int elem1, int flex2, int elem2, mjtNum margin) {
  mjtNum axis[3], reach = m->flex_radius[flex1] + m->flex_radius[flex2] + margin;
  ig_sub3(axis, elem_box(m, d, flex1, elem1), elem_box(m, d, flex2, elem2));
  mjtNum gap = lowest_along(m, d, flex1, elem1, axis, 1) + lowest_along(m, d, flex2, elem2, axis, -1);
  return gap > 0 && gap * gap > 1.000001 * reach * reach * ig_dot3(axis, axis);
}

static int elem_elem(const mjModel* m, const mjData* d, mjContact* con, int flex1, int elem1, int flex2, int elem2,
                     mjtNum margin) {
  if (m->flex_dim[flex1] == 1 && m->flex_dim[flex2] == 1) {
    Cable a, b;
    cable_of(&a, m, d, flex1, elem1);
    cable_of(&b, m, d, flex2, elem2);
    return ig_capsule_capsule(con, margin, &a.shape, &b.shape);
  }
  return ig_collide_convex_elem(m, d, con, -1, flex1, elem1, -1, flex2, elem2, margin);
}

// within one flex neither margin nor gap count: neighbours would touch for ever
void ig_collide_elems(const mjModel* m, mjData* d, int flex1, int elem1, int flex2, int elem2) {
  mjtNum margin = flex1 == flex2 ? 0 : ig_margin(m, m->flex_margin[flex1] + m->flex_margin[flex2]);
  if (ig_boxes_apart(elem_box(m, d, flex1, elem1), elem_box(m, d, flex2, elem2), margin)) return;
  if (elems_share_body(m, flex1, elem1, flex2, elem2)) return;
  if (elems_apart(m, d, flex1, elem1, flex2, elem2, margin)) return;
  mjContact* con = ig_contacts_room(d);
  if (!con) return;
  ig_ContactParam param;
  int n = elem_elem(m, d, con, flex1, elem1, flex2, elem2, margin);
  if (n > 0) ig_mix_param(&param, m, -1, flex1, -1, flex2);
  if (flex1 == flex2) param.gap = 0;
  const ig_ContactIds ids = {{-1, -1}, {flex1, flex2}, {elem1, elem2}, {-1, -1}};
  ig_contacts_take(d, con, n, &ids, &param, margin);
}

static int vert_elem(const mjModel* m, const mjData* d, mjContact* con, int flex, int elem, int vert) {
  static const mjtNum unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  const mjtNum* centre = vert_pos(m, d, flex, vert);
  mjtNum radius = m->flex_radius[flex];
  if (m->flex_dim[flex] == 1) {
    ig_Shape sphere = {centre, unit, &radius};
    Cable cable;
    cable_of(&cable, m, d, flex, elem);
    return ig_sphere_capsule(con, 0, &sphere, &cable.shape);
  }
  if (m->flex_dim[flex] == 2) {
    const mjtNum* corner[3];
    triangle_of(corner, m, d, flex, elem);
    return ig_sphere_triangle(con, 0, centre, radius, corner, radius);
  }
  return ig_collide_convex_elem(m, d, con, -1, flex, -1, vert, flex, elem, 0);
}

// corners of a tetrahedron that come through the opposite face, or nearer than two radii to it; false when the arena is full
static bool collide_own_corners(const mjModel* m, mjData* d, int flex, int elem, const ig_ContactParam* param) {
  // three corners of a face seen from inside, then the corner opposite
  static const int order[4][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2}, {1, 3, 2, 0}};
  const int* vert = elem_verts(m, flex, elem);
  for (int i = 0; i < 4; i++) {
    const mjtNum* p[4];
    for (int k = 0; k < 4; k++) p[k] = vert_pos(m, d, flex, vert[order[i][k]]);
    mjtNum a[3], b[3], arm[3], normal[3], radius = m->flex_radius[flex];
    ig_sub3(a, p[1], p[0]);
    ig_sub3(b, p[2], p[0]);
    ig_sub3(arm, p[3], p[0]);
    ig_cross(normal, a, b);
    ig_normalize3(normal);
    mjtNum height = ig_dot3(arm, normal);
    if (height <= -2 * radius) continue;
    mjContact con = {.dist = -height - 2 * radius};
    ig_scl3(con.frame, normal, -1);
    ig_addscl3(con.pos, p[3], normal, -0.5 * height);
    const ig_ContactIds ids = {{-1, -1}, {flex, flex}, {elem, -1}, {-1, vert[order[i][3]]}};
    if (!ig_contacts_append(m, d, &con, &ids, param, 0)) return false;
  }
  return true;
}

// margin and gap are left out here as well; tetrahedra are kept from turning inside out without friction
void ig_collide_flex_internal(const mjModel* m, mjData* d, int flex) {
  ig_ContactParam param;
  ig_mix_param(&param, m, -1, flex, -1, flex);
  param.gap = 0;
  const int* pair = m->flex_evpair + 2 * m->flex_evpairadr[flex];
  mjtNum reach = ig_margin(m, m->flex_margin[flex]) + m->flex_radius[flex];
  for (int i = 0; i < m->flex_evpairnum[flex]; i++) {
    int elem = pair[2 * i], vert = pair[2 * i + 1];
    if (ig_sphere_box_apart(vert_pos(m, d, flex, vert), reach, elem_box(m, d, flex, elem))) continue;
    mjContact* con = ig_contacts_room(d);
    if (!con) continue;
    int n = vert_elem(m, d, con, flex, elem, vert);
    const ig_ContactIds ids = {{-1, -1}, {flex, flex}, {-1, elem}, {vert, -1}};
    ig_contacts_take(d, con, n, &ids, &param, 0);
  }
  if (m->flex_dim[flex] != 3) return;
  param.dim = 1;
  for (int elem = 0; elem < m->flex_elemnum[flex]; elem++) {
    if (!collide_own_corners(m, d, flex, elem, &param)) return;
  }
}

void ig_collide_flex_all(const mjModel* m, mjData* d, int flex) {
  for (int elem1 = 0; elem1 < m->flex_elemnum[flex]; elem1++) {
    if (!ig_elem_active(m, flex, elem1)) continue;
    for (int elem2 = elem1 + 1; elem2 < m->flex_elemnum[flex]; elem2++) {
      if (ig_elem_active(m, flex, elem2)) ig_collide_elems(m, d, flex, elem1, flex, elem2);
    }
  }
}
