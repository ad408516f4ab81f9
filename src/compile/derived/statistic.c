// SPDX-License-Identifier: Apache-2.0
#include "compile/derived/statistic.h"

#include <stdbool.h>

#include "lane/lane.h"
#include "math/vec3.h"
#include "model/stack.h"

typedef struct Box_ {
  mjtNum low[3], high[3];
} Box;

static void include(Box* box, const mjtNum at[3], mjtNum radius) {
  for (int k = 0; k < 3; k++) {
    box->low[k] = ig_min(box->low[k], at[k] - radius);
    box->high[k] = ig_max(box->high[k], at[k] + radius);
  }
}

// what a geom adds to the extent; planes and height fields count with a tenth of their size
static mjtNum geom_reach(const mjModel* m, int geom) {
  const mjtNum* size = m->geom_size + 3 * geom;
  if (m->geom_rbound[geom] > 0) return m->geom_rbound[geom];
  if (m->geom_type[geom] == mjGEOM_PLANE) return size[0] || size[1] ? ig_max(size[0], size[1]) * 0.1 : 1;
  if (m->geom_type[geom] != mjGEOM_HFIELD) return 0;
  const mjtNum* h = m->hfield_size + 4 * m->geom_dataid[geom];
  return ig_max(ig_max(h[0], h[1]), ig_max(h[2], h[3])) * 0.1;
}

static void grow(mjtNum* size, mjtNum length) { *size = ig_max(*size, length); }

// how far bodies reach from their centres: to joints, around geoms, along flex edges
static void body_sizes(const mjModel* m, const mjData* d, mjtNum* size) {
  for (int body = 0; body < m->nbody; body++) size[body] = 0;
  for (int joint = 0; joint < m->njnt; joint++) {
    int body = m->jnt_bodyid[joint], up = m->body_parentid[body];
    grow(&size[body], ig_dist3(d->xipos + 3 * body, d->xanchor + 3 * joint));
    grow(&size[up], ig_dist3(d->xipos + 3 * up, d->xanchor + 3 * joint));
  }
  size[0] = 0;
  for (int geom = 0; geom < m->ngeom; geom++) {
    int body = m->geom_bodyid[geom];
    if (!body || m->geom_rbound[geom] <= 0) continue;
    grow(&size[body], m->geom_rbound[geom] + ig_dist3(d->xipos + 3 * body, d->geom_xpos + 3 * geom));
  }
  for (int flex = 0; flex < m->nflex; flex++) {
    const int* node = m->flex_nodebodyid + m->flex_nodeadr[flex];
    const int* vert = m->flex_vertbodyid + m->flex_vertadr[flex];
    if (m->flex_interp[flex]) {
      for (int i = 0; i < m->flex_nodenum[flex]; i++) {
        for (int j = 0; j < m->flex_nodenum[flex]; j++)
          grow(&size[node[i]], ig_dist3(d->xpos + 3 * node[i], d->xpos + 3 * node[j]));
      }
      continue;
    }
    for (int edge = m->flex_edgeadr[flex]; edge < m->flex_edgeadr[flex] + m->flex_edgenum[flex]; edge++) {
      grow(&size[vert[m->flex_edge[2 * edge]]], m->flexedge_length0[edge]);
      grow(&size[vert[m->flex_edge[2 * edge + 1]]], m->flexedge_length0[edge]);
    }
  }
}

void ig_set_statistics(mjModel* m, mjData* d) {
  ig_stack_mark(d);
  mjtNum* size = IG_SCRATCH(d, m->nbody, mjtNum);
  int moving = (int)m->nbody - 1;

  // centre and extent: the box around bodies, joints, sites and geoms
  const mjtNum far = 1e10, least = 1e-5;  // beyond everything in the model; lengths of what has none
  Box box = {{far, far, far}, {-far, -far, -far}};
  for (int body = 1; body < m->nbody; body++) {
    include(&box, d->xpos + 3 * body, 0);
    include(&box, d->xipos + 3 * body, 0);
  }
  for (int joint = 0; joint < m->njnt; joint++) include(&box, d->xanchor + 3 * joint, 0);
  for (int site = 0; site < m->nsite; site++) include(&box, d->site_xpos + 3 * site, 0);
  for (int geom = 0; geom < m->ngeom; geom++) include(&box, d->geom_xpos + 3 * geom, geom_reach(m, geom));

  mjtNum side[3];
  ig_add3(m->stat.center, box.low, box.high);
  ig_scl3(m->stat.center, m->stat.center, 0.5);
  ig_sub3(side, box.high, box.low);
  if (box.high[0] > box.low[0]) m->stat.extent = ig_max(least, ig_max(side[0], ig_max(side[1], side[2])));
  body_sizes(m, d, size);
  if (moving) m->stat.meansize = m->stat.meanmass = 0;
  for (int body = 1; body <= moving; body++) {
    size[body] = ig_max(size[body], least);
    m->stat.meansize += size[body] / moving;
    m->stat.meanmass += m->body_mass[body];
  }
  if (moving) m->stat.meanmass /= moving;
  // a rotation moves the body by its size, a translation by itself
  for (int dof = 0; dof < m->nv; dof++) {
    int joint = m->dof_jntid[dof], type = m->jnt_type[joint];
    bool rotates = type == mjJNT_BALL || type == mjJNT_HINGE || (type == mjJNT_FREE && dof - m->jnt_dofadr[joint] >= 3);
    m->dof_length[dof] = rotates ? size[m->dof_bodyid[dof]] : 1;
  }
  m->stat.extent = ig_max(m->stat.extent, 2 * m->stat.meansize);
  if (m->nv) m->stat.meaninertia = 0;
  for (int dof = 0; dof < m->nv; dof++) m->stat.meaninertia += d->qM[m->dof_Madr[dof]];
  if (m->nv) m->stat.meaninertia /= m->nv;
  ig_stack_free(d);
}
