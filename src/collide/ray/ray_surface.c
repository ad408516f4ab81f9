// SPDX-License-Identifier: Apache-2.0
// Rays against surfaces made of triangles: meshes, height fields, flexes and skins.
#include <math.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "base/clones.h"
#include "collide/primitive/shape.h"
#include "collide/ray/ray.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"

// two directions that span the plane normal to the ray
typedef struct {
  mjtNum x[3], y[3];
} RayBasis;

static RayBasis ray_basis(const mjtNum vec[3]) {
  // from ones with a zero where the ray is longest
  mjtNum x = ig_abs(vec[0]), y = ig_abs(vec[1]), z = ig_abs(vec[2]);
  RayBasis basis = {{1, 1, 1}, {0}};
  basis.x[x >= y && x >= z ? 0 : y >= z ? 1 : 2] = 0;
  ig_addscl3(basis.y, basis.x, vec, -ig_dot3(vec, basis.x) / ig_dot3(vec, vec));
  ig_normalize3(basis.y);
  ig_cross(basis.x, basis.y, vec);
  ig_normalize3(basis.x);
  return basis;
}

static bool one_side(mjtNum a, mjtNum b, mjtNum c) { return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0); }

// both sides of the triangle count; the normal follows the order of its corners
static mjtNum ray_triangle(const mjtNum corner[3][3], const ig_Ray* ray, const RayBasis* basis, mjtNum normal[3]) {
  // the corners seen along the ray, which is the origin then
  mjtNum u[3], v[3], offset[3], edge0[3], edge1[3], across[3];
  for (int i = 0; i < 3; i++) {
    ig_sub3(offset, corner[i], ray->point);
    u[i] = ig_dot3(basis->x, offset);
    v[i] = ig_dot3(basis->y, offset);
  }
  if (one_side(u[0], u[1], u[2]) || one_side(v[0], v[1], v[2])) return -1;

  // coordinates of the origin in the triangle
  mjtNum a = u[0] - u[2], b = u[1] - u[2], c = v[0] - v[2], e = v[1] - v[2], det = a * e - b * c;
  if (ig_abs(det) < mjMINVAL) return -1;
  mjtNum s = (e * -u[2] - b * -v[2]) / det, t = (-c * -u[2] + a * -v[2]) / det;
  if (s < 0 || t < 0 || s + t > 1) return -1;

  // where the ray meets the triangle's plane
  ig_sub3(edge0, corner[0], corner[2]);
  ig_sub3(edge1, corner[1], corner[2]);
  ig_sub3(offset, ray->point, corner[2]);
  ig_cross(across, edge0, edge1);
  mjtNum slope = ig_dot3(ray->vec, across);
  if (ig_abs(slope) < mjMINVAL) return -1;
  mjtNum x = -ig_dot3(offset, across) / slope;
  if (normal) {
    ig_normalize3(across);
    ig_copy3(normal, across);
  }
  return x;
}

// ------------------------------------------------------------------------------------------------- meshes

// does the ray pass through the box (center, half-sizes)? inverse: 1 / vec
static bool passes_box(const ig_Ray* ray, const mjtNum inverse[3], const mjtNum box[6]) {
  mjtNum enter = 0, leave = INFINITY;
  for (int k = 0; k < 3; k++) {
    mjtNum t1 = (box[k] - box[3 + k] - ray->point[k]) * inverse[k];
    mjtNum t2 = (box[k] + box[3 + k] - ray->point[k]) * inverse[k];
    mjtNum low = t1 < t2 ? t1 : t2, high = t1 < t2 ? t2 : t1;
    enter = enter > low ? enter : low;
    leave = leave < high ? leave : high;
  }
  return enter < leave;
}

static void mesh_triangle(mjtNum corner[3][3], const mjModel* m, int mesh, int face) {
  const int* vert = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + face);
  for (int i = 0; i < 3; i++) {
    const float* pos = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + vert[i]);
    ig_set3(corner[i], pos[0], pos[1], pos[2]);
  }
}

// through the mesh's bounding volume tree, in the mesh frame
static mjtNum ray_mesh_tree(const mjModel* m, const mjData* d, int mesh, const ig_Ray* ray, mjtNum normal[3]) {
  int first = m->mesh_bvhadr[mesh], stack[mjMAXTREEDEPTH + 2], count = 1;
  bool mark = m->vis.global.bvactive;
  mjtNum inverse[3] = {1 / ray->vec[0], 1 / ray->vec[1], 1 / ray->vec[2]}, best = -1, corner[3][3], facing[3];
  RayBasis basis = ray_basis(ray->vec);
  stack[0] = first;
  while (count) {
    int node = stack[--count], face = m->bvh_nodeid[node];
    if (!passes_box(ray, inverse, m->bvh_aabb + 6 * node)) continue;
    bool active = true;
    if (face >= 0) {
      mesh_triangle(corner, m, mesh, face);
      active = ig_ray_nearer(&best, ray_triangle(corner, ray, &basis, normal ? facing : NULL));
      if (active && normal) ig_copy3(normal, facing);
    }
    if (active && mark) d->bvh_active[node] = 1;
    for (int i = 0; i < 2 && face < 0; i++) {
      int child = m->bvh_child[2 * node + i];
      if (child < 0) continue;
      if (count >= mjMAXTREEDEPTH) {
        mju_error("tree of mesh %d is deeper than %d", mesh, mjMAXTREEDEPTH);
        return -1;
      }
      stack[count++] = first + child;
    }
  }
  return best;
}

mjtNum mj_rayMesh(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]) {
  if (normal) ig_zero3(normal);
  if (m->geom_type[geomid] != mjGEOM_MESH || m->geom_dataid[geomid] < 0) {
    mju_error("geom %d is not a mesh", geomid);
    return -1;
  }
  const mjtNum *pos = d->geom_xpos + 3 * geomid, *mat = d->geom_xmat + 9 * geomid;
  if (ig_ray_posed_box(pos, mat, m->geom_size + 3 * geomid, pnt, vec, NULL, NULL) < 0) return -1;
  ig_Ray ray = ig_ray_local(pos, mat, pnt, vec);
  mjtNum x = ray_mesh_tree(m, d, m->geom_dataid[geomid], &ray, normal);
  if (normal && x >= 0) ig_mulmatvec3(normal, mat, normal);
  return x;
}

// ------------------------------------------------------------------------------------------------- height fields

typedef struct {
  int nrow, ncol;
  const mjtNum* size;  // x, y, top, bottom
  const float* data;   // heights from 0 to 1, row by row
  mjtNum dx, dy;       // of a cell
} Field;

static Field get_field(const mjModel* m, int geom) {
  int id = m->geom_dataid[geom];
  Field f = {m->hfield_nrow[id], m->hfield_ncol[id], m->hfield_size + 4 * id, m->hfield_data + m->hfield_adr[id], 0, 0};
  f.dx = (2.0 * f.size[0]) / (f.ncol - 1);
  f.dy = (2.0 * f.size[1]) / (f.nrow - 1);
  return f;
}

static void field_corner(mjtNum r[3], const Field* f, int row, int col) {
  ig_set3(r, f->dx * col - f->size[0], f->dy * row - f->size[1], f->data[row * f->ncol + col] * f->size[2]);
}

// cells from first to end that the span between a and b (in cells) may touch, with one to spare
static void cell_range(int range[2], mjtNum a, mjtNum b, int n) {
  mjtNum low = a < b ? a : b, high = a < b ? b : a;
  range[0] = (int)ig_clip(floor(low) - 1, 0, n - 1);
  range[1] = (int)ig_clip(ceil(high) + 1, 0, n - 1);
}

// points of one row of the surface, as the ray's basis sees them: the sides of the ray on which each lies
enum { SIDE_RIGHT = 1, SIDE_LEFT = 2, SIDE_ABOVE = 4, SIDE_BELOW = 8 };

IG_CLONES static void mark_sides(int64_t* side, const Field* f, const ig_Ray* ray, const RayBasis* basis, int row, int col,
                                 int count) {
  const float* data = f->data + row * f->ncol + col;
  mjtNum dx = f->dx, left = f->size[0], top = f->size[2], offset_y = f->dy * row - f->size[1] - ray->point[1];
  mjtNum point_x = ray->point[0], point_z = ray->point[2];
  RayBasis b = *basis;
  for (int k = 0; k < count; k++) {
    mjtNum offset_x = dx * (col + k) - left - point_x, offset_z = data[k] * top - point_z;
    mjtNum u = b.x[0] * offset_x + b.x[1] * offset_y + b.x[2] * offset_z;
    mjtNum v = b.y[0] * offset_x + b.y[1] * offset_y + b.y[2] * offset_z;
    side[k] = (u > 0 ? SIDE_RIGHT : 0) | (u < 0 ? SIDE_LEFT : 0) | (v > 0 ? SIDE_ABOVE : 0) | (v < 0 ? SIDE_BELOW : 0);
  }
}

// the nearest hit on a surface so far
typedef struct {
  const Field* field;
  const ig_Ray* ray;
  RayBasis basis;
  mjtNum best;
  mjtNum* normal;  // may be NULL
} FieldHit;

// half of a cell: its corners are (0 0) (0 1) (1 1), or (0 0) (1 1) (1 0), anticlockwise from above
static void ray_half_cell(FieldHit* hit, int row, int col, int half) {
  mjtNum corner[3][3], facing[3];
  field_corner(corner[0], hit->field, row, col);
  field_corner(corner[1], hit->field, row + half, col + 1);
  field_corner(corner[2], hit->field, row + 1, col + !half);
  mjtNum x = ray_triangle((const mjtNum(*)[3])corner, hit->ray, &hit->basis, hit->normal ? facing : NULL);
  if (ig_ray_nearer(&hit->best, x) && hit->normal) ig_copy3(hit->normal, facing);
}

// cells of one row. Nearly all have all their corners on one side of the ray.
static void ray_cells(FieldHit* hit, int row, int col, int count) {
  enum { CHUNK = 64 };
  int64_t side[2][CHUNK + 1];
  for (; count > 0; col += CHUNK, count -= CHUNK) {
    int n = count < CHUNK ? count : CHUNK;
    for (int i = 0; i < 2; i++) mark_sides(side[i], hit->field, hit->ray, &hit->basis, row + i, col, n + 1);
    for (int k = 0; k < n; k++) {
      int64_t diagonal = side[0][k] & side[1][k + 1];
      if (!(diagonal & side[0][k + 1])) ray_half_cell(hit, row, col + k, 0);
      if (!(diagonal & side[1][k])) ray_half_cell(hit, row, col + k, 1);
    }
  }
}

// the surface between two positions on the ray
static void ray_field_cells(FieldHit* hit, const mjtNum segment[2]) {
  const Field* f = hit->field;
  const ig_Ray* ray = hit->ray;
  mjtNum x[2], y[2];
  int cols[2], rows[2];
  for (int i = 0; i < 2; i++) {
    x[i] = (ray->point[0] + segment[i] * ray->vec[0] + f->size[0]) / f->dx;
    y[i] = (ray->point[1] + segment[i] * ray->vec[1] + f->size[1]) / f->dy;
  }
  cell_range(cols, x[0], x[1], f->ncol);
  cell_range(rows, y[0], y[1], f->nrow);
  mjtNum rise = y[1] - y[0], slope = (x[1] - x[0]) / rise;
  for (int row = rows[0]; row < rows[1]; row++) {
    // seen from above, the ray passes a row in few columns, unless it runs along it. A hundredth of a row to each side, and the
    // spare column, are far more than rounding can reach.
    int own[2] = {cols[0], cols[1]};
    if (fabs(rise) >= 1e-3) {
      int near[2];
      cell_range(near, x[0] + (row - 0.01 - y[0]) * slope, x[0] + (row + 1.01 - y[0]) * slope, f->ncol);
      own[0] = near[0] > own[0] ? near[0] : own[0];
      own[1] = near[1] < own[1] ? near[1] : own[1];
    }
    if (own[0] < own[1]) ray_cells(hit, row, own[0], own[1] - own[0]);
  }
}

// one of the four walls around the surface: -x +x -y +y. The hit counts if it lies below the border of the surface
static bool below_border(const Field* f, const ig_Ray* ray, int wall, mjtNum x) {
  int across = wall < 2 ? 1 : 0, n = across ? f->nrow : f->ncol;
  if (n < 2) return false;
  mjtNum height = (ray->point[2] + x * ray->vec[2]) / f->size[2];
  mjtNum at = (ray->point[across] + x * ray->vec[across] + f->size[across]) / (across ? f->dy : f->dx);
  mjtNum cell = ig_clip(floor(at), 0, n - 2);
  int stride = across ? f->ncol : 1, start = wall == 1 ? f->ncol - 1 : wall == 3 ? (f->nrow - 1) * f->ncol : 0;
  const float* border = f->data + start + (int)cell * stride;
  return height < (mjtNum)border[0] * (cell + 1 - at) + (mjtNum)border[stride] * (at - cell);
}

// a box of the height field below or above its plane
static mjtNum field_box(const mjtNum pos[3], const mjtNum mat[9], const Field* f, mjtNum height, int sign, const mjtNum point[3],
                        const mjtNum vec[3], mjtNum side[6], mjtNum normal[3]) {
  mjtNum size[3] = {f->size[0], f->size[1], height * 0.5}, center[3];
  for (int k = 0; k < 3; k++) center[k] = pos[k] + sign * (mat[3 * k + 2] * height * 0.5);
  return ig_ray_posed_box(center, mat, size, point, vec, side, normal);
}

mjtNum mj_rayHfield(const mjModel* m, const mjData* d, int geomid, const mjtNum pnt[3], const mjtNum vec[3], mjtNum normal[3]) {
  if (normal) ig_zero3(normal);
  if (m->geom_type[geomid] != mjGEOM_HFIELD || m->geom_dataid[geomid] < 0) {
    mju_error("geom %d is not a height field", geomid);
    return -1;
  }
  Field f = get_field(m, geomid);
  const mjtNum *pos = d->geom_xpos + 3 * geomid, *mat = d->geom_xmat + 9 * geomid;
  mjtNum side[6], facing[3] = {0};
  mjtNum best = field_box(pos, mat, &f, f.size[3], -1, pnt, vec, NULL, normal);
  mjtNum top = field_box(pos, mat, &f, f.size[2], 1, pnt, vec, side, NULL);
  if (top < 0) return best;

  // the part of the ray inside the upper box
  ig_Ray ray = ig_ray_local(pos, mat, pnt, vec);
  mjtNum segment[2] = {0, top};
  for (int i = 0; i < 6; i++) {
    if (side[i] > segment[1]) {
      segment[0] = top;
      segment[1] = side[i];
    }
  }
  FieldHit hit = {&f, &ray, ray_basis(ray.vec), best, normal ? facing : NULL};
  ray_field_cells(&hit, segment);
  mjtNum base = best;
  best = hit.best;
  for (int wall = 0; wall < 4; wall++) {
    if (!(side[wall] >= 0 && (side[wall] < best || best < 0)) || !below_border(&f, &ray, wall, side[wall])) continue;
    best = side[wall];
    ig_zero3(facing);
    facing[wall / 2] = wall % 2 ? 1 : -1;
  }
  if (normal && best != base) ig_mulmatvec3(normal, mat, facing);
  return best;
}

// ------------------------------------------------------------------------------------------------- flexes and skins

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
  mjtNum center[3], size[3];
  for (int k = 0; k < 3; k++) {
    mjtNum low = bounds->low[k] - radius, high = bounds->high[k] + radius;
    center[k] = 0.5 * (low + high);
    size[k] = 0.5 * (high - low);
  }
  return ig_ray_posed_box(center, identity, size, point, vec, NULL, NULL) >= 0;
}

typedef struct {
  const mjtNum *point, *vec;
  mjtNum best;
  int vert;  // nearest to the hit
  mjtNum* normal;
} ig_FlexHit;

static void ray_flex_edges(ig_FlexHit* hit, const mjModel* m, const mjData* d, int flex) {
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  for (int i = 0; i < m->flex_edgenum[flex]; i++) {
    // a capsule between two vertices
    const int* edge = m->flex_edge + 2 * (m->flex_edgeadr[flex] + i);
    const mjtNum *v1 = pos + 3 * edge[0], *v2 = pos + 3 * edge[1];
    mjtNum center[3], axis[3], quat[4], mat[9], size[3] = {m->flex_radius[flex], 0, 0}, facing[3], at[3];
    ig_add3(center, v1, v2);
    ig_scl3(center, center, 0.5);
    ig_sub3(axis, v2, v1);
    size[1] = 0.5 * ig_normalize3(axis);
    ig_quat_z2vec(quat, axis);
    ig_quat2mat(mat, quat);
    mjtNum x = ig_ray_shape(center, mat, size, hit->point, hit->vec, mjGEOM_CAPSULE, hit->normal ? facing : NULL);
    if (!ig_ray_nearer(&hit->best, x)) continue;
    if (hit->normal) ig_copy3(hit->normal, facing);
    ig_addscl3(at, hit->point, hit->vec, x);
    hit->vert = ig_dist3(v1, at) < ig_dist3(v2, at) ? edge[0] : edge[1];
  }
}

static void ray_flex_verts(ig_FlexHit* hit, const mjModel* m, const mjData* d, int flex) {
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  mjtNum size[3] = {m->flex_radius[flex], 0, 0}, facing[3];
  for (int i = 0; i < m->flex_vertnum[flex]; i++) {
    mjtNum x = ig_ray_shape(pos + 3 * i, NULL, size, hit->point, hit->vec, mjGEOM_SPHERE, hit->normal ? facing : NULL);
    if (!ig_ray_nearer(&hit->best, x)) continue;
    if (hit->normal) ig_copy3(hit->normal, facing);
    hit->vert = i;
  }
}

static int nearest_corner(const mjtNum corner[3][3], const mjtNum at[3]) {
  mjtNum dist[3] = {ig_dist3(corner[0], at), ig_dist3(corner[1], at), ig_dist3(corner[2], at)};
  return dist[0] <= dist[1] && dist[0] <= dist[2] ? 0 : dist[1] <= dist[2] ? 1 : 2;
}

// faces of elements: triangles, or the four sides of a tetrahedron
static void ray_flex_faces(ig_FlexHit* hit, const mjModel* m, const mjData* d, int flex, int layer, bool skin) {
  static const int sides[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flex];
  int dim = m->flex_dim[flex];
  ig_Ray ray;
  ig_copy3(ray.point, hit->point);
  ig_copy3(ray.vec, hit->vec);
  RayBasis basis = ray_basis(hit->vec);
  for (int i = 0; i < m->flex_elemnum[flex]; i++) {
    int depth = m->flex_elemlayer[m->flex_elemadr[flex] + i];
    if (dim == 3 && (skin ? depth > 0 : depth != layer)) continue;
    const int* elem = m->flex_elem + m->flex_elemdataadr[flex] + i * (dim + 1);
    for (int k = 0; k < (dim == 2 ? 1 : 4); k++) {
      mjtNum corner[3][3], facing[3], at[3];
      for (int j = 0; j < 3; j++) ig_copy3(corner[j], pos + 3 * elem[sides[k][j]]);
      mjtNum x = ray_triangle((const mjtNum(*)[3])corner, &ray, &basis, hit->normal ? facing : NULL);
      if (!ig_ray_nearer(&hit->best, x)) continue;
      if (hit->normal) ig_copy3(hit->normal, facing);
      ig_addscl3(at, hit->point, hit->vec, x);
      hit->vert = elem[sides[k][nearest_corner((const mjtNum(*)[3])corner, at)]];
    }
  }
}

// what is hit is what the flags draw; a skin shows edges and outer faces
mjtNum mj_rayFlex(const mjModel* m, const mjData* d, int flex_layer, mjtByte flg_vert, mjtByte flg_edge, mjtByte flg_face,
                  mjtByte flg_skin, int flexid, const mjtNum pnt[3], const mjtNum vec[3], int vertid[1], mjtNum normal[3]) {
  Bounds bounds = {0};
  const mjtNum* pos = d->flexvert_xpos + 3 * m->flex_vertadr[flexid];
  if (normal) ig_zero3(normal);
  for (int i = 0; i < m->flex_vertnum[flexid]; i++) bounds_add(&bounds, pos + 3 * i, i == 0);
  if (!ray_hits_bounds(&bounds, m->flex_radius[flexid], pnt, vec)) return -1;

  ig_FlexHit hit = {pnt, vec, -1, -1, normal};
  bool skin = flg_skin && m->flex_dim[flexid] > 1;
  if (flg_edge || skin) {
    ray_flex_edges(&hit, m, d, flexid);
  } else if (flg_vert) {
    ray_flex_verts(&hit, m, d, flexid);
  }
  if (skin || (flg_face && m->flex_dim[flexid] > 1)) ray_flex_faces(&hit, m, d, flexid, flex_layer, flg_skin);
  if (vertid && hit.vert >= 0) *vertid = hit.vert;
  return hit.best;
}

mjtNum mju_raySkin(int nface, int nvert, const int* face, const float* vert, const mjtNum pnt[3], const mjtNum vec[3],
                   int vertid[1]) {
  Bounds bounds = {0};
  mjtNum best = -1;
  for (int i = 0; i < nvert; i++) bounds_add(&bounds, (mjtNum[3]){vert[3 * i], vert[3 * i + 1], vert[3 * i + 2]}, i == 0);
  if (!ray_hits_bounds(&bounds, 0, pnt, vec)) return -1;

  RayBasis basis = ray_basis(vec);
  ig_Ray ray;
  ig_copy3(ray.point, pnt);
  ig_copy3(ray.vec, vec);
  for (int i = 0; i < nface; i++) {
    mjtNum corner[3][3], at[3];
    for (int j = 0; j < 3; j++) {
      const float* v = vert + 3 * face[3 * i + j];
      ig_set3(corner[j], v[0], v[1], v[2]);
    }
    if (!ig_ray_nearer(&best, ray_triangle((const mjtNum(*)[3])corner, &ray, &basis, NULL))) continue;
    ig_addscl3(at, pnt, vec, best);
    if (vertid) *vertid = face[3 * i + nearest_corner((const mjtNum(*)[3])corner, at)];
  }
  return best;
}
