// SPDX-License-Identifier: Apache-2.0
// Rays against all visible geoms of a scene.
#include "collide/ray_scene.h"

#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "collide/field/sdf_field.h"
#include "collide/primitive/shape.h"
#include "collide/ray/ray.h"
#include "collide/ray/ray_local.h"
#include "lane/elementary.h"
#include "math/vec3.h"
#include "model/stack.h"

typedef struct {
  mjtNum dist;
  int geom;
  mjtNum* normal;
} RayHit;

static void try_geom(RayHit* hit, const mjModel* m, const mjData* d, int geom, const mjtNum point[3], const mjtNum vec[3]) {
  mjtNum facing[3], *normal = hit->normal ? facing : NULL, dist;
  if (m->geom_type[geom] == mjGEOM_SDF) {
    dist = ig_ray_sdf(m, d, geom, point, vec, normal);
  } else {
    ig_RayGeom g = ig_ray_posed(m, d, geom);
    dist = ig_ray_geom(m, &g, point, vec, normal);
  }
  if (!ig_ray_nearer(&hit->dist, dist)) return;
  hit->geom = geom;
  if (hit->normal) ig_copy3(hit->normal, facing);
}

mjtNum ig_ray(const mjModel* m, const mjData* d, const mjtNum pnt[3], const mjtNum vec[3], const mjtByte* geomgroup,
              mjtByte flg_static, int bodyexclude, int geomid[1], mjtNum normal[3]) {
  IG_FLOAT_SCOPE;
  ig_RayMask who = {geomgroup, flg_static, bodyexclude};
  RayHit hit = {-1, -1, normal};
  if (normal) ig_zero3(normal);
  if (ig_norm3(vec) < mjMINVAL) {
    mju_error("mj_ray: the ray has no direction");
    if (geomid) *geomid = -1;
    return -1;
  }
  for (int geom = 0; geom < m->ngeom; geom++) {
    if (!ig_ray_hides(m, geom, &who)) try_geom(&hit, m, d, geom, pnt, vec);
  }
  if (geomid) *geomid = hit.geom;
  return hit.dist;
}

// ------------------------------------------------ many rays from a point

// angles (azimuth about z, elevation from z) in which a geom is seen
typedef struct {
  mjtNum low[2], high[2];
  bool skip;
} Sector;

static void sphere_angles(mjtNum r[2], const mjtNum v[3]) {
  r[0] = ig_atan2(v[1], v[0]);
  r[1] = ig_atan2(ig_sqrt(v[0] * v[0] + v[1] * v[1]), v[2]);
}

static bool inside_box(const mjtNum box[6], const mjtNum pos[3], const mjtNum mat[9], const mjtNum point[3]) {
  mjtNum local[3];
  ig_sub3(local, point, pos);
  ig_mulmattvec3(local, mat, local);
  ig_subfrom3(local, box);
  return ig_abs(local[0]) <= box[3] && ig_abs(local[1]) <= box[4] && ig_abs(local[2]) <= box[5];
}

static void whole_sector(Sector* s) { *s = (Sector){{-mjPI, 0}, {mjPI, mjPI}, false}; }

// the corners of the geom's box, and an allowance for the faces between them
static void geom_sector(Sector* s, const mjtNum box[6], const mjtNum pos[3], const mjtNum mat[9], const mjtNum point[3]) {
  if (inside_box(box, pos, mat, point)) {
    whole_sector(s);
    return;
  }
  *s = (Sector){{mjMAXVAL, mjMAXVAL}, {-mjMAXVAL, -mjMAXVAL}, false};
  for (int bits = 0; bits < 8; bits++) {
    mjtNum corner[3], angle[2];
    ig_box_corner(corner, box + 3, bits);
    ig_addto3(corner, box);
    ig_mulmatvec3(corner, mat, corner);
    ig_addto3(corner, pos);
    ig_subfrom3(corner, point);
    sphere_angles(angle, corner);
    for (int k = 0; k < 2; k++) {
      s->low[k] = ig_min(s->low[k], angle[k]);
      s->high[k] = ig_max(s->high[k], angle[k]);
    }
  }
  mjtNum dist = ig_dist3(point, pos), allowance = 0;
  if (dist > mjMINVAL) allowance = ig_atan2(ig_max(box[3], ig_max(box[4], box[5])), dist);
  for (int k = 0; k < 2; k++) {
    s->low[k] -= allowance;
    s->high[k] += allowance;
  }
  // across the seam of the azimuth, or over the poles
  if (s->high[0] - s->low[0] > mjPI || s->high[1] - s->low[1] > mjPI) whole_sector(s);
}

static bool in_sector(const Sector* s, const mjtNum angle[2]) {
  if (angle[1] < s->low[1] || angle[1] > s->high[1]) return false;
  mjtNum turn = angle[0] - (s->low[0] + s->high[0]) * 0.5;
  if (turn > mjPI) {
    turn -= 2 * mjPI;
  } else if (turn < -mjPI) {
    turn += 2 * mjPI;
  }
  return ig_abs(turn) <= (s->high[0] - s->low[0]) * 0.5;
}

static void try_scene(RayHit* hit, const mjModel* m, const mjData* d, const Sector* sector, const mjtNum point[3],
                      const mjtNum vec[3]) {
  mjtNum angle[2];
  sphere_angles(angle, vec);
  for (int body = 0; body < m->nbody; body++) {
    bool tree = m->body_bvhadr[body] >= 0;
    if (tree) {
      // sphere about the root of the body's tree; its centre is not turned with the body
      const mjtNum* box = m->bvh_aabb + 6 * m->body_bvhadr[body];
      mjtNum centre[3];
      ig_add3(centre, box, d->xipos + 3 * body);
      if (ig_ray_misses_sphere(centre, ig_dot3(box + 3, box + 3), point, vec)) continue;
    }
    for (int i = 0; i < m->body_geomnum[body]; i++) {
      int geom = m->body_geomadr[body] + i;
      if (sector[geom].skip || (tree && !in_sector(&sector[geom], angle))) continue;
      try_geom(hit, m, d, geom, point, vec);
    }
  }
}

void ig_rays(const mjModel* m, mjData* d, const mjtNum pnt[3], const mjtNum* vec, const mjtByte* geomgroup, mjtByte flg_static,
             int bodyexclude, int* geomid, mjtNum* dist, mjtNum* normal, int nray, mjtNum cutoff) {
  IG_FLOAT_SCOPE;
  ig_RayMask who = {geomgroup, flg_static, bodyexclude};
  ig_stack_mark(d);
  Sector* sector = IG_SCRATCH(d, m->ngeom, Sector);
  // sectors of all geoms; bodies without a tree are not culled by them
  for (int geom = 0; geom < m->ngeom; geom++) {
    Sector* s = &sector[geom];
    s->skip = ig_ray_hides(m, geom, &who);
    if (s->skip || m->body_bvhadr[m->geom_bodyid[geom]] < 0) continue;
    const mjtNum* pos = d->geom_xpos + 3 * geom;
    s->skip = ig_dist3(pos, pnt) > cutoff + m->geom_rbound[geom];
    if (!s->skip) geom_sector(s, m->geom_aabb + 6 * geom, pos, d->geom_xmat + 9 * geom, pnt);
  }
  for (int i = 0; i < nray; i++) {
    // a ray without direction hits nothing and leaves its id and normal alone
    dist[i] = -1;
    if (ig_dot3(vec + 3 * i, vec + 3 * i) < mjMINVAL) continue;
    RayHit hit = {-1, -1, normal ? normal + 3 * i : NULL};
    if (normal) ig_zero3(hit.normal);
    try_scene(&hit, m, d, sector, pnt, vec + 3 * i);
    dist[i] = hit.dist;
    if (geomid) geomid[i] = hit.geom;
  }
  ig_stack_free(d);
}
