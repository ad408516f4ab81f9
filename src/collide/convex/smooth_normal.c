// SPDX-License-Identifier: Apache-2.0
#include "collide/convex/smooth_normal.h"

#include <math.h>
#include <stddef.h>

#include "math/vec3.h"

// both iterations below
static const int max_iterations = 30;
static const num tolerance = 1e-6;

// a.b in the metric w
static num product(const num a[3], const num b[3], const num w[3]) {
  return a[0] * b[0] * w[0] + a[1] * b[1] * w[1] + a[2] * b[2] * w[2];
}

// A point inside: shoot along the normal, take the normal where the ray leaves, repeat. In the metric w = 1 / s^2 the ellipsoid
// is x.x = 1, and the ray p + x n leaves it at the larger root of x^2 n.n + 2 x p.n + p.p - 1. False: no better than before.
static bool ellipsoid_from_inside(num n[3], const num p[3], const num size[3]) {
  num w[3], next[3];
  for (int i = 0; i < 3; i++) w[i] = 1 / (size[i] * size[i]);
  num level = product(p, p, w) - 1;
  if (level > 0) return false;
  ig_normalize3(n);
  for (int turn = 0; turn < max_iterations; turn++) {
    num nn = product(n, n, w), pn = product(p, n, w), root = pn * pn - nn * level;
    if (root < mjMINVAL || nn < mjMINVAL) return turn > 0;
    num x = (sqrt(root) - pn) / nn;
    if (x < 0) return turn > 0;
    ig_addscl3(next, p, n, x);
    for (int i = 0; i < 3; i++) next[i] *= w[i];
    ig_normalize3(next);
    num change = ig_dist3(n, next);
    ig_copy3(n, next);
    if (!(change >= tolerance)) break;
  }
  return true;
}

// a point outside: the nearest point of the ellipsoid is p_i s_i^2 / (s_i^2 + lambda), where lambda > 0 puts it on the
// surface: sum of p_i^2 s_i^2 / (s_i^2 + lambda)^2 = 1. Newton's method from 0 climbs to it from below.
static void ellipsoid_from_outside(num n[3], const num p[3], const num size[3]) {
  num lambda = 0;
  for (int turn = 0; turn < max_iterations; turn++) {
    num value = -1, slope = 0;
    for (int i = 0; i < 3; i++) {
      num s2 = size[i] * size[i], r = 1 / (s2 + lambda), term = p[i] * p[i] * s2 * r * r;
      value += term;
      slope -= 2 * term * r;
    }
    if (value < tolerance || slope > -mjMINVAL || -value / slope < tolerance) break;
    lambda -= value / slope;
  }
  for (int i = 0; i < 3; i++) n[i] = p[i] / (size[i] * size[i] + lambda);
  ig_normalize3(n);
}

static bool ellipsoid_normal(num n[3], const num p[3], const num size[3]) {
  if (size[0] < mjMINVAL || size[1] < mjMINVAL || size[2] < mjMINVAL) return false;
  num level = p[0] * p[0] / (size[0] * size[0]) + p[1] * p[1] / (size[1] * size[1]) + p[2] * p[2] / (size[2] * size[2]);
  if (level <= 1) return ellipsoid_from_inside(n, p, size);
  ellipsoid_from_outside(n, p, size);
  return true;
}

// the round wall, where it is clearly the one touched
static bool cylinder_normal(num n[3], const num p[3], const num size[3]) {
  if (fabs(p[2]) > 0.95 * size[1]) return false;
  num to_flat = fabs(size[1] - fabs(p[2])), to_round = fabs(size[0] - sqrt(p[0] * p[0] + p[1] * p[1]));
  if (to_flat < 0.25 * to_round) return false;
  ig_set3(n, p[0], p[1], 0);
  return true;
}

// outward normal of a shape near p, all in its frame; n holds the guess of the search
static bool local_normal(num n[3], const ig_Convex* s, const num p[3]) {
  switch (s->kind) {
    case IG_BALL: ig_copy3(n, p); return true;
    case IG_CAPSULE:
      ig_set3(n, p[0], p[1], p[2] < -s->size[1] ? p[2] + s->size[1] : p[2] > s->size[1] ? p[2] - s->size[1] : 0);
      return true;
    case IG_ELLIPSOID: return ellipsoid_normal(n, p, s->size);
    case IG_CYLINDER: return cylinder_normal(n, p, s->size);
    default: return false;
  }
}

// outward normal in the world, replaced when the shape knows better
static bool improve(num n[3], const ig_Convex* s, const num at[3]) {
  if (!s || s->kind == IG_CORNERS || s->kind == IG_PRISM) return false;
  num r[3], p[3], local[3];
  ig_sub3(r, at, s->pos);
  ig_mulmattvec3(p, s->mat, r);
  ig_mulmattvec3(local, s->mat, n);
  if (!local_normal(local, s, p)) return false;
  ig_normalize3(local);
  ig_mulmatvec3(n, s->mat, local);
  return true;
}

void ig_smooth_normal(mjContact* con, const ig_Convex* a, const ig_Convex* b) {
  num na[3], nb[3];
  ig_copy3(na, con->frame);
  ig_scl3(nb, con->frame, -1);
  bool from_a = improve(na, a, con->pos), from_b = improve(nb, b, con->pos);
  if (!from_a && !from_b) return;
  if (from_a && from_b) {
    ig_sub3(con->frame, na, nb);
    ig_normalize3(con->frame);
  } else if (from_a) {
    ig_copy3(con->frame, na);
  } else {
    ig_scl3(con->frame, nb, -1);
  }
  ig_zero3(con->frame + 3);
}
