// Contacts of two convex shapes.
#ifndef INGOT_COLLIDE_CONVEX_H_
#define INGOT_COLLIDE_CONVEX_H_

#include "collide/convex_shape.h"

// one search; up to max_points contacts of polyhedra. Both colliders, as the flags say.
int ig_convex_contact(const mjModel* m, const mjData* d, mjContact* con, ig_Convex* a, ig_Convex* b, int max_points,
                      mjtNum margin);

#endif  // INGOT_COLLIDE_CONVEX_H_
