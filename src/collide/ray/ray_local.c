// SPDX-License-Identifier: Apache-2.0
#include "collide/ray/ray_local.h"

#include <math.h>
#include <stdint.h>

#include "base/clones.h"
#include "math/clip.h"
#include "math/vec3.h"

ig_RayBasis ig_ray_basis(const num vec[3]) {
  // from ones with a zero where the ray is longest
  num x = ig_abs(vec[0]), y = ig_abs(vec[1]), z = ig_abs(vec[2]);
  ig_RayBasis basis = {{1, 1, 1}, {0}};
  basis.x[x >= y && x >= z ? 0 : y >= z ? 1 : 2] = 0;
  ig_addscl3(basis.y, basis.x, vec, -ig_dot3(vec, basis.x) / ig_dot3(vec, vec));
  ig_normalize3(basis.y);
  ig_cross(basis.x, basis.y, vec);
  ig_normalize3(basis.x);
  return basis;
}

static bool one_side(num a, num b, num c) { return (a > 0 && b > 0 && c > 0) || (a < 0 && b < 0 && c < 0); }

num ig_ray_triangle(const num corner[3][3], const ig_Ray* ray, const ig_RayBasis* basis, num normal[3]) {
  // the corners seen along the ray, which is the origin then
  num u[3], v[3], offset[3], edge0[3], edge1[3], across[3];
  for (int i = 0; i < 3; i++) {
    ig_sub3(offset, corner[i], ray->point);
    u[i] = ig_dot3(basis->x, offset);
    v[i] = ig_dot3(basis->y, offset);
  }
  if (one_side(u[0], u[1], u[2]) || one_side(v[0], v[1], v[2])) return -1;

  // coordinates of the origin in the triangle
  num a = u[0] - u[2], b = u[1] - u[2], c = v[0] - v[2], e = v[1] - v[2], det = a * e - b * c;
  if (ig_abs(det) < mjMINVAL) return -1;
  num s = (e * -u[2] - b * -v[2]) / det, t = (-c * -u[2] + a * -v[2]) / det;
  if (s < 0 || t < 0 || s + t > 1) return -1;

  // where the ray meets the triangle's plane
  ig_sub3(edge0, corner[0], corner[2]);
  ig_sub3(edge1, corner[1], corner[2]);
  ig_sub3(offset, ray->point, corner[2]);
  ig_cross(across, edge0, edge1);
  num slope = ig_dot3(ray->vec, across);
  if (ig_abs(slope) < mjMINVAL) return -1;
  num x = -ig_dot3(offset, across) / slope;
  if (normal) {
    ig_normalize3(across);
    ig_copy3(normal, across);
  }
  return x;
}

// ------------------------------------------------ meshes

// does the ray pass through the box (centre, half-sizes)? inverse: 1 / vec
static bool passes_box(const ig_Ray* ray, const num inverse[3], const num box[6]) {
  num enter = 0, leave = INFINITY;
  for (int k = 0; k < 3; k++) {
    num t1 = (box[k] - box[3 + k] - ray->point[k]) * inverse[k];
    num t2 = (box[k] + box[3 + k] - ray->point[k]) * inverse[k];
    num low = t1 < t2 ? t1 : t2, high = t1 < t2 ? t2 : t1;
    enter = enter > low ? enter : low;
    leave = leave < high ? leave : high;
  }
  return enter < leave;
}

// through the mesh's bounding volume tree, in the mesh frame
static num ray_mesh_tree(const mjModel* m, mjtByte* marks, int mesh, const ig_Ray* ray, num normal[3]) {
  int first = m->mesh_bvhadr[mesh], stack[mjMAXTREEDEPTH + 2], count = 1;
  num inverse[3] = {1 / ray->vec[0], 1 / ray->vec[1], 1 / ray->vec[2]}, best = -1, corner[3][3], facing[3];
  ig_RayBasis basis = ig_ray_basis(ray->vec);
  stack[0] = first;
  while (count) {
    int node = stack[--count], face = m->bvh_nodeid[node];
    if (!passes_box(ray, inverse, m->bvh_aabb + 6 * node)) continue;
    bool active = true;
    if (face >= 0) {
      const int* vert = m->mesh_face + 3 * (m->mesh_faceadr[mesh] + face);
      for (int i = 0; i < 3; i++) {
        const float* pos = m->mesh_vert + 3 * (m->mesh_vertadr[mesh] + vert[i]);
        ig_set3(corner[i], pos[0], pos[1], pos[2]);
      }
      active = ig_ray_nearer(&best, ig_ray_triangle(corner, ray, &basis, normal ? facing : NULL));
      if (active && normal) ig_copy3(normal, facing);
    }
    if (active && marks) marks[node] = 1;
    for (int i = 0; i < 2 && face < 0; i++) {
      int child = m->bvh_child[2 * node + i];
      if (child < 0) continue;
      if (count >= mjMAXTREEDEPTH) {
#ifndef IG_DEVICE
        mju_error("tree of mesh %d is deeper than %d", mesh, mjMAXTREEDEPTH);
#endif
        return -1;
      }
      stack[count++] = first + child;
    }
  }
  return best;
}

num ig_ray_mesh(const mjModel* m, const ig_RayGeom* g, const num point[3], const num vec[3], num normal[3]) {
  if (normal) ig_zero3(normal);
  if (ig_ray_posed_box(g->pos, g->mat, g->size, point, vec, NULL, NULL) < 0) return -1;
  ig_Ray ray = ig_ray_local(g->pos, g->mat, point, vec);
  num x = ray_mesh_tree(m, g->active, m->geom_dataid[g->geom], &ray, normal);
  if (normal && x >= 0) ig_mulmatvec3(normal, g->mat, normal);
  return x;
}

// ------------------------------------------------ height fields

typedef struct {
  int nrow, ncol;
  const num* size;    // x, y, top, bottom
  const float* data;  // heights from 0 to 1, row by row
  num dx, dy;         // of a cell
} Field;

static Field get_field(const mjModel* m, int geom) {
  int id = m->geom_dataid[geom];
  Field f = {m->hfield_nrow[id], m->hfield_ncol[id], m->hfield_size + 4 * id, m->hfield_data + m->hfield_adr[id], 0, 0};
  f.dx = (2.0 * f.size[0]) / (f.ncol - 1);
  f.dy = (2.0 * f.size[1]) / (f.nrow - 1);
  return f;
}

static void field_corner(num r[3], const Field* f, int row, int col) {
  ig_set3(r, f->dx * col - f->size[0], f->dy * row - f->size[1], f->data[row * f->ncol + col] * f->size[2]);
}

// cells from first to end that the span between a and b (in cells) may touch, with one to spare
static void cell_range(int range[2], num a, num b, int n) {
  num low = a < b ? a : b, high = a < b ? b : a;
  range[0] = (int)ig_clip(floor(low) - 1, 0, n - 1);
  range[1] = (int)ig_clip(ceil(high) + 1, 0, n - 1);
}

// points of one row of the surface, as the ray's basis sees them: the sides of the ray on which each lies
enum { SIDE_RIGHT = 1, SIDE_LEFT = 2, SIDE_ABOVE = 4, SIDE_BELOW = 8 };

IG_CLONES static void mark_sides(int64_t* side, const Field* f, const ig_Ray* ray, const ig_RayBasis* basis, int row, int col,
                                 int count) {
  const float* data = f->data + row * f->ncol + col;
  num dx = f->dx, left = f->size[0], top = f->size[2], offset_y = f->dy * row - f->size[1] - ray->point[1];
  num point_x = ray->point[0], point_z = ray->point[2];
  ig_RayBasis b = *basis;
  for (int k = 0; k < count; k++) {
    num offset_x = dx * (col + k) - left - point_x, offset_z = data[k] * top - point_z;
    num u = b.x[0] * offset_x + b.x[1] * offset_y + b.x[2] * offset_z;
    num v = b.y[0] * offset_x + b.y[1] * offset_y + b.y[2] * offset_z;
    side[k] = (u > 0 ? SIDE_RIGHT : 0) | (u < 0 ? SIDE_LEFT : 0) | (v > 0 ? SIDE_ABOVE : 0) | (v < 0 ? SIDE_BELOW : 0);
  }
}

// the nearest hit on a surface so far
typedef struct {
  const Field* field;
  const ig_Ray* ray;
  ig_RayBasis basis;
  num best;
  num* normal;  // may be NULL
} FieldHit;

// half of a cell: its corners are (0 0) (0 1) (1 1), or (0 0) (1 1) (1 0), anticlockwise from above
static void ray_half_cell(FieldHit* hit, int row, int col, int half) {
  num corner[3][3], facing[3];
  field_corner(corner[0], hit->field, row, col);
  field_corner(corner[1], hit->field, row + half, col + 1);
  field_corner(corner[2], hit->field, row + 1, col + !half);
  num x = ig_ray_triangle((const num(*)[3])corner, hit->ray, &hit->basis, hit->normal ? facing : NULL);
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
static void ray_field_cells(FieldHit* hit, const num segment[2]) {
  const Field* f = hit->field;
  const ig_Ray* ray = hit->ray;
  num x[2], y[2];
  int cols[2], rows[2];
  for (int i = 0; i < 2; i++) {
    x[i] = (ray->point[0] + segment[i] * ray->vec[0] + f->size[0]) / f->dx;
    y[i] = (ray->point[1] + segment[i] * ray->vec[1] + f->size[1]) / f->dy;
  }
  cell_range(cols, x[0], x[1], f->ncol);
  cell_range(rows, y[0], y[1], f->nrow);
  num rise = y[1] - y[0], slope = (x[1] - x[0]) / rise;
  const num along = 1e-3;  // of a row: a ray that rises by less runs along it, and its slope says little
  for (int row = rows[0]; row < rows[1]; row++) {
    // seen from above, the ray passes a row in few columns, unless it runs along it. A hundredth of a row to each side, and the
    // spare column, are far more than rounding can reach.
    int own[2] = {cols[0], cols[1]};
    if (fabs(rise) >= along) {
      int near[2];
      cell_range(near, x[0] + (row - 0.01 - y[0]) * slope, x[0] + (row + 1.01 - y[0]) * slope, f->ncol);
      own[0] = near[0] > own[0] ? near[0] : own[0];
      own[1] = near[1] < own[1] ? near[1] : own[1];
    }
    if (own[0] < own[1]) ray_cells(hit, row, own[0], own[1] - own[0]);
  }
}

// one of the four walls around the surface: -x +x -y +y. The hit counts if it lies below the border of the surface
static bool below_border(const Field* f, const ig_Ray* ray, int wall, num x) {
  int across = wall < 2 ? 1 : 0, n = across ? f->nrow : f->ncol;
  if (n < 2) return false;
  num height = (ray->point[2] + x * ray->vec[2]) / f->size[2];
  num at = (ray->point[across] + x * ray->vec[across] + f->size[across]) / (across ? f->dy : f->dx);
  num cell = ig_clip(floor(at), 0, n - 2);
  int stride = across ? f->ncol : 1, start = wall == 1 ? f->ncol - 1 : wall == 3 ? (f->nrow - 1) * f->ncol : 0;
  const float* border = f->data + start + (int)cell * stride;
  return height < (num)border[0] * (cell + 1 - at) + (num)border[stride] * (at - cell);
}

// a box of the height field below or above its plane
static num field_box(const num pos[3], const num mat[9], const Field* f, num height, int sign, const num point[3],
                     const num vec[3], num side[6], num normal[3]) {
  num size[3] = {f->size[0], f->size[1], height * 0.5}, centre[3];
  for (int k = 0; k < 3; k++) centre[k] = pos[k] + sign * (mat[3 * k + 2] * height * 0.5);
  return ig_ray_posed_box(centre, mat, size, point, vec, side, normal);
}

num ig_ray_hfield(const mjModel* m, const ig_RayGeom* g, const num point[3], const num vec[3], num normal[3]) {
  if (normal) ig_zero3(normal);
  Field f = get_field(m, g->geom);
  const num *pos = g->pos, *mat = g->mat;
  num side[6], facing[3] = {0};
  num best = field_box(pos, mat, &f, f.size[3], -1, point, vec, NULL, normal);
  num top = field_box(pos, mat, &f, f.size[2], 1, point, vec, side, NULL);
  if (top < 0) return best;

  // the part of the ray inside the upper box
  ig_Ray ray = ig_ray_local(pos, mat, point, vec);
  num segment[2] = {0, top};
  for (int i = 0; i < 6; i++) {
    if (side[i] > segment[1]) {
      segment[0] = top;
      segment[1] = side[i];
    }
  }
  FieldHit hit = {&f, &ray, ig_ray_basis(ray.vec), best, normal ? facing : NULL};
  ray_field_cells(&hit, segment);
  num base = best;
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

// ------------------------------------------------ any shape

bool ig_ray_hides(const mjModel* m, int geom, const ig_RayMask* who) {
  int body = m->geom_bodyid[geom], mat = m->geom_matid[geom];
  if (body == who->without) return true;
  if ((mat < 0 ? m->geom_rgba[4 * geom + 3] : m->mat_rgba[4 * mat + 3]) == 0) return true;
  if (!who->fixed && m->body_weldid[body] == 0) return true;
  if (!who->group) return false;
  int group = m->geom_group[geom];
  return !who->group[group < 0 ? 0 : group < mjNGROUP ? group : mjNGROUP - 1];
}

num ig_ray_geom(const mjModel* m, const ig_RayGeom* g, const num point[3], const num vec[3], num normal[3]) {
  switch (m->geom_type[g->geom]) {
    case mjGEOM_MESH: return ig_ray_mesh(m, g, point, vec, normal);
    case mjGEOM_HFIELD: return ig_ray_hfield(m, g, point, vec, normal);
    default: return ig_ray_shape(g->pos, g->mat, g->size, point, vec, m->geom_type[g->geom], normal);
  }
}
