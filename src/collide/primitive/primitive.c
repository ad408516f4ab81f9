// SPDX-License-Identifier: Apache-2.0
// Pairs with a closed formula as colliders of single worlds: the kernels at width 1.
#include "collide/collide.h"
#include "collide/primitive/touch.h"

#define SINGLE(name, kernel)                                                            \
  int name(mjContact* con, num margin, const ig_Shape* first, const ig_Shape* second) { \
    ig_Touches t = {con, 0};                                                            \
    kernel(&t, true, margin, first, second);                                            \
    return t.n;                                                                         \
  }
SINGLE(ig_sphere_capsule, ig_touch_sphere_capsule)
SINGLE(ig_sphere_box, ig_touch_sphere_box)
SINGLE(ig_capsule_capsule, ig_touch_capsule_capsule)

#define COLLIDER(name, kernel)                                                  \
  IG_COLLIDER(name) {                                                           \
    ig_Shape first = ig_geom_shape(m, d, g1), second = ig_geom_shape(m, d, g2); \
    ig_Touches t = {con, 0};                                                    \
    kernel(&t, true, margin, &first, &second);                                  \
    return t.n;                                                                 \
  }
COLLIDER(ig_collide_plane_sphere, ig_touch_plane_sphere)
COLLIDER(ig_collide_plane_capsule, ig_touch_plane_capsule)
COLLIDER(ig_collide_plane_cylinder, ig_touch_plane_cylinder)
COLLIDER(ig_collide_plane_box, ig_touch_plane_box)
COLLIDER(ig_collide_sphere_sphere, ig_touch_sphere_sphere)
COLLIDER(ig_collide_sphere_capsule, ig_touch_sphere_capsule)
COLLIDER(ig_collide_sphere_cylinder, ig_touch_sphere_cylinder)
COLLIDER(ig_collide_sphere_box, ig_touch_sphere_box)
COLLIDER(ig_collide_capsule_capsule, ig_touch_capsule_capsule)
