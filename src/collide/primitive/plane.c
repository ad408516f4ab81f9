// Planes against shapes with a closed formula. The plane's z axis is the contact normal throughout.
#include "collide/collide.h"

#include <mujoco/mujoco.h>

#include "collide/primitive/shape.h"
#include "math/vec3.h"

int ig_plane_sphere(mjContact* con, mjtNum margin, const ig_Shape* plane, const ig_Shape* sphere) {
  mjtNum normal[3], offset[3], radius = sphere->size[0];
  ig_column(normal, plane->mat, 2);
  ig_sub3(offset, sphere->pos, plane->pos);
  mjtNum height = ig_dot3(offset, normal);
  if (height > margin + radius) return 0;

  ig_set_normal(con, normal);
  con->dist = height - radius;
  ig_scl3(offset, normal, -con->dist / 2 - radius);
  ig_add3(con->pos, sphere->pos, offset);
  return 1;
}

IG_COLLIDER(ig_collide_plane_sphere) {
  ig_Shape plane = ig_geom_shape(m, d, g1), sphere = ig_geom_shape(m, d, g2);
  return ig_plane_sphere(con, margin, &plane, &sphere);
}

// the two end spheres; tangents follow the capsule's axis
IG_COLLIDER(ig_collide_plane_capsule) {
  ig_Shape plane = ig_geom_shape(m, d, g1), capsule = ig_geom_shape(m, d, g2);
  mjtNum axis[3], half[3], end[2][3];
  ig_column(axis, capsule.mat, 2);
  ig_scl3(half, axis, capsule.size[1]);
  ig_add3(end[0], capsule.pos, half);
  ig_sub3(end[1], capsule.pos, half);

  int count = 0;
  for (int i = 0; i < 2; i++) {
    ig_Shape sphere = {end[i], capsule.mat, capsule.size};
    if (ig_plane_sphere(con + count, margin, &plane, &sphere)) ig_copy3(con[count++].frame + 3, axis);
  }
  return count;
}

// contact at a point of the shape: pos moves half way to the plane
static void touch(mjContact* con, mjtNum dist, const mjtNum point[3], const mjtNum normal[3]) {
  con->dist = dist;
  ig_addscl3(con->pos, point, normal, -dist * 0.5);
  ig_set_normal(con, normal);
}

// the lowest point of each rim, and two more on the lower rim that complete an equilateral triangle
IG_COLLIDER(ig_collide_plane_cylinder) {
  ig_Shape plane = ig_geom_shape(m, d, g1), cylinder = ig_geom_shape(m, d, g2);
  mjtNum radius = cylinder.size[0], normal[3], axis[3], rim[3], offset[3], point[3];
  ig_column(normal, plane.mat, 2);
  ig_column(axis, cylinder.mat, 2);
  ig_sub3(offset, cylinder.pos, plane.pos);
  mjtNum height = ig_dot3(offset, normal);

  // the axis points towards the plane
  mjtNum drop = ig_dot3(normal, axis);
  if (drop > 0) {
    ig_scl3(axis, axis, -1);
    drop = -drop;
  }

  // rim: radius in the steepest direction; any direction if the disk is parallel to the plane
  ig_scl3(rim, axis, drop);
  ig_subfrom3(rim, normal);
  mjtNum slope = ig_dot3(rim, rim);
  if (slope >= mjMINVAL * mjMINVAL) {
    ig_scl3(rim, rim, radius / ig_sqrt(slope));
  } else {
    ig_column(rim, cylinder.mat, 0);
    ig_scl3(rim, rim, radius);
  }
  mjtNum rim_drop = ig_dot3(rim, normal);
  ig_scl3(axis, axis, cylinder.size[1]);
  drop *= cylinder.size[1];

  // lower rim, then upper rim
  if (height + drop + rim_drop > margin) return 0;
  int count = 0;
  ig_add3(point, cylinder.pos, rim);
  ig_addto3(point, axis);
  touch(con + count++, height + drop + rim_drop, point, normal);
  if (height - drop + rim_drop <= margin) {
    ig_add3(point, cylinder.pos, rim);
    ig_subfrom3(point, axis);
    touch(con + count++, height - drop + rim_drop, point, normal);
  }

  // the other two corners of the triangle
  mjtNum corner_dist = height + drop - rim_drop * 0.5;
  if (corner_dist <= margin) {
    mjtNum side[3];
    ig_cross(side, rim, axis);
    ig_normalize3(side);
    ig_scl3(side, side, radius * ig_sqrt(3.0) / 2);
    for (int sign = 1; sign >= -1; sign -= 2) {
      ig_addscl3(point, cylinder.pos, side, sign);
      ig_addto3(point, axis);
      ig_addtoscl3(point, rim, -0.5);
      touch(con + count++, corner_dist, point, normal);
    }
  }
  return count;
}

// corners below the centre and within margin, at most four, in the order of their sign bits
IG_COLLIDER(ig_collide_plane_box) {
  ig_Shape plane = ig_geom_shape(m, d, g1), box = ig_geom_shape(m, d, g2);
  mjtNum normal[3], offset[3], corner[3], world[3];
  ig_column(normal, plane.mat, 2);
  ig_sub3(offset, box.pos, plane.pos);
  mjtNum height = ig_dot3(offset, normal);

  int count = 0;
  for (int bits = 0; bits < 8 && count < 4; bits++) {
    ig_box_corner(corner, box.size, bits);
    ig_mulmatvec3(world, box.mat, corner);
    mjtNum rise = ig_dot3(normal, world);
    if (height + rise > margin || rise > 0) continue;
    ig_addto3(world, box.pos);
    touch(con + count++, height + rise, world, normal);
  }
  return count;
}
