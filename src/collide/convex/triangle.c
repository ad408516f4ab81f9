// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "collide/collide.h"
#include "collide/primitive/shape.h"
#include "math/vec3.h"

static int turn(const mjtNum a[2], const mjtNum b[2], const mjtNum c[2]) {
  mjtNum area = (a[0] - c[0]) * (b[1] - c[1]) - (b[0] - c[0]) * (a[1] - c[1]);
  return area > 0 ? 1 : area < 0 ? -1 : 0;
}

// nearest point of a segment in the plane; returns its distance
static mjtNum nearest_on_edge(mjtNum r[2], const mjtNum p[2], const mjtNum from[2], const mjtNum to[2]) {
  mjtNum edge[2] = {to[0] - from[0], to[1] - from[1]}, arm[2] = {p[0] - from[0], p[1] - from[1]};
  mjtNum t = (edge[0] * arm[0] + edge[1] * arm[1]) / ig_max(mjMINVAL, edge[0] * edge[0] + edge[1] * edge[1]);
  for (int k = 0; k < 2; k++) r[k] = t <= 0 ? from[k] : t >= 1 ? to[k] : from[k] + edge[k] * t;
  return sqrt((r[0] - p[0]) * (r[0] - p[0]) + (r[1] - p[1]) * (r[1] - p[1]));
}

// nearest point of the edges of a flat triangle
static void nearest_on_rim(mjtNum r[2], const mjtNum p[2], mjtNum (*corner)[2]) {
  mjtNum x[3][2], dist[3];
  for (int i = 0; i < 3; i++) dist[i] = nearest_on_edge(x[i], p, corner[i], corner[(i + 1) % 3]);
  int best = dist[0] < dist[1] && dist[0] < dist[2] ? 0 : dist[1] < dist[2] ? 1 : 2;
  r[0] = x[best][0];
  r[1] = x[best][1];
}

// all relative to the first corner
int ig_sphere_triangle(mjContact* con, mjtNum margin, const mjtNum center[3], mjtNum radius, const mjtNum* const corner[3],
                       mjtNum thickness) {
  mjtNum reach = margin + radius + thickness, s[3], a[3], b[3], normal[3], u[3], v[3], foot[3], nearest[3];
  ig_sub3(s, center, corner[0]);
  ig_sub3(a, corner[1], corner[0]);
  ig_sub3(b, corner[2], corner[0]);
  ig_cross(normal, a, b);
  ig_normalize3(normal);
  mjtNum height = ig_dot3(normal, s);
  if (fabs(height) > reach) return 0;
  ig_addscl3(foot, s, normal, -height);

  // the plane of the triangle, with u along its first edge
  ig_copy3(u, a);
  mjtNum length = ig_normalize3(u);
  ig_cross(v, normal, a);
  ig_normalize3(v);
  mjtNum flat[3][2] = {{0, 0}, {length, 0}, {ig_dot3(u, b), ig_dot3(v, b)}};
  mjtNum p[2] = {ig_dot3(u, foot), ig_dot3(v, foot)}, rim[2];
  int side = turn(p, flat[0], flat[1]);
  if (side == turn(p, flat[1], flat[2]) && side == turn(p, flat[2], flat[0])) {
    ig_copy3(nearest, foot);
  } else {
    nearest_on_rim(rim, p, flat);
    ig_scl3(nearest, u, rim[0]);
    ig_addtoscl3(nearest, v, rim[1]);
  }

  mjtNum out[3];
  ig_sub3(out, nearest, s);
  mjtNum dist = ig_normalize3(out);
  if (dist > reach) return 0;
  con->dist = dist - radius - thickness;
  ig_addscl3(con->pos, center, out, radius + con->dist / 2);
  ig_set_normal(con, out);
  return 1;
}

// a corner of the triangle against the box: pushed out through the face that it is nearest to
static int box_vertex(mjContact* con, mjtNum margin, const ig_Shape* box, const mjtNum vertex[3], mjtNum thickness) {
  mjtNum arm[3], local[3], normal[3] = {0, 0, 0}, most = -mjMAXVAL;
  int axis = 0;
  ig_sub3(arm, vertex, box->pos);
  ig_mulmattvec3(local, box->mat, arm);
  for (int k = 0; k < 3; k++) {
    mjtNum over = fabs(local[k]) - box->size[k];
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
int ig_box_triangle(mjContact* con, mjtNum margin, const ig_Shape* box, const mjtNum* const corner[3], mjtNum thickness) {
  int n = 0;
  for (int i = 0; i < 3; i++) n += box_vertex(con + n, margin, box, corner[i], thickness);
  for (int i = 0; i < 8; i++) {
    mjtNum local[3], point[3];
    ig_box_corner(local, box->size, i);
    ig_mulmatvec3(point, box->mat, local);
    ig_addto3(point, box->pos);
    n += ig_sphere_triangle(con + n, margin, point, 0, corner, thickness);
  }
  return n;
}

// the ends of the capsule against the triangle, then corners of the triangle against the inside of its axis
int ig_capsule_triangle(mjContact* con, mjtNum margin, const ig_Shape* capsule, const mjtNum* const corner[3], mjtNum thickness) {
  mjtNum radius = capsule->size[0], half = capsule->size[1], axis[3], end[2][3], line[3];
  ig_column(axis, capsule->mat, 2);
  ig_addscl3(end[0], capsule->pos, axis, -half);
  ig_addscl3(end[1], capsule->pos, axis, half);
  int n = ig_sphere_triangle(con, margin, end[0], radius, corner, thickness);
  n += ig_sphere_triangle(con + n, margin, end[1], radius, corner, thickness);
  ig_sub3(line, end[1], end[0]);
  for (int i = 0; i < 3; i++) {
    mjtNum arm[3], foot[3];
    ig_sub3(arm, corner[i], end[0]);
    mjtNum t = ig_dot3(arm, line) / (4 * half * half);
    if (!(t > mjMINVAL && t < 1 - mjMINVAL)) continue;
    ig_addscl3(foot, end[0], line, t);
    ig_sub3(arm, corner[i], foot);
    mjtNum dist = ig_normalize3(arm);
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
