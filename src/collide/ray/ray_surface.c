// SPDX-License-Identifier: Apache-2.0
// Rays against surfaces made of triangles: meshes, height fields, flexes and skins.
#include <math.h>

#include <mujoco/mujoco.h>

#include "collide/primitive/shape.h"
#include "collide/ray/ray.h"
#include "collide/ray/ray_local.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"

mjtNum ig_ray_mesh_geom(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3],
                        mjtNum normal[3]) {
  if (normal) ig_zero3(normal);
  if (m->geom_type[geomid] != mjGEOM_MESH || m->geom_dataid[geomid] < 0) {
    mju_error("geom %d is not a mesh", geomid);
    return -1;
  }
  ig_RayGeom g = ig_ray_posed(m, d, geomid);
  return ig_ray_mesh(m, &g, pnt, vec, normal);
}

mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]) {
  if (normal) ig_zero3(normal);
  if (m->geom_type[geomid] != mjGEOM_HFIELD || m->geom_dataid[geomid] < 0) {
    mju_error("geom %d is not a height field", geomid);
    return -1;
  }
  ig_RayGeom g = ig_ray_posed(m, d, geomid);
  return ig_ray_hfield(m, &g, pnt, vec, normal);
}

// ------------------------------------------------ flexes and skins

// grows with each point; its hit is tested as a box along the world axes
typedef struct {
  mjtNum low[3], high[3];
} Bounds;

static void bounds_add(Bounds* bounds, const mjtNum point[3], bool first) {
  for (int k = 0; k < 3; k++) {
    if (first || point[k] < bounds->low[k]) bounds->low[k] = point[k];
    if (first || point[k] > bounds->high[k]) bounds->high[k] = point[k];
  }
}

static bool ray_hits_bounds(const Bounds* bounds, mjtNum radius, const mjtNum point[3], const mjtNum vec[3]) {
  static const mjtNum identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  mjtNum centre[3], size[3];
  for (int k = 0; k < 3; k++) {
    mjtNum low = bounds->low[k] - radius, high = bounds->high[k] + radius;
    centre[k] = 0.5 * (low + high);
    size[k] = 0.5 * (high - low);
  }
  return ig_ray_posed_box(centre, identity, size, point, vec, NULL, NULL) >= 0;
}

typedef struct {
  const mjtNum *point, *vec;
  mjtNum best;
  int vert;  // nearest to the hit
  mjtNum* normal;
} FlexHit;

static void ray_flex_edges(FlexHit* hit, const mjModel* m, const mjData* d, int flex) {
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  for (int i = 0; i < m->flex_edgenum[flex]; i++) {
    // a capsule between two vertices
    const int* edge = m->flex_edge + 2 * (m->flex_edgeadr[flex] + i);
    const mjtNum *v1 = pos + 3 * edge[0], *v2 = pos + 3 * edge[1];
    mjtNum centre[3], axis[3], quat[4], mat[9], size[3] = {m->flex_radius[flex], 0, 0}, facing[3], at[3];
    ig_add3(centre, v1, v2);
    ig_scl3(centre, centre, 0.5);
    ig_sub3(axis, v2, v1);
    size[1] = 0.5 * ig_normalize3(axis);
    ig_quat_z2vec(quat, axis);
    ig_quat2mat(mat, quat);
    mjtNum x = ig_ray_shape(centre, mat, size, hit->point, hit->vec, mjGEOM_CAPSULE, hit->normal ? facing : NULL);
    if (!ig_ray_nearer(&hit->best, x)) continue;
    if (hit->normal) ig_copy3(hit->normal, facing);
    ig_addscl3(at, hit->point, hit->vec, x);
    hit->vert = ig_dist3(v1, at) < ig_dist3(v2, at) ? edge[0] : edge[1];
  }
}

static int nearest_corner(const mjtNum corner[3][3], const mjtNum at[3]) {
  mjtNum dist[3] = {ig_dist3(corner[0], at), ig_dist3(corner[1], at), ig_dist3(corner[2], at)};
  return dist[0] <= dist[1] && dist[0] <= dist[2] ? 0 : dist[1] <= dist[2] ? 1 : 2;
}

// faces of elements: triangles, or the four sides of a tetrahedron
static void ray_flex_faces(FlexHit* hit, const mjModel* m, const mjData* d, int flex, int layer, bool skin) {
  static const int sides[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  int dim = m->flex_dim[flex];
  ig_Ray ray;
  ig_copy3(ray.point, hit->point);
  ig_copy3(ray.vec, hit->vec);
  ig_RayBasis basis = ig_ray_basis(hit->vec);
  for (int i = 0; i < m->flex_elemnum[flex]; i++) {
    int depth = m->flex_elemlayer[m->flex_elemadr[flex] + i];
    if (dim == 3 && (skin ? depth > 0 : depth != layer)) continue;
    const int* elem = m->flex_elem + m->flex_elemdataadr[flex] + i * (dim + 1);
    for (int k = 0; k < (dim == 2 ? 1 : 4); k++) {
      mjtNum corner[3][3], facing[3], at[3];
      for (int j = 0; j < 3; j++) ig_copy3(corner[j], pos + 3 * elem[sides[k][j]]);
      mjtNum x = ig_ray_triangle((const mjtNum(*)[3])corner, &ray, &basis, hit->normal ? facing : NULL);
      if (!ig_ray_nearer(&hit->best, x)) continue;
      if (hit->normal) ig_copy3(hit->normal, facing);
      ig_addscl3(at, hit->point, hit->vec, x);
      hit->vert = elem[sides[k][nearest_corner((const mjtNum(*)[3])corner, at)]];
    }
  }
}

// what is hit is what the flags draw; a skin shows edges and outer faces
mjtNum ig_ray_flex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert, mjtByte flg_edge, mjtByte flg_face,
                   mjtByte flg_skin, int flexid, const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]) {
  Bounds bounds = {0};
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flexid];
  if (normal) ig_zero3(normal);
  for (int i = 0; i < m->flex_vertnum[flexid]; i++) bounds_add(&bounds, pos + 3 * i, i == 0);
  if (!ray_hits_bounds(&bounds, m->flex_radius[flexid], pnt, vec)) return -1;

  FlexHit hit = {pnt, vec, -1, -1, normal};
  bool skin = flg_skin && m->flex_dim[flexid] > 1;
  if (flg_edge || skin) {
    ray_flex_edges(&hit, m, d, flexid);
  } else if (flg_vert) {
    mjtNum size[3] = {m->flex_radius[flexid], 0, 0}, facing[3];
    for (int i = 0; i < m->flex_vertnum[flexid]; i++) {
      mjtNum x = ig_ray_shape(pos + 3 * i, NULL, size, hit.point, hit.vec, mjGEOM_SPHERE, hit.normal ? facing : NULL);
      if (!ig_ray_nearer(&hit.best, x)) continue;
      if (hit.normal) ig_copy3(hit.normal, facing);
      hit.vert = i;
    }
  }
  if (skin || (flg_face && m->flex_dim[flexid] > 1)) ray_flex_faces(&hit, m, d, flexid, flex_layer, flg_skin);
  if (vertid && hit.vert >= 0) *vertid = hit.vert;
  return hit.best;
}

mjtNum ig_ray_skin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3], const mjtNum vec[3],
                   int vertid[1]) {
  Bounds bounds = {0};
  mjtNum best = -1;
  for (int i = 0; i < nvert; i++) bounds_add(&bounds, (mjtNum[3]){vert[3 * i], vert[3 * i + 1], vert[3 * i + 2]}, i == 0);
  if (!ray_hits_bounds(&bounds, 0, pnt, vec)) return -1;

  ig_RayBasis basis = ig_ray_basis(vec);
  ig_Ray ray;
  ig_copy3(ray.point, pnt);
  ig_copy3(ray.vec, vec);
  for (int i = 0; i < nface; i++) {
    mjtNum corner[3][3], at[3];
    for (int j = 0; j < 3; j++) {
      const float* v = vert + 3 * face[3 * i + j];
      ig_set3(corner[j], v[0], v[1], v[2]);
    }
    if (!ig_ray_nearer(&best, ig_ray_triangle((const mjtNum(*)[3])corner, &ray, &basis, NULL))) continue;
    ig_addscl3(at, pnt, vec, best);
    if (vertid) *vertid = face[3 * i + nearest_corner((const mjtNum(*)[3])corner, at)];
  }
  return best;
}
