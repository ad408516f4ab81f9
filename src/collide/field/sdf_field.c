// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: distances and
// gradients are compared bit by bit in the descent to a contact.
#include "collide/field/sdf_field.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/registry.h"
#include "collide/field/octree.h"
#include "collide/primitive/shape.h"
#include "collide/ray/ray.h"
#include "math/vec3.h"

//---- primitives, after Inigo Quilez; the ellipsoid's is approximate, inside a box one follows
//     directions that start radial and end along the normal of the nearest face

static void excess_over_box(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]) {
  for (int k = 0; k < 3; k++) r[k] = fabs(x[k]) - size[k];
}

static void box_inner_field(mjtNum r[3], const mjtNum excess[3], const mjtNum x[3], const mjtNum size[3]) {
  for (int k = 0; k < 3; k++) r[k] = -size[k] / excess[k];
  ig_normalize3(r);
  for (int k = 0; k < 3; k++) {
    if (x[k] < 0) r[k] = -r[k];
  }
}

static mjtNum plane_distance(const mjtNum x[3], const mjtNum size[3]) { return x[2]; }
static void plane_gradient(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]) { ig_set3(r, 0, 0, 1); }

static mjtNum sphere_distance(const mjtNum x[3], const mjtNum size[3]) { return ig_norm3(x) - size[0]; }
static void sphere_gradient(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]) { ig_scl3(r, x, 1. / ig_norm3(x)); }

static void from_axis(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]) {
  ig_set3(r, x[0], x[1], x[2] - ig_clip(x[2], -size[1], size[1]));
}

static mjtNum capsule_distance(const mjtNum x[3], const mjtNum size[3]) {
  mjtNum a[3];
  from_axis(a, x, size);
  return ig_norm3(a) - size[0];
}

static void capsule_gradient(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]) {
  mjtNum a[3];
  from_axis(a, x, size);
  mjtNum norm = ig_norm3(a);
  for (int k = 0; k < 3; k++) r[k] = a[k] / norm;
}

// x scaled by the sizes once and twice, and the lengths of both
static void scaled_twice(mjtNum b[3], mjtNum* k0, mjtNum* k1, const mjtNum x[3], const mjtNum size[3]) {
  mjtNum a[3];
  for (int k = 0; k < 3; k++) {
    a[k] = x[k] / size[k];
    b[k] = a[k] / size[k];
  }
  *k0 = ig_norm3(a);
  *k1 = ig_norm3(b);
}

static mjtNum ellipsoid_distance(const mjtNum x[3], const mjtNum size[3]) {
  mjtNum b[3], k0, k1;
  scaled_twice(b, &k0, &k1, x, size);
  return k0 * (k0 - 1.0) / k1;
}

static void ellipsoid_gradient(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]) {
  mjtNum b[3], k0, k1;
  scaled_twice(b, &k0, &k1, x, size);
  mjtNum inv0 = 1. / k0, inv1 = 1. / k1;
  mjtNum by_k0 = (2. * k0 - 1.) * inv1, by_k1 = k0 * (k0 - 1.) * inv1 * inv1;
  for (int k = 0; k < 3; k++) r[k] = b[k] * inv0 * by_k0 - b[k] * inv1 / (size[k] * size[k]) * by_k1;
  ig_normalize3(r);
}

static mjtNum cylinder_distance(const mjtNum x[3], const mjtNum size[3]) {
  mjtNum round = sqrt(x[0] * x[0] + x[1] * x[1]) - size[0], flat = fabs(x[2]) - size[1];
  mjtNum over_round = ig_max(round, 0), over_flat = ig_max(flat, 0);
  return ig_min(ig_max(round, flat), 0) + sqrt(over_round * over_round + over_flat * over_flat);
}

static void cylinder_gradient(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]) {
  const mjtNum least = 1. / mjMAXVAL;
  mjtNum radius = sqrt(x[0] * x[0] + x[1] * x[1]), up = fabs(x[2]);
  mjtNum round = radius - size[0], flat = up - size[1];
  ig_set3(r, x[0] / ig_max(radius, least), x[1] / ig_max(radius, least), x[2] / ig_max(up, least));
  if (ig_max(round, flat) < 0) {
    bool to_wall = round > flat;
    r[0] = to_wall ? r[0] : 0;
    r[1] = to_wall ? r[1] : 0;
    r[2] = to_wall ? 0 : r[2];
    return;
  }
  mjtNum over_round = ig_max(round, 0), over_flat = ig_max(flat, 0);
  mjtNum norm = ig_max(sqrt(over_round * over_round + over_flat * over_flat), least);
  r[0] = r[0] * over_round / norm;
  r[1] = r[1] * over_round / norm;
  r[2] = r[2] * over_flat / norm;
}

static mjtNum box_distance(const mjtNum x[3], const mjtNum size[3]) {
  mjtNum a[3], b[3];
  excess_over_box(a, x, size);
  if (a[0] >= 0 || a[1] >= 0 || a[2] >= 0) {
    for (int k = 0; k < 3; k++) b[k] = ig_max(a[k], 0);
    return ig_norm3(b) + ig_min(ig_max(a[0], ig_max(a[1], a[2])), 0);
  }
  box_inner_field(b, a, x, size);
  mjtNum t[3];
  for (int k = 0; k < 3; k++) t[k] = -a[k] / fabs(b[k]);
  return -ig_min(t[0], ig_min(t[1], t[2])) * ig_norm3(b);
}

static void box_gradient(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]) {
  mjtNum a[3], b[3];
  excess_over_box(a, x, size);
  if (ig_max(a[2], ig_max(a[0], a[1])) < 0) {
    box_inner_field(r, a, x, size);
    return;
  }
  for (int k = 0; k < 3; k++) b[k] = ig_max(a[k], 0);
  mjtNum norm = ig_norm3(b);
  for (int k = 0; k < 3; k++) r[k] = a[k] > 0 ? b[k] / norm * x[k] / fabs(x[k]) : 0;
}

typedef struct {
  mjtNum (*distance)(const mjtNum x[3], const mjtNum size[3]);
  void (*gradient)(mjtNum r[3], const mjtNum x[3], const mjtNum size[3]);
} Primitive;

static const Primitive primitives[mjNGEOMTYPES] = {
    [mjGEOM_PLANE] = {plane_distance, plane_gradient},          [mjGEOM_SPHERE] = {sphere_distance, sphere_gradient},
    [mjGEOM_CAPSULE] = {capsule_distance, capsule_gradient},    [mjGEOM_ELLIPSOID] = {ellipsoid_distance, ellipsoid_gradient},
    [mjGEOM_CYLINDER] = {cylinder_distance, cylinder_gradient}, [mjGEOM_BOX] = {box_distance, box_gradient},
};

//---- meshes without an octree: a ray through the origin of the world tells inside from outside

// units of the ray from the point to the origin of the world; r: the point there
static mjtNum ray_to_origin(mjtNum r[3], const mjModel* m, const mjData* d, int geom, const mjtNum x[3]) {
  ig_mulmatvec3(r, d->geom_xmat + 9 * geom, x);
  ig_addto3(r, d->geom_xpos + 3 * geom);
  mjtNum dir[3] = {-r[0], -r[1], -r[2]};
  return ig_ray_mesh_geom(m, d, geom, r, dir, NULL);
}

static mjtNum ray_distance(const mjModel* m, const mjData* d, int geom, const mjtNum x[3]) {
  mjtNum from[3], dist = ray_to_origin(from, m, d, geom, x);
  return dist > ig_norm3(from) ? -ig_ray_mesh_geom(m, d, geom, from, from, NULL) : dist;
}

//---- any geom: side k of an SDF description. The id is that of a geom, of a mesh for SDF geoms without a plugin,
//     or of a plugin instance for those with one.

// the octrees of meshes are looked up by geom id, like the reference's
static bool has_octree(const mjModel* m, int id) { return id >= 0 && id < m->nmesh && m->mesh_octnum[id] > 0; }

static const Primitive* primitive_of(mjtGeom type) {
  const Primitive* p = type >= 0 && type < mjNGEOMTYPES ? &primitives[type] : NULL;
  if (p && p->distance) return p;
  mju_error("signed distance: geom type %d has none", (int)type);
  return NULL;
}

static mjtNum side_distance(const mjModel* m, const mjData* d, const mjSDF* s, int k, const mjtNum x[3]) {
  int id = s->id[k];
  mjtGeom type = s->geomtype[k];
  if (type == mjGEOM_SDF) return s->plugin[k] ? s->plugin[k]->sdf_distance(x, d, id) : ig_octree_distance(m, id, x);
  if (type == mjGEOM_MESH) return has_octree(m, id) ? ig_octree_distance(m, id, x) : ray_distance(m, d, id, x);
  const Primitive* p = primitive_of(type);
  return p ? p->distance(x, m->geom_size + 3 * id) : 0;
}

static void side_gradient(mjtNum r[3], const mjModel* m, const mjData* d, const mjSDF* s, int k, const mjtNum x[3]) {
  int id = s->id[k];
  mjtGeom type = s->geomtype[k];
  if (type == mjGEOM_SDF) {
    if (s->plugin[k]) {
      s->plugin[k]->sdf_gradient(r, x, d, id);
    } else {
      ig_octree_gradient(r, m, id, x);
    }
  } else if (type == mjGEOM_MESH) {
    if (has_octree(m, id)) {
      ig_octree_gradient(r, m, id, x);
    } else {
      mjtNum from[3], dist = ray_to_origin(from, m, d, id, x), sign = dist > ig_norm3(from) ? 1 : -1;
      ig_set3(r, sign, sign, sign);
    }
  } else {
    const Primitive* p = primitive_of(type);
    if (p) p->gradient(r, x, m->geom_size + 3 * id);
  }
}

// x in the frame of the second geom
static void to_second(mjtNum r[3], const mjSDF* s, const mjtNum x[3]) {
  ig_mulmatvec3(r, s->relmat, x);
  ig_addto3(r, s->relpos);
}

// gradient of the second geom, in the frame of the first
static void second_gradient(mjtNum r[3], const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum y[3]) {
  side_gradient(r, m, d, s, 1, y);
  ig_mulmattvec3(r, s->relmat, r);
}

mjtNum ig_sdf_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]) {
  mjtNum y[3], a = side_distance(m, d, s, 0, x), b;
  if (s->type == mjSDFTYPE_SINGLE) return a;
  to_second(y, s, x);
  b = side_distance(m, d, s, 1, y);
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION: return ig_max(a, b);
    case mjSDFTYPE_MIDSURFACE: return a - b;
    case mjSDFTYPE_COLLISION: return a + b + fabs(ig_max(a, b));
    default: mju_error("signed distance: unknown type %d", (int)s->type); return 0;
  }
}

void ig_sdf_gradient(mjtNum r[3], const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]) {
  mjtNum y[3], a, b, ga[3], gb[3];
  if (s->type == mjSDFTYPE_SINGLE) {
    side_gradient(r, m, d, s, 0, x);
    return;
  }
  to_second(y, s, x);
  switch (s->type) {
    case mjSDFTYPE_INTERSECTION:
      // the larger of the two
      if (side_distance(m, d, s, 0, x) > side_distance(m, d, s, 1, y)) {
        side_gradient(r, m, d, s, 0, x);
      } else {
        second_gradient(r, m, d, s, y);
      }
      return;
    case mjSDFTYPE_MIDSURFACE:
      // the difference of unit normals
      side_gradient(ga, m, d, s, 0, x);
      ig_normalize3(ga);
      second_gradient(gb, m, d, s, y);
      ig_normalize3(gb);
      ig_sub3(r, ga, gb);
      ig_normalize3(r);
      return;
    case mjSDFTYPE_COLLISION:
      // a + b + |max(a, b)|
      a = side_distance(m, d, s, 0, x);
      b = side_distance(m, d, s, 1, y);
      side_gradient(ga, m, d, s, 0, x);
      second_gradient(gb, m, d, s, y);
      ig_add3(r, ga, gb);
      ig_addtoscl3(r, a > b ? ga : gb, ig_max(a, b) > 0 ? 1 : -1);
      return;
    default: mju_error("signed distance: unknown type %d", (int)s->type);
  }
}

const mjpPlugin* ig_sdf_plugin(const mjModel* m, int geom) {
  int instance = geom >= 0 && geom < m->ngeom ? m->geom_plugin[geom] : -1;
  if (instance < 0) {
    mju_error("geom %d has no plugin", geom);
    return NULL;
  }
  int slot = m->plugin[instance];
  const mjpPlugin* plugin = ig_plugin_at(slot);
  if (!plugin) {
    mju_error("no plugin is registered in slot %d", slot);
    return NULL;
  }
  if (!(plugin->capabilityflags & mjPLUGIN_SDF)) mju_error("the plugin in slot %d has no signed distance", slot);
  return plugin;
}

mjtNum mjc_distance(const mjModel* m, const mjData* d, const mjSDF* s, const mjtNum x[3]) { return ig_sdf_distance(m, d, s, x); }

void mjc_gradient(const mjModel* m, const mjData* d, const mjSDF* s, mjtNum gradient[3], const mjtNum x[3]) {
  ig_sdf_gradient(gradient, m, d, s, x);
}

const mjpPlugin* mjc_getSDF(const mjModel* m, int id) { return ig_sdf_plugin(m, id); }
