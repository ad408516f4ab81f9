// SPDX-License-Identifier: Apache-2.0
#include "compile/flex/flex_pattern.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/jacobian.h"

// flat cloth with an equality per vertex
static bool holds_vertices(const mjModel* m, int flex) { return m->flex_dim[flex] == 2 && m->flex_edgeequality[flex] == 2; }

// dofs that change the length of each edge; none are kept for flexes whose edges give no force
static void set_edge_rows(mjModel* m, int flex) {
  const int* body = m->flex_vertbodyid + m->flex_vertadr[flex];
  if (!m->flex_edgeequality[flex] && !m->flex_edgedamping[flex] && !m->flex_edgestiffness[flex] && !m->flex_damping[flex]) return;
  for (int edge = m->flex_edgeadr[flex]; edge < m->flex_edgeadr[flex] + m->flex_edgenum[flex]; edge++) {
    int adr = edge ? m->flexedge_J_rowadr[edge - 1] + m->flexedge_J_rownnz[edge - 1] : 0;
    int b1 = body[m->flex_edge[2 * edge]], b2 = body[m->flex_edge[2 * edge + 1]];
    m->flexedge_J_rowadr[edge] = adr;
    m->flexedge_J_rownnz[edge] = ig_pair_chain(m, b1, b2, m->flexedge_J_colind + adr);
  }
}

// inverse of the mass-weighted sum of dx dx' over the edges at rest, in the plane of the cloth
static void set_metric(mjModel* m, int flex, int v) {
  int vert = m->flex_vertadr[flex] + v, first = m->flex_vertadr[flex];
  mjtNum B[4] = {0, 0, 0, 0}, *metric = m->flex_vertmetric + 4 * vert;
  for (int k = m->flex_vertedgeadr[vert]; k < m->flex_vertedgeadr[vert] + m->flex_vertedgenum[vert]; k++) {
    const int* ends = m->flex_edge + 2 * (m->flex_edgeadr[flex] + m->flex_vertedge[k]);
    mjtNum dx[3];
    ig_sub3(dx, m->flex_vert0 + 3 * (first + ends[1]), m->flex_vert0 + 3 * (first + ends[0]));
    for (int i = 0; i < 3; i++) dx[i] *= 2 * m->flex_size[3 * flex + i];
    if (fabs(dx[2]) > mjMINVAL) mju_error("flex %d: its vertices must lie in one plane", flex);

    int body = m->flex_vertbodyid[first + ends[ends[0] == v]];
    mjtNum weight = body >= 0 ? ig_max(m->body_mass[body], mjMINVAL) : 1;
    for (int i = 0; i < 4; i++) B[i] += weight * dx[i / 2] * dx[i % 2];
  }
  mjtNum det = B[0] * B[3] - B[1] * B[2];
  if (fabs(det) < mjMINVAL) return;
  mjtNum inv = 1.0 / det;
  metric[0] = B[3] * inv, metric[1] = -B[1] * inv, metric[2] = -B[2] * inv, metric[3] = B[0] * inv;
}

// two rows per vertex over the dofs of all edges around it; marks and chain: nv ints each
static void set_vertex_rows(mjModel* m, int flex, int* marks, int* chain) {
  const int* body = m->flex_vertbodyid + m->flex_vertadr[flex];
  int row = 2 * m->flex_vertadr[flex];
  int adr = row ? m->flexvert_J_rowadr[row - 1] + m->flexvert_J_rownnz[row - 1] : 0;
  for (int v = 0; v < m->flex_vertnum[flex]; v++, row += 2) {
    int vert = m->flex_vertadr[flex] + v, nnz = 0;
    memset(marks, 0, m->nv * sizeof(int));
    for (int k = m->flex_vertedgeadr[vert]; k < m->flex_vertedgeadr[vert] + m->flex_vertedgenum[vert]; k++) {
      const int* ends = m->flex_edge + 2 * (m->flex_edgeadr[flex] + m->flex_vertedge[k]);
      for (int e = 0; e < 2; e++) {
        int count = ig_body_chain(m, body[ends[e]], chain);
        for (int i = 0; i < count; i++) marks[chain[i]] = 1;
      }
    }
    for (int dof = 0; dof < m->nv; dof++) {
      if (marks[dof]) chain[nnz++] = dof;
    }
    for (int r = row; r < row + 2; r++, adr += nnz) {
      m->flexvert_J_rowadr[r] = adr;
      m->flexvert_J_rownnz[r] = nnz;
      memcpy(m->flexvert_J_colind + adr, chain, nnz * sizeof(int));
    }
    if (row + 2 < 2 * m->nflexvert) m->flexvert_J_rowadr[row + 2] = adr;
  }
}

// turn the rest shape so that the normal of its first triangle is z
static void level(mjModel* m, int flex) {
  const int* corner = m->flex_elem + m->flex_elemdataadr[flex];
  mjtNum *vert = m->flex_vert0 + 3 * m->flex_vertadr[flex], side1[3], side2[3], normal[3], quat[4], mat[9];
  ig_sub3(side1, vert + 3 * corner[1], vert + 3 * corner[0]);
  ig_sub3(side2, vert + 3 * corner[2], vert + 3 * corner[0]);
  ig_cross(normal, side1, side2);
  ig_normalize3(normal);
  ig_quat_z2vec(quat, normal);
  ig_quat2mat(mat, quat);
  bool flat = true;
  for (int v = 0; v < m->flex_vertnum[flex]; v++) {
    ig_mulmattvec3(vert + 3 * v, mat, vert + 3 * v);
    flat = flat && !(fabs(vert[3 * v + 2] - vert[3 * corner[0] + 2]) > 100 * mjMINVAL);
  }
  if (!flat) mju_warning("the vertices of flex %d do not lie in one plane", flex);
}

void ig_set_flex_constants(mjModel* m, mjData* d) {
  if (!m->nflex) return;
  int used = 0;
  memset(m->flexedge_J_rowadr, 0, m->nflexedge * sizeof(int));
  memset(m->flexedge_J_rownnz, 0, m->nflexedge * sizeof(int));
  memset(m->flexvert_J_rowadr, 0, 2 * m->nflexvert * sizeof(int));
  memset(m->flexvert_J_rownnz, 0, 2 * m->nflexvert * sizeof(int));
  memset(m->flex_vertedgeadr, 0, m->nflexvert * sizeof(int));
  memset(m->flex_vertedgenum, 0, m->nflexvert * sizeof(int));
  memset(m->flex_vertedge, 0, 2 * m->nflexedge * sizeof(int));
  memset(m->flex_vertmetric, 0, 4 * m->nflexvert * sizeof(mjtNum));
  ig_stack_mark(d);
  int *marks = IG_SCRATCH(d, m->nv + 1, int), *chain = IG_SCRATCH(d, m->nv + 1, int);
  int* fill = IG_SCRATCH(d, m->nflexvert + 1, int);
  for (int flex = 0; flex < m->nflex; flex++) {
    if (m->flex_rigid[flex] || m->flex_interp[flex]) continue;
    set_edge_rows(m, flex);
    if (!holds_vertices(m, flex)) continue;
    // the edges around each vertex, by rising edge; used: entries of flex_vertedge so far
    const int* edges = m->flex_edge + 2 * m->flex_edgeadr[flex];
    int nvert = m->flex_vertnum[flex], nend = 2 * m->flex_edgenum[flex];
    int *counts = m->flex_vertedgenum + m->flex_vertadr[flex], *adr = m->flex_vertedgeadr + m->flex_vertadr[flex];
    for (int i = 0; i < nend; i++) counts[edges[i]]++;
    for (int v = 0; v < nvert; v++) {
      adr[v] = fill[v] = used;
      used += counts[v];
    }
    for (int i = 0; i < nend; i++) m->flex_vertedge[fill[edges[i]]++] = i / 2;
    for (int v = 0; v < m->flex_vertnum[flex]; v++) set_metric(m, flex, v);
    set_vertex_rows(m, flex, marks, chain);
  }
  ig_stack_free(d);
  for (int flex = 0; flex < m->nflex; flex++) {
    if (holds_vertices(m, flex)) level(m, flex);
  }
}
