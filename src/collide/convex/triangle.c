// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: which of equal
// candidates is taken, and each rounding, decide the contacts that programs index.
#include <math.h>
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "collide/collide.h"
#include "collide/primitive/shape.h"
#include "math/vec3.h"

// Spheres and corners of boxes meet a triangle in its plane: the foot of their centre, or the point of the rim that is nearest to
// it, is where they touch. Lengths are taken from the first corner.
typedef struct {
  num normal[3], along[3], across[3];  // along: the first edge
  num corner[3][2];                    // in the plane, by along and across
} Plane;

static Plane plane_of(const num* const corner[3]) {
  Plane plane = {.corner = {{0, 0}}};
  num first[3], last[3];
  ig_sub3(first, corner[1], corner[0]);
  ig_sub3(last, corner[2], corner[0]);
  ig_cross(plane.normal, first, last);
  ig_normalize3(plane.normal);
  ig_cross(plane.across, plane.normal, first);
  ig_normalize3(plane.across);
  ig_copy3(plane.along, first);
  plane.corner[1][0] = ig_normalize3(plane.along);
  plane.corner[2][0] = ig_dot3(plane.along, last);
  plane.corner[2][1] = ig_dot3(plane.across, last);
  return plane;
}

// p is inside when all edges turn around it the same way: twice the area of the triangle of an edge and p, as a sign
static bool covers(const Plane* plane, const num p[2]) {
  int turn[3];
  for (int i = 0; i < 3; i++) {
    const num *from = plane->corner[i], *to = plane->corner[(i + 1) % 3];
    num area = (p[0] - to[0]) * (from[1] - to[1]) - (from[0] - to[0]) * (p[1] - to[1]);
    turn[i] = (area > 0) - (area < 0);
  }
  return turn[0] == turn[1] && turn[0] == turn[2];
}

// the nearest point of the three edges; of equal ones the last, where its corner is shared
static void nearest_on_rim(num r[2], const Plane* plane, const num p[2]) {
  num at[3][2], dist[3];
  for (int i = 0; i < 3; i++) {
    const num *from = plane->corner[i], *to = plane->corner[(i + 1) % 3];
    num edge[2] = {to[0] - from[0], to[1] - from[1]}, arm[2] = {p[0] - from[0], p[1] - from[1]}, *foot = at[i];
    num t = (edge[0] * arm[0] + edge[1] * arm[1]) / ig_max(mjMINVAL, edge[0] * edge[0] + edge[1] * edge[1]);
    for (int k = 0; k < 2; k++) foot[k] = t <= 0 ? from[k] : t >= 1 ? to[k] : from[k] + edge[k] * t;
    dist[i] = sqrt((foot[0] - p[0]) * (foot[0] - p[0]) + (foot[1] - p[1]) * (foot[1] - p[1]));
  }
  int best = 2;
  if (dist[1] < dist[best]) best = 1;
  if (dist[0] < dist[1] && dist[0] < dist[2]) best = 0;
  r[0] = at[best][0];
  r[1] = at[best][1];
}

int ig_sphere_triangle(mjContact* con, num margin, const num centre[3], num radius, const num* const corner[3], num thickness) {
  num reach = margin + radius + thickness, from[3], foot[3];
  Plane plane = plane_of(corner);
  ig_sub3(from, centre, corner[0]);
  num height = ig_dot3(plane.normal, from);
  if (fabs(height) > reach) return 0;

  ig_addscl3(foot, from, plane.normal, -height);
  num p[2] = {ig_dot3(plane.along, foot), ig_dot3(plane.across, foot)};
  if (!covers(&plane, p)) {
    nearest_on_rim(p, &plane, p);
    ig_scl3(foot, plane.along, p[0]);
    ig_addtoscl3(foot, plane.across, p[1]);
  }

  num towards[3];
  ig_sub3(towards, foot, from);
  num dist = ig_normalize3(towards);
  if (dist > reach) return 0;
  con->dist = dist - radius - thickness;
  ig_addscl3(con->pos, centre, towards, radius + con->dist / 2);
  ig_set_normal(con, towards);
  return 1;
}

// a corner of the triangle against the box: pushed out through the face that it is nearest to
static int box_vertex(mjContact* con, num margin, const ig_Shape* box, const num vertex[3], num thickness) {
  num arm[3], local[3], normal[3] = {0, 0, 0}, most = -mjMAXVAL;
  int axis = 0;
  ig_sub3(arm, vertex, box->pos);
  ig_mulmattvec3(local, box->mat, arm);
  for (int k = 0; k < 3; k++) {
    num over = fabs(local[k]) - box->size[k];
    if (k == 0 || over > most) {
      most = over;
      axis = k;
    }
  }
  if (most - thickness > margin) return 0;
  for (int k = 0; k < 3; k++) {
    if (fabs(local[k]) > box->size[k] + margin + thickness) return 0;
  }
  normal[axis] = local[axis] > 0 ? 1 : -1;
  ig_mulmatvec3(con->frame, box->mat, normal);
  ig_zero3(con->frame + 3);
  con->dist = most - thickness;
  ig_addscl3(con->pos, vertex, con->frame, -(thickness + con->dist * 0.5));
  return 1;
}

// corners of the triangle against the box, then corners of the box against the triangle
int ig_box_triangle(mjContact* con, num margin, const ig_Shape* box, const num* const corner[3], num thickness) {
  int n = 0;
  for (int i = 0; i < 3; i++) n += box_vertex(con + n, margin, box, corner[i], thickness);
  for (int i = 0; i < 8; i++) {
    num local[3], point[3];
    ig_box_corner(local, box->size, i);
    ig_mulmatvec3(point, box->mat, local);
    ig_addto3(point, box->pos);
    n += ig_sphere_triangle(con + n, margin, point, 0, corner, thickness);
  }
  return n;
}

// a place on the axis that is one of its ends but for rounding, in lengths of it
#define AT_END IG_BY_PRECISION(mjMINVAL, 5e-7)

// the ends of the capsule against the triangle, then corners of the triangle against the inside of its axis
int ig_capsule_triangle(mjContact* con, num margin, const ig_Shape* capsule, const num* const corner[3], num thickness) {
  num radius = capsule->size[0], half = capsule->size[1], axis[3], end[2][3], line[3];
  ig_column(axis, capsule->mat, 2);
  int n = 0;
  for (int k = 0; k < 2; k++) {
    ig_addscl3(end[k], capsule->pos, axis, k ? half : -half);
    n += ig_sphere_triangle(con + n, margin, end[k], radius, corner, thickness);
  }
  ig_sub3(line, end[1], end[0]);
  for (int i = 0; i < 3; i++) {
    num arm[3], foot[3];
    ig_sub3(arm, corner[i], end[0]);
    num t = ig_dot3(arm, line) / (4 * half * half);
    if (!(t > AT_END && t < 1 - AT_END)) continue;
    ig_addscl3(foot, end[0], line, t);
    ig_sub3(arm, corner[i], foot);
    num dist = ig_normalize3(arm);
    if (dist > radius + thickness + margin) continue;
    con[n].dist = dist - radius - thickness;
    ig_set_normal(con + n, arm);
    ig_add3(con[n].pos, foot, corner[i]);
    ig_addtoscl3(con[n].pos, arm, radius - thickness);
    ig_scl3(con[n].pos, con[n].pos, 0.5);
    n++;
  }
  return n;
}
