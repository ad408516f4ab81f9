// SPDX-License-Identifier: Apache-2.0
// Pair colliders: one function per family of shapes.
//
// A collider looks at two shapes and nothing else. It fills con[0..n) with `dist`, `pos`, the normal frame[0..3)
// (pointing from the first shape to the second) and a hint for the first tangent in frame[3..6) (zeros: no hint), and
// returns n <= mjMAXCONPAIR. Contacts further apart than margin are left out. All else (ids, parameters, the rest of
// the frame, the place in mjData) is the driver's: see contact.h.
//
// The geoms come ordered by type (mjtGeom), so that only the upper triangle of the table mjCOLLISIONFUNC is used.
#ifndef INGOT_COLLIDE_COLLIDE_H_
#define INGOT_COLLIDE_COLLIDE_H_

#include <mujoco/mujoco.h>

#include "lane/lane.h"

// a shape posed in the world; what `size` means is given by the type of the function it is passed to
typedef struct {
  const real* pos;   // (3)
  const real* mat;   // (3 x 3)
  const real* size;  // (3) for geoms; (2) for a capsule made from flex vertices
} ig_Shape;

#if IG_WIDTH == 1

static inline ig_Shape ig_geom_shape(const mjModel* m, const mjData* d, int geom) {
  return (ig_Shape){d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, m->geom_size + 3 * geom};
}

// declares a collider of two geoms
#define IG_COLLIDER(name) int name(const mjModel* m, const mjData* d, mjContact* con, int g1, int g2, mjtNum margin)

// primitive.c: spheres and capsules against all that has a closed formula
IG_COLLIDER(ig_collide_sphere_sphere);
IG_COLLIDER(ig_collide_sphere_capsule);
IG_COLLIDER(ig_collide_sphere_cylinder);
IG_COLLIDER(ig_collide_sphere_box);
IG_COLLIDER(ig_collide_capsule_capsule);
int ig_sphere_capsule(mjContact* con, mjtNum margin, const ig_Shape* sphere, const ig_Shape* capsule);
int ig_sphere_box(mjContact* con, mjtNum margin, const ig_Shape* sphere, const ig_Shape* box);
int ig_capsule_capsule(mjContact* con, mjtNum margin, const ig_Shape* capsule1, const ig_Shape* capsule2);

IG_COLLIDER(ig_collide_plane_sphere);
IG_COLLIDER(ig_collide_plane_capsule);
IG_COLLIDER(ig_collide_plane_cylinder);
IG_COLLIDER(ig_collide_plane_box);

// capsule_box.c, box_box.c
IG_COLLIDER(ig_collide_capsule_box);
IG_COLLIDER(ig_collide_box_box);
int ig_capsule_box(mjContact* con, mjtNum margin, const ig_Shape* capsule, const ig_Shape* box);
int ig_box_box(mjContact* con, mjtNum margin, const ig_Shape* box1, const ig_Shape* box2);

// iterative and sampled pairs (convex, height field, signed distance)
IG_COLLIDER(ig_collide_convex);        // both convex: ellipsoid, cylinder, mesh, ...
IG_COLLIDER(ig_collide_plane_convex);  // plane : ellipsoid, mesh, sdf
IG_COLLIDER(ig_collide_hfield);        // height field : any convex
IG_COLLIDER(ig_collide_hfield_sdf);
IG_COLLIDER(ig_collide_mesh_sdf);
IG_COLLIDER(ig_collide_sdf);

// flex elements. A flex object is (flex, elem) with vert -1, or (flex, vert) with elem -1.
// geom g (or, when g < 0, flex object f1/e1/v1) against element e2 of flex f2
int ig_collide_convex_elem(const mjModel* m, const mjData* d, mjContact* con, int g, int f1, int e1, int v1, int f2, int e2,
                           mjtNum margin);
int ig_collide_hfield_elem(const mjModel* m, const mjData* d, mjContact* con, int g, int f, int e, mjtNum margin);

// triangle.c: closed-form shapes against a triangle (three corners, in the world) with radius
int ig_sphere_triangle(mjContact* con, mjtNum margin, const mjtNum centre[3], mjtNum radius, const mjtNum* const corner[3],
                       mjtNum thickness);
int ig_box_triangle(mjContact* con, mjtNum margin, const ig_Shape* box, const mjtNum* const corner[3], mjtNum thickness);
int ig_capsule_triangle(mjContact* con, mjtNum margin, const ig_Shape* capsule, const mjtNum* const corner[3], mjtNum thickness);

#endif
#endif  // INGOT_COLLIDE_COLLIDE_H_
