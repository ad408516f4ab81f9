// SPDX-License-Identifier: Apache-2.0
// Contacts of flexes. Each function tests one pair, completes its contacts and appends them to mjData.
#ifndef INGOT_COLLIDE_FLEX_H_
#define INGOT_COLLIDE_FLEX_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// inner layers of solid flexes do not collide
bool ig_elem_active(const mjModel* m, int flex, int elem);

// all vertices of a flex against a plane
void ig_collide_plane_flex(const mjModel* m, mjData* d, int geom, int flex);

// geom (not a plane) against one element; without the mid phase, a sphere test comes first
void ig_collide_geom_elem(const mjModel* m, mjData* d, int geom, int flex, int elem);

// two elements, of one flex or of two
void ig_collide_elems(const mjModel* m, mjData* d, int flex1, int elem1, int flex2, int elem2);

// predefined element : vertex pairs, and the faces of a tetrahedron against its own corners
void ig_collide_flex_internal(const mjModel* m, mjData* d, int flex);

// active elements of a flex against each other, all pairs
void ig_collide_flex_all(const mjModel* m, mjData* d, int flex);

#endif  // INGOT_COLLIDE_FLEX_H_
