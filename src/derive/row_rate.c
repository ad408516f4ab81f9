// SPDX-License-Identifier: Apache-2.0
// The force of a group of rows is a function f(x, D) of x = J qacc - aref = J (qacc + B v) + K imp(pos) (pos - margin), B and K
// being constants of the model, and D = imp / ((1 - imp) A). In every zone f is proportional to D, so
//   df = -H dx + f dD / D,    dx = dJ (qacc + B v) + B J dv + K d(imp (pos - margin)),    dD / D = dimp / (imp (1 - imp))
// and d(J^T f) = dJ^T f + J^T df. Rows of a contact are those of its frame here, (normal, tangents, rotations): the edges of a
// pyramid are combinations of them, and H and f are gathered from the edges.
#include "derive/row_rate.h"

#include "constrain/reference.h"
#include "derive/body_rate.h"
#include "derive/chain.h"
#include "derive/load_rate.h"
#include "derive/passive_rate.h"
#include "derive/rotation.h"
#include "derive/shape_rate.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/tendon/gradient_row.h"

enum { DIM = 6 };

typedef struct {
  const mjModel* m;
  mjData* d;
  mjtNum* hessian;
  ig_ForceRate* rate;
  mjtNum* x;               // (nefc) J qacc - aref
  ig_Velocities acc, vel;  // of bodies at joint velocities qacc and qvel
} Solution;

// rows that share their zone
typedef struct {
  int row, dim, n;
  int* dof;        // (n)
  mjtNum *J, *X;   // (dim x n): x by qacc; x by positions
  mjtNum* soften;  // (n) dD / D by positions
  mjtNum B[DIM], F[DIM], H[DIM * DIM];
} Group;

static Group new_group(Solution* s, int row, int dim) {
  size_t n = (size_t)s->m->nv;
  Group g = {.row = row,
             .dim = dim,
             .dof = IG_SCRATCH(s->d, n, int),
             .J = IG_SCRATCH(s->d, DIM * n, mjtNum),
             .X = IG_SCRATCH(s->d, DIM * n, mjtNum),
             .soften = IG_SCRATCH(s->d, n, mjtNum)};
  return g;
}

// ------------------------------------------------ zones

// of one row that is not part of a cone
static void row_zone(const mjData* d, int row, mjtNum x, mjtNum* force, mjtNum* slope) {
  mjtNum D = d->efc_D[row], loss = d->efc_frictionloss[row];
  int type = d->efc_type[row];
  bool dry = type == mjCNSTR_FRICTION_DOF || type == mjCNSTR_FRICTION_TENDON;
  *force = *slope = 0;
  if (dry && mju_abs(x) >= d->efc_R[row] * loss) {
    *force = x < 0 ? loss : -loss;
  } else if (dry || type == mjCNSTR_EQUALITY || x < 0) {
    *force = -D * x;
    *slope = D;
  }
}

static void independent_zones(const Solution* s, Group* g) {
  ig_zero(g->H, DIM * DIM);
  for (int k = 0; k < g->dim; k++) row_zone(s->d, g->row + k, s->x[g->row + k], g->F + k, g->H + (DIM + 1) * k);
}

// edges normal +- friction * tangent, gathered in the frame
static void pyramid_zone(const Solution* s, const mjContact* con, Group* g) {
  ig_zero(g->H, DIM * DIM);
  ig_zero(g->F, DIM);
  for (int edge = 0; edge < 2 * (g->dim - 1); edge++) {
    int k = edge / 2 + 1, row = g->row + edge;
    mjtNum share = con->friction[k - 1] * (edge % 2 ? -1 : 1), force, slope;
    row_zone(s->d, row, s->x[row], &force, &slope);
    g->F[0] += force;
    g->F[k] += share * force;
    g->H[0] += slope;
    g->H[k] += share * slope;
    g->H[DIM * k] += share * slope;
    g->H[(DIM + 1) * k] += share * share * slope;
  }
}

// the three zones of solve/cost.lane.c
static void cone_zone(const Solution* s, const mjContact* con, Group* g) {
  const mjtNum *x = s->x + g->row, *D = s->d->efc_D + g->row, mu = con->mu;
  mjtNum U[DIM], scale[DIM], square = 0;
  ig_zero(g->H, DIM * DIM);
  ig_zero(g->F, DIM);
  for (int k = 0; k < g->dim; k++) {
    scale[k] = k ? con->friction[k - 1] : mu;
    U[k] = x[k] * scale[k];
    if (k) square += U[k] * U[k];
  }
  mjtNum N = U[0], T = mju_sqrt(square);
  if (mu * T <= N || (T <= 0 && N >= 0)) return;
  if (mu * N + T <= 0 || (T <= 0 && N < 0)) {
    for (int k = 0; k < g->dim; k++) g->F[k] = -D[k] * x[k], g->H[(DIM + 1) * k] = D[k];
    return;
  }
  mjtNum Dm = D[0] / (mu * mu * (1 + mu * mu)), normal = -Dm * (N - mu * T);
  g->F[0] = normal * mu;
  for (int k = 1; k < g->dim; k++) g->F[k] = -normal * mu / T * U[k] * scale[k];
  for (int i = 0; i < g->dim; i++) {
    for (int j = 0; j < g->dim; j++) {
      mjtNum h = i && j ? mu * N / (T * T * T) * U[i] * U[j] : i || j ? -mu / T * U[i + j] : 1;
      if (i && i == j) h += mu * mu - mu * N / T;
      g->H[DIM * i + j] = Dm * h * scale[i] * scale[j];
    }
  }
}

// ------------------------------------------------ into the matrices

static void add_group(const Solution* s, const Group* g) {
  ig_stack_mark(s->d);
  size_t nv = (size_t)s->m->nv;
  int n = g->n, dim = g->dim;
  mjtNum *by_acc = IG_SCRATCH(s->d, (size_t)(dim * n), mjtNum), *by_q = IG_SCRATCH(s->d, (size_t)(dim * n), mjtNum);
  mjtNum* by_v = IG_SCRATCH(s->d, (size_t)(dim * n), mjtNum);
  ig_zero(by_acc, dim * n);
  ig_zero(by_v, dim * n);
  for (int k = 0; k < dim; k++) {
    ig_scl(by_q + k * n, g->soften, g->F[k], n);
    for (int l = 0; l < dim; l++) {
      mjtNum h = g->H[DIM * k + l];
      if (h == 0) continue;
      ig_addtoscl(by_acc + k * n, g->J + l * n, h, n);
      ig_addtoscl(by_v + k * n, g->J + l * n, h * g->B[l], n);
      ig_addtoscl(by_q + k * n, g->X + l * n, -h, n);
    }
  }
  for (int i = 0; i < n; i++) {
    size_t row = (size_t)g->dof[i] * nv;
    for (int k = 0; k < dim; k++) {
      mjtNum share = g->J[k * n + i];
      if (share == 0) continue;
      for (int j = 0; j < n; j++) {
        size_t at = row + (size_t)g->dof[j];
        s->hessian[at] += share * by_acc[k * n + j];
        s->rate->q[at] += share * by_q[k * n + j];
        s->rate->v[at] -= share * by_v[k * n + j];
      }
    }
  }
  ig_stack_free(s->d);
}

// what a change of the row's position does: to x, and to D as a part of it
static void position_slopes(const mjData* d, int row, mjtNum* x, mjtNum* soften) {
  const mjtNum *kbip = d->efc_KBIP + 4 * row, imp = kbip[2];
  *x = kbip[0] * (imp + kbip[3] * (d->efc_pos[row] - d->efc_margin[row]));
  *soften = kbip[3] / (imp * (1 - imp));
}

// ------------------------------------------------ rows with one number: joints, tendons

// One row with the gradient J (nv) of its position, and d J_i / d q_j in curve (nv x nv; NULL: J is constant)
static void add_scalar(Solution* s, int row, const mjtNum* J, const mjtNum* curve) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  int nv = (int)m->nv;
  ig_stack_mark(d);
  Group g = new_group(s, row, 1);
  g.B[0] = d->efc_KBIP[4 * row + 1];
  independent_zones(s, &g);
  mjtNum by_pos, soften, *swing = IG_SCRATCH(d, m->nv, mjtNum);
  position_slopes(d, row, &by_pos, &soften);
  ig_zero(swing, nv);
  if (curve) {
    mjtNum* w = IG_SCRATCH(d, m->nv, mjtNum);
    for (int i = 0; i < nv; i++) w[i] = d->qacc[i] + g.B[0] * d->qvel[i];
    ig_mulmattvec(swing, curve, w, nv, nv);
    ig_addtoscl(s->rate->q, curve, g.F[0], nv * nv);
  }
  for (int i = 0; i < nv; i++) {
    if (J[i] == 0 && swing[i] == 0) continue;
    g.dof[g.n] = i;
    g.J[g.n] = J[i];
    g.X[g.n] = swing[i] + by_pos * J[i];
    g.soften[g.n++] = soften * J[i];
  }
  add_group(s, &g);
  ig_stack_free(d);
}

// the single number of a dof
static void dof_row(Solution* s, int row, int dof, mjtNum value) {
  ig_stack_mark(s->d);
  mjtNum* J = IG_SCRATCH(s->d, s->m->nv, mjtNum);
  ig_zero(J, (int)s->m->nv);
  J[dof] = value;
  add_scalar(s, row, J, NULL);
  ig_stack_free(s->d);
}

static mjtNum* zero_matrix(const Solution* s) {
  mjtNum* mat = IG_SCRATCH(s->d, s->m->nv * s->m->nv, mjtNum);
  ig_zero(mat, (int)(s->m->nv * s->m->nv));
  return mat;
}

// side: the sign of the gradient
static void tendon_row(Solution* s, int row, int tendon, mjtNum side) {
  ig_stack_mark(s->d);
  mjtNum *J = IG_SCRATCH(s->d, s->m->nv, mjtNum), *curve = zero_matrix(s);
  ig_tendon_row(s->m, s->d, tendon, J);
  ig_scl(J, J, side, (int)s->m->nv);
  bool bends = ig_tendon_curvature(s->m, s->d, tendon, side, curve);
  add_scalar(s, row, J, bends ? curve : NULL);
  ig_stack_free(s->d);
}

static mjtNum side_of_limit(mjtNum value, const mjtNum range[2], mjtNum pos) {
  return mju_abs(pos - (value - range[0])) <= mju_abs(pos - (range[1] - value)) ? 1 : -1;
}

// a ball joint's angle: J = -k with the axis k = s / |s| of its rotation vector s
static void ball_limit(Solution* s, int row, int joint) {
  const mjModel* m = s->m;
  static const mjtNum none[4] = {1, 0, 0, 0};
  int dof = m->jnt_dofadr[joint];
  mjtNum quat[4], axis[3], Da[9];
  ig_copy4(quat, s->d->qpos + m->jnt_qposadr[joint]);
  ig_normalize4(quat);
  ig_quat2vel(axis, quat, 1);
  mjtNum angle = ig_normalize3(axis);
  ig_quat_difference_rate(quat, none, Da, NULL);
  ig_stack_mark(s->d);
  mjtNum *J = IG_SCRATCH(s->d, m->nv, mjtNum), *curve = zero_matrix(s);
  ig_zero(J, (int)m->nv);
  for (int j = 0; j < 3; j++) {
    mjtNum column[3] = {Da[j], Da[3 + j], Da[6 + j]};
    J[dof + j] = -axis[j];
    ig_addtoscl3(column, axis, -ig_dot3(axis, column));
    for (int i = 0; i < 3; i++) curve[(size_t)(dof + i) * (size_t)m->nv + (size_t)(dof + j)] = -column[i] / angle;
  }
  add_scalar(s, row, J, curve);
  ig_stack_free(s->d);
}

static void joint_limit(Solution* s, int row, int joint) {
  const mjModel* m = s->m;
  if (m->jnt_type[joint] == mjJNT_BALL) return ball_limit(s, row, joint);
  mjtNum value = s->d->qpos[m->jnt_qposadr[joint]];
  dof_row(s, row, m->jnt_dofadr[joint], side_of_limit(value, m->jnt_range + 2 * joint, s->d->efc_pos[row]));
}

// J += scale * gradient of a joint's position or a tendon's length, curve likewise
static mjtNum add_coupled(const Solution* s, int eq, int id, mjtNum scale, mjtNum* J, mjtNum* curve) {
  const mjModel* m = s->m;
  if (m->eq_type[eq] == mjEQ_JOINT) {
    J[m->jnt_dofadr[id]] += scale;
    return s->d->qpos[m->jnt_qposadr[id]] - m->qpos0[m->jnt_qposadr[id]];
  }
  ig_stack_mark(s->d);
  mjtNum* row = IG_SCRATCH(s->d, m->nv, mjtNum);
  ig_tendon_row(m, s->d, id, row);
  ig_addtoscl(J, row, scale, (int)m->nv);
  ig_tendon_curvature(m, s->d, id, scale, curve);
  ig_stack_free(s->d);
  return s->d->ten_length[id] - m->tendon_length0[id];
}

// first = polynomial of second
static void couple(Solution* s, int row, int eq) {
  const mjModel* m = s->m;
  const mjtNum* poly = m->eq_data + mjNEQDATA * eq;
  int nv = (int)m->nv, second = m->eq_obj2id[eq];
  ig_stack_mark(s->d);
  mjtNum *J = IG_SCRATCH(s->d, m->nv, mjtNum), *other = IG_SCRATCH(s->d, m->nv, mjtNum), *curve = zero_matrix(s);
  ig_zero(J, nv);
  add_coupled(s, eq, m->eq_obj1id[eq], 1, J, curve);
  if (second >= 0) {
    ig_stack_mark(s->d);
    mjtNum* unused = zero_matrix(s);
    ig_zero(other, nv);
    mjtNum x = add_coupled(s, eq, second, 1, other, unused);
    ig_stack_free(s->d);
    mjtNum slope = poly[1] + 2 * poly[2] * x + 3 * poly[3] * x * x + 4 * poly[4] * x * x * x;
    mjtNum bend = 2 * poly[2] + 6 * poly[3] * x + 12 * poly[4] * x * x;
    add_coupled(s, eq, second, -slope, J, curve);
    ig_add_outer(curve, nv, nv, other, other, -bend);
  }
  add_scalar(s, row, J, curve);
  ig_stack_free(s->d);
}

// ------------------------------------------------ rows between two bodies

// two sides of a connect or weld, which are points of their bodies
typedef struct {
  int body[2];
  mjtNum point[2][3], quat[2][4];  // orientations: of the first with the relative pose, of the second
} Ends;

static Ends find_ends(const mjModel* m, const mjData* d, int eq) {
  Ends e;
  bool weld = m->eq_type[eq] == mjEQ_WELD;
  const mjtNum* data = m->eq_data + mjNEQDATA * eq;
  for (int k = 0; k < 2; k++) {
    int id = k ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
    if (m->eq_objtype[eq] == mjOBJ_BODY) {
      e.body[k] = id;
      ig_mulmatvec3(e.point[k], d->xmat + 9 * id, data + 3 * (weld ? 1 - k : k));
      ig_addto3(e.point[k], d->xpos + 3 * id);
      ig_copy4(e.quat[k], d->xquat + 4 * id);
      if (weld && k == 0) ig_mulquat(e.quat[k], e.quat[k], data + 6);
    } else {
      e.body[k] = m->site_bodyid[id];
      ig_copy3(e.point[k], d->site_xpos + 3 * id);
      ig_mulquat(e.quat[k], d->xquat + 4 * e.body[k], m->site_quat + 4 * id);
    }
  }
  return e;
}

// the vector part of q2^-1 w q1 / 2 and its change by turns of both sides and of w
static void weld_column(const mjtNum q2inv[4], const mjtNum q1[4], const mjtNum w[3], mjtNum scale, mjtNum out[3]) {
  mjtNum q[4];
  ig_mulquataxis(q, q2inv, w);
  ig_mulquat(q, q, q1);
  ig_scl3(out, q + 1, 0.5 * scale);
}

// q2^-1 (b w) q1 / 4 with pure quaternions b and w
static void weld_twice(const mjtNum q2inv[4], const mjtNum q1[4], const mjtNum b[3], const mjtNum w[3], mjtNum scale,
                       mjtNum out[3]) {
  mjtNum q[4];
  ig_mulquataxis(q, q2inv, b);
  ig_mulquataxis(q, q, w);
  ig_mulquat(q, q, q1);
  ig_addtoscl3(out, q + 1, 0.25 * scale);
}

// Rotation rows of a weld: J_i = (q2^-1 w_i q1) / 2 with the relative rotation w_i of dof i; their second derivatives, with
// dq1 = w1_j q1 / 2, dq2^-1 = -q2^-1 w2_j / 2 and dw_i = w_j x w_i where j moves the axis of i.
static void weld_rotation(Solution* s, int eq, const Ends* e, Group* g) {
  const mjModel* m = s->m;
  mjtNum scale = m->eq_data[mjNEQDATA * eq + 10], q2inv[4];
  ig_negquat(q2inv, e->quat[1]);
  size_t nv = (size_t)m->nv;
  for (int i = 0; i < g->n; i++) {
    mjtNum turn[2][3], shift[3], w[3], column[3];
    for (int k = 0; k < 2; k++) ig_body_motion(s->m, s->d, e->body[k], e->point[k], g->dof[i], turn[k], shift);
    ig_sub3(w, turn[0], turn[1]);
    weld_column(q2inv, e->quat[0], w, scale, column);
    for (int k = 0; k < 3; k++) g->J[(3 + k) * g->n + i] = column[k];
    for (int j = 0; j < g->n; j++) {
      mjtNum by[2][3], change[3] = {0}, second[3];
      for (int k = 0; k < 2; k++) {
        bool moves = ig_body_motion(s->m, s->d, e->body[k], e->point[k], g->dof[j], by[k], shift) &&
                     ig_moves_axis(m, g->dof[j], g->dof[i]);
        mjtNum part[3];
        ig_cross(part, by[k], turn[k]);
        if (moves) ig_addtoscl3(change, part, k ? -1 : 1);
      }
      weld_column(q2inv, e->quat[0], change, scale, second);
      ig_scl3(by[1], by[1], -1);
      weld_twice(q2inv, e->quat[0], by[1], w, scale, second);
      weld_twice(q2inv, e->quat[0], w, by[0], scale, second);
      s->rate->q[(size_t)g->dof[i] * nv + (size_t)g->dof[j]] += ig_dot3(second, g->F + 3);
      mjtNum speed = s->d->qacc[g->dof[i]] + g->B[3] * s->d->qvel[g->dof[i]];
      for (int k = 0; k < 3; k++) g->X[(3 + k) * g->n + j] += second[k] * speed;
    }
  }
}

// rows whose impedance follows the length of the whole error
static void tie_positions(const mjData* d, Group* g) {
  const mjtNum *pos = d->efc_pos + g->row, *kbip = d->efc_KBIP + 4 * g->row, imp = kbip[2];
  mjtNum size = ig_norm(pos, g->dim);
  for (int i = 0; i < g->n; i++) {
    mjtNum dsize = 0;
    for (int k = 0; k < g->dim && size > 0; k++) dsize += pos[k] / size * g->J[k * g->n + i];
    g->soften[i] = kbip[3] * dsize / (imp * (1 - imp));
    for (int k = 0; k < g->dim; k++) {
      g->X[k * g->n + i] += d->efc_KBIP[4 * (g->row + k)] * (imp * g->J[k * g->n + i] + kbip[3] * dsize * pos[k]);
    }
  }
}

static void tie(Solution* s, int row, int eq) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  Ends e = find_ends(m, d, eq);
  ig_stack_mark(d);
  Group g = new_group(s, row, m->eq_type[eq] == mjEQ_WELD ? 6 : 3);
  g.n = ig_pair_chain(s->m, e.body[0], e.body[1], g.dof);
  ig_zero(g.X, DIM * g.n);
  for (int k = 0; k < g.dim; k++) g.B[k] = d->efc_KBIP[4 * (row + k) + 1];
  independent_zones(s, &g);
  for (int side = 0; side < 2; side++) {
    mjtNum sign = side ? -1 : 1, *point = e.point[side];
    ig_Load load = {.body = e.body[side], .point = point};
    ig_scl3(load.force, g.F, sign);
    ig_load_rate(m, d, &load, 1, s->rate->q);
    for (int i = 0; i < g.n; i++) {
      mjtNum turn[3], shift[3], by_acc[3], by_vel[3], swing[3];
      bool moved = ig_body_motion(s->m, s->d, e.body[side], point, g.dof[i], turn, shift);
      for (int k = 0; k < 3; k++) g.J[k * g.n + i] = sign * shift[k] + (side ? g.J[k * g.n + i] : 0);
      if (!moved) continue;
      // the point moves along: so do the rotations of its body act at it
      const mjtNum *acc = s->acc.body + 6 * e.body[side], *vel = s->vel.body + 6 * e.body[side];
      ig_velocity_change(m, d, &s->acc, e.body[side], point, g.dof[i], turn, by_acc);
      ig_velocity_change(m, d, &s->vel, e.body[side], point, g.dof[i], turn, by_vel);
      ig_cross(swing, acc, shift);
      ig_addto3(by_acc, swing);
      ig_cross(swing, vel, shift);
      ig_addto3(by_vel, swing);
      for (int k = 0; k < 3; k++) g.X[k * g.n + i] += sign * (by_acc[k] + g.B[k] * by_vel[k]);
    }
  }
  if (g.dim == 6) weld_rotation(s, eq, &e, &g);
  tie_positions(d, &g);
  add_group(s, &g);
  ig_stack_free(d);
}

// ------------------------------------------------ contacts

// what dof j does to a contact: its distance, position, and the rotation of its frame
typedef struct {
  mjtNum dist, pos[3], turn[3];
} Change;

static void contact_change(const mjContact* con, const ig_ShapeRate* shape, const mjtNum turn[2][3], const mjtNum shift[2][3],
                           Change* c) {
  const mjtNum *n = con->frame, *t2 = con->frame + 6;
  mjtNum dn[3], dh[3] = {0}, relative[6];
  ig_sub3(relative, turn[1], turn[0]);
  ig_sub3(relative + 3, shift[1], shift[0]);

  // along with the first geom, and by the motion of the second relative to it
  ig_copy3(c->pos, shift[0]);
  ig_cross(dn, turn[0], n);
  if (shape->moving) ig_cross(dh, turn[0], shape->along);
  c->dist = 0;
  for (int k = 0; k < 6; k++) {
    c->dist += shape->dist[k] * relative[k];
    ig_addtoscl3(c->pos, shape->pos[k], relative[k]);
    ig_addtoscl3(dn, shape->normal[k], relative[k]);
    if (shape->moving) ig_addtoscl3(dh, shape->hint[k], relative[k]);
  }
  // the tangent is the hint's part across the normal
  mjtNum along = ig_dot3(n, shape->along), across = mju_sqrt(ig_dot3(shape->along, shape->along) - along * along);
  mjtNum spin = (ig_dot3(t2, dh) - along * ig_dot3(t2, dn)) / across;
  ig_cross(c->turn, n, dn);
  ig_addtoscl3(c->turn, n, spin);
}

// the velocity of the second geom relative to the first at the contact: translation, then rotation
static void relative_velocity(const Solution* s, const int body[2], const mjContact* con, const mjtNum* motion, mjtNum r[6]) {
  ig_zero(r, 6);
  for (int side = 0; side < 2; side++) {
    mjtNum offset[3], shift[3], sign = side ? 1 : -1;
    ig_sub3(offset, con->pos, s->d->subtree_com + 3 * s->m->body_rootid[body[side]]);
    ig_point_column(shift, motion + 6 * body[side], offset);
    ig_addtoscl3(r, shift, sign);
    ig_addtoscl3(r + 3, motion + 6 * body[side], sign);
  }
}

// its change by dof j, in the frame of the contact, which changes too
static void frame_velocity_change(const Solution* s, const int body[2], const bool moved[2], const mjContact* con,
                                  const Change* c, const ig_Velocities* v, const mjtNum speed[6], int dof, mjtNum out[DIM]) {
  mjtNum change[6], part[3];
  ig_cross(change, speed + 3, c->pos);
  ig_zero3(change + 3);
  for (int side = 0; side < 2; side++) {
    mjtNum turn[3], shift[3], sign = side ? 1 : -1;
    if (!moved[side]) continue;
    ig_velocity_change(s->m, s->d, v, body[side], con->pos, dof, turn, shift);
    ig_addtoscl3(change, shift, sign);
    ig_addtoscl3(change + 3, turn, sign);
  }
  for (int half = 0; half < 2; half++) {
    // (turn x e) . u = e . (u x turn)
    ig_cross(part, speed + 3 * half, c->turn);
    ig_addto3(change + 3 * half, part);
    for (int k = 0; k < 3; k++) out[3 * half + k] = ig_dot3(con->frame + 3 * k, change + 3 * half);
  }
}

// forces in the world's directions on both geoms, and what moves and turns them
static void add_contact_loads(Solution* s, const Group* g, const int body[2], const mjContact* con, const Change* change) {
  ig_stack_mark(s->d);
  mjtNum *load_change = IG_SCRATCH(s->d, 6 * s->m->nv, mjtNum), force[3] = {0}, torque[3] = {0};
  for (int k = 0; k < g->dim; k++) ig_addtoscl3(k < 3 ? force : torque, con->frame + 3 * (k % 3), g->F[k]);
  for (int side = 0; side < 2; side++) {
    ig_Load load = {.body = body[side], .point = con->pos};
    mjtNum sign = side ? 1 : -1;
    ig_scl3(load.force, force, sign);
    ig_scl3(load.torque, torque, sign);
    for (int i = 0; i < g->n; i++) {
      mjtNum turn[3], shift[3], slip[3], part[3], *to = load_change + 6 * i;
      ig_body_motion(s->m, s->d, body[side], con->pos, g->dof[i], turn, shift);
      ig_sub3(slip, change[i].pos, shift);
      ig_cross(to, change[i].turn, load.force);
      ig_cross(to + 3, change[i].turn, load.torque);
      ig_cross(part, slip, load.force);
      ig_addto3(to + 3, part);
    }
    ig_load_rate(s->m, s->d, &load, 1, s->rate->q);
    ig_load_change(s->m, s->d, &load, g->n, g->dof, load_change, 1, s->rate->q);
  }
  ig_stack_free(s->d);
}

static void fill_contact(Solution* s, const mjContact* con, const ig_ShapeRate* shape, const int body[2], Group* g,
                         Change* change) {
  const mjData* d = s->d;
  mjtNum acc[6], vel[6], by_pos, soften;
  relative_velocity(s, body, con, s->acc.body, acc);
  relative_velocity(s, body, con, s->vel.body, vel);
  position_slopes(d, g->row, &by_pos, &soften);
  for (int i = 0; i < g->n; i++) {
    mjtNum turn[2][3], shift[2][3], by_acc[DIM], by_vel[DIM], across[6];
    bool moved[2];
    for (int k = 0; k < 2; k++) moved[k] = ig_body_motion(s->m, s->d, body[k], con->pos, g->dof[i], turn[k], shift[k]);
    contact_change(con, shape, turn, shift, change + i);
    frame_velocity_change(s, body, moved, con, change + i, &s->acc, acc, g->dof[i], by_acc);
    frame_velocity_change(s, body, moved, con, change + i, &s->vel, vel, g->dof[i], by_vel);
    ig_sub3(across, shift[1], shift[0]);
    ig_sub3(across + 3, turn[1], turn[0]);
    for (int k = 0; k < g->dim; k++) {
      g->J[k * g->n + i] = ig_dot3(con->frame + 3 * (k % 3), across + 3 * (k / 3));
      g->X[k * g->n + i] = by_acc[k] + g->B[k] * by_vel[k];
    }
    g->X[i] += by_pos * change[i].dist;
    g->soften[i] = soften * change[i].dist;
  }
}

static const char* contact(Solution* s, int row, const mjContact* con) {
  mjData* d = s->d;
  int type = d->efc_type[row];
  const char* obstacle = NULL;
  ig_stack_mark(d);
  Group g = new_group(s, row, con->dim);
  for (int k = 0; k < g.dim; k++) g.B[k] = d->efc_KBIP[4 * (row + (type == mjCNSTR_CONTACT_ELLIPTIC ? k : 0)) + 1];
  if (type == mjCNSTR_CONTACT_PYRAMIDAL) {
    pyramid_zone(s, con, &g);
  } else if (type == mjCNSTR_CONTACT_ELLIPTIC) {
    cone_zone(s, con, &g);
  } else {
    independent_zones(s, &g);
  }
  // a contact without force has no part in the solution
  if (!ig_all_zero(g.F, g.dim)) {
    ig_ShapeRate shape;
    obstacle = ig_shape_rate(s->m, d, con, &shape);
    if (!obstacle) {
      const int body[2] = {s->m->geom_bodyid[con->geom[0]], s->m->geom_bodyid[con->geom[1]]};
      g.n = ig_pair_chain(s->m, body[0], body[1], g.dof);
      Change* change = IG_SCRATCH(d, s->m->nv, Change);
      fill_contact(s, con, &shape, body, &g, change);
      add_contact_loads(s, &g, body, con, change);
      add_group(s, &g);
    }
  }
  ig_stack_free(d);
  return obstacle;
}

// ------------------------------------------------ all rows

// the rows from `row` on that belong together; their number
static int one_group(Solution* s, int row, const char** obstacle) {
  const mjModel* m = s->m;
  mjData* d = s->d;
  int id = d->efc_id[row];
  switch (d->efc_type[row]) {
    case mjCNSTR_EQUALITY:
      switch (m->eq_type[id]) {
        case mjEQ_CONNECT: tie(s, row, id); return 3;
        case mjEQ_WELD: tie(s, row, id); return 6;
        case mjEQ_JOINT:
        case mjEQ_TENDON: couple(s, row, id); return 1;
        default: *obstacle = "an equality of a flex"; return 1;
      }
    case mjCNSTR_FRICTION_DOF: dof_row(s, row, id, 1); return 1;
    case mjCNSTR_FRICTION_TENDON: tendon_row(s, row, id, 1); return 1;
    case mjCNSTR_LIMIT_JOINT: joint_limit(s, row, id); return 1;
    case mjCNSTR_LIMIT_TENDON:
      tendon_row(s, row, id, side_of_limit(d->ten_length[id], m->tendon_range + 2 * id, d->efc_pos[row]));
      return 1;
    default: {
      const mjContact* con = d->contact + id;
      *obstacle = contact(s, row, con);
      return d->efc_type[row] == mjCNSTR_CONTACT_PYRAMIDAL ? 2 * (con->dim - 1) : con->dim;
    }
  }
}

const char* ig_row_rate(const mjModel* m, mjData* d, mjtNum* hessian, ig_ForceRate* rate) {
  const char* obstacle = NULL;
  ig_stack_mark(d);
  Solution s = {.m = m, .d = d, .hessian = hessian, .rate = rate, .x = IG_SCRATCH(d, d->nefc, mjtNum)};
  s.acc = ig_new_velocities(m, d, d->qacc);
  s.vel = ig_new_velocities(m, d, d->qvel);
  ig_mul_jac(m, d, s.x, d->qacc);
  ig_subfrom(s.x, d->efc_aref, d->nefc);
  for (int row = 0; row < d->nefc && !obstacle;) row += one_group(&s, row, &obstacle);
  ig_stack_free(d);
  return obstacle;
}
