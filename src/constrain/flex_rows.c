// SPDX-License-Identifier: Apache-2.0
// Rows of flexes, at width 1 only: models with flexes are stepped one world at a time.
#include "constrain/flex_rows.h"

#include "constrain/contact_rows.h"
#include "math/vec3.h"
#include "smooth/flex/flex_shape.h"

// every edge that is not rigid keeps its length
static void edge_rows(ig_RowBuilder* rows, int flex, ig_RowGroup* g) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  int end = m->flex_edgeadr[flex] + m->flex_edgenum[flex];
  for (int edge = m->flex_edgeadr[flex]; edge < end; edge++) {
    if (m->flexedge_rigid[edge]) continue;
    int adr = m->flexedge_J_rowadr[edge];
    g->n = m->flexedge_J_rownnz[edge];
    g->dof = m->flexedge_J_colind + adr;
    g->jac = d->flexedge_J + adr;
    g->pos[0] = d->flexedge_length[edge] - m->flexedge_length0[edge];
    g->invweight[0] = m->flexedge_invweight0[edge];
    ig_rows_add(rows, g);
  }
}

// two averaged strains per vertex
static void vertex_rows(ig_RowBuilder* rows, int flex, ig_RowGroup* g) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  int first = m->flex_vertadr[flex], end = first + m->flex_vertnum[flex];
  for (int row = 2 * first; row < 2 * end; row++) {
    int adr = m->flexvert_J_rowadr[row];
    g->n = m->flexvert_J_rownnz[row];
    g->dof = m->flexvert_J_colind + adr;
    g->jac = d->flexvert_J + adr;
    g->pos[0] = d->flexvert_length[row];
    g->invweight[0] = m->body_invweight0[2 * m->flex_vertbodyid[row / 2]];
    ig_rows_add(rows, g);
  }
}

void ig_flex_rows(ig_RowBuilder* rows, int eq, ig_RowGroup* g) {
  const mjModel* m = rows->m;
  switch (m->eq_type[eq]) {
    case mjEQ_FLEX: edge_rows(rows, m->eq_obj1id[eq], g); break;
    case mjEQ_FLEXVERT: vertex_rows(rows, m->eq_obj1id[eq], g); break;
    default: mju_error("equality %d: type %d does not exist", eq, m->eq_type[eq]);
  }
}

// ------------------------------------------------ contacts of flexes

// weights of the vertices of a flex element by inverse distance to the contact; a vertex that is itself the other side
// of the contact does not count. Returns their number.
static int element_weights(const mjModel* m, const mjData* d, int flex, int elem, int other, const mjtNum point[3], int vert[4],
                           mjtNum weight[4]) {
  int corners = m->flex_dim[flex] + 1, n = 0;
  const int* corner = m->flex_elem + m->flex_elemdataadr[flex] + elem * corners;
  const mjtNum* xpos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum sum = 0;
  for (int i = 0; i < corners; i++) {
    if (corner[i] == other) continue;
    vert[n] = m->flex_vertadr[flex] + corner[i];
    weight[n] = 1.0 / ig_max(mjMINVAL, ig_dist3(point, xpos + 3 * corner[i]));
    sum += weight[n++];
  }
  // weights that vanish, of vertices beyond all measure, stay small instead of growing without bound
  mjtNum scale = 1.0 / ig_max(mjMINVAL, sum);
  for (int i = 0; i < n; i++) weight[i] *= scale;
  return n;
}

// the bodies of a flex that carry one side of a contact
void ig_flex_side(const mjModel* m, const mjData* d, const mjContact* con, int side, mjtNum sign, ig_Support* s) {
  int flex = con->flex[side], vert[4], n = 1;
  mjtNum weight[4] = {1};
  if (con->vert[side] >= 0) {
    vert[0] = m->flex_vertadr[flex] + con->vert[side];
  } else {
    n = element_weights(m, d, flex, con->elem[side], con->vert[1 - side], con->pos, vert, weight);
  }
  for (int i = 0; i < n; i++) weight[i] *= sign;
  if (m->flex_interp[flex]) {
    // a flex that is moved by the nodes of a grid: the nodes around the weighted vertices carry the point
    const mjtNum least_share = 1e-5;  // below it the weight is rounding: the point lies on a side of the grid
    mjtNum coord[3] = {0, 0, 0};
    for (int i = 0; i < n; i++) ig_addtoscl3(coord, m->flex_vert0 + 3 * vert[i], weight[i]);
    for (int node = 0; n && node < m->flex_nodenum[flex]; node++) {
      mjtNum share = ig_flex_weight(coord, node, m->flex_interp[flex]);
      if (share >= least_share) ig_support_add(s, m->flex_nodebodyid[m->flex_nodeadr[flex] + node], share, con->pos);
    }
  } else {
    for (int i = 0; i < n; i++) ig_support_add(s, m->flex_vertbodyid[vert[i]], weight[i], con->pos);
  }
}
