// SPDX-License-Identifier: Apache-2.0
// At each vertex the edges around it give a deformation gradient F (3 x 2) by weighted least squares:
//   F = (sum of w dy dx^T) B,   dx: edge at rest, in the plane of the shell; dy: edge now; B: flex_vertmetric
// The constraint holds the invariants of C = F^T F at those of the identity: tr C = 2 and det C = 1.
// Rows are scaled by the root of the vertex mass, for the conditioning of the solver.
//   (after Chen, Kry and Vouga, "Locking-free simulation of isometric thin plates", 2019)
#include "smooth/flex/flex_strain.h"

#include <math.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/tendon/gradient_row.h"

// an edge at a vertex
typedef struct {
  int vert[2];  // global vertex ids
  mjtNum rest[2];
  mjtNum weight;
} Spoke;

static mjtNum vertex_mass(const mjModel* m, int vert) { return m->body_mass[m->flex_vertbodyid[vert]]; }

static Spoke spoke_at(const mjModel* m, int flex, int vert, int k) {
  int base = m->flex_vertadr[flex];
  int edge = m->flex_edgeadr[flex] + m->flex_vertedge[m->flex_vertedgeadr[vert] + k];
  Spoke s = {{base + m->flex_edge[2 * edge], base + m->flex_edge[2 * edge + 1]}, {0, 0}, 0};
  for (int i = 0; i < 2; i++) {
    // vert0 is in units of the flex, whose half sizes are stored
    mjtNum dx = m->flex_vert0[3 * s.vert[1] + i] - m->flex_vert0[3 * s.vert[0] + i];
    s.rest[i] = dx * (2 * m->flex_size[3 * flex + i]);
  }
  mjtNum mass = vertex_mass(m, vert == s.vert[0] ? s.vert[1] : s.vert[0]);
  s.weight = mass < mjMINVAL ? mjMINVAL : mass;
  return s;
}

// r (3 x 2) = a (3 x 2) b (2 x 2)
static void mul322(mjtNum r[6], const mjtNum a[6], const mjtNum b[4]) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 2; j++) r[2 * i + j] = a[2 * i] * b[j] + a[2 * i + 1] * b[2 + j];
  }
}

// row += gradient of an invariant: each edge pulls its ends by 2 w G dx
static void add_gradient(const mjModel* m, const mjData* d, ig_GradientRow* row, const Spoke* s, const mjtNum G[6]) {
  ig_BodyPoint a = {d->flexvert_xpos + 3 * s->vert[0], m->flex_vertbodyid[s->vert[0]]};
  ig_BodyPoint b = {d->flexvert_xpos + 3 * s->vert[1], m->flex_vertbodyid[s->vert[1]]};
  mjtNum pull[3];
  for (int i = 0; i < 3; i++) pull[i] = (G[2 * i] * s->rest[0] + G[2 * i + 1] * s->rest[1]) * (2 * s->weight);
  ig_row_add_pair(m, d, row, a, b, pull, 1);
}

// to the row's own place, which has its columns from the model
static void store_row(const mjModel* m, mjData* d, ig_GradientRow* row, int index, mjtNum scale) {
  int adr = m->flexvert_J_rowadr[index];
  for (int i = adr; i < adr + m->flexvert_J_rownnz[index]; i++) {
    d->flexvert_J[i] += row->value[m->flexvert_J_colind[i]] * scale;
  }
  for (int dof = row->low; dof <= row->high; dof++) row->value[dof] = 0;
  row->low = m->nv;
  row->high = -1;
}

void ig_flex_strain(const mjModel* m, mjData* d, int flex) {
  ig_stack_mark(d);
  ig_GradientRow row[2] = {ig_gradient_row(m, d), ig_gradient_row(m, d)};
  int begin = m->flex_vertadr[flex], end = begin + m->flex_vertnum[flex];
  for (int vert = begin; vert < end; vert++) {
    const mjtNum* metric = m->flex_vertmetric + 4 * vert;
    mjtNum sum[6] = {0}, F[6], C[4];
    for (int k = 0; k < m->flex_vertedgenum[vert]; k++) {
      Spoke s = spoke_at(m, flex, vert, k);
      for (int i = 0; i < 3; i++) {
        mjtNum dy = d->flexvert_xpos[3 * s.vert[1] + i] - d->flexvert_xpos[3 * s.vert[0] + i];
        for (int j = 0; j < 2; j++) sum[2 * i + j] += s.weight * dy * s.rest[j];
      }
    }
    mul322(F, sum, metric);
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) C[2 * i + j] = F[i] * F[j] + F[2 + i] * F[2 + j] + F[4 + i] * F[4 + j];
    }
    mjtNum mass = vertex_mass(m, vert), scale = mass > mjMINVAL ? sqrt(mass) : 1;
    d->flexvert_length[2 * vert] = (C[0] + C[3] - 2) * scale;
    d->flexvert_length[2 * vert + 1] = (C[0] * C[3] - C[1] * C[2] - 1) * scale;

    // gradients: of the trace F B, of the determinant F adj(C) B
    mjtNum adjoint[4] = {C[3], -C[1], -C[2], C[0]}, turned[6], trace[6], det[6];
    mul322(trace, F, metric);
    mul322(turned, F, adjoint);
    mul322(det, turned, metric);
    for (int k = 0; k < m->flex_vertedgenum[vert]; k++) {
      Spoke s = spoke_at(m, flex, vert, k);
      add_gradient(m, d, &row[0], &s, trace);
      add_gradient(m, d, &row[1], &s, det);
    }
    for (int i = 0; i < 2; i++) store_row(m, d, &row[i], 2 * vert + i, scale);
  }
  ig_stack_free(d);
}
