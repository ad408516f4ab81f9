// SPDX-License-Identifier: Apache-2.0
// Planes against shapes with a closed formula. The plane's z axis is the contact normal throughout.
#include "collide/collide.h"

#include <mujoco/mujoco.h>

#include "collide/primitive/shape.h"
#include "collide/primitive/touch.h"
#include "math/vec3.h"

IG_INLINE void plane_sphere(ig_Touches* t, mask on, real margin, const ig_Shape* plane, const real centre[3], real radius,
                            const real* hint) {
  real normal[3], offset[3], pos[3];
  ig_column(normal, plane->mat, 2);
  ig_sub3(offset, centre, plane->pos);
  real height = ig_dot3(offset, normal), dist = height - radius;
  on = ig_and(on, ig_not(ig_lt(margin + radius, height)));
  if (!ig_any(on)) return;
  ig_scl3(offset, normal, -dist / 2 - radius);
  ig_add3(pos, centre, offset);
  ig_touch(t, on, dist, pos, normal, hint);
}

IG_TOUCH(ig_touch_plane_sphere) { plane_sphere(t, on, margin, first, second->pos, second->size[0], NULL); }

// the two end spheres; tangents follow the capsule's axis
IG_TOUCH(ig_touch_plane_capsule) {
  const ig_Shape *plane = first, *capsule = second;
  real axis[3], half[3], end[2][3];
  ig_column(axis, capsule->mat, 2);
  ig_scl3(half, axis, capsule->size[1]);
  ig_add3(end[0], capsule->pos, half);
  ig_sub3(end[1], capsule->pos, half);
  for (int i = 0; i < 2; i++) plane_sphere(t, on, margin, plane, end[i], capsule->size[0], axis);
}

// contact at a point of the shape: pos moves half way to the plane
IG_INLINE void touch(ig_Touches* t, mask on, real dist, const real point[3], const real normal[3]) {
  real pos[3];
  ig_addscl3(pos, point, normal, -dist * 0.5);
  ig_touch(t, on, dist, pos, normal, NULL);
}

// the lowest point of each rim, and two more on the lower rim that complete an equilateral triangle
IG_TOUCH(ig_touch_plane_cylinder) {
  const ig_Shape *plane = first, *cylinder = second;
  real radius = cylinder->size[0], normal[3], axis[3], rim[3], offset[3], point[3], zero = ig_broadcast(0);
  ig_column(normal, plane->mat, 2);
  ig_column(axis, cylinder->mat, 2);
  ig_sub3(offset, cylinder->pos, plane->pos);
  real height = ig_dot3(offset, normal);

  // the axis points towards the plane
  real drop = ig_dot3(normal, axis);
  mask turn = ig_lt(zero, drop);
  for (int k = 0; k < 3; k++) axis[k] = ig_select(turn, axis[k] * -1, axis[k]);
  drop = ig_select(turn, -drop, drop);

  // rim: radius in the steepest direction; any direction if the disk is parallel to the plane
  ig_scl3(rim, axis, drop);
  ig_subfrom3(rim, normal);
  real slope = ig_dot3(rim, rim);
  mask steep = ig_le(ig_broadcast(mjMINVAL * mjMINVAL), slope);
  real scale = radius / ig_sqrt(slope), side[3];
  ig_column(side, cylinder->mat, 0);
  for (int k = 0; k < 3; k++) rim[k] = ig_select(steep, rim[k] * scale, side[k] * radius);
  real rim_drop = ig_dot3(rim, normal);
  ig_scl3(axis, axis, cylinder->size[1]);
  drop *= cylinder->size[1];

  // lower rim, then upper rim
  real lower = height + drop + rim_drop, upper = height - drop + rim_drop;
  on = ig_and(on, ig_not(ig_lt(margin, lower)));
  if (!ig_any(on)) return;
  ig_add3(point, cylinder->pos, rim);
  ig_addto3(point, axis);
  touch(t, on, lower, point, normal);
  mask second_rim = ig_and(on, ig_le(upper, margin));
  if (ig_any(second_rim)) {
    ig_add3(point, cylinder->pos, rim);
    ig_subfrom3(point, axis);
    touch(t, second_rim, upper, point, normal);
  }

  // the other two corners of the triangle
  real corner_dist = height + drop - rim_drop * 0.5;
  mask corners = ig_and(on, ig_le(corner_dist, margin));
  if (!ig_any(corners)) return;
  ig_cross(side, rim, axis);
  ig_normalize3(side);
  ig_scl3(side, side, radius * (num)sqrt(3.0) / 2);
  for (int sign = 1; sign >= -1; sign -= 2) {
    ig_addscl3(point, cylinder->pos, side, ig_broadcast(sign));
    ig_addto3(point, axis);
    ig_addtoscl3(point, rim, ig_broadcast(-0.5));
    touch(t, corners, corner_dist, point, normal);
  }
}

// corners below the centre and within margin, at most four, in the order of their sign bits
IG_TOUCH(ig_touch_plane_box) {
  const ig_Shape *plane = first, *box = second;
  real normal[3], offset[3], corner[3], world[3];
  ig_column(normal, plane->mat, 2);
  ig_sub3(offset, box->pos, plane->pos);
  real height = ig_dot3(offset, normal);
  ints before = t->n;
  for (int bits = 0; bits < 8; bits++) {
    ig_box_corner(corner, box->size, bits);
    ig_mulmatvec3(world, box->mat, corner);
    real rise = ig_dot3(normal, world), dist = height + rise;
    mask away = ig_or(ig_lt(margin, dist), ig_lt(ig_broadcast(0), rise));
    mask below = ig_and(ig_and(on, ig_not(away)), ig_ints_lt(t->n - before, ig_ints(4)));
    if (!ig_any(below)) continue;
    ig_addto3(world, box->pos);
    touch(t, below, dist, world, normal);
  }
}
