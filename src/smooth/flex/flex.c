// SPDX-License-Identifier: Apache-2.0
#include "smooth/flex/flex.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "math/vec3.h"
#include "smooth/flex/flex_shape.h"
#include "smooth/flex/flex_strain.h"
#include "smooth/tendon/gradient_row.h"

// points fixed to bodies; centred flexes have theirs in the body's origin
static void body_points(const mjModel* m, const mjData* d, const int* body, const mjtNum* local, int n, mjtNum* xpos) {
  for (int i = 0; i < n; i++) {
    if (local) {
      ig_mulmatvec3(xpos + 3 * i, d->xmat + 9 * body[i], local + 3 * i);
      ig_addto3(xpos + 3 * i, d->xpos + 3 * body[i]);
    } else {
      ig_copy3(xpos + 3 * i, d->xpos + 3 * body[i]);
    }
  }
}

void ig_flex_nodes(const mjModel* m, const mjData* d, int flex, mjtNum* xpos) {
  int adr = m->flex_nodeadr[flex];
  const mjtNum* local = m->flex_centered[flex] ? NULL : m->flex_node + 3 * adr;
  body_points(m, d, m->flex_nodebodyid + adr, local, m->flex_nodenum[flex], xpos);
}

static void place_vertices(const mjModel* m, mjData* d, int flex) {
  int adr = m->flex_vertadr[flex], n = m->flex_vertnum[flex], order = m->flex_interp[flex];
  mjtNum* xpos = d->flexvert_xpos + 3 * adr;
  if (order == 0) {
    const mjtNum* local = m->flex_centered[flex] ? NULL : m->flex_vert + 3 * adr;
    body_points(m, d, m->flex_vertbodyid + adr, local, n, xpos);
    return;
  }
  if ((order != 1 && order != 2) || m->flex_nodenum[flex] != (order + 1) * (order + 1) * (order + 1)) {
    mju_error("mj_flex: flex %d has %d nodes, which is not its interpolation order %d", flex, m->flex_nodenum[flex], order);
    return;
  }
  mjtNum node[3 * mjMAXFLEXNODES];
  ig_flex_nodes(m, d, flex, node);
  for (int i = 0; i < n; i++) ig_flex_interpolate(xpos + 3 * i, m->flex_vert0 + 3 * (adr + i), node, order);
}

// a box as (centre, half size) from its corners
static void box_from_corners(mjtNum aabb[6], const mjtNum low[3], const mjtNum high[3], mjtNum margin) {
  for (int k = 0; k < 3; k++) {
    aabb[k] = 0.5 * (high[k] + low[k]);
    aabb[3 + k] = 0.5 * (high[k] - low[k]) + margin;
  }
}

// boxes of the tree over the elements, from the leaves to the root: parents come before their children
static void bound_tree(const mjModel* m, mjData* d, int flex) {
  int adr = m->flex_bvhadr[flex];
  if (adr < 0) return;
  mjtNum* boxes = d->bvh_aabb_dyn + 6 * (adr - m->nbvhstatic);
  for (int i = m->flex_bvhnum[flex] - 1; i >= 0; i--) {
    int element = m->bvh_nodeid[adr + i];
    if (element >= 0) {
      memcpy(boxes + 6 * i, d->flexelem_aabb + 6 * (m->flex_elemadr[flex] + element), 6 * sizeof(mjtNum));
      continue;
    }
    const mjtNum* a = boxes + 6 * m->bvh_child[2 * (adr + i)];
    const mjtNum* b = boxes + 6 * m->bvh_child[2 * (adr + i) + 1];
    mjtNum low[3], high[3];
    for (int k = 0; k < 3; k++) {
      low[k] = ig_min(a[k] - a[3 + k], b[k] - b[3 + k]);
      high[k] = ig_max(a[k] + a[3 + k], b[k] + b[3 + k]);
    }
    box_from_corners(boxes + 6 * i, low, high, 0);
  }
}

static void measure_edges(const mjModel* m, mjData* d, int flex) {
  // only forces that the engine itself makes need the Jacobian
  bool jacobian =
      m->flex_edgeequality[flex] == 1 || m->flex_edgedamping[flex] || m->flex_edgestiffness[flex] || m->flex_damping[flex];
  int vert = m->flex_vertadr[flex], begin = m->flex_edgeadr[flex], end = begin + m->flex_edgenum[flex];
  for (int edge = begin; edge < end; edge++) {
    int v1 = vert + m->flex_edge[2 * edge], v2 = vert + m->flex_edge[2 * edge + 1];
    ig_BodyPoint a = {d->flexvert_xpos + 3 * v1, m->flex_vertbodyid[v1]};
    ig_BodyPoint b = {d->flexvert_xpos + 3 * v2, m->flex_vertbodyid[v2]};
    mjtNum direction[3];
    ig_sub3(direction, b.pos, a.pos);
    d->flexedge_length[edge] = ig_normalize3(direction);
    if (!jacobian) continue;

    // the columns of the row are the dofs that move either end, ascending
    int first = m->flexedge_J_rowadr[edge], i = first + m->flexedge_J_rownnz[edge] - 1;
    ig_ChainPair pair = ig_chain_pair(m, a.body, b.body);
    mjtNum offset_a[3], offset_b[3];
    ig_sub3(offset_a, a.pos, d->subtree_com + 3 * m->body_rootid[a.body]);
    ig_sub3(offset_b, b.pos, d->subtree_com + 3 * m->body_rootid[b.body]);
    for (int dof; i >= first && (dof = ig_chain_next(m, &pair)) >= 0; i--) {
      mjtNum column[3];
      ig_pair_column_at(column, d->cdof + 6 * dof, &pair, offset_a, offset_b);
      d->flexedge_J[i] = ig_dot3(column, direction);
    }
  }
}

void ig_flex(const mjModel* m, mjData* d) {
  bool trees = !(m->opt.disableflags & mjDSBL_MIDPHASE);
  for (int flex = 0; flex < m->nflex; flex++) {
    place_vertices(m, d, flex);
    // boxes of the elements
    int corners = m->flex_dim[flex] + 1, adr = m->flex_elemadr[flex];
    const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
    for (int e = 0; e < m->flex_elemnum[flex]; e++) {
      const int* vert = m->flex_elem + m->flex_elemdataadr[flex] + e * corners;
      mjtNum low[3], high[3];
      ig_copy3(low, xpos + 3 * vert[0]);
      ig_copy3(high, xpos + 3 * vert[0]);
      for (int i = 1; i < corners; i++) {
        for (int k = 0; k < 3; k++) {
          low[k] = ig_min(low[k], xpos[3 * vert[i] + k]);
          high[k] = ig_max(high[k], xpos[3 * vert[i] + k]);
        }
      }
      box_from_corners(d->flexelem_aabb + 6 * (adr + e), low, high, m->flex_radius[flex]);
    }
    if (trees) bound_tree(m, d, flex);
  }
  memset(d->flexvert_J, 0, sizeof(mjtNum) * 2 * m->nJfv);
  memset(d->flexedge_J, 0, sizeof(mjtNum) * m->nJfe);
  for (int flex = 0; flex < m->nflex; flex++) {
    // the edges of rigid and of interpolated flexes make no forces
    if (m->flex_rigid[flex] || m->flex_interp[flex]) continue;
    measure_edges(m, d, flex);
    if (m->flex_dim[flex] == 2 && m->flex_edgeequality[flex] == 2) ig_flex_strain(m, d, flex);
  }
}
