// SPDX-License-Identifier: Apache-2.0
// Rays against geoms of any shape but signed distances, whose poses are given: of one world, wherever its numbers lie. A ray of a
// lane of a GPU is one too.
#ifndef INGOT_COLLIDE_RAY_RAY_LOCAL_H_
#define INGOT_COLLIDE_RAY_RAY_LOCAL_H_

#include "collide/ray/ray.h"

#if IG_WIDTH == 1

// two directions that span the plane normal to a ray
typedef struct {
  num x[3], y[3];
} ig_RayBasis;

ig_RayBasis ig_ray_basis(const num vec[3]);

// both sides of the triangle count; the normal follows the order of its corners
num ig_ray_triangle(const num corner[3][3], const ig_Ray* ray, const ig_RayBasis* basis, num normal[3]);

#endif

// which geoms take part
typedef struct {
  const mjtByte* group;  // NULL: all
  bool fixed;            // geoms that do not move
  int without;           // body to leave out
} ig_RayMask;

bool ig_ray_hides(const mjModel* m, int geom, const ig_RayMask* who);

// a geom where it is
typedef struct {
  int geom;
  const num *pos, *mat, *size;
  mjtByte* active;  // marks of the nodes of its tree that were looked at; NULL: not wanted
} ig_RayGeom;

static inline ig_RayGeom ig_ray_posed(const mjModel* m, const mjData* d, int geom) {
  return (ig_RayGeom){geom, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_size + 3 * geom,
                      m->vis.global.bvactive ? d->bvh_active : NULL};
}

num ig_ray_mesh(const mjModel* m, const ig_RayGeom* g, const num point[3], const num vec[3], num normal[3]);
num ig_ray_hfield(const mjModel* m, const ig_RayGeom* g, const num point[3], const num vec[3], num normal[3]);
num ig_ray_geom(const mjModel* m, const ig_RayGeom* g, const num point[3], const num vec[3], num normal[3]);

#endif  // INGOT_COLLIDE_RAY_RAY_LOCAL_H_
