// Spheres and capsules: find the nearest points of the two cores, then it is sphere against sphere (or plane).
#include "collide/collide.h"

#include <mujoco/mujoco.h>

#include "collide/primitive/shape.h"
#include "math/vec3.h"

static int sphere_sphere(mjContact* con, mjtNum margin, const ig_Shape* sphere1, const ig_Shape* sphere2) {
  mjtNum radius1 = sphere1->size[0], radius2 = sphere2->size[0], offset[3];
  ig_sub3(offset, sphere2->pos, sphere1->pos);
  mjtNum square = ig_dot3(offset, offset), reach = margin + radius1 + radius2;
  if (square > reach * reach) return 0;

  // concentric: any normal will do; take one that both shapes' axes determine
  if (ig_normalize3(offset) < mjMINVAL) {
    mjtNum axis1[3], axis2[3];
    ig_column(axis1, sphere1->mat, 2);
    ig_column(axis2, sphere2->mat, 2);
    ig_cross(offset, axis1, axis2);
    ig_normalize3(offset);
  }
  ig_set_normal(con, offset);
  con->dist = ig_sqrt(square) - radius1 - radius2;
  ig_scl3(con->pos, offset, radius1 + con->dist / 2);
  ig_addto3(con->pos, sphere1->pos);
  return 1;
}

IG_COLLIDER(ig_collide_sphere_sphere) {
  ig_Shape sphere1 = ig_geom_shape(m, d, g1), sphere2 = ig_geom_shape(m, d, g2);
  return sphere_sphere(con, margin, &sphere1, &sphere2);
}

int ig_sphere_capsule(mjContact* con, mjtNum margin, const ig_Shape* sphere, const ig_Shape* capsule) {
  mjtNum axis[3], nearest[3], half = capsule->size[1];
  ig_column(axis, capsule->mat, 2);
  ig_sub3(nearest, sphere->pos, capsule->pos);
  mjtNum along = ig_clip(ig_dot3(axis, nearest), -half, half);
  ig_scl3(nearest, axis, along);
  ig_addto3(nearest, capsule->pos);
  ig_Shape end = {nearest, capsule->mat, capsule->size};
  return sphere_sphere(con, margin, sphere, &end);
}

IG_COLLIDER(ig_collide_sphere_capsule) {
  ig_Shape sphere = ig_geom_shape(m, d, g1), capsule = ig_geom_shape(m, d, g2);
  return ig_sphere_capsule(con, margin, &sphere, &capsule);
}

// side: sphere against sphere on the axis; cap: against a plane; else against a point on the rim.
// a centre inside takes the nearer of side and cap
IG_COLLIDER(ig_collide_sphere_cylinder) {
  ig_Shape sphere = ig_geom_shape(m, d, g1), cylinder = ig_geom_shape(m, d, g2);
  mjtNum radius = cylinder.size[0], half = cylinder.size[1], axis[3], offset[3], along[3], across[3];
  ig_column(axis, cylinder.mat, 2);
  ig_sub3(offset, sphere.pos, cylinder.pos);
  mjtNum height = ig_dot3(axis, offset), up = height > 0 ? 1 : -1;
  ig_scl3(along, axis, height);
  ig_sub3(across, offset, along);
  mjtNum square = ig_dot3(across, across);

  bool side = ig_abs(height) < half, cap = square < radius * radius;
  if (side && cap) {
    cap = half - ig_abs(height) < radius - ig_sqrt(square);
    side = !cap;
  }

  if (side) {
    ig_addto3(along, cylinder.pos);
    ig_Shape core = {along, cylinder.mat, cylinder.size};
    return sphere_sphere(con, margin, &sphere, &core);
  }

  if (cap) {
    mjtNum center[3], outward[9];
    ig_addscl3(center, cylinder.pos, axis, up * half);
    for (int k = 0; k < 9; k++) outward[k] = (k % 3 == 1 ? 1 : up) * cylinder.mat[k];
    ig_Shape plane = {center, outward, cylinder.size};
    int count = ig_plane_sphere(con, margin, &plane, &sphere);
    if (count) ig_scl3(con->frame, con->frame, -1);
    return count;
  }

  mjtNum rim[3], none = 0;
  ig_scl3(across, across, radius / ig_sqrt(square));
  ig_scl3(rim, axis, up * half);
  ig_addto3(rim, across);
  ig_addto3(rim, cylinder.pos);
  ig_Shape point = {rim, cylinder.mat, &none};
  return sphere_sphere(con, margin, &sphere, &point);
}

// spheres at x1, x2 (in half-lengths) along the two axes
static int ends(mjContact* con, mjtNum margin, const ig_Shape shape[2], mjtNum axis[2][3], mjtNum x1, mjtNum x2) {
  mjtNum x[2] = {x1, x2}, point[2][3];
  for (int i = 0; i < 2; i++) {
    ig_scl3(point[i], axis[i], x[i]);
    ig_addto3(point[i], shape[i].pos);
  }
  ig_Shape end1 = {point[0], shape[0].mat, shape[0].size}, end2 = {point[1], shape[1].mat, shape[1].size};
  return sphere_sphere(con, margin, &end1, &end2);
}

// minimise |p1 + x1 a1 - p2 - x2 a2|^2 over -1 <= x1, x2 <= 1: the matrix [m1 mx; mx m2] and the right side (u, v)
int ig_capsule_capsule(mjContact* con, mjtNum margin, const ig_Shape* capsule1, const ig_Shape* capsule2) {
  const ig_Shape shape[2] = {*capsule1, *capsule2};
  mjtNum axis[2][3], offset[3];
  for (int i = 0; i < 2; i++) {
    ig_column(axis[i], shape[i].mat, 2);
    ig_scl3(axis[i], axis[i], shape[i].size[1]);
  }
  ig_sub3(offset, shape[0].pos, shape[1].pos);
  mjtNum m1 = ig_dot3(axis[0], axis[0]), m2 = ig_dot3(axis[1], axis[1]), mx = -ig_dot3(axis[0], axis[1]);
  mjtNum u = -ig_dot3(axis[0], offset), v = ig_dot3(axis[1], offset);
  mjtNum det = m1 * m2 - mx * mx;

  // crossing: one contact. Clamp x1 first, then x2 with x1 following
  if (ig_abs(det) >= mjMINVAL) {
    mjtNum x1 = (m2 * u - mx * v) / det, x2 = (m1 * v - mx * u) / det;
    if (ig_abs(x1) > 1) {
      x1 = x1 > 1 ? 1 : -1;
      x2 = (v - x1 * mx) / m2;
    }
    if (ig_abs(x2) > 1) {
      x2 = x2 > 1 ? 1 : -1;
      x1 = ig_clip((u - x2 * mx) / m1, -1, 1);
    }
    return ends(con, margin, shape, axis, x1, x2);
  }

  // parallel: both ends of the first; if these give less than two contacts, the ends of the second
  int count = 0;
  for (int end = 1; end >= -1; end -= 2) {
    count += ends(con + count, margin, shape, axis, end, ig_clip((v - end * mx) / m2, -1, 1));
  }
  for (int end = 1; end >= -1 && count < 2; end -= 2) {
    count += ends(con + count, margin, shape, axis, ig_clip((u - end * mx) / m1, -1, 1), end);
  }
  return count;
}

IG_COLLIDER(ig_collide_capsule_capsule) {
  ig_Shape capsule1 = ig_geom_shape(m, d, g1), capsule2 = ig_geom_shape(m, d, g2);
  return ig_capsule_capsule(con, margin, &capsule1, &capsule2);
}

// the face of the box that is nearest to a centre inside it: axis and side; returns the distance
static mjtNum nearest_face(const mjtNum center[3], const mjtNum size[3], int* axis, mjtNum* side) {
  mjtNum nearest = (size[0] + size[1] + size[2]) * 2;
  for (int face = 0; face < 6; face++) {
    mjtNum sign = face % 2 ? 1 : -1, depth = ig_abs(sign * size[face / 2] - center[face / 2]);
    if (nearest > depth) {
      nearest = depth;
      *axis = face / 2;
      *side = sign;
    }
  }
  return nearest;
}

// nearest point of the box to the sphere's centre, in the box frame
int ig_sphere_box(mjContact* con, mjtNum margin, const ig_Shape* sphere, const ig_Shape* box) {
  mjtNum radius = sphere->size[0], center[3], surface[3], normal[3], pos[3];
  ig_sub3(pos, sphere->pos, box->pos);
  ig_mulmattvec3(center, box->mat, pos);
  for (int k = 0; k < 3; k++) surface[k] = box->size[k] > 0 ? ig_clip(center[k], -box->size[k], box->size[k]) : center[k];
  ig_sub3(normal, surface, center);
  mjtNum dist = ig_normalize3(normal);
  if (dist - radius > margin) return 0;

  if (dist <= mjMINVAL) {
    int axis = 0;
    mjtNum side = -1, depth = nearest_face(center, box->size, &axis, &side);
    ig_zero3(normal);
    normal[axis] = -side;
    ig_addscl3(pos, center, normal, (radius - depth) / 2);
    dist = -depth;
  } else {
    mjtNum deepest[3];
    ig_addscl3(deepest, center, normal, radius);
    ig_scl3(pos, surface, 0.5);
    ig_addtoscl3(pos, deepest, 0.5);
  }
  ig_mulmatvec3(con->frame, box->mat, normal);
  ig_zero3(con->frame + 3);
  ig_mulmatvec3(con->pos, box->mat, pos);
  ig_addto3(con->pos, box->pos);
  con->dist = dist - radius;
  return 1;
}

IG_COLLIDER(ig_collide_sphere_box) {
  ig_Shape sphere = ig_geom_shape(m, d, g1), box = ig_geom_shape(m, d, g2);
  return ig_sphere_box(con, margin, &sphere, &box);
}
