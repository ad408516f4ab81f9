// SPDX-License-Identifier: Apache-2.0
#include "compile/derived/statistic.h"

#include <stddef.h>

#include "lane/lane.h"
#include "math/vec3.h"
#include "model/stack.h"

static const mjtNum far_away = 1e10;      // beyond everything in a model
static const mjtNum least_length = 1e-5;  // of what has none

// ------------------------------------------------ centre and extent ----------------------------------

typedef struct {
  mjtNum low[3], high[3];
} Box;

// a margin around each of some points
static void include(Box* box, const mjtNum* points, int n, mjtNum margin) {
  for (const mjtNum* at = points; at < points + 3 * n; at += 3) {
    for (int k = 0; k < 3; k++) {
      box->low[k] = ig_min(box->low[k], at[k] - margin);
      box->high[k] = ig_max(box->high[k], at[k] + margin);
    }
  }
}

// Planes and height fields count with a tenth of their largest size, planes without a size with 1.
static mjtNum geom_margin(const mjModel* m, int geom) {
  if (m->geom_rbound[geom] > 0) return m->geom_rbound[geom];
  const mjtNum* size = NULL;
  int count = 0;
  if (m->geom_type[geom] == mjGEOM_PLANE) {
    size = m->geom_size + 3 * geom;
    count = 2;
    if (size[0] == 0 && size[1] == 0) return 1;
  } else if (m->geom_type[geom] == mjGEOM_HFIELD) {
    size = m->hfield_size + 4 * m->geom_dataid[geom];
    count = 4;
  }
  mjtNum largest = count ? size[count - 1] : 0;
  for (int k = count - 2; k >= 0; k--) largest = ig_max(size[k], largest);
  return largest * 0.1;
}

static Box surround(const mjModel* m, const mjData* d) {
  Box box = {{far_away, far_away, far_away}, {-far_away, -far_away, -far_away}};
  for (int body = 1; body < m->nbody; body++) {
    include(&box, d->xpos + 3 * body, 1, 0);
    include(&box, d->xipos + 3 * body, 1, 0);
  }
  include(&box, d->xanchor, (int)m->njnt, 0);
  include(&box, d->site_xpos, (int)m->nsite, 0);
  for (int geom = 0; geom < m->ngeom; geom++) include(&box, d->geom_xpos + 3 * geom, 1, geom_margin(m, geom));
  return box;
}

static void set_extent(mjModel* m, const Box* box) {
  mjtNum side[3];
  ig_add3(m->stat.center, box->low, box->high);
  ig_scl3(m->stat.center, m->stat.center, 0.5);
  ig_sub3(side, box->high, box->low);
  if (box->high[0] > box->low[0]) m->stat.extent = ig_max(least_length, ig_max(side[0], ig_max(side[1], side[2])));
}

// ------------------------------------------------ sizes of bodies ----------------------------------

// how far bodies reach from their centres
typedef struct {
  const mjModel* m;
  const mjData* d;
  mjtNum* size;
} Reach;

static void reach_to(const Reach* r, int body, mjtNum length) { r->size[body] = ig_max(r->size[body], length); }

static void reach_point(const Reach* r, int body, const mjtNum at[3], mjtNum beyond) {
  reach_to(r, body, beyond + ig_dist3(r->d->xipos + 3 * body, at));
}

// a joint is an end of both bodies that it joins
static void reach_joints(const Reach* r) {
  for (int joint = 0; joint < r->m->njnt; joint++) {
    int body = r->m->jnt_bodyid[joint];
    reach_point(r, body, r->d->xanchor + 3 * joint, 0);
    reach_point(r, r->m->body_parentid[body], r->d->xanchor + 3 * joint, 0);
  }
}

static void reach_geoms(const Reach* r) {
  for (int geom = 0; geom < r->m->ngeom; geom++) {
    int body = r->m->geom_bodyid[geom];
    mjtNum radius = r->m->geom_rbound[geom];
    if (body && radius > 0) reach_point(r, body, r->d->geom_xpos + 3 * geom, radius);
  }
}

// the body of a node spans as far as the other nodes are
static void reach_nodes(const Reach* r, const int* node, int n) {
  for (int pair = 0; pair < n * n; pair++) {
    int from = node[pair / n], to = node[pair % n];
    reach_to(r, from, ig_dist3(r->d->xpos + 3 * from, r->d->xpos + 3 * to));
  }
}

static void reach_edges(const Reach* r, int flex) {
  const mjModel* m = r->m;
  const int *body = m->flex_vertbodyid + m->flex_vertadr[flex], *end = m->flex_edge + 2 * m->flex_edgeadr[flex];
  const mjtNum* length = m->flexedge_length0 + m->flex_edgeadr[flex];
  for (int k = 0; k < 2 * m->flex_edgenum[flex]; k++) reach_to(r, body[end[k]], length[k / 2]);
}

static void set_body_sizes(const Reach* r) {
  const mjModel* m = r->m;
  for (int body = 0; body < m->nbody; body++) r->size[body] = 0;
  reach_joints(r);
  r->size[0] = 0;
  reach_geoms(r);
  for (int flex = 0; flex < m->nflex; flex++) {
    if (m->flex_interp[flex]) {
      reach_nodes(r, m->flex_nodebodyid + m->flex_nodeadr[flex], m->flex_nodenum[flex]);
    } else {
      reach_edges(r, flex);
    }
  }
  for (int body = 1; body < m->nbody; body++) reach_to(r, body, least_length);
}

// a rotation moves the body by its size, a translation by itself
static void set_dof_lengths(mjModel* m, const mjtNum* size) {
  for (int joint = 0; joint < m->njnt; joint++) {
    static const struct {
      int slides, turns;
    } dofs[] = {[mjJNT_FREE] = {3, 3}, [mjJNT_BALL] = {0, 3}, [mjJNT_SLIDE] = {1, 0}, [mjJNT_HINGE] = {0, 1}};
    int type = m->jnt_type[joint];
    mjtNum* length = m->dof_length + m->jnt_dofadr[joint];
    for (int k = 0; k < dofs[type].slides; k++) *length++ = 1;
    for (int k = 0; k < dofs[type].turns; k++) *length++ = size[m->jnt_bodyid[joint]];
  }
}

// ------------------------------------------------ means ----------------------------------

static void set_means(mjModel* m, const mjData* d, const mjtNum* size) {
  int moving = (int)m->nbody - 1;
  if (moving > 0) {
    mjtNum mean = 0, mass = 0;
    for (int body = 1; body <= moving; body++) {
      mean += size[body] / moving;
      mass += m->body_mass[body];
    }
    m->stat.meansize = mean;
    m->stat.meanmass = mass / moving;
  }
  if (m->nv > 0) {
    mjtNum inertia = 0;
    for (int dof = 0; dof < m->nv; dof++) inertia += d->qM[m->dof_Madr[dof]];
    m->stat.meaninertia = inertia / m->nv;
  }
  m->stat.extent = ig_max(m->stat.extent, 2 * m->stat.meansize);
}

void ig_set_statistics(mjModel* m, mjData* d) {
  ig_stack_mark(d);
  Reach reach = {m, d, IG_SCRATCH(d, m->nbody, mjtNum)};
  Box box = surround(m, d);
  set_extent(m, &box);
  set_body_sizes(&reach);
  set_dof_lengths(m, reach.size);
  set_means(m, d, reach.size);
  ig_stack_free(d);
}
