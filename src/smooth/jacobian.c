// SPDX-License-Identifier: Apache-2.0
// Chains of dofs, and the public Jacobians. The Jacobians of every width: jacobian.lane.c.
#include "smooth/jacobian.h"

#include "base/error.h"
#include "math/dense.h"
#include "math/vec3.h"
#include "model/stack.h"

static int ascending(int* chain, int n) {
  for (int low = 0, high = n - 1; low < high; low++, high--) {
    int dof = chain[low];
    chain[low] = chain[high];
    chain[high] = dof;
  }
  return n;
}

int ig_body_chain(const mjModel* m, int body, int* chain) {
  int n = 0;
  for (int dof = ig_last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) chain[n++] = dof;
  IG_ASSERT(n <= m->nv);
  return ascending(chain, n);
}

int ig_pair_chain(const mjModel* m, int body1, int body2, int* chain) {
  int n = 0, a = ig_last_dof(m, body1), b = ig_last_dof(m, body2);
  while (a >= 0 || b >= 0) {
    int dof = a > b ? a : b;
    if (a == dof) a = m->dof_parentid[a];
    if (b == dof) b = m->dof_parentid[b];
    chain[n++] = dof;
  }
  IG_ASSERT(n <= m->nv);
  return ascending(chain, n);
}

void mj_jac(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3], int body) {
  ig_jac(m, d, jacp, jacr, point, body);
}

void mj_jacBody(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  ig_jac(m, d, jacp, jacr, d->xpos + 3 * body, body);
}

void mj_jacBodyCom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int body) {
  ig_jac(m, d, jacp, jacr, d->xipos + 3 * body, body);
}

void mj_jacGeom(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int geom) {
  ig_jac(m, d, jacp, jacr, d->geom_xpos + 3 * geom, m->geom_bodyid[geom]);
}

void mj_jacSite(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, int site) {
  ig_jac(m, d, jacp, jacr, d->site_xpos + 3 * site, m->site_bodyid[site]);
}

void mj_jacDot(const mjModel* m, const mjData* d, mjtNum* jacp, mjtNum* jacr, const mjtNum point[3], int body) {
  ig_jac_dot(m, d, jacp, jacr, point, body);
}

// bodies of a subtree stand together: the first whose parent comes before the root ends it
static bool in_subtree(const mjModel* m, int body, int root) {
  return body < m->nbody && (body == root || m->body_parentid[body] >= root);
}

void mj_jacSubtreeCom(const mjModel* m, mjData* d, mjtNum* jacp, int body) { ig_jac_subtree(m, d, jacp, body); }

void ig_jac_subtree(const mjModel* m, mjData* d, mjtNum* jacp, int body) {
  int n = 3 * m->nv;
  ig_stack_mark(d);
  mjtNum* one = IG_SCRATCH(d, (size_t)n, mjtNum);
  ig_zero(jacp, n);
  for (int b = body; in_subtree(m, b, body); b++) {
    ig_jac(m, d, one, NULL, d->xipos + 3 * b, b);
    for (int k = 0; k < n; k++) jacp[k] += one[k] * m->body_mass[b];
  }
  mjtNum inverse = 1 / m->body_subtreemass[body];
  for (int k = 0; k < n; k++) jacp[k] *= inverse;
  ig_stack_free(d);
}

// the axis turns with the body: its velocity is rotation x axis
void mj_jacPointAxis(const mjModel* m, mjData* d, mjtNum* jacPoint, mjtNum* jacAxis, const mjtNum point[3], const mjtNum axis[3],
                     int body) {
  int nv = m->nv;
  ig_stack_mark(d);
  mjtNum* jacr = jacAxis ? IG_SCRATCH(d, 3 * (size_t)nv, mjtNum) : NULL;
  ig_jac(m, d, jacPoint, jacr, point, body);
  for (int dof = 0; jacAxis && dof < nv; dof++) {
    mjtNum turn[3] = {jacr[dof], jacr[nv + dof], jacr[2 * nv + dof]};
    ig_cross(turn, turn, axis);
    for (int k = 0; k < 3; k++) jacAxis[k * nv + dof] = turn[k];
  }
  ig_stack_free(d);
}

// Matrix from qvel to the angular momentum of a subtree about its centre of mass: for each body,
// its inertia in world axes times the rotation, plus mass * arm x translation.
void mj_angmomMat(const mjModel* m, mjData* d, mjtNum* mat, int body) {
  int nv = m->nv;
  ig_stack_mark(d);
  mjtNum *jacp = IG_SCRATCH(d, 3 * (size_t)nv, mjtNum), *jacr = IG_SCRATCH(d, 3 * (size_t)nv, mjtNum);
  ig_zero(mat, 3 * nv);
  for (int b = body; in_subtree(m, b, body); b++) {
    mjtNum arm[3], scaled[9], inertia[9];
    const mjtNum* ximat = d->ximat + 9 * b;
    ig_jac(m, d, jacp, jacr, d->xipos + 3 * b, b);
    ig_sub3(arm, d->xipos + 3 * b, d->subtree_com + 3 * body);
    for (int k = 0; k < 9; k++) scaled[k] = ximat[k] * m->body_inertia[3 * b + k % 3];
    ig_mulmatmatt3(inertia, scaled, ximat);
    for (int dof = 0; dof < nv; dof++) {
      mjtNum vel[3] = {jacp[dof], jacp[nv + dof], jacp[2 * nv + dof]}, spin[3], moment[3];
      mjtNum turn[3] = {jacr[dof], jacr[nv + dof], jacr[2 * nv + dof]};
      ig_mulmatvec3(spin, inertia, turn);
      ig_cross(moment, arm, vel);
      for (int k = 0; k < 3; k++) mat[k * nv + dof] = mat[k * nv + dof] + spin[k] + moment[k] * m->body_mass[b];
    }
  }
  ig_stack_free(d);
}

void mj_applyFT(const mjModel* m, mjData* d, const mjtNum force[3], const mjtNum torque[3], const mjtNum point[3], int body,
                mjtNum* qfrc_target) {
  if (body < 0 || body >= m->nbody) mju_error("mj_applyFT: invalid body %d", body);
  ig_apply_wrench(m, d, force, torque, point, body, qfrc_target);
}
