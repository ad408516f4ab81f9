// SPDX-License-Identifier: Apache-2.0
// Which collider serves which pair of geom types. Users may replace entries.
#include "collide/table.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "collide/collide.h"

#define CONVEX ig_collide_convex
#define SDF ig_collide_sdf
#define HFIELD ig_collide_hfield

// rows and columns are mjtGeom: plane hfield sphere capsule ellipsoid cylinder box mesh sdf; pairs come smaller type first
// clang-format off
#define COLLIDERS \
    [mjGEOM_PLANE] = {NULL, NULL, ig_collide_plane_sphere, ig_collide_plane_capsule, ig_collide_plane_convex,          \
                      ig_collide_plane_cylinder, ig_collide_plane_box, ig_collide_plane_convex, ig_collide_plane_convex}, \
    [mjGEOM_HFIELD] = {NULL, NULL, HFIELD, HFIELD, HFIELD, HFIELD, HFIELD, HFIELD, ig_collide_hfield_sdf},             \
    [mjGEOM_SPHERE] = {NULL, NULL, ig_collide_sphere_sphere, ig_collide_sphere_capsule, CONVEX, ig_collide_sphere_cylinder, \
                       ig_collide_sphere_box, CONVEX, SDF},                                                            \
    [mjGEOM_CAPSULE] = {NULL, NULL, NULL, ig_collide_capsule_capsule, CONVEX, CONVEX, ig_collide_capsule_box, CONVEX, SDF}, \
    [mjGEOM_ELLIPSOID] = {NULL, NULL, NULL, NULL, CONVEX, CONVEX, CONVEX, CONVEX, SDF},                                \
    [mjGEOM_CYLINDER] = {NULL, NULL, NULL, NULL, NULL, CONVEX, CONVEX, CONVEX, SDF},                                   \
    [mjGEOM_BOX] = {NULL, NULL, NULL, NULL, NULL, NULL, ig_collide_box_box, CONVEX, SDF},                              \
    [mjGEOM_MESH] = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, CONVEX, ig_collide_mesh_sdf},                           \
    [mjGEOM_SDF] = {NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, SDF},
// clang-format on

mjfCollision mjCOLLISIONFUNC[mjNGEOMTYPES][mjNGEOMTYPES] = {COLLIDERS};
static const mjfCollision ours[mjNGEOMTYPES][mjNGEOMTYPES] = {COLLIDERS};

// The dynamic linker binds the public table to the first library that has one. Beside MuJoCo's own library that can be MuJoCo's
// table, with MuJoCo's functions: then the entries are ours all the same. Decided when the library is loaded, before a program
// can have replaced an entry of our own table.
static const mjfCollision (*colliders)[mjNGEOMTYPES] = ours;

__attribute__((constructor)) static void choose_table(void) {
  if (!memcmp(mjCOLLISIONFUNC, ours, sizeof ours)) colliders = (const mjfCollision(*)[mjNGEOMTYPES])mjCOLLISIONFUNC;
}

mjfCollision ig_collider(int type1, int type2) { return colliders[type1][type2]; }

bool ig_colliders_untouched(void) { return !memcmp(colliders, ours, sizeof ours); }
