// SPDX-License-Identifier: Apache-2.0
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "collide/collide.h"
#include "collide/convex/hull.h"
#include "collide/convex/mpr.h"
#include "math/vec3.h"

// a mesh gets more contacts from vertices below the margin: of the whole mesh when it has no hull graph, else of the
// neighbours of the lowest one, as long as they are this part of the mesh's radius away from the first contact
enum { MAX_MESH_POINTS = 3 };
static const num spread = 0.3;

// the half-space under a contact search: normal up, and the limit for vertices in the frame of the mesh
typedef struct {
  num pos[3], normal[3], local_down[3], limit;
} Ground;

static void put_point(mjContact* con, const Ground* ground, const num p[3], num dist) {
  con->dist = dist;
  ig_addscl3(con->pos, p, ground->normal, -0.5 * dist);
  ig_copy3(con->frame, ground->normal);
  ig_zero3(con->frame + 3);
}

static num height(const Ground* ground, const num p[3]) {
  num arm[3];
  ig_sub3(arm, p, ground->pos);
  return ig_dot3(ground->normal, arm);
}

// returns 1 when vertex v is a contact of its own
static int try_vertex(mjContact* con, const Ground* ground, const ig_Convex* s, const float v[3], const num first[3],
                      num radius) {
  num local[3] = {v[0], v[1], v[2]}, p[3];
  if (!(ig_dot3(ground->local_down, local) > ground->limit)) return 0;
  ig_mulmatvec3(p, s->mat, local);
  ig_addto3(p, s->pos);
  if (ig_dist3(p, first) < spread * radius) return 0;
  put_point(con, ground, p, height(ground, p));
  return 1;
}

static int more_mesh_points(mjContact* con, const Ground* ground, const ig_Convex* s, num radius) {
  int n = 1;
  if (!s->graph) {
    for (int i = 0; i < s->nvert && n < MAX_MESH_POINTS; i++) {
      if (i != s->hull) n += try_vertex(con + n, ground, s, s->vert + 3 * i, con->pos, radius);
    }
  } else if (s->hull >= 0) {
    ig_Hull hull = ig_hull(s->graph, s->vert);
    for (const int* next = hull.neighbor + hull.first[s->hull]; *next >= 0 && n < MAX_MESH_POINTS; next++) {
      n += try_vertex(con + n, ground, s, s->vert + 3 * hull.id[*next], con->pos, radius);
    }
  }
  return n;
}

// an ellipsoid that was fitted to a mesh without hull graph has the vertices of that mesh for more contacts
static bool lend_vertices(ig_Convex* s, const mjModel* m, int mesh) {
  if (mesh < 0 || mesh >= m->nmesh || m->mesh_graphadr[mesh] >= 0) return false;
  s->vert = m->mesh_vert + 3 * m->mesh_vertadr[mesh];
  s->nvert = m->mesh_vertnum[mesh];
  return true;
}

IG_LOCAL_COLLIDER(ig_local_plane_convex) {
  const mjModel* m = local->m;
  Ground ground = {.normal = {a->mat[2], a->mat[5], a->mat[8]}};
  ig_copy3(ground.pos, a->pos);
  ig_Convex s;
  ig_convex_geom(&s, m, b, 0);
  num down[3], lowest[3], arm[3];
  ig_scl3(down, ground.normal, -1);
  ig_mpr_support(lowest, &s, down);
  num dist = height(&ground, lowest);
  if (dist > margin) return 0;
  put_point(con, &ground, lowest, dist);
  if (s.mesh < 0 && !lend_vertices(&s, m, m->geom_dataid[b->geom])) return 1;
  ig_mulmattvec3(ground.local_down, s.mat, down);
  ig_sub3(arm, s.pos, ground.pos);
  ground.limit = ig_dot3(ground.normal, arm) - margin;
  return more_mesh_points(con, &ground, &s, b->rbound);
}

IG_COLLIDER(ig_collide_plane_convex) {
  ig_Local local = {.m = m};
  ig_Posed a = ig_posed(m, d, g1), b = ig_posed(m, d, g2);
  return ig_local_plane_convex(&local, con, &a, &b, margin);
}
