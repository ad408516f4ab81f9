// SPDX-License-Identifier: Apache-2.0
// Follows MuJoCo 3.5.0 (Copyright 2021 DeepMind Technologies Limited, Apache-2.0) step by step: which of equal
// candidates is taken, and each rounding, decide the contacts that programs index.
#include "collide/convex/clip.h"

#include <stddef.h>

#include "collide/convex/simplex.h"
#include "math/vec3.h"

enum { MAX_CLIPPED = 2 * IG_MAX_POLYGON };

typedef struct {
  const num* at;  // a point of the plane
  num normal[3];
  num offset;
} Wall;

// the plane over an edge of the outer polygon; its normal points inwards
static Wall wall_over(const num from[3], const num to[3], const num n[3]) {
  Wall wall = {.at = from};
  num up[3], edge[3], rise[3];
  ig_add3(up, from, n);
  ig_sub3(edge, to, from);
  ig_sub3(rise, up, from);
  ig_cross(wall.normal, edge, rise);
  wall.offset = ig_dot3(wall.normal, from);
  return wall;
}

// a corner of one face that lies on a wall of the other counts as inside, rounded as it may be
#define ON_WALL(length) IG_BY_PRECISION(mjMINVAL, 2.5e-7 * (length))

static bool inside(const Wall* wall, const num p[3]) {
  num r[3];
  ig_sub3(r, p, wall->at);
  return ig_dot3(r, wall->normal) > -ON_WALL(ig_norm3(r) * ig_norm3(wall->normal));
}

// one round of clipping, returns the number of corners left
static int clip_by(const Wall* wall, num (*r)[3], num (*polygon)[3], int n) {
  int count = 0;
  for (int i = 0; i < n && count + 2 <= MAX_CLIPPED; i++) {
    const num *from = polygon[i], *to = polygon[i < n - 1 ? i + 1 : 0];
    bool to_in = inside(wall, to);
    if (inside(wall, from) != to_in) {
      // where the edge crosses the wall, if rounding lets it
      num edge[3];
      ig_sub3(edge, to, from);
      num slope = ig_dot3(wall->normal, edge), t = slope == 0 ? -1 : (wall->offset - ig_dot3(wall->normal, from)) / slope;
      if (t >= 0 && t <= 1) ig_addscl3(r[count++], from, edge, t);
    }
    if (to_in) ig_copy3(r[count++], to);
  }
  return count;
}

static num quad_area(const num a[3], const num b[3], const num c[3], const num d[3]) {
  num ad[3], db[3], bc[3], ca[3], e[3], f[3];
  ig_sub3(ad, d, a);
  ig_sub3(db, b, d);
  ig_sub3(bc, c, b);
  ig_sub3(ca, a, c);
  ig_cross(e, ad, db);
  ig_cross(f, bc, ca);
  ig_addto3(e, f);
  return 0.5 * ig_norm3(e);
}

// four corners of a polygon, growing in area
typedef struct {
  num (*polygon)[3];
  int n;
  int at[4];    // corners under test
  int best[4];  // the largest so far
  num area;
} Quad;

// move corner k one on if the area grows
static bool advance(Quad* q, int k) {
  int trial[4] = {q->at[0], q->at[1], q->at[2], q->at[3]};
  trial[k] = (trial[k] + 1) % q->n;
  num area = quad_area(q->polygon[trial[0]], q->polygon[trial[1]], q->polygon[trial[2]], q->polygon[trial[3]]);
  if (!(area > q->area)) return false;
  q->area = area;
  for (int i = 0; i < 4; i++) q->best[i] = q->at[i] = trial[i];
  return true;
}

// the largest quadrilateral among the corners, with rotating calipers: for each first corner the others only go on
static void largest_quad(int best[4], num (*polygon)[3], int n) {
  Quad q = {.polygon = polygon, .n = n, .at = {0, 1, 2, 3}, .best = {0, 1, 2, 3}};
  q.area = quad_area(polygon[0], polygon[1], polygon[2], polygon[3]);
  for (int first = 0; first < n; first++) {
    q.at[0] = first;
    while (advance(&q, 3)) {
      while (advance(&q, 2)) {
      }
      while (advance(&q, 1)) {
      }
    }

    // the first corner will catch up: push on those in its way
    for (int k = 1; k < 4 && q.at[k] == q.at[k - 1]; k++) q.at[k] = (q.at[k] + 1) % n;
  }
  for (int i = 0; i < 4; i++) best[i] = q.best[i];
}

static void put_point(ig_Ccd* q, int i, const num p[3], const num shift[3]) {
  ig_copy3(q->xb + 3 * i, p);
  ig_sub3(q->xa + 3 * i, p, shift);
}

void ig_clip_contact(ig_Ccd* q, num (*outer)[3], int nouter, num (*inner)[3], int ninner, const num n[3], const num shift[3]) {
  num buffer[2][MAX_CLIPPED][3];
  if (nouter < 3) return;
  int now = 0, count = ninner;
  for (int i = 0; i < ninner; i++) ig_copy3(buffer[0][i], inner[i]);
  for (int i = 0; i < nouter; i++, now = !now) {
    Wall wall = wall_over(outer[i], outer[i < nouter - 1 ? i + 1 : 0], n);
    count = clip_by(&wall, buffer[!now], buffer[now], count);
  }
  if (count < 1) return;
  num(*polygon)[3] = buffer[now];
  if (q->max_points < 5 && count > 4) {
    int best[4];
    largest_quad(best, polygon, count);
    for (int i = 0; i < 4; i++) put_point(q, i, polygon[best[i]], shift);
    q->npoint = 4;
  } else if (count > mjMAXCONPAIR) {
    for (int i = 0; i < mjMAXCONPAIR; i++) put_point(q, i, polygon[i], shift);
    q->npoint = mjMAXCONPAIR;
  } else {
    q->npoint = 0;
    for (int i = 0; i < count; i++) {
      int j = 0;
      while (j < q->npoint && !ig_same_point(q->xb + 3 * j, polygon[i])) j++;
      if (j == q->npoint) put_point(q, q->npoint++, polygon[i], shift);
    }
  }
}
