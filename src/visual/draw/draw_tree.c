// SPDX-License-Identifier: Apache-2.0
// Bounding volumes of bodies, flexes and meshes, at one depth of their trees.
#include "math/vec3.h"
#include "smooth/flex/flex.h"
#include "visual/canvas.h"
#include "visual/draw/draw.h"

static bool is_leaf(const mjModel* m, int node) { return m->bvh_child[2 * node] == -1 && m->bvh_child[2 * node + 1] == -1; }

// the chosen depth, and branches that ended before it
static bool depth_shown(const ig_Canvas* c, int node) {
  int depth = c->m->bvh_depth[node], chosen = c->opt->bvh_depth;
  return depth == chosen || (depth < chosen && is_leaf(c->m, node));
}

static const float* node_colour(const ig_Canvas* c, int node) {
  bool active = c->m->vis.global.bvactive && c->d->bvh_active[node];
  return active ? c->m->vis.rgba.bvactive : c->m->vis.rgba.bv;
}

// a box (centre, half sizes) in a frame
static void draw_box(ig_Canvas* c, int id, const mjtNum aabb[6], const mjtNum xpos[3], const mjtNum xmat[9],
                     const float rgba[4]) {
  mjtNum pos[3];
  ig_mulmatvec3(pos, xmat, aabb);
  ig_addto3(pos, xpos);
  mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, id);
  ig_init_geom(geom, mjGEOM_LINEBOX, aabb + 3, pos, xmat, rgba);
  ig_keep(c, geom);
}

// inner nodes live in the body's inertial frame, leaves in their geom's
void ig_draw_body_trees(ig_Canvas* c) {
  const mjModel* m = c->m;
  const mjData* d = c->d;
  for (int body = 0; body < m->nbody; body++) {
    for (int i = m->body_bvhadr[body], end = i + m->body_bvhnum[body]; i < end; i++) {
      if (!depth_shown(c, i)) continue;
      int geom = m->bvh_nodeid[i];
      if (is_leaf(m, i))
        draw_box(c, i, m->geom_aabb + 6 * geom, d->geom_xpos + 3 * geom, d->geom_xmat + 9 * geom, node_colour(c, i));
      else
        draw_box(c, i, m->bvh_aabb + 6 * i, d->xipos + 3 * body, d->ximat + 9 * body, node_colour(c, i));
    }
  }
}

// the lattice of nodes that carries an interpolated flex
static void draw_lattice(ig_Canvas* c, int flex) {
  int side = c->m->flex_interp[flex] + 1, step[3] = {side * side, side, 1};
  if (side * side * side > mjMAXFLEXNODES || c->m->flex_nodenum[flex] != side * side * side) return;
  mjtNum xpos[3 * mjMAXFLEXNODES];
  ig_flex_nodes(c->m, c->d, flex, xpos);
  for (int node = 0; node < side * side * side; node++) {
    int place[3] = {node / step[0], node / step[1] % side, node % side};
    for (int k = 0; k < 3; k++) {
      if (place[k] == side - 1) continue;
      ig_draw_connector(c, mjOBJ_UNKNOWN, place[0], mjGEOM_LINE, 3, xpos + 3 * node, xpos + 3 * (node + step[k]), NULL);
    }
  }
}

void ig_draw_flex_trees(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int flex = 0; flex < m->nflex; flex++) {
    int count = ig_group_shown(c->opt->flexgroup, m->flex_group[flex]) ? m->flex_bvhnum[flex] : 0;
    for (int i = m->flex_bvhadr[flex], end = i + count; i < end; i++) {
      if (!depth_shown(c, i)) continue;
      const mjtNum* aabb = c->d->bvh_aabb_dyn + 6 * (i - m->nbvhstatic);
      mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, i);
      ig_init_geom(geom, mjGEOM_LINEBOX, aabb + 3, aabb, NULL, node_colour(c, i));
      ig_keep(c, geom);
    }
    if (m->flex_interp[flex]) draw_lattice(c, flex);
  }
}

// trees of meshes are many: where active volumes are marked, only those are shown
void ig_draw_mesh_trees(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int geom = 0; geom < m->ngeom; geom++) {
    int mesh = m->geom_dataid[geom];
    if (mesh < 0 || mesh >= m->nmesh || m->geom_type[geom] == mjGEOM_SDF || m->mesh_octadr[mesh] >= 0) continue;
    for (int i = m->mesh_bvhadr[mesh], end = i + m->mesh_bvhnum[mesh]; i < end; i++) {
      if (!depth_shown(c, i) || (m->vis.global.bvactive && !c->d->bvh_active[i])) continue;
      draw_box(c, i, m->bvh_aabb + 6 * i, c->d->geom_xpos + 3 * geom, c->d->geom_xmat + 9 * geom, node_colour(c, i));
    }
  }
}

void ig_draw_mesh_octrees(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int geom = 0; geom < m->ngeom; geom++) {
    int mesh = m->geom_dataid[geom];
    if (mesh < 0 || mesh >= m->nmesh || m->geom_type[geom] == mjGEOM_HFIELD || m->mesh_octadr[mesh] == -1) continue;
    for (int i = m->mesh_octadr[mesh], end = i + m->mesh_octnum[mesh]; i < end; i++) {
      if (m->oct_depth[i] != c->opt->bvh_depth) continue;
      draw_box(c, i, m->oct_aabb + 6 * i, c->d->geom_xpos + 3 * geom, c->d->geom_xmat + 9 * geom, m->vis.rgba.bv);
    }
  }
}
