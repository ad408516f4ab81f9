// SPDX-License-Identifier: Apache-2.0
// Several contact points of two polyhedra: the faces that meet, clipped against each other.
#ifndef INGOT_COLLIDE_CONVEX_FACE_CONTACT_H_
#define INGOT_COLLIDE_CONVEX_FACE_CONTACT_H_

#include "collide/convex/polytope.h"

// the points of the query become those of the contact patch around its single point; left alone when the shapes do
// not meet in a face
void ig_face_contact(ig_Ccd* q, const ig_Polytope* p, int face, const ig_Convex* a, const ig_Convex* b);

#endif  // INGOT_COLLIDE_CONVEX_FACE_CONTACT_H_
