// SPDX-License-Identifier: Apache-2.0
// Spheres and capsules: find the nearest points of the two cores, then it is sphere against sphere (or plane).
#include "collide/collide.h"

#include <mujoco/mujoco.h>

#include "collide/primitive/shape.h"
#include "collide/primitive/touch.h"
#include "math/vec3.h"

IG_INLINE void sphere_sphere(ig_Touches* t, mask on, real margin, const ig_Shape* sphere1, const ig_Shape* sphere2) {
  real radius1 = sphere1->size[0], radius2 = sphere2->size[0], offset[3], pos[3];
  ig_sub3(offset, sphere2->pos, sphere1->pos);
  real square = ig_dot3(offset, offset), reach = margin + radius1 + radius2;
  on = ig_and(on, ig_not(ig_lt(reach * reach, square)));
  if (!ig_any(on)) return;

  // concentric: any normal will do; take one that both shapes' axes determine
  mask concentric = ig_lt(ig_normalize3(offset), ig_broadcast(mjMINVAL));
  if (ig_any(concentric)) {
    real axis1[3], axis2[3], across[3];
    ig_column(axis1, sphere1->mat, 2);
    ig_column(axis2, sphere2->mat, 2);
    ig_cross(across, axis1, axis2);
    ig_normalize3(across);
    for (int k = 0; k < 3; k++) offset[k] = ig_select(concentric, across[k], offset[k]);
  }
  real dist = ig_sqrt(square) - radius1 - radius2;
  ig_scl3(pos, offset, radius1 + dist / 2);
  ig_addto3(pos, sphere1->pos);
  ig_touch(t, on, dist, pos, offset, NULL);
}

IG_TOUCH(ig_touch_sphere_sphere) { sphere_sphere(t, on, margin, first, second); }

IG_TOUCH(ig_touch_sphere_capsule) {
  const ig_Shape *sphere = first, *capsule = second;
  real axis[3], nearest[3], half = capsule->size[1];
  ig_column(axis, capsule->mat, 2);
  ig_sub3(nearest, sphere->pos, capsule->pos);
  real along = ig_clip(ig_dot3(axis, nearest), -half, half);
  ig_scl3(nearest, axis, along);
  ig_addto3(nearest, capsule->pos);
  ig_Shape end = {nearest, capsule->mat, capsule->size};
  sphere_sphere(t, on, margin, sphere, &end);
}

// side: sphere against sphere on the axis; cap: against a plane; else against a point on the rim.
// a centre inside takes the nearer of side and cap
IG_TOUCH(ig_touch_sphere_cylinder) {
  const ig_Shape *sphere = first, *cylinder = second;
  real radius = cylinder->size[0], half = cylinder->size[1], axis[3], offset[3], along[3], across[3];
  ig_column(axis, cylinder->mat, 2);
  ig_sub3(offset, sphere->pos, cylinder->pos);
  real height = ig_dot3(axis, offset);
  real up = ig_select(ig_lt(ig_broadcast(0), height), ig_broadcast(1), ig_broadcast(-1));
  ig_scl3(along, axis, height);
  ig_sub3(across, offset, along);
  real square = ig_dot3(across, across);

  mask side = ig_lt(ig_abs(height), half), cap = ig_lt(square, radius * radius), inside = ig_and(side, cap);
  if (ig_any(inside)) {
    mask nearer = ig_lt(half - ig_abs(height), radius - ig_sqrt(square));
    cap = ig_and(cap, ig_or(ig_not(inside), nearer));
    side = ig_and(side, ig_or(ig_not(inside), ig_not(nearer)));
  }

  // the points of side and rim; each lane has one of the three kinds
  mask flat = ig_and(on, cap), round = ig_and(on, ig_not(cap));
  if (ig_any(round)) {
    real point[3], size = ig_select(side, radius, ig_broadcast(0)), rim[3];
    ig_scl3(across, across, radius / ig_sqrt(square));
    ig_scl3(rim, axis, up * half);
    ig_addto3(rim, across);
    for (int k = 0; k < 3; k++) point[k] = ig_select(side, along[k], rim[k]) + cylinder->pos[k];
    ig_Shape core = {point, cylinder->mat, &size};
    sphere_sphere(t, round, margin, sphere, &core);
  }

  // the axis of the cap looks outwards, the normal of the contact the other way
  if (ig_any(flat)) {
    real centre[3], normal[3], gap[3], pos[3];
    ig_addscl3(centre, cylinder->pos, axis, up * half);
    for (int k = 0; k < 3; k++) normal[k] = up * axis[k];
    ig_sub3(gap, sphere->pos, centre);
    real above = ig_dot3(gap, normal), size = sphere->size[0], dist = above - size;
    flat = ig_and(flat, ig_not(ig_lt(margin + size, above)));
    ig_scl3(gap, normal, -dist / 2 - size);
    ig_add3(pos, sphere->pos, gap);
    ig_scl3(normal, normal, ig_broadcast(-1));
    ig_touch(t, flat, dist, pos, normal, NULL);
  }
}

// spheres at x1, x2 (in half-lengths) along the two axes
IG_INLINE void ends(ig_Touches* t, mask on, real margin, const ig_Shape shape[2], real axis[2][3], real x1, real x2) {
  real x[2] = {x1, x2}, point[2][3];
  for (int i = 0; i < 2; i++) {
    ig_scl3(point[i], axis[i], x[i]);
    ig_addto3(point[i], shape[i].pos);
  }
  ig_Shape end1 = {point[0], shape[0].mat, shape[0].size}, end2 = {point[1], shape[1].mat, shape[1].size};
  sphere_sphere(t, on, margin, &end1, &end2);
}

// Half axes are parallel where the determinant of their products says nothing but how these were rounded: a float leaves 2e-7 of
// the product of the squares, which is the squared sine of the angle between them.
#define IG_PARALLEL(m1, m2) IG_BY_PRECISION(ig_broadcast(mjMINVAL), (num)1e-6 * (m1) * (m2))

// minimise |p1 + x1 a1 - p2 - x2 a2|^2 over -1 <= x1, x2 <= 1: the matrix [m1 mx; mx m2] and the right side (u, v)
IG_TOUCH(ig_touch_capsule_capsule) {
  const ig_Shape shape[2] = {*first, *second};
  real axis[2][3], offset[3], one = ig_broadcast(1);
  for (int i = 0; i < 2; i++) {
    ig_column(axis[i], shape[i].mat, 2);
    ig_scl3(axis[i], axis[i], shape[i].size[1]);
  }
  ig_sub3(offset, shape[0].pos, shape[1].pos);
  real u = -ig_dot3(axis[0], offset), v = ig_dot3(axis[1], offset);
  on = ig_and(on, ig_not(ig_apart_on_line(offset, u, v, margin + shape[0].size[0] + shape[1].size[0])));
  if (!ig_any(on)) return;
  real m1 = ig_dot3(axis[0], axis[0]), m2 = ig_dot3(axis[1], axis[1]), mx = -ig_dot3(axis[0], axis[1]);
  real det = m1 * m2 - mx * mx;

  // crossing: one contact. Clamp x1 first, then x2 with x1 following
  mask cross = ig_le(IG_PARALLEL(m1, m2), ig_abs(det));
  if (ig_any(ig_and(on, cross))) {
    real x1 = (m2 * u - mx * v) / det, x2 = (m1 * v - mx * u) / det;
    mask out1 = ig_lt(one, ig_abs(x1));
    x1 = ig_select(out1, ig_select(ig_lt(one, x1), one, -one), x1);
    x2 = ig_select(out1, (v - x1 * mx) / m2, x2);
    mask out2 = ig_lt(one, ig_abs(x2));
    x2 = ig_select(out2, ig_select(ig_lt(one, x2), one, -one), x2);
    x1 = ig_select(out2, ig_clip((u - x2 * mx) / m1, -one, one), x1);
    ends(t, ig_and(on, cross), margin, shape, axis, x1, x2);
  }

  // parallel: both ends of the first; if these give less than two contacts, the ends of the second
  on = ig_and(on, ig_not(cross));
  if (!ig_any(on)) return;
  ints before = t->n;
  for (int end = 1; end >= -1; end -= 2) {
    ends(t, on, margin, shape, axis, ig_broadcast(end), ig_clip((v - (num)end * mx) / m2, -one, one));
  }
  for (int end = 1; end >= -1; end -= 2) {
    mask few = ig_and(on, ig_ints_lt(t->n - before, ig_ints(2)));
    if (ig_any(few)) ends(t, few, margin, shape, axis, ig_clip((u - (num)end * mx) / m1, -one, one), ig_broadcast(end));
  }
}

// the face of the box that is nearest to a centre inside it, as the outward normal of its side; returns the distance
IG_INLINE real nearest_face(const real centre[3], const real size[3], real normal[3]) {
  real nearest = (size[0] + size[1] + size[2]) * 2, zero = ig_broadcast(0);
  ig_set3(normal, ig_broadcast(-1), zero, zero);
  for (int face = 0; face < 6; face++) {
    num sign = face % 2 ? 1 : -1;
    real depth = ig_abs(sign * size[face / 2] - centre[face / 2]);
    mask closer = ig_lt(depth, nearest);
    nearest = ig_select(closer, depth, nearest);
    for (int k = 0; k < 3; k++) normal[k] = ig_select(closer, ig_broadcast(k == face / 2 ? sign : 0), normal[k]);
  }
  return nearest;
}

// nearest point of the box to the sphere's centre, in the box frame
IG_TOUCH(ig_touch_sphere_box) {
  const ig_Shape *sphere = first, *box = second;
  real radius = sphere->size[0], centre[3], surface[3], normal[3], pos[3], zero = ig_broadcast(0);
  ig_sub3(pos, sphere->pos, box->pos);
  ig_mulmattvec3(centre, box->mat, pos);
  for (int k = 0; k < 3; k++) {
    surface[k] = ig_select(ig_lt(zero, box->size[k]), ig_clip(centre[k], -box->size[k], box->size[k]), centre[k]);
  }
  ig_sub3(normal, surface, centre);
  real dist = ig_normalize3(normal);
  on = ig_and(on, ig_not(ig_lt(margin, dist - radius)));
  if (!ig_any(on)) return;

  mask inside = ig_le(dist, ig_broadcast(mjMINVAL));
  real deepest[3];
  ig_addscl3(deepest, centre, normal, radius);
  ig_scl3(pos, surface, ig_broadcast(0.5));
  ig_addtoscl3(pos, deepest, ig_broadcast(0.5));
  if (ig_any(inside)) {
    real face[3], depth = nearest_face(centre, box->size, face);
    for (int k = 0; k < 3; k++) {
      // a zero of the normal is positive
      real inward = ig_select(ig_eq(face[k], zero), zero, -face[k]);
      normal[k] = ig_select(inside, inward, normal[k]);
      pos[k] = ig_select(inside, centre[k] + inward * ((radius - depth) / 2), pos[k]);
    }
    dist = ig_select(inside, -depth, dist);
  }
  real frame[3], world[3];
  ig_mulmatvec3(frame, box->mat, normal);
  ig_mulmatvec3(world, box->mat, pos);
  ig_addto3(world, box->pos);
  ig_touch(t, on, dist - radius, world, frame, NULL);
}
