// SPDX-License-Identifier: Apache-2.0
// Moments are not always the gradient of the length: a ball joint's length is measured along its rotation vector, a site's in the
// frame of another that turns. Both are differentiated as they are.
#include <math.h>

#include "derive/body_rate.h"
#include "derive/force_rate.h"
#include "derive/load_rate.h"
#include "derive/rotation.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/tendon/gradient_row.h"

static void moment_slope(const mjModel* m, const mjData* d, int actuator, mjtNum* slope) {
  ig_zero(slope, (int)m->nv);
  int adr = d->moment_rowadr[actuator];
  for (int k = adr; k < adr + d->moment_rownnz[actuator]; k++) slope[d->moment_colind[k]] = d->actuator_moment[k];
}

// The gear axis g in the parent's frame acts along a = R^T g, which turns by a x e_j. The length s . a follows the rotation
// vector s by the inverse of its right Jacobian.
static void turning_joint(const mjModel* m, const mjData* d, int actuator, mjtNum* slope, mjtNum* curve) {
  int joint = m->actuator_trnid[2 * actuator], dof = m->jnt_dofadr[joint], adr = m->jnt_qposadr[joint];
  bool ball = m->jnt_type[joint] == mjJNT_BALL, in_parent = m->actuator_trntype[actuator] == mjTRN_JOINTINPARENT;
  if (!ball) dof += 3, adr += 3;
  static const mjtNum none[4] = {1, 0, 0, 0};
  mjtNum quat[4], axis[3], turn[3], Da[9];
  ig_copy4(quat, d->qpos + adr);
  ig_normalize4(quat);
  ig_copy3(axis, m->actuator_gear + 6 * actuator + (ball ? 0 : 3));
  if (in_parent) {
    mjtNum inverse[4];
    ig_negquat(inverse, quat);
    ig_rotvecquat(axis, axis, inverse);
    for (int j = 0; j < 3; j++) {
      mjtNum unit[3] = {j == 0, j == 1, j == 2}, change[3];
      ig_cross(change, axis, unit);
      for (int i = 0; i < 3; i++) curve[(size_t)(dof + i) * (size_t)m->nv + (size_t)(dof + j)] += change[i];
    }
  }
  ig_zero(slope, (int)m->nv);
  if (!ball) return;
  ig_quat2vel(turn, quat, 1);
  ig_quat_difference_rate(quat, none, Da, NULL);
  ig_mulmattvec3(slope + dof, Da, axis);
  if (in_parent) {
    mjtNum change[3];
    ig_cross(change, turn, axis);
    ig_addto3(slope + dof, change);
  }
}

// A load that turns with the dofs of a body: change (n x 6) and their dofs; n is returned
static int turning_change(const mjModel* m, const mjData* d, const ig_Load* load, int body, int* dof, mjtNum* change) {
  int n = 0;
  for (int j = ig_last_dof(m, body); j >= 0; j = m->dof_parentid[j], n++) {
    dof[n] = j;
    ig_cross(change + 6 * n, d->cdof + 6 * j, load->force);
    ig_cross(change + 6 * n + 3, d->cdof + 6 * j, load->torque);
  }
  return n;
}

static ig_Load site_load(const mjModel* m, const mjData* d, int actuator, int frame, int site) {
  const mjtNum *gear = m->actuator_gear + 6 * actuator, *mat = d->site_xmat + 9 * frame;
  ig_Load load = {.body = m->site_bodyid[site], .point = d->site_xpos + 3 * site};
  ig_mulmatvec3(load.force, mat, gear);
  ig_mulmatvec3(load.torque, mat, gear + 3);
  return load;
}

// a force and a torque that go with the site
static void site_alone(const mjModel* m, mjData* d, int actuator, mjtNum* slope, mjtNum* curve) {
  int site = m->actuator_trnid[2 * actuator];
  ig_Load load = site_load(m, d, actuator, site, site);
  ig_zero(slope, (int)m->nv);
  ig_stack_mark(d);
  int* dof = IG_SCRATCH(d, m->nv, int);
  mjtNum* change = IG_SCRATCH(d, 6 * m->nv, mjtNum);
  int n = turning_change(m, d, &load, load.body, dof, change);
  ig_load_rate(m, d, &load, 1, curve);
  ig_load_change(m, d, &load, n, dof, change, 1, curve);
  ig_stack_free(d);
}

// cranks of fixed length: length = along - root of det, with v from the slider to the pin and a the slider's axis,
//   along = a . v, det = along^2 + rod^2 - v . v.
// By v: a + (v - along a) / root; by a: v (1 - along / root); and both again, with d along = a . dv + v . da.
typedef struct {
  const mjtNum *axis, *v;
  mjtNum along, root;
} Crank;

static void crank_change(const Crank* c, const mjtNum dv[3], const mjtNum da[3], mjtNum by_v[3], mjtNum by_a[3]) {
  mjtNum dalong = ig_dot3(c->axis, dv) + ig_dot3(c->v, da);
  if (!(c->root > 0)) {
    ig_copy3(by_v, da);
    ig_copy3(by_a, dv);
    return;
  }
  mjtNum droot = (c->along * dalong - ig_dot3(c->v, dv)) / c->root, share = 1 - c->along / c->root;
  mjtNum dshare = -dalong / c->root + c->along * droot / (c->root * c->root);
  for (int k = 0; k < 3; k++) {
    by_v[k] = share * da[k] + dshare * c->axis[k] + dv[k] / c->root - c->v[k] * droot / (c->root * c->root);
    by_a[k] = share * dv[k] + dshare * c->v[k];
  }
}

static void slidercrank(const mjModel* m, mjData* d, int actuator, mjtNum* slope, mjtNum* curve) {
  const int *target = m->actuator_trnid + 2 * actuator, pin = target[0], slider = target[1];
  const mjtNum* mat = d->site_xmat + 9 * slider;
  mjtNum axis[3] = {mat[2], mat[5], mat[8]}, v[3], gear = m->actuator_gear[6 * actuator], rod = m->actuator_cranklength[actuator];
  ig_BodyPoint from = {d->site_xpos + 3 * slider, m->site_bodyid[slider]}, to = {d->site_xpos + 3 * pin, m->site_bodyid[pin]};
  ig_sub3(v, to.pos, from.pos);
  mjtNum along = ig_dot3(v, axis), det = along * along + rod * rod - ig_dot3(v, v);
  Crank c = {axis, v, along, det > 0 ? sqrt(det) : 0};
  moment_slope(m, d, actuator, slope);

  // moment_i = by_v . v_i + by_a . (w_i x a): forces by_v at the pin and its opposite at the slider, a torque a x by_a on it
  mjtNum by_v[3], by_a[3];
  ig_copy3(by_v, axis);
  ig_copy3(by_a, v);
  if (det > 0) {
    mjtNum share = 1 - along / c.root;
    for (int k = 0; k < 3; k++) by_v[k] = share * axis[k] + v[k] / c.root, by_a[k] = share * v[k];
  }
  ig_Load load[2] = {{.body = to.body, .point = to.pos}, {.body = from.body, .point = from.pos}};
  ig_copy3(load[0].force, by_v);
  ig_scl3(load[1].force, by_v, -1);
  ig_cross(load[1].torque, axis, by_a);
  for (int k = 0; k < 2; k++) ig_load_rate(m, d, load + k, gear, curve);

  ig_stack_mark(d);
  int n = 0, *dof = IG_SCRATCH(d, m->nv, int);
  mjtNum *at_pin = IG_SCRATCH(d, 6 * m->nv, mjtNum), *at_slider = IG_SCRATCH(d, 6 * m->nv, mjtNum);
  ig_ChainPair pair = ig_chain_pair(m, from.body, to.body);
  for (int j; (j = ig_chain_next(m, &pair)) >= 0; n++) {
    mjtNum dv[3], da[3] = {0}, dby_v[3], dby_a[3], part[3];
    ig_pair_column(m, d, dv, &pair, j, from, to);
    if (pair.of_a) ig_cross(da, d->cdof + 6 * j, axis);
    crank_change(&c, dv, da, dby_v, dby_a);
    dof[n] = j;
    ig_copy3(at_pin + 6 * n, dby_v);
    ig_zero(at_pin + 6 * n + 3, 3);
    ig_scl3(at_slider + 6 * n, dby_v, -1);
    ig_cross(at_slider + 6 * n + 3, axis, dby_a);
    ig_cross(part, da, by_a);
    ig_addto3(at_slider + 6 * n + 3, part);
  }
  ig_load_change(m, d, load, n, dof, at_pin, gear, curve);
  ig_load_change(m, d, load + 1, n, dof, at_slider, gear, curve);
  ig_stack_free(d);
}

// A site in the frame of another. The length is that of its position and of its rotation vector there, s, which follows a turn
// seen from there by the inverse of the left Jacobian, the transpose of the right one's. Orientations are those of the
// transmission, the site's own turn before that of its body. Moments are forces in the other's frame on one and back on the
// other; dofs that move both have none.
static void site_pair(const mjModel* m, mjData* d, int actuator, mjtNum* slope, mjtNum* curve) {
  const int *target = m->actuator_trnid + 2 * actuator, site = target[0], ref = target[1];
  const mjtNum* gear = m->actuator_gear + 6 * actuator;
  ig_Load load[2] = {site_load(m, d, actuator, ref, site), site_load(m, d, actuator, ref, ref)};
  mjtNum dif[3], quat[2][4], Da[9], own[4], by_turn[2][3], seen[3];
  for (int k = 0; k < 2; k++) ig_mulquat(quat[k], m->site_quat + 4 * target[k], d->xquat + 4 * load[k].body);
  ig_quat_difference_rate(quat[0], quat[1], Da, NULL);
  ig_mulmatvec3(seen, Da, gear + 3);
  ig_rotvecquat(seen, seen, quat[1]);
  for (int k = 0; k < 2; k++) {
    ig_negquat(own, m->site_quat + 4 * target[k]);
    ig_rotvecquat(by_turn[k], seen, own);
  }
  ig_sub3(dif, load[0].point, load[1].point);
  ig_zero(slope, (int)m->nv);

  ig_stack_mark(d);
  int *dof = IG_SCRATCH(d, m->nv, int), *chain = IG_SCRATCH(d, m->nv, int);
  mjtNum *change = IG_SCRATCH(d, 6 * m->nv, mjtNum), *rows = IG_SCRATCH(d, m->nv * m->nv, mjtNum);
  ig_zero(rows, (int)(m->nv * m->nv));
  int n = turning_change(m, d, load, load[1].body, dof, change);
  for (int k = 0; k < 2; k++) {
    mjtNum sign = k ? -1 : 1;
    ig_load_rate(m, d, load + k, sign, rows);
    ig_load_change(m, d, load + k, n, dof, change, sign, rows);
  }
  int both = ig_pair_chain(m, load[0].body, load[1].body, chain);
  for (int i = 0; i < both; i++) {
    mjtNum turn[2][3], shift[2][3], part[3];
    bool moves[2];
    for (int k = 0; k < 2; k++) moves[k] = ig_body_motion(m, d, load[k].body, load[k].point, chain[i], turn[k], shift[k]);
    ig_cross(part, turn[1], dif);
    ig_subfrom3(shift[0], shift[1]);
    ig_subfrom3(shift[0], part);
    slope[chain[i]] = ig_dot3(load[0].force, shift[0]) + ig_dot3(by_turn[0], turn[0]) - ig_dot3(by_turn[1], turn[1]);
    size_t row = (size_t)chain[i] * (size_t)m->nv;
    if (moves[0] != moves[1]) ig_addto(curve + row, rows + row, (int)m->nv);
  }
  ig_stack_free(d);
}

bool ig_transmission_bends(const mjModel* m, int actuator) {
  int target = m->actuator_trnid[2 * actuator];
  switch (m->actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return m->jnt_type[target] == mjJNT_BALL || m->jnt_type[target] == mjJNT_FREE;
    case mjTRN_TENDON: return m->wrap_type[m->tendon_adr[target]] != mjWRAP_JOINT;
    default: return true;
  }
}

void ig_transmission_rate(const mjModel* m, mjData* d, int actuator, mjtNum* slope, mjtNum* curve) {
  int type = m->actuator_trntype[actuator];
  switch (type) {
    case mjTRN_SITE: (m->actuator_trnid[2 * actuator + 1] < 0 ? site_alone : site_pair)(m, d, actuator, slope, curve); break;
    case mjTRN_SLIDERCRANK: slidercrank(m, d, actuator, slope, curve); break;
    case mjTRN_TENDON:
      moment_slope(m, d, actuator, slope);
      ig_tendon_curvature(m, d, m->actuator_trnid[2 * actuator], m->actuator_gear[6 * actuator], curve);
      break;
    default: turning_joint(m, d, actuator, slope, curve);
  }
}
