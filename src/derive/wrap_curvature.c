// SPDX-License-Identifier: Apache-2.0
// The shortest way from a to b around a circle of radius r about the origin has a length that is a function of p = a . a, q = b .
// b and s = a . b alone:
//   l = f(p) + f(q) + r g,   f(p) = sqrt(p - r^2) - r acos(r / sqrt p),   cos g = s / sqrt(p q)
// with f' = sqrt(p - r^2) / (2 p). Around a sphere that is all of it, a and b being seen from its centre. Around a cylinder of
// axis k a and b are the parts across the axis, and with the height z = k . (b - a) the way is a helix, which is straight when it
// is unrolled: length = sqrt(l^2 + z^2). So the length has forces F_a, F_b at the ends of the piece, their opposite at the
// centre, and a torque k x F_k on the geom, all of which are differentiated along each dof and go through load_rate.c. The points
// where the tendon touches need not be known.
#include "derive/wrap_curvature.h"

#include <math.h>

#include "derive/body_rate.h"
#include "derive/load_rate.h"
#include "lane/elementary.h"
#include "math/clip.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/jacobian.h"
#include "smooth/tendon/tendon_wrap.h"

enum { NUMBERS = 4 };  // p, q, s, z

typedef struct {
  mjtNum a[3], b[3], k[3], r;   // ends seen from the centre, axis (zero: a sphere), radius
  mjtNum flat_a[3], flat_b[3];  // parts across the axis
  mjtNum by[NUMBERS], twice[NUMBERS][NUMBERS];
} Wrap;

static ig_WrapGeom geom_of(const mjModel* m, const mjData* d, const ig_TendonPiece* piece) {
  return (ig_WrapGeom){d->geom_xpos + 3 * piece->geom, d->geom_xmat + 9 * piece->geom, m->geom_size[3 * piece->geom],
                       piece->cylinder};
}

static void across(mjtNum r[3], const mjtNum v[3], const mjtNum k[3]) { ig_addscl3(r, v, k, -ig_dot3(k, v)); }

static mjtNum way(const mjModel* m, const mjData* d, const ig_TendonPiece* piece, mjtNum touch[6]) {
  ig_WrapGeom geom = geom_of(m, d, piece);
  const mjtNum* side = piece->side >= 0 ? d->site_xpos + 3 * piece->side : NULL;
  return ig_wrap(touch, &geom, d->site_xpos + 3 * piece->site[0], d->site_xpos + 3 * piece->site[1], side);
}

ig_WrapKind ig_wrap_kind(const mjModel* m, const mjData* d, const ig_TendonPiece* piece) {
  mjtNum touch[6], offset[3], axis[3] = {0};
  if (piece->geom < 0 || way(m, d, piece, touch) < 0) return IG_WRAP_STRAIGHT;
  if (piece->side < 0) return IG_WRAP_OUTSIDE;
  const mjtNum* mat = d->geom_xmat + 9 * piece->geom;
  if (piece->cylinder) ig_set3(axis, mat[2], mat[5], mat[8]);
  ig_sub3(offset, d->site_xpos + 3 * piece->side, d->geom_xpos + 3 * piece->geom);
  across(offset, offset, axis);
  return ig_norm3(offset) < m->geom_size[3 * piece->geom] ? IG_WRAP_INSIDE : IG_WRAP_OUTSIDE;
}

// derivatives of the length of the flat way by p, q, s; turn: 1 the short way round, -1 the long one. Returns the length.
static mjtNum flat_way(Wrap* w, mjtNum turn) {
  mjtNum x[2] = {ig_dot3(w->flat_a, w->flat_a), ig_dot3(w->flat_b, w->flat_b)}, r = w->r, root = sqrt(x[0] * x[1]);
  mjtNum c = ig_clip(ig_dot3(w->flat_a, w->flat_b) / root, -1, 1), sine = sqrt(1 - c * c), length = 0;
  mjtNum by[3] = {-c / (2 * x[0]), -c / (2 * x[1]), 1 / root};
  mjtNum twice[3][3] = {{3 * c / (4 * x[0] * x[0]), c / (4 * x[0] * x[1]), -1 / (2 * x[0] * root)},
                        {c / (4 * x[0] * x[1]), 3 * c / (4 * x[1] * x[1]), -1 / (2 * x[1] * root)},
                        {-1 / (2 * x[0] * root), -1 / (2 * x[1] * root), 0}};
  for (int i = 0; i < 3; i++) {
    w->by[i] = -turn * r * by[i] / sine;
    for (int j = 0; j < 3; j++) w->twice[i][j] = -turn * r * (twice[i][j] / sine + c * by[i] * by[j] / (sine * sine * sine));
  }
  for (int i = 0; i < 2; i++) {
    mjtNum free = sqrt(x[i] - r * r);
    length += free - r * ig_acos(r / sqrt(x[i]));
    w->by[i] += free / (2 * x[i]);
    w->twice[i][i] += 1 / (4 * x[i] * free) - free / (2 * x[i] * x[i]);
  }
  mjtNum angle = ig_acos(c);
  return length + r * (turn > 0 ? angle : 2 * mjPI - angle);
}

// the height of the helix: length = sqrt(flat^2 + z^2)
static void raise(Wrap* w, mjtNum flat, mjtNum z) {
  mjtNum length = sqrt(flat * flat + z * z), slope[NUMBERS];
  for (int i = 0; i < 3; i++) slope[i] = flat * w->by[i];
  slope[3] = z;
  for (int i = 0; i < NUMBERS; i++) {
    for (int j = 0; j < NUMBERS; j++) {
      mjtNum inner = i < 3 && j < 3 ? w->by[i] * w->by[j] + flat * w->twice[i][j] : i == j;
      w->twice[i][j] = inner / length - slope[i] * slope[j] / (length * length * length);
    }
  }
  for (int i = 0; i < NUMBERS; i++) w->by[i] = slope[i] / length;
}

static Wrap wrap_of(const mjModel* m, const mjData* d, const ig_TendonPiece* piece) {
  Wrap w = {.r = m->geom_size[3 * piece->geom]};
  const mjtNum *centre = d->geom_xpos + 3 * piece->geom, *mat = d->geom_xmat + 9 * piece->geom;
  const mjtNum *from = d->site_xpos + 3 * piece->site[0], *to = d->site_xpos + 3 * piece->site[1];
  mjtNum touch[6], arc = way(m, d, piece, touch);
  mjtNum length = ig_dist3(from, touch) + arc + ig_dist3(touch + 3, to);
  ig_sub3(w.a, from, centre);
  ig_sub3(w.b, to, centre);
  if (piece->cylinder) ig_set3(w.k, mat[2], mat[5], mat[8]);
  across(w.flat_a, w.a, w.k);
  across(w.flat_b, w.b, w.k);
  mjtNum z = ig_dot3(w.k, w.b) - ig_dot3(w.k, w.a), flat = flat_way(&w, -1);
  mjtNum longer = sqrt(flat * flat + z * z);
  flat = flat_way(&w, 1);
  if (ig_abs(longer - length) < ig_abs(sqrt(flat * flat + z * z) - length)) flat = flat_way(&w, -1);
  raise(&w, flat, z);
  return w;
}

// the part of x across the axis, where x moves by dx and the axis by dk
static void across_change(mjtNum r[3], const mjtNum x[3], const mjtNum dx[3], const mjtNum k[3], const mjtNum dk[3]) {
  mjtNum along = ig_dot3(dk, x) + ig_dot3(k, dx);
  ig_addscl3(r, dx, dk, -ig_dot3(k, x));
  ig_addtoscl3(r, k, -along);
}

// forces at both ends and what pulls at the axis; with a change of the ends and the axis, theirs too
static void forces(const Wrap* w, mjtNum at_a[3], mjtNum at_b[3], mjtNum at_k[3]) {
  mjtNum up_a = ig_dot3(w->a, w->k), up_b = ig_dot3(w->b, w->k);
  for (int i = 0; i < 3; i++) {
    at_a[i] = 2 * w->by[0] * w->flat_a[i] + w->by[2] * w->flat_b[i] - w->by[3] * w->k[i];
    at_b[i] = 2 * w->by[1] * w->flat_b[i] + w->by[2] * w->flat_a[i] + w->by[3] * w->k[i];
    at_k[i] = -2 * w->by[0] * up_a * w->a[i] - 2 * w->by[1] * up_b * w->b[i] - w->by[2] * (up_b * w->a[i] + up_a * w->b[i]) +
              w->by[3] * (w->b[i] - w->a[i]);
  }
}

static void force_changes(const Wrap* w, const mjtNum da[3], const mjtNum db[3], const mjtNum dk[3], mjtNum at_a[3],
                          mjtNum at_b[3], mjtNum at_k[3]) {
  const mjtNum *a = w->a, *b = w->b, *k = w->k;
  mjtNum flat_da[3], flat_db[3], up_a = ig_dot3(a, k), up_b = ig_dot3(b, k), by[NUMBERS] = {0};
  mjtNum dup_a = ig_dot3(da, k) + ig_dot3(a, dk), dup_b = ig_dot3(db, k) + ig_dot3(b, dk);
  across_change(flat_da, a, da, k, dk);
  across_change(flat_db, b, db, k, dk);
  const mjtNum numbers[NUMBERS] = {2 * ig_dot3(w->flat_a, flat_da), 2 * ig_dot3(w->flat_b, flat_db),
                                   ig_dot3(flat_da, w->flat_b) + ig_dot3(w->flat_a, flat_db), dup_b - dup_a};
  for (int i = 0; i < NUMBERS; i++) {
    for (int j = 0; j < NUMBERS; j++) by[i] += w->twice[i][j] * numbers[j];
  }
  // the product rule on each term of the forces
  for (int i = 0; i < 3; i++) {
    at_a[i] = 2 * (by[0] * w->flat_a[i] + w->by[0] * flat_da[i]) + by[2] * w->flat_b[i] + w->by[2] * flat_db[i] - by[3] * k[i] -
              w->by[3] * dk[i];
    at_b[i] = 2 * (by[1] * w->flat_b[i] + w->by[1] * flat_db[i]) + by[2] * w->flat_a[i] + w->by[2] * flat_da[i] + by[3] * k[i] +
              w->by[3] * dk[i];
    at_k[i] = -2 * (by[0] * up_a * a[i] + w->by[0] * (dup_a * a[i] + up_a * da[i])) -
              2 * (by[1] * up_b * b[i] + w->by[1] * (dup_b * b[i] + up_b * db[i])) - by[2] * (up_b * a[i] + up_a * b[i]) -
              w->by[2] * (dup_b * a[i] + up_b * da[i] + dup_a * b[i] + up_a * db[i]) + by[3] * (b[i] - a[i]) +
              w->by[3] * (db[i] - da[i]);
  }
}

// dofs that move any of three bodies, ascending
static int three_chains(const mjModel* m, const int body[3], int* dof, mjtByte* mark) {
  int n = 0;
  for (int i = 0; i < m->nv; i++) mark[i] = 0;
  for (int k = 0; k < 3; k++) {
    for (int j = ig_last_dof(m, body[k]); j >= 0; j = m->dof_parentid[j]) mark[j] = 1;
  }
  for (int i = 0; i < m->nv; i++) {
    if (mark[i]) dof[n++] = i;
  }
  return n;
}

void ig_wrap_curvature(const mjModel* m, mjData* d, const ig_TendonPiece* piece, mjtNum scale, mjtNum* curve) {
  Wrap w = wrap_of(m, d, piece);
  const int body[3] = {m->site_bodyid[piece->site[0]], m->site_bodyid[piece->site[1]], m->geom_bodyid[piece->geom]};
  const mjtNum* point[3] = {d->site_xpos + 3 * piece->site[0], d->site_xpos + 3 * piece->site[1], d->geom_xpos + 3 * piece->geom};
  ig_Load load[3] = {
      {.body = body[0], .point = point[0]}, {.body = body[1], .point = point[1]}, {.body = body[2], .point = point[2]}};
  mjtNum at_k[3];
  forces(&w, load[0].force, load[1].force, at_k);
  for (int i = 0; i < 3; i++) load[2].force[i] = -load[0].force[i] - load[1].force[i];
  ig_cross(load[2].torque, w.k, at_k);

  ig_stack_mark(d);
  int* dof = IG_SCRATCH(d, m->nv, int);
  mjtNum* change = IG_SCRATCH(d, 18 * m->nv, mjtNum);
  int n = three_chains(m, body, dof, IG_SCRATCH(d, m->nv, mjtByte));
  for (int i = 0; i < n; i++) {
    mjtNum turn[3][3], shift[3][3], dk[3], dat_k[3], part[3], *to[3];
    for (int k = 0; k < 3; k++) {
      to[k] = change + 6 * (k * n + i);
      ig_zero(to[k], 6);
      ig_body_motion(m, d, body[k], point[k], dof[i], turn[k], shift[k]);
    }
    ig_cross(dk, turn[2], w.k);
    ig_subfrom3(shift[0], shift[2]);
    ig_subfrom3(shift[1], shift[2]);
    force_changes(&w, shift[0], shift[1], dk, to[0], to[1], dat_k);
    for (int k = 0; k < 3; k++) to[2][k] = -to[0][k] - to[1][k];
    ig_cross(to[2] + 3, dk, at_k);
    ig_cross(part, w.k, dat_k);
    ig_addto3(to[2] + 3, part);
  }
  for (int k = 0; k < 3; k++) {
    ig_load_rate(m, d, load + k, scale, curve);
    ig_load_change(m, d, load + k, n, dof, change + 6 * k * n, scale, curve);
  }
  ig_stack_free(d);
}
