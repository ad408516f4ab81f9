// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: the order of its
// branches decides lengths and moment arms to the last bit.
//
// Wrapping is a problem of the plane: for a cylinder its cross-section, for a sphere the plane through its centre and both
// ends of the path. There the path is straight, a circular arc, straight; the cylinder adds a constant slope along z.
#include "smooth/tendon/tendon_wrap.h"

#include <math.h>

#include <mujoco/mjmodel.h>

#include "lane/elementary.h"
#include "math/vec3.h"

typedef struct {
  num x, y;
} Point;

static num dot2(Point a, Point b) { return a.x * b.x + a.y * b.y; }
static Point minus(Point a, Point b) { return (Point){a.x - b.x, a.y - b.y}; }

// direction of a; the x axis if a has none
static Point unit(Point a) {
  num norm = sqrt(dot2(a, a));
  if (norm < mjMINVAL) return (Point){1, 0};
  num inv = 1 / norm;
  return (Point){a.x * inv, a.y * inv};
}

// do the segments a-b and c-d meet?
static bool segments_meet(Point a, Point b, Point c, Point d) {
  Point ab = minus(b, a), cd = minus(d, c), ca = minus(a, c);
  num det = cd.y * ab.x - cd.x * ab.y;
  if (fabs(det) < mjMINVAL) return false;
  num s = (cd.x * ca.y - cd.y * ca.x) / det;
  num t = (ab.x * ca.y - ab.y * ca.x) / det;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

// the straight path passes clear of the circle, on the allowed side
static bool straight_is_free(const Point end[2], const Point* side, num sqrad) {
  Point dif = minus(end[1], end[0]);
  num dd = dot2(dif, dif);
  if (dd < mjMINVAL) return true;
  num along = -dot2(dif, end[0]) / dd;
  if (along < 0) {
    along = 0;
  } else if (along > 1) {
    along = 1;
  }
  Point nearest = {along * dif.x + end[0].x, along * dif.y + end[0].y};
  return dot2(nearest, nearest) > sqrad && (!side || dot2(*side, nearest) >= 0);
}

// tangents from both ends to the circle; of the two ways around, the one nearer to the side point, else the shorter one
static num wrap_outside(Point touch[2], const Point end[2], const Point* side, num radius) {
  num sqlen[2] = {dot2(end[0], end[0]), dot2(end[1], end[1])}, sqrad = radius * radius;
  if (sqlen[0] < sqrad || sqlen[1] < sqrad || radius < mjMINVAL) return -1;
  if (straight_is_free(end, side, sqrad)) return -1;

  num root[2] = {sqrt(sqlen[0] - sqrad), sqrt(sqlen[1] - sqrad)};
  Point tangent[2][2];
  num merit[2];
  for (int way = 0; way < 2; way++) {
    for (int k = 0; k < 2; k++) {
      num turn = (way == k ? radius : -radius);
      tangent[way][k].x = (end[k].x * sqrad + turn * end[k].y * root[k]) / sqlen[k];
      tangent[way][k].y = (end[k].y * sqrad - turn * end[k].x * root[k]) / sqlen[k];
    }
    const Point *t0 = &tangent[way][0], *t1 = &tangent[way][1];
    if (side) {
      merit[way] = dot2(unit((Point){t0->x + t1->x, t0->y + t1->y}), *side);
    } else {
      Point chord = minus(*t0, *t1);
      merit[way] = -dot2(chord, chord);
    }
    // straight parts that cross each other lose to anything else
    if (segments_meet(end[0], *t0, end[1], *t1)) merit[way] = -10000;
  }

  int best = merit[0] > merit[1] ? 0 : 1;
  touch[0] = tangent[best][0];
  touch[1] = tangent[best][1];
  if (segments_meet(end[0], touch[0], end[1], touch[1])) return -1;

  // the arc between them; way 0 is the one that winds clockwise at a positive cross product
  num angle = ig_acos(dot2(unit(touch[0]), unit(touch[1]))), turn = touch[0].y * touch[1].x - touch[0].x * touch[1].y;
  if (best ? turn > 0 : turn < 0) angle = 2 * mjPI - angle;
  return radius * angle;
}

// condition that the path leaves the inner surface at the angle at which it came, as a function of z, the sine of that angle
typedef struct {
  num a, b;   // radius over the distance of each end
  num angle;  // between the two ends, seen from the centre
} Mirror;

// an error of angles, and a cosine beside -1 and 1, that are rounding: some units in the last place of a half turn and of 1
#define NO_ERROR IG_BY_PRECISION(1e-6, 2e-6)
#define STRAIGHT IG_BY_PRECISION(mjMINVAL, 2.5e-7)

static num mirror_error(const Mirror* q, num z) { return ig_asin(q->a * z) + ig_asin(q->b * z) - 2 * ig_asin(z) + q->angle; }

// Newton's method from just below z = 1, where the error is negative, downwards; false if it leaves that course
static bool solve_mirror(const Mirror* q, num* root) {
  const num tolerance = NO_ERROR, below = 1e-7, least = mjMINVAL, a = q->a, b = q->b;
  num z = 1 - below, error = mirror_error(q, z);
  if (error > 0) return false;
  int rounds = 0;
  for (; rounds < 20 && fabs(error) > tolerance; rounds++) {
    num slope = a / ig_max(least, sqrt(1 - z * z * a * a)) + b / ig_max(least, sqrt(1 - z * z * b * b)) -
                2 / ig_max(least, sqrt(1 - z * z));
    if (slope > -mjMINVAL) return false;
    num next = z - error / slope;
    if (next > z) return false;
    z = next;
    error = mirror_error(q, z);
    if (error > tolerance) return false;
  }
  *root = z;
  return rounds < 20;
}

// a path that has to touch the circle from inside does so in one point; 0 if it does, -1 if the straight path passes through
static num wrap_inside(Point touch[2], const Point end[2], num radius) {
  num len[2] = {sqrt(dot2(end[0], end[0])), sqrt(dot2(end[1], end[1]))};
  if (len[0] <= radius || len[1] <= radius || radius < mjMINVAL || len[0] < mjMINVAL || len[1] < mjMINVAL) return -1;
  Point dif = minus(end[1], end[0]);
  num dd = dot2(dif, dif);
  if (dd > mjMINVAL) {
    num along = -dot2(dif, end[0]) / dd;
    Point nearest = {end[0].x + dif.x * along, end[0].y + dif.y * along};
    if (along > 0 && along < 1 && sqrt(dot2(nearest, nearest)) <= radius) return -1;
  }

  // what remains if there is no better answer: the point halfway
  Point middle = unit((Point){0.5 * (end[0].x + end[1].x), 0.5 * (end[0].y + end[1].y)});
  touch[0] = touch[1] = (Point){middle.x * radius, middle.y * radius};
  num cosine = (len[0] * len[0] + len[1] * len[1] - dd) / (2 * len[0] * len[1]);
  if (cosine < -1 + STRAIGHT) return -1;
  if (cosine > 1 - STRAIGHT) return 0;
  Mirror mirror = {radius / len[0], radius / len[1], ig_acos(cosine)};
  num z;
  if (!solve_mirror(&mirror, &z)) return 0;

  // turn from the end that comes first, counterclockwise
  bool first = end[0].x * end[1].y - end[0].y * end[1].x > 0;
  Point from = unit(end[first ? 0 : 1]);
  num angle = ig_asin(z) - ig_asin((first ? mirror.a : mirror.b) * z);
  num c = ig_cos(angle), s = ig_sin(angle);
  touch[0] = touch[1] = (Point){radius * (c * from.x - s * from.y), radius * (s * from.x + c * from.y)};
  return 0;
}

// unit vectors u, v that span the plane of the path around a sphere: u towards p0
static void sphere_plane(num u[3], num v[3], const num p0[3], const num p1[3]) {
  num normal[3];
  ig_copy3(u, p0);
  ig_normalize3(u);
  ig_cross(normal, p0, p1);
  if (ig_normalize3(normal) < mjMINVAL) {
    // both ends in one direction: any plane through it, made from the smaller two components
    num size[3] = {fabs(u[0]), fabs(u[1]), fabs(u[2])};
    int big = size[1] > size[0] && size[1] > size[2] ? 1 : 0;
    if (size[2] > size[0] && size[2] > size[1]) big = 2;
    num other[3] = {1, 1, 1};
    other[big] = 0;
    ig_cross(normal, u, other);
    ig_normalize3(normal);
  }
  ig_cross(v, normal, u);
  ig_normalize3(v);
}

// height of both touching points, in proportion to the way in the plane; returns the length of the screw between them
static num add_slope(num local[2][3], const num p[2][3], num arc) {
  num way[2];
  for (int k = 0; k < 2; k++) {
    num x = p[k][0] - local[k][0], y = p[k][1] - local[k][1];
    way[k] = sqrt(x * x + y * y);
  }
  num total = way[0] + arc + way[1], rise = p[1][2] - p[0][2];
  local[0][2] = p[0][2] + rise * way[0] / total;
  local[1][2] = p[0][2] + rise * (way[0] + arc) / total;
  num height = fabs(local[1][2] - local[0][2]);
  return sqrt(arc * arc + height * height);
}

static void into_frame(num local[3], const ig_WrapGeom* geom, const num x[3]) {
  ig_sub3(local, x, geom->pos);
  ig_mulmattvec3(local, geom->mat, local);
}

num ig_wrap(num touch[6], const ig_WrapGeom* geom, const num x0[3], const num x1[3], const num* side) {
  num p[2][3], u[3] = {1, 0, 0}, v[3] = {0, 1, 0};
  into_frame(p[0], geom, x0);
  into_frame(p[1], geom, x1);
  if (ig_norm3(p[0]) < mjMINVAL || ig_norm3(p[1]) < mjMINVAL) return -1;
  if (!geom->cylinder) sphere_plane(u, v, p[0], p[1]);

  Point end[2], contact[2], side_point = {0, 0};
  for (int k = 0; k < 2; k++) end[k] = (Point){ig_dot3(p[k], u), ig_dot3(p[k], v)};
  bool within = false;
  if (side) {
    num s[3];
    into_frame(s, geom, side);
    side_point = unit((Point){ig_dot3(s, u), ig_dot3(s, v)});
    side_point.x *= geom->radius;
    side_point.y *= geom->radius;
    within = ig_norm3(s) < geom->radius;
  }
  num length =
      within ? wrap_inside(contact, end, geom->radius) : wrap_outside(contact, end, side ? &side_point : NULL, geom->radius);
  if (length < 0) return -1;

  num local[2][3];
  for (int k = 0; k < 2; k++) {
    ig_scl3(local[k], u, contact[k].x);
    ig_addtoscl3(local[k], v, contact[k].y);
  }
  if (geom->cylinder) length = add_slope(local, p, length);
  for (int k = 0; k < 2; k++) {
    ig_mulmatvec3(touch + 3 * k, geom->mat, local[k]);
    ig_addto3(touch + 3 * k, geom->pos);
  }
  return length;
}
