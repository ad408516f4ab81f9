// SPDX-License-Identifier: Apache-2.0
// What a collider of any width finds: contacts of two shapes, in each lane its own number of them.
//
// A kernel takes the lanes in which it is to look (`on`) and adds contacts with ig_touch: distance, position, normal
// (from the first shape to the second) and a hint for the first tangent. At width 1 they are contacts of the arena,
// above they are slots of the lanes, contact k of every lane in slot k.
#ifndef INGOT_COLLIDE_PRIMITIVE_TOUCH_H_
#define INGOT_COLLIDE_PRIMITIVE_TOUCH_H_

#include <mujoco/mujoco.h>

#include "collide/collide.h"
#include "lane/ints.h"
#include "math/vec3.h"

#if IG_WIDTH == 1
typedef mjContact ig_Touch;
#else
typedef struct {
  real dist, pos[3], frame[9];
} ig_Touch;
#endif

typedef struct {
  ig_Touch* con;
  ints n;
} ig_Touches;

// hint: NULL for none
IG_INLINE void ig_touch_write(ig_Touch* con, real dist, const real pos[3], const real normal[3], const real* hint) {
  con->dist = dist;
  ig_copy3(con->pos, pos);
  ig_copy3(con->frame, normal);
  if (hint) {
    ig_copy3(con->frame + 3, hint);
  } else {
    ig_zero3(con->frame + 3);
  }
}

// one more contact in the lanes of `on`
IG_INLINE void ig_touch(ig_Touches* t, mask on, real dist, const real pos[3], const real normal[3], const real* hint) {
#if IG_WIDTH == 1
  if (on) ig_touch_write(t->con + t->n++, dist, pos, normal, hint);
#else
  unsigned lanes = ig_mask_bits(on);
  if (!lanes) return;
  int first = ig_ints_lane(t->n, 0);
  if (ig_all(ig_ints_eq(t->n, ig_ints(first)))) {
    ig_touch_write(t->con + first, dist, pos, normal, hint);
  } else {
    ig_Touch touch;
    ig_touch_write(&touch, dist, pos, normal, hint);
    for (; lanes; lanes &= lanes - 1) {
      int lane = __builtin_ctz(lanes);
      num* to = (num*)(t->con + ig_ints_lane(t->n, lane)) + lane;
      const num* from = (const num*)&touch + lane;
      for (int i = 0; i < 10; i++) to[i * IG_WIDTH] = from[i * IG_WIDTH];
    }
  }
  t->n += ig_ints_select(on, ig_ints(1), ig_ints(0));
#endif
}

// kernels of pairs with a closed formula: the shapes come in the order of their types
#define IG_TOUCH(name) void IG_NAME(name)(ig_Touches * t, mask on, real margin, const ig_Shape* first, const ig_Shape* second)
IG_TOUCH(ig_touch_plane_sphere);
IG_TOUCH(ig_touch_plane_capsule);
IG_TOUCH(ig_touch_plane_cylinder);
IG_TOUCH(ig_touch_plane_box);
IG_TOUCH(ig_touch_sphere_sphere);
IG_TOUCH(ig_touch_sphere_capsule);
IG_TOUCH(ig_touch_sphere_cylinder);
IG_TOUCH(ig_touch_sphere_box);
IG_TOUCH(ig_touch_capsule_capsule);

// most contacts that one of them finds
enum { IG_TOUCH_MAX = 4 };

#endif  // INGOT_COLLIDE_PRIMITIVE_TOUCH_H_
