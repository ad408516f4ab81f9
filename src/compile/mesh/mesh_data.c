// SPDX-License-Identifier: Apache-2.0
#include "compile/mesh/mesh_data.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "compile/mesh/hull.h"
#include "compile/mesh/mesh_mass.h"
#include "compile/mesh/mesh_normal.h"
#include "compile/record/inertia.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/pose.h"

static const double tiny = 1e-15;

ig_MeshData* ig_new_mesh_data(void) {
  ig_MeshData* d = ig_try_alloc(sizeof(ig_MeshData));
  if (!d) return NULL;
  memset(d, 0, sizeof(*d));
  d->references = 1;
  return d;
}

void ig_release_mesh_data(ig_MeshData* d) {
  if (!d || --d->references) return;
  ig_mesh_file_free(&d->m);
  ig_arena_drop(&d->arena);
  ig_free(d);
}

size_t ig_mesh_data_bytes(const ig_MeshData* d) {
  size_t numbers = (size_t)d->m.vert.room + (size_t)d->m.normal.room + (size_t)d->m.texcoord.room + (size_t)d->m.face.room +
                   (size_t)d->m.facenormal.room + (size_t)d->m.facetexcoord.room;
  return sizeof(*d) + 4 * numbers + ig_arena_bytes(&d->arena);
}

static bool no_memory(ig_MeshData* d) { return ig_mesh_fail(&d->m, "not enough memory for a mesh of %d vertices", d->nvert); }

// ------------------------------------------------ what is given

static bool check_input(ig_MeshData* d, const ig_MeshOrder* o) {
  ig_MeshFile* m = &d->m;
  if (m->vert.n % 3) return ig_mesh_fail(m, "vertex: three numbers each are needed, not %d in all", m->vert.n);
  if (m->face.n % 3) return ig_mesh_fail(m, "face: three vertices each are needed, not %d in all", m->face.n);
  for (int i = 0; i < m->vert.n; i++) {
    if (!isfinite(m->vert.item[i])) return ig_mesh_fail(m, "vertex coordinate %d is not finite: infinite or not a number", i / 3);
  }
  if (m->vert.n < 12) return ig_mesh_fail(m, "at least 4 vertices required, mesh has %d", m->vert.n / 3);
  if (m->normal.n % 3) return ig_mesh_fail(m, "normal: three numbers each are needed, not %d in all", m->normal.n);
  if (m->texcoord.n % 2) return ig_mesh_fail(m, "texcoord: two numbers each are needed, not %d in all", m->texcoord.n);
  if (m->texcoord.n && 3 * m->texcoord.n != 2 * m->vert.n && !m->facetexcoord.n && !o->obj) {
    return ig_mesh_fail(m, "texcoord must be 2*nv numbers where facetexcoord is not given: there are %d for %d vertices",
                        m->texcoord.n, m->vert.n / 3);
  }
  if (m->facetexcoord.n && m->texcoord.n && m->face.n && m->facetexcoord.n != m->face.n) {
    return ig_mesh_fail(m, "facetexcoord must be 3 per face: %d numbers for %d faces", m->facetexcoord.n, m->face.n / 3);
  }
  for (int i = 0; i < m->face.n; i++) {
    if (m->face.item[i] >= m->vert.n / 3 || m->face.item[i] < 0) {
      return ig_mesh_fail(m, "in face %d, vertex index %d does not exist", i / 3, m->face.item[i]);
    }
  }
  return true;
}

static int compare_keys(const void* a, const void* b) {
  uint64_t x = *(const uint64_t*)a, y = *(const uint64_t*)b;
  return (x > y) - (x < y);
}

// neighbours run along their common edge in opposite directions
static bool check_orientation(ig_MeshData* d, const char* name) {
  int n = 0, nface = d->m.face.n / 3;
  uint64_t* edge = ig_try_alloc((3 * (size_t)nface + 1) * sizeof(uint64_t));
  if (!edge) return no_memory(d);
  for (int i = 0; i < nface; i++) {
    const int* v = d->m.face.item + 3 * i;
    if (!(ig_triangle(NULL, NULL, d->vert + 3 * v[0], d->vert + 3 * v[1], d->vert + 3 * v[2]) > sqrt(tiny))) continue;
    for (int k = 0; k < 3; k++) edge[n++] = (uint64_t)v[k] << 32 | (uint32_t)v[(k + 1) % 3];
  }
  qsort(edge, (size_t)n, sizeof(uint64_t), compare_keys);
  bool good = true;
  for (int i = 0; good && i + 1 < n; i++) {
    if (edge[i] != edge[i + 1]) continue;
    good = ig_mesh_fail(&d->m,
                        "faces of mesh '%s' have inconsistent orientation. Please check the faces containing the vertices %d "
                        "and %d. Two faces run along this edge in the same direction.",
                        name, (int)(edge[i] >> 32) + 1, (int)(uint32_t)edge[i] + 1);
  }
  ig_free(edge);
  return good;
}

static bool take_vertices(ig_MeshData* d) {
  d->nvert = d->m.vert.n / 3;
  d->vert = IG_NEW(&d->arena, d->m.vert.n, double);
  if (!d->vert) return no_memory(d);
  for (int i = 0; i < d->m.vert.n; i++) d->vert[i] = d->m.vert.item[i];

  // the copy is what is worked on
  ig_free(d->m.vert.item);
  d->m.vert = (ig_FloatList){0};
  return true;
}

// ------------------------------------------------ what is missing

static bool make_hull(ig_MeshData* d, int maxvert) {
  char error[200];
  if (maxvert > -1 && maxvert < 4) return ig_mesh_fail(&d->m, "maxhullvert takes -1 or at least 4, not %d", maxvert);
  d->hull = ig_convex_hull(&d->arena, d->vert, d->nvert, maxvert, error);
  return d->hull || ig_mesh_fail(&d->m, "%s", error);
}

static bool copy_ints(ig_MeshData* d, ig_IntList* to, const int* from, int n) {
  if (!ig_ints_reserve(to, n)) return no_memory(d);
  memcpy(to->item, from, (size_t)n * sizeof(int));
  to->n = n;
  return true;
}

// normals and what the faces say about them
static bool complete_faces(ig_MeshData* d, bool smooth) {
  ig_MeshFile* m = &d->m;
  if (!m->normal.n) {
    if (!ig_floats_reserve(&m->normal, 3 * d->nvert)) return no_memory(d);
    m->normal.n = 3 * d->nvert;
    if (!ig_vertex_normals(m->normal.item, d->vert, d->nvert, m->face.item, m->face.n / 3, smooth)) return no_memory(d);
    if (!m->facenormal.n && !copy_ints(d, &m->facenormal, m->face.item, m->face.n)) return false;
    if (m->facenormal.n == m->face.n) memcpy(m->facenormal.item, m->face.item, (size_t)m->face.n * sizeof(int));
  }
  if (m->facenormal.n && m->facenormal.n != m->face.n) {
    return ig_mesh_fail(m, "facenormal has to match face in size: %d numbers there, %d here", m->face.n, m->facenormal.n);
  }
  if (m->texcoord.n && !m->facetexcoord.n && !copy_ints(d, &m->facetexcoord, m->face.item, m->face.n)) return false;
  if (m->texcoord.n && m->facetexcoord.n != m->face.n) {
    return ig_mesh_fail(m, "facetexcoord must be 3 per face: %d numbers for %d faces", m->facetexcoord.n, m->face.n / 3);
  }

  // several normals may stand at one vertex: the first is meant
  if (!m->facenormal.n) {
    int per_vertex = m->normal.n / (3 * d->nvert);
    if (!copy_ints(d, &m->facenormal, m->face.item, m->face.n)) return false;
    for (int i = 0; i < m->face.n; i++) m->facenormal.item[i] *= per_vertex;
  }
  return true;
}

// ------------------------------------------------ frames

// n <- M n in double precision
static void turn_normals(ig_FloatList* normal, const double mat[9]) {
  for (int i = 0; i < normal->n; i += 3) {
    double v[3] = {normal->item[i], normal->item[i + 1], normal->item[i + 2]};
    ig_mulmatvec3(v, mat, v);
    for (int k = 0; k < 3; k++) normal->item[i + k] = (float)v[k];
  }
}

// the user's offset, rotation and scale
static void apply_order(ig_MeshData* d, const ig_MeshOrder* o) {
  const double *p = o->refpos, *q = o->refquat, *s = o->scale;
  if (p[0] || p[1] || p[2]) {
    for (int i = 0; i < 3 * d->nvert; i++) d->vert[i] -= p[i % 3];
  }
  if (q[0] != 1 || q[1] || q[2] || q[3]) {
    double quat[4], mat[9], back[9];
    ig_copy4(quat, q);
    ig_make_unit(quat, 4);
    ig_quat2mat(mat, quat);
    ig_transpose3(back, mat);
    for (int i = 0; i < d->nvert; i++) ig_mulmatvec3(d->vert + 3 * i, back, d->vert + 3 * i);
    turn_normals(&d->m.normal, back);
  }
  if (s[0] != 1 || s[1] != 1 || s[2] != 1) {
    for (int i = 0; i < 3 * d->nvert; i++) d->vert[i] *= s[i % 3];
    for (int i = 0; i < d->m.normal.n; i++) d->m.normal.item[i] = (float)(d->m.normal.item[i] * s[i % 3]);
  }
  for (int i = 0; i < d->m.normal.n; i += 3) {
    float* n = d->m.normal.item + i;
    float square = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (square > tiny) {
      float scale = 1 / sqrtf(square);
      for (int k = 0; k < 3; k++) n[k] *= scale;
    } else {
      n[0] = n[1] = 0;
      n[2] = 1;
    }
  }
}

// centre of mass to the origin, principal axes to the axes; bounds on the way
static void move_to_centre(ig_MeshData* d) {
  double inverse[4], mat[9];
  ig_negquat(inverse, d->quat);
  ig_quat2mat(mat, inverse);
  const double far = 1e10;  // beyond every vertex
  ig_set3(d->low, far, far, far);
  ig_set3(d->high, -far, -far, -far);
  for (int i = 0; i < d->nvert; i++) {
    double* v = d->vert + 3 * i;
    ig_subfrom3(v, d->pos);
    ig_mulmatvec3(v, mat, v);
    for (int k = 0; k < 3; k++) {
      if (v[k] < d->low[k]) d->low[k] = v[k];
      if (v[k] > d->high[k]) d->high[k] = v[k];
    }
  }
  turn_normals(&d->m.normal, mat);
}

// centre of mass, principal axes and the box with the same moments
static bool weigh(ig_MeshData* d, const ig_MeshOrder* o) {
  ig_MeshFile* m = &d->m;
  bool convex = o->inertia == mjMESH_INERTIA_CONVEX, shell = o->inertia == mjMESH_INERTIA_SHELL;
  ig_MeshSurface s = {d->vert, d->nvert, m->face.item, m->face.n / 3, o->inertia};
  double centre[3], full[6], e[3];
  if (ig_surface_centre(centre, &s) < tiny) {
    return ig_mesh_fail(m, "mesh surface area is too small: %s has next to none", o->name);
  }
  if (convex) s.face = ig_hull_faces(d->hull), s.nface = d->hull[1];
  double volume = ig_mass_centre(d->pos, &s, centre);
  if (!(volume >= tiny)) {
    if (shell) return ig_mesh_fail(m, "mesh surface area is too small: %s has next to none", o->name);
    if (volume < 0) return ig_mesh_fail(m, "mesh volume is negative: the triangles of %s face inwards", o->name);
    return ig_mesh_fail(m, "mesh volume is too small: %s is almost flat, inertia='shell' may serve", o->name);
  }
  d->volume = ig_mass_inertia(full, &s, d->pos);
  ig_diagonalize(d->quat, e, full);
  if (!(e[2] > 0)) return ig_mesh_fail(m, "the inertia of mesh %s has a principal moment that is not above 0", o->name);
  const double relative = 1e-6, absolute = 1e-9;  // what rounding may take from a sum that is equal
  for (int k = 0; k < 3; k++) {
    double sum = e[(k + 1) % 3] + e[(k + 2) % 3];
    if (sum < e[k] * (1.0 - relative) - absolute) {
      return ig_mesh_fail(m, "the inertia of mesh %s has a principal moment larger than the other two together", o->name);
    }
  }
  d->inertiabox[0] = 0.5 * sqrt(6 * (e[1] + e[2] - e[0]) / d->volume);
  d->inertiabox[1] = 0.5 * sqrt(6 * (e[0] + e[2] - e[1]) / d->volume);
  d->inertiabox[2] = 0.5 * sqrt(6 * (e[0] + e[1] - e[2]) / d->volume);
  if (o->in_place) {
    ig_zero3(d->pos);
    ig_unit4(d->quat);
  }
  return true;
}

// ------------------------------------------------ trees

// Centre of the circle through the corners. Faces without area have none: it is not a number, and such faces come in the order of
// the list wherever the tree asks.
static void face_centre(double centre[3], const double* v0, const double* v1, const double* v2) {
  double a[3], b[3], n[3], arm[3], turned[3];
  ig_sub3(a, v0, v2);
  ig_sub3(b, v1, v2);
  ig_cross(n, a, b);
  double aa = ig_dot3(a, a), bb = ig_dot3(b, b), area = sqrt(ig_dot3(n, n));
  for (int k = 0; k < 3; k++) arm[k] = aa * b[k] - bb * a[k];
  ig_cross(turned, arm, n);
  for (int k = 0; k < 3; k++) centre[k] = turned[k] / (2 * area * area) + v2[k];
}

static void face_box(double box[6], const double* a, const double* b, const double* c) {
  for (int k = 0; k < 3; k++) {
    double low = a[k] < b[k] ? a[k] : b[k], high = a[k] > b[k] ? a[k] : b[k];
    low = c[k] < low ? c[k] : low, high = c[k] > high ? c[k] : high;
    box[k] = 0.5 * (low + high);
    box[3 + k] = 0.5 * (high - low);
  }
}

static bool make_bvh(ig_MeshData* d) {
  int nface = d->m.face.n / 3, n = ig_bvh_size(nface);
  ig_Arena scratch = {0};
  double* box = IG_NEW(&scratch, 9 * (size_t)nface, double);
  ig_BvhLeaf* leaf = IG_NEW(&scratch, nface, ig_BvhLeaf);
  d->bvh.box = IG_NEW(&d->arena, 6 * (size_t)n, double);
  d->bvh.child = IG_NEW(&d->arena, 4 * (size_t)n, int);
  bool good = box && leaf && d->bvh.box && d->bvh.child;
  if (good) {
    double* centre = box + 6 * (size_t)nface;
    for (int i = 0; i < nface; i++) {
      const int* f = d->m.face.item + 3 * i;
      const double *a = d->vert + 3 * f[0], *b = d->vert + 3 * f[1], *c = d->vert + 3 * f[2];
      face_box(box + 6 * i, a, b, c);
      face_centre(centre + 3 * i, a, b, c);
      leaf[i] = (ig_BvhLeaf){i, centre + 3 * i, NULL, box + 6 * i};
    }
    d->bvh.id = d->bvh.child + 2 * (size_t)n;
    d->bvh.depth = d->bvh.id + n;
    good = ig_bvh_build(&d->bvh, (double[3]){0}, (double[4]){1}, leaf, nface);
  }
  ig_arena_drop(&scratch);
  return good || no_memory(d);
}

bool ig_make_mesh(ig_MeshData* d, const ig_MeshOrder* o) {
  ig_MeshFile* m = &d->m;
  if (!check_input(d, o) || !take_vertices(d)) return false;
  if (o->inertia == mjMESH_INERTIA_EXACT && !check_orientation(d, o->name)) return false;
  bool hull = o->hull || !m->face.n || o->inertia == mjMESH_INERTIA_CONVEX;
  if (hull && !make_hull(d, o->maxhullvert)) return false;
  if (!m->face.n && !copy_ints(d, &m->face, ig_hull_faces(d->hull), 3 * d->hull[1])) return false;
  if (!complete_faces(d, o->smoothnormal)) return false;

  const int* face = d->hull ? ig_hull_faces(d->hull) : m->face.item;
  int nface = d->hull ? d->hull[1] : m->face.n / 3;
  if (!ig_make_polygons(&d->polygons, &d->arena, d->vert, d->nvert, face, nface)) return no_memory(d);
  apply_order(d, o);
  if (!weigh(d, o)) return false;
  move_to_centre(d);
  ig_polygon_normals(&d->polygons, d->vert);
  if (!make_bvh(d)) return false;
  if (!o->octree) return true;
  const char* wrong = ig_make_octree(&d->octree, &d->arena, d->vert, d->nvert, d->m.face.item, d->m.face.n / 3, d->low, d->high,
                                     o->coeffs ? &d->bvh : NULL);
  return !wrong || ig_mesh_fail(&d->m, "%s", wrong);
}
