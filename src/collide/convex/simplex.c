// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: which of equal
// candidates is taken, and each rounding, decide the contacts that programs index.
#include "collide/convex/simplex.h"

#include <float.h>
#include <math.h>

#include "math/vec3.h"

num ig_triple(const num a[3], const num b[3], const num c[3]) {
  num n[3];
  ig_cross(n, b, c);
  return ig_dot3(a, n);
}

// both strictly on the same side of zero
static bool same_side(num a, num b) { return (a > 0 && b > 0) || (a < 0 && b < 0); }

static num drop_along(num r[3], const num edge1[3], const num edge2[3], const num at[3], num* offset) {
  num n[3];
  ig_cross(n, edge1, edge2);
  num norm2 = ig_dot3(n, n);
  *offset = ig_dot3(n, at);
  ig_scl3(r, n, *offset / norm2);
  return norm2;
}

bool ig_origin_on_thin_plane(num r[3], const num a[3], const num b[3], const num c[3]) {
  num ab[3], ac[3], bc[3], offset;
  ig_sub3(ab, b, a);
  ig_sub3(ac, c, a);
  ig_sub3(bc, c, b);
  num norm2 = drop_along(r, ab, ac, a, &offset);
  if (norm2 == 0) return false;
  if (offset != 0 && norm2 > mjMINVAL) return true;
  drop_along(r, ac, bc, c, &offset);
  return true;
}

// twice the signed area of (p, a, b) seen along one axis
static num area(const num p[3], const num a[3], const num b[3], int x, int y) {
  return p[x] * a[y] + p[y] * b[x] + a[x] * b[y] - p[x] * b[y] - p[y] * a[x] - b[x] * a[y];
}

// the pair of axes in which a triangle looks largest; returns its doubled area there
static num widest_view(const num* const s[3], int axes[2]) {
  static const int view[3][2] = {{1, 2}, {0, 2}, {0, 1}};
  num size[3];
  for (int k = 0; k < 3; k++) {
    int x = view[k][0], y = view[k][1];
    size[k] =
        s[1][x] * s[2][y] - s[1][y] * s[2][x] - s[0][x] * s[2][y] + s[0][y] * s[2][x] + s[0][x] * s[1][y] - s[0][y] * s[1][x];
  }
  num m0 = fabs(size[0]), m1 = fabs(size[1]), m2 = fabs(size[2]);
  int best = m0 >= m1 && m0 >= m2 ? 0 : m1 >= m2 ? 1 : 2;
  axes[0] = view[best][0];
  axes[1] = view[best][1];
  return size[best];
}

void ig_triangle_coordinates(num lambda[3], const num* const corner[3], const num p[3]) {
  int axes[2];
  num whole = widest_view(corner, axes);
  for (int i = 0; i < 3; i++) {
    lambda[i] = area(p, corner[(i + 1) % 3], corner[(i + 2) % 3], axes[0], axes[1]) / whole;
  }
}

static void nearest_on_segment(num lambda[2], const num* const s[2]) {
  num edge[3], p[3];
  ig_sub3(edge, s[1], s[0]);
  ig_addscl3(p, s[1], edge, -(ig_dot3(s[1], edge) / ig_dot3(edge, edge)));

  // measure along the axis on which the segment is longest; the later of equals
  int axis = 0;
  num length = s[0][0] - s[1][0];
  for (int k = 1; k < 3; k++) {
    num shadow = s[0][k] - s[1][k];
    if (fabs(shadow) >= fabs(length)) {
      length = shadow;
      axis = k;
    }
  }
  num part0 = p[axis] - s[1][axis], part1 = s[0][axis] - p[axis];
  bool within = same_side(length, part0) && same_side(length, part1);
  lambda[0] = within ? part0 / length : 0;
  lambda[1] = within ? part1 / length : 1;
}

static void nearest_on_triangle(num lambda[3], const num* const s[3]);

// the origin is outside some of the faces opposite to the corners: the nearest point of those faces, each face being
// the simplex without one corner; the first face is taken as it is, a later one only when it is strictly nearer
static void nearest_on_faces(num* lambda, const num* const* s, int n, const bool outside[]) {
  num nearest = DBL_MAX;
  for (int i = 0; i < n; i++) lambda[i] = 0;
  for (int left_out = 0; left_out < n; left_out++) {
    if (!outside[left_out]) continue;
    const num* face[3];
    num part[3] = {0, 0, 0}, x[3];
    for (int i = 0, k = 0; i < n; i++) {
      if (i != left_out) face[k++] = s[i];
    }
    if (n == 4) {
      nearest_on_triangle(part, face);
    } else {
      nearest_on_segment(part, face);
    }
    ig_combine(x, part, face, n - 1);
    num dist2 = ig_dot3(x, x);
    if (left_out > 0 && !(dist2 < nearest)) continue;
    nearest = dist2;

    // the reference forgets to clear the fourth coefficient here, takes the origin for enclosed and ends its search
    // early; its answers are the ones to agree with
    num gone = left_out == 3 ? lambda[3] : 0;
    for (int i = 0, k = 0; i < n; i++) lambda[i] = i == left_out ? gone : part[k++];
  }
}

static void nearest_on_triangle(num lambda[3], const num* const s[3]) {
  num p[3], part[3];
  if (!ig_origin_on_plane(p, s[0], s[1], s[2])) {
    nearest_on_segment(lambda, s);
    lambda[2] = 0;
    return;
  }
  int axes[2];
  num whole = widest_view(s, axes);
  bool outside[3];
  for (int i = 0; i < 3; i++) {
    part[i] = area(p, s[(i + 1) % 3], s[(i + 2) % 3], axes[0], axes[1]);
    outside[i] = !same_side(whole, part[i]);
  }
  if (outside[0] || outside[1] || outside[2]) {
    nearest_on_faces(lambda, s, 3, outside);
  } else {
    for (int i = 0; i < 3; i++) lambda[i] = part[i] / whole;
  }
}

static void nearest_on_tetrahedron(num lambda[4], const num* const s[4]) {
  // volumes spanned by the origin and each face; they add up to the tetrahedron's
  num part[4] = {-ig_triple(s[1], s[2], s[3]), ig_triple(s[0], s[2], s[3]), -ig_triple(s[0], s[1], s[3]),
                 ig_triple(s[0], s[1], s[2])};
  num whole = part[0] + part[1] + part[2] + part[3];
  bool outside[4], any = false;
  for (int i = 0; i < 4; i++) {
    outside[i] = !same_side(whole, part[i]);
    any |= outside[i];
  }
  if (any) {
    nearest_on_faces(lambda, s, 4, outside);
  } else {
    for (int i = 0; i < 4; i++) lambda[i] = part[i] / whole;
  }
}

void ig_simplex_nearest(num lambda[4], const num* const corner[4], int n) {
  lambda[0] = lambda[1] = lambda[2] = lambda[3] = 0;
  switch (n) {
    case 4: nearest_on_tetrahedron(lambda, corner); return;
    case 3: nearest_on_triangle(lambda, corner); return;
    case 2: nearest_on_segment(lambda, corner); return;
    default: lambda[0] = 1; return;
  }
}
