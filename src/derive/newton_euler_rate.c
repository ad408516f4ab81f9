// SPDX-License-Identifier: Apache-2.0
// docs/derive.md has the derivation; in short: a small motion of dof j carries all below it, rigidly, by the twist S_j. Seen from
// what it carries, nothing has changed but the motion V, A of the body before, by
//   V x S_j =: P_j   and   A x S_j + V x P_j =: Q_j,
// so every force below changes by I Q_j + B P_j with B(V) X = V x* I X + X x* I V - I (V x X), and above by what is carried
// along as well, S_j x* F. By a velocity: I R_j + B S_j, R_j = P_j + V x S_j with the motion V after the dof, or its group. B
// needs the rotation of X only: for mass points of velocity u at r,
//   B X = sum 2 m (r x (a x u), a x u) = 2 (tr(E) a - E a, a x p),  p = sum m u, E = sum m u r^T
// which is 12 numbers that add up over a subtree. Carpentier and Mansard 2018, "Analytical derivatives of rigid body dynamics
// algorithms"; Singh, Russell and Wensing 2022, "Efficient analytical derivatives of rigid-body dynamics using spatial vector
// algebra", for joints of several dofs.
#include "derive/newton_euler_rate.h"

#include "derive/chain.h"
#include "math/dense.h"
#include "math/spatial.h"
#include "model/stack.h"

enum { B_SIZE = 12 };  // p, then E

// what the recursions leave behind
typedef struct {
  mjtNum *inertia, *coupling, *force;  // of subtrees: (nbody) x 10, B_SIZE, 6
  mjtNum *P, *Q, *R;                   // (nv x 6)
} Sweep;

static void world_acceleration(const mjModel* m, bool gravity, mjtNum acc[6]) {
  ig_zero(acc, 6);
  if (!gravity || (m->opt.disableflags & mjDSBL_GRAVITY)) return;
  for (int k = 0; k < 3; k++) acc[3 + k] = -m->opt.gravity[k];
}

// the dofs of a body, group after group: P, Q and R of each, and the motion after all of them
static void pass_dofs(const mjModel* m, const mjData* d, const ig_Motion* motion, int body, mjtNum vel[6], mjtNum acc[6],
                      const Sweep* s) {
  int end = m->body_dofadr[body] + m->body_dofnum[body];
  for (int first = m->body_dofadr[body], last; first < end; first = last + 1) {
    mjtNum dvel[6] = {0}, dacc[6] = {0}, part[6];
    last = ig_group_last(m, first);
    for (int j = first; j <= last; j++) {
      const mjtNum* axis = d->cdof + 6 * j;
      ig_crossmotion(s->P + 6 * j, vel, axis);
      ig_crossmotion(s->Q + 6 * j, acc, axis);
      ig_crossmotion(part, vel, s->P + 6 * j);
      ig_addto6(s->Q + 6 * j, part);
      if (motion->vel) {
        ig_addtoscl6(dvel, axis, motion->vel[j]);
        ig_addtoscl6(dacc, s->P + 6 * j, motion->vel[j]);
      }
      if (motion->acc) ig_addtoscl6(dacc, axis, motion->acc[j]);
    }
    ig_addto6(vel, dvel);
    ig_addto6(acc, dacc);
    for (int j = first; j <= last; j++) {
      ig_crossmotion(s->R + 6 * j, vel, d->cdof + 6 * j);
      ig_addto6(s->R + 6 * j, s->P + 6 * j);
    }
  }
}

// E = v h^T + [w]x sum m r r^T, with the inertia I = tr(S) - S of S = sum m r r^T
static void couple(mjtNum B[B_SIZE], const mjtNum I[10], const mjtNum vel[6], const mjtNum momentum[3]) {
  const mjtNum *w = vel, *h = I + 6;
  mjtNum half = 0.5 * (I[0] + I[1] + I[2]);
  const mjtNum S[9] = {half - I[0], -I[3], -I[4], -I[3], half - I[1], -I[5], -I[4], -I[5], half - I[2]};
  ig_copy3(B, momentum);
  mjtNum* E = B + 3;
  for (int k = 0; k < 3; k++) {
    E[k] = vel[3] * h[k] + w[1] * S[6 + k] - w[2] * S[3 + k];
    E[3 + k] = vel[4] * h[k] + w[2] * S[k] - w[0] * S[6 + k];
    E[6 + k] = vel[5] * h[k] + w[0] * S[3 + k] - w[1] * S[k];
  }
}

// (B X) of the rotation a of X
static void couple_motion(mjtNum r[6], const mjtNum B[B_SIZE], const mjtNum a[3]) {
  const mjtNum* E = B + 3;
  mjtNum trace = E[0] + E[4] + E[8], turned[3], swing[3];
  ig_mulmatvec3(turned, E, a);
  ig_cross(swing, a, B);
  for (int k = 0; k < 3; k++) r[k] = 2 * (trace * a[k] - turned[k]), r[3 + k] = 2 * swing[k];
}

// the rotation part of B^T S; the other is zero
static void couple_transposed(mjtNum r[3], const mjtNum B[B_SIZE], const mjtNum S[6]) {
  const mjtNum* E = B + 3;
  mjtNum trace = E[0] + E[4] + E[8], turned[3], swing[3];
  ig_mulmattvec3(turned, E, S);
  ig_cross(swing, B, S + 3);
  for (int k = 0; k < 3; k++) r[k] = 2 * (trace * S[k] - turned[k] + swing[k]);
}

static void sweep(const mjModel* m, mjData* d, const ig_Motion* motion, const Sweep* s) {
  mjtNum *vel = IG_SCRATCH(d, 6 * m->nbody, mjtNum), *acc = IG_SCRATCH(d, 6 * m->nbody, mjtNum);
  ig_zero(vel, 6);
  world_acceleration(m, motion->gravity, acc);
  for (int body = 1; body < m->nbody; body++) {
    mjtNum *v = vel + 6 * body, *a = acc + 6 * body, *force = s->force + 6 * body, momentum[6], gyro[6];
    const mjtNum* inertia = d->cinert + 10 * body;
    ig_copy6(v, vel + 6 * m->body_parentid[body]);
    ig_copy6(a, acc + 6 * m->body_parentid[body]);
    pass_dofs(m, d, motion, body, v, a, s);
    ig_mulinertvec(force, inertia, a);
    ig_mulinertvec(momentum, inertia, v);
    ig_crossforce(gyro, v, momentum);
    ig_addto6(force, gyro);
    ig_copy(s->inertia + 10 * body, inertia, 10);
    couple(s->coupling + B_SIZE * body, inertia, v, momentum + 3);
  }
  for (int body = m->nbody - 1; body > 0; body--) {
    int parent = m->body_parentid[body];
    if (!parent) continue;
    ig_addto(s->inertia + 10 * parent, s->inertia + 10 * body, 10);
    ig_addto(s->coupling + B_SIZE * parent, s->coupling + B_SIZE * body, B_SIZE);
    ig_addto6(s->force + 6 * parent, s->force + 6 * body);
  }
}

// row i: what the dofs that move its axis do to its force
static void carried_row(const mjModel* m, const mjData* d, const Sweep* s, int i, mjtNum scale, mjtNum* by_q, mjtNum* by_v) {
  int body = m->dof_bodyid[i];
  mjtNum inertial[6], coupled[3];
  ig_mulinertvec(inertial, s->inertia + 10 * body, d->cdof + 6 * i);
  couple_transposed(coupled, s->coupling + B_SIZE * body, d->cdof + 6 * i);
  size_t row = (size_t)i * (size_t)m->nv;
  for (int j = ig_group_last(m, i); j >= 0; j = m->dof_parentid[j]) {
    const mjtNum* P = s->P + 6 * j;
    if (by_q) by_q[row + (size_t)j] += scale * (ig_dot6(inertial, s->Q + 6 * j) + ig_dot3(coupled, P));
    if (by_v) by_v[row + (size_t)j] += scale * (ig_dot6(inertial, s->R + 6 * j) + ig_dot3(coupled, d->cdof + 6 * j));
  }
}

// column j: what it does to the forces of the dofs that it does not move
static void carrying_column(const mjModel* m, const mjData* d, const Sweep* s, int j, mjtNum scale, mjtNum* by_q, mjtNum* by_v) {
  int body = m->dof_bodyid[j], above = m->dof_parentid[ig_group_first(m, j)];
  if (above < 0) return;
  const mjtNum *inertia = s->inertia + 10 * body, *B = s->coupling + B_SIZE * body, *P = s->P + 6 * j, *axis = d->cdof + 6 * j;
  mjtNum q[6], v[6], part[6];
  ig_mulinertvec(q, inertia, s->Q + 6 * j);
  couple_motion(part, B, P);
  ig_addto6(q, part);
  ig_crossforce(part, axis, s->force + 6 * body);
  ig_addto6(q, part);
  ig_mulinertvec(v, inertia, s->R + 6 * j);
  couple_motion(part, B, axis);
  ig_addto6(v, part);
  for (int i = above; i >= 0; i = m->dof_parentid[i]) {
    size_t at = (size_t)i * (size_t)m->nv + (size_t)j;
    if (by_q) by_q[at] += scale * ig_dot6(d->cdof + 6 * i, q);
    if (by_v) by_v[at] += scale * ig_dot6(d->cdof + 6 * i, v);
  }
}

void ig_newton_euler_rate(const mjModel* m, mjData* d, const ig_Motion* motion, mjtNum scale, mjtNum* by_q, mjtNum* by_v) {
  ig_stack_mark(d);
  Sweep s = {IG_SCRATCH(d, 10 * m->nbody, mjtNum), IG_SCRATCH(d, B_SIZE * m->nbody, mjtNum), IG_SCRATCH(d, 6 * m->nbody, mjtNum),
             IG_SCRATCH(d, 6 * m->nv, mjtNum),     IG_SCRATCH(d, 6 * m->nv, mjtNum),         IG_SCRATCH(d, 6 * m->nv, mjtNum)};
  sweep(m, d, motion, &s);
  for (int dof = 0; dof < m->nv; dof++) {
    carried_row(m, d, &s, dof, scale, by_q, by_v);
    carrying_column(m, d, &s, dof, scale, by_q, by_v);
  }
  ig_stack_free(d);
}

void ig_body_motions(const mjModel* m, const mjData* d, const mjtNum* w, mjtNum* body, mjtNum* before) {
  ig_zero(body, 6);
  for (int b = 1; b < m->nbody; b++) {
    mjtNum* v = body + 6 * b;
    ig_copy6(v, body + 6 * m->body_parentid[b]);
    int end = m->body_dofadr[b] + m->body_dofnum[b];
    for (int first = m->body_dofadr[b], last; first < end; first = last + 1) {
      mjtNum sum[6] = {0};
      last = ig_group_last(m, first);
      for (int j = first; j <= last; j++) {
        ig_copy6(before + 6 * j, v);
        ig_addtoscl6(sum, d->cdof + 6 * j, w[j]);
      }
      ig_addto6(v, sum);
    }
  }
}
