// SPDX-License-Identifier: Apache-2.0
// Meshes made by formula: mjs_makeMesh.
#include "spec/macro/mesh_shape.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/table.h"
#include "lane/elementary.h"
#include "math/vec3.h"
#include "spec/access.h"
#include "spec/file/mesh_file.h"
#include "spec/spec.h"

#define PI 3.14159265358979323846

// the mesh in the making, and the message when it can not be made
typedef struct Shape_ {
  ig_MeshFile m;
  mjsMesh* mesh;
} Shape;

static void add_vertex(Shape* s, double x, double y, double z) {
  float* v = s->m.vert.item + s->m.vert.n;
  v[0] = (float)x, v[1] = (float)y, v[2] = (float)z;
  s->m.vert.n += 3;
}

static void add_face(Shape* s, int a, int b, int c) {
  int* f = s->m.face.item + s->m.face.n;
  f[0] = a, f[1] = b, f[2] = c;
  s->m.face.n += 3;
}

// memory for all of it at once
static bool make_room(Shape* s, int64_t nvert, int64_t nnormal, int64_t nface) {
  const int64_t most = 100000000;
  if (nvert > most || nnormal > most || nface > most || !ig_floats_reserve(&s->m.vert, (int)(3 * nvert)) ||
      !ig_floats_reserve(&s->m.normal, (int)(3 * nnormal)) || !ig_ints_reserve(&s->m.face, (int)(3 * nface))) {
    return ig_mesh_fail(&s->m, "resolution is too high: %lld vertices", (long long)nvert);
  }
  return true;
}

// ------------------------------------------------ hemisphere

// ring r has 4 r vertices, on the four sides of a square that is blown up to the sphere; ring 0 is the pole
static int ring_start(int ring) { return ring ? 2 * ring * (ring - 1) + 1 : 0; }

static void add_ring(Shape* s, int ring, int nring) {
  static const double equator[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
  double factor = (double)ring / nring;
  for (int side = 0; side < 4; side++) {
    const double *a = equator[side], *b = equator[side + 1];
    double start[3] = {0 + factor * (a[0] - 0), 0 + factor * (a[1] - 0), 1 + factor * (0 - 1.0)};
    double end[3] = {0 + factor * (b[0] - 0), 0 + factor * (b[1] - 0), start[2]};
    for (int i = 0; i < ring; i++) {
      double p[3];
      for (int k = 0; k < 3; k++) p[k] = start[k] + i * ((end[k] - start[k]) / ring);
      double norm = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      add_vertex(s, p[0] / norm, p[1] / norm, p[2] / norm);
    }
  }
}

// a ring is closed: behind its last vertex comes the first
static int wrap(int place, int n) { return place < n ? place : place - n; }

static bool make_hemisphere(Shape* s, const double* p) {
  int resolution = (int)p[0], nring = resolution + 1;
  if (resolution < 0) return ig_mesh_fail(&s->m, "Hemisphere resolution cannot be negative, is %d", resolution);
  if (resolution > 10) return ig_mesh_fail(&s->m, "Hemisphere resolution is 10 at most, not %d", resolution);
  int rim = ring_start(nring), nrim = 4 * nring, centre = rim + nrim;
  if (!make_room(s, centre + 1, 0, 4 * nring * nring + nrim)) return false;
  add_vertex(s, 0, 0, 1);
  for (int ring = 1; ring <= nring; ring++) add_ring(s, ring, nring);
  add_vertex(s, 0, 0, 0);

  for (int i = 0; i < 4; i++) add_face(s, 0, 1 + i, 1 + (i + 1) % 4);
  for (int ring = 1; ring < nring; ring++) {
    // triangles between a ring and the next: one more per side on the outer one
    int inner = ring_start(ring), outer = ring_start(ring + 1), ninner = 4 * ring, nouter = 4 * (ring + 1);
    for (int side = 0; side < 4; side++) {
      for (int i = 0; i <= ring; i++) {
        int near = i + ring * side, far = i + (ring + 1) * side;
        int a = inner + wrap(near, ninner), b = outer + wrap(far, nouter), next = outer + wrap(far + 1, nouter);
        add_face(s, a, b, next);
        if (i < ring) add_face(s, a, next, inner + wrap(near + 1, ninner));
      }
    }
  }
  for (int i = 0; i < nrim; i++) add_face(s, rim + i, centre, rim + (i + 1) % nrim);
  return true;
}

// ------------------------------------------------ sphere

static const signed char icosahedron[20][3] = {
    {0, 11, 5}, {0, 5, 1}, {0, 1, 7}, {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4}, {11, 10, 2}, {10, 7, 6}, {7, 1, 8},
    {3, 9, 4},  {3, 4, 2}, {3, 2, 6}, {3, 6, 8},  {3, 8, 9},   {4, 9, 5}, {2, 4, 11}, {6, 2, 10},  {8, 6, 7},  {9, 8, 1},
};

// three golden rectangles: +-1 along one axis, +-phi along the next
static void add_icosahedron(Shape* s) {
  const float phi = (float)((1.0 + sqrt(5.0)) / 2.0);
  const double norm = sqrt(1.0 + phi * phi);
  float narrow = (float)(1.0f / norm), wide = (float)(phi / norm);
  for (int axis = 0; axis < 3; axis++) {
    for (int i = 0; i < 4; i++) {
      float v[3] = {0};
      v[axis] = i % 2 ? narrow : -narrow;
      v[(axis + 1) % 3] = i < 2 ? wide : -wide;
      add_vertex(s, v[0], v[1], v[2]);
    }
  }
}

// The middle of an edge on the sphere. Edges are shared by two faces: the first one leaves it in the table, and its ends in
// `edge`.
static int midpoint(Shape* s, const ig_Table* table, uint64_t* edge, int a, int b) {
  uint64_t ends = a < b ? ((uint64_t)a << 32) | (uint64_t)b : ((uint64_t)b << 32) | (uint64_t)a;
  uintptr_t* slot = ig_table_first(table, ig_hash_bits(0, ends));
  while (*slot && edge[*slot - 1] != ends) slot = ig_table_next(table, slot);
  if (*slot) return (int)*slot - 1;
  const float *u = s->m.vert.item + 3 * a, *w = s->m.vert.item + 3 * b;
  float x = (u[0] + w[0]) / 2.0f, y = (u[1] + w[1]) / 2.0f, z = (u[2] + w[2]) / 2.0f;
  float norm = sqrtf(x * x + y * y + z * z);
  int vertex = s->m.vert.n / 3;
  edge[vertex] = ends;
  *slot = (uintptr_t)vertex + 1;
  add_vertex(s, x / norm, y / norm, z / norm);
  return vertex;
}

// four faces for one; a closed surface has three edges for two faces
static bool subdivide(Shape* s) {
  int nface = s->m.face.n / 3, nedge = 3 * nface / 2, nvert = s->m.vert.n / 3 + nedge;
  size_t slots = ig_table_slots((size_t)nedge);
  uintptr_t* memory = ig_try_alloc(slots * sizeof(uintptr_t));
  uint64_t* edge = ig_try_alloc((size_t)nvert * sizeof(uint64_t));
  int* old = ig_try_alloc((size_t)s->m.face.n * sizeof(int));
  bool good = memory && edge && old;
  if (good) {
    ig_Table table = ig_table_in(memory, slots);
    memcpy(old, s->m.face.item, (size_t)s->m.face.n * sizeof(int));
    s->m.face.n = 0;
    for (int i = 0; i < nface; i++) {
      const int* v = old + 3 * i;
      int m[3];
      for (int k = 0; k < 3; k++) m[k] = midpoint(s, &table, edge, v[k], v[(k + 1) % 3]);
      for (int k = 0; k < 3; k++) add_face(s, v[k], m[k], m[(k + 2) % 3]);
      add_face(s, m[0], m[1], m[2]);
    }
  }
  ig_free(memory);
  ig_free(edge);
  ig_free(old);
  return good || ig_mesh_fail(&s->m, "not enough memory");
}

static bool make_sphere(Shape* s, const double* p) {
  int times = (int)p[0];
  if (times < 0) return ig_mesh_fail(&s->m, "Sphere subdivision cannot be negative, is %d", times);
  if (times > 4) return ig_mesh_fail(&s->m, "Sphere subdivision is 4 at most, not %d", times);
  int nface = 20 << (2 * times);
  if (!make_room(s, nface / 2 + 2, 0, nface)) return false;
  add_icosahedron(s);
  for (int i = 0; i < 20; i++) add_face(s, icosahedron[i][0], icosahedron[i][1], icosahedron[i][2]);
  for (int i = 0; i < times; i++) {
    if (!subdivide(s)) return false;
  }
  return true;
}

// ------------------------------------------------ superquadrics

// |f|^power with the sign of f
static double signed_power(double f, double power) { return copysign(ig_pow(fabs(f), power), f); }
static double super_cos(double angle, double power) { return signed_power(ig_cos(angle), power); }
static double super_sin(double angle, double power) { return signed_power(ig_sin(angle), power); }

// two triangles of the cell between two columns and two rows
static void add_cell(Shape* s, int a, int b, int c, int d) {
  add_face(s, a, b, d);
  add_face(s, b, c, d);
}

static bool make_supersphere(Shape* s, const double* p) {
  int n = (int)p[0];
  double east = p[1], north = p[2];
  if (n < 3) return ig_mesh_fail(&s->m, "Supersphere resolution is 3 at least, not %d", n);
  if (!(east >= 0)) return ig_mesh_fail(&s->m, "Supersphere 'e' cannot be negative, is %g", east);
  if (!(north >= 0)) return ig_mesh_fail(&s->m, "Supersphere 'n' cannot be negative, is %g", north);
  int64_t nvert = (int64_t)(n - 1) * n + 2;
  if (!make_room(s, nvert, 0, (int64_t)2 * n * (n - 1))) return false;

  // rings of n vertices from pole to pole
  add_vertex(s, 0, 0, -1);
  for (int i = 1; i < n; i++) {
    double v = -PI / 2 + i * PI / n;
    for (int j = 0; j < n; j++) {
      double u = -PI + j * 2 * PI / n;
      add_vertex(s, super_cos(v, north) * super_cos(u, east), super_cos(v, north) * super_sin(u, east), super_sin(v, north));
    }
  }
  add_vertex(s, 0, 0, 1);

  for (int j = 0; j < n; j++) add_face(s, 0, 1 + (j + 1) % n, 1 + j);
  for (int i = 0; i < n - 2; i++) {
    int low = 1 + i * n, high = low + n;
    for (int j = 0; j < n; j++) add_cell(s, low + j, low + (j + 1) % n, high + (j + 1) % n, high + j);
  }
  int last = 1 + (n - 2) * n;
  for (int j = 0; j < n; j++) add_face(s, last + j, last + (j + 1) % n, (int)nvert - 1);
  return true;
}

static bool make_supertorus(Shape* s, const double* p) {
  int n = (int)p[0];
  double radius = p[1];
  if (n < 3) return ig_mesh_fail(&s->m, "Supertorus resolution is 3 at least, not %d", n);
  if (!(radius > 0 && radius <= 1)) return ig_mesh_fail(&s->m, "Supertorus radius must be in (0, 1], is %g", radius);
  if (!(p[2] > 0)) return ig_mesh_fail(&s->m, "Supertorus: 's' must be above 0, is %g", p[2]);
  if (!(p[3] > 0)) return ig_mesh_fail(&s->m, "Supertorus: 't' must be above 0, is %g", p[3]);
  if (!make_room(s, (int64_t)n * n, 0, (int64_t)2 * n * n)) return false;
  for (int i = 0; i < n; i++) {
    double u = 2 * PI * i / n;
    for (int j = 0; j < n; j++) {
      double v = 2 * PI * j / n, arm = 1 + radius * super_cos(v, p[2]);
      add_vertex(s, arm * super_cos(u, p[3]), arm * super_sin(u, p[3]), radius * super_sin(v, p[2]));
    }
  }
  for (int i = 0; i < n; i++) {
    int here = i * n, there = (i + 1) % n * n;
    for (int j = 0; j < n; j++) add_cell(s, here + j, there + j, there + (j + 1) % n, here + (j + 1) % n);
  }
  return true;
}

// ------------------------------------------------ grids of points with frames, for touch sensors

// edge of bin i of n over -1..1, squeezed towards the middle, in radians of the field of view
static double bin_edge(double x, double gamma, double fov) {
  if (gamma) x = gamma * (x * x * x * x * x) + (1 - gamma) * x;
  return x * (fov * PI / 180);
}

// middles of n bins; sums of steps, so that they come out as in 3.5.0
static void bin_middles(double* middle, int n, double gamma, double fov) {
  double step = 2.0 / n, x = -1, edge = bin_edge(x, gamma, fov);
  for (int i = 0; i < n; i++) {
    x += step;
    double next = bin_edge(x, gamma, fov);
    middle[i] = 0.5 * (next + edge);
    edge = next;
  }
}

static void add_normal(Shape* s, const double n[3]) {
  for (int k = 0; k < 3; k++) s->m.normal.item[s->m.normal.n++] = (float)n[k];
}

static bool check_grid(Shape* s, const double* p) {
  if ((int)p[0] > 0 && (int)p[1] > 0) return true;
  return ig_mesh_fail(&s->m, "both resolutions must be positive, are %g and %g", p[0], p[1]);
}

static bool make_wedge(Shape* s, const double* p) {
  if (!(p[2] > 0 && p[2] <= 180)) return ig_mesh_fail(&s->m, "fov[0] takes more than 0 and up to 180 degrees, not %g", p[2]);
  if (!(p[3] > 0 && p[3] <= 90)) return ig_mesh_fail(&s->m, "fov[1] takes more than 0 and up to 90 degrees, not %g", p[3]);
  if (!check_grid(s, p)) return false;
  if (!(p[4] >= 0 && p[4] <= 1)) return ig_mesh_fail(&s->m, "gamma takes 0 to 1, not %g", p[4]);
  int nx = (int)p[0], ny = (int)p[1];
  int64_t n = (int64_t)nx * ny;
  double* middle = ig_try_alloc(((size_t)nx + (size_t)ny) * sizeof(double));
  bool good = middle ? make_room(s, n, 3 * n, 0) : ig_mesh_fail(&s->m, "not enough memory");
  if (good) {
    bin_middles(middle, nx, p[4], p[2]);
    bin_middles(middle + nx, ny, p[4], p[3]);
    for (int i = 0; i < nx; i++) {
      for (int j = 0; j < ny; j++) {
        // a point of the unit sphere, and its normal with the tangents along azimuth and elevation
        double sa, ca, se, ce;
        ig_sincos(middle[i], &sa, &ca);
        ig_sincos(middle[nx + j], &se, &ce);
        double along[3] = {ce * ca, 0, ce * sa}, up[3] = {-se * sa, ce, se * ca}, out[3];
        ig_normalize3(along);
        ig_normalize3(up);
        ig_cross(out, up, along);
        add_vertex(s, ce * sa, se, -ce * ca);
        add_normal(s, out);
        add_normal(s, along);
        add_normal(s, up);
      }
    }
  }
  ig_free(middle);
  return good;
}

// flat: it has no volume, so its inertia is that of a shell
static bool make_plate(Shape* s, const double* p) {
  static const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  if (!check_grid(s, p)) return false;
  int nx = (int)p[0], ny = (int)p[1];
  int64_t n = (int64_t)nx * ny;
  if (!make_room(s, n, 3 * n, 2 * n)) return false;
  double dx = 2. / nx, dy = 2. / ny;
  for (int i = 0; i < nx; i++) {
    for (int j = 0; j < ny; j++) {
      add_vertex(s, -1 + (i + 0.5) * dx, -1 + (j + 0.5) * dy, -1);
      for (int k = 0; k < 3; k++) add_normal(s, axes[k]);
    }
  }
  for (int i = 0; i + 1 < nx; i++) {
    for (int j = 0; j + 1 < ny; j++) {
      int a = i * ny + j, b = a + ny;
      add_face(s, a, b, a + 1);
      add_face(s, b + 1, a + 1, b);
    }
  }
  s->mesh->inertia = mjMESH_INERTIA_SHELL;
  return true;
}

// a cone or a truncated one; its faces are those of the hull
static bool make_cone(Shape* s, const double* p) {
  int n = (int)p[0];
  if (n < 0) return ig_mesh_fail(&s->m, "Cone needs a number of edges, not %d", n);
  if (!make_room(s, (int64_t)2 * n + 1, 0, 0)) return false;
  for (int i = 0; i < n; i++) add_vertex(s, ig_cos(2 * i * PI / n), ig_sin(2 * i * PI / n), -1);
  for (int i = n; p[1] > 0 && i < 2 * n; i++) add_vertex(s, p[1] * ig_cos(2 * i * PI / n), p[1] * ig_sin(2 * i * PI / n), 1);
  if (!(p[1] > 0)) add_vertex(s, 0, 0, 1);
  return true;
}

// ------------------------------------------------ the public function

static const struct {
  mjtMeshBuiltin type;
  const char* name;
  int nparam;
  bool (*make)(Shape* s, const double* p);
} shapes[] = {
    {mjMESH_BUILTIN_SPHERE, "Sphere", 1, make_sphere},
    {mjMESH_BUILTIN_HEMISPHERE, "Hemisphere", 1, make_hemisphere},
    {mjMESH_BUILTIN_CONE, "Cone", 2, make_cone},
    {mjMESH_BUILTIN_SUPERSPHERE, "Supersphere", 3, make_supersphere},
    {mjMESH_BUILTIN_SUPERTORUS, "Supertorus", 4, make_supertorus},
    {mjMESH_BUILTIN_WEDGE, "Wedge", 5, make_wedge},
    {mjMESH_BUILTIN_PLATE, "Plate", 2, make_plate},
};

// parameters that are no numbers fit no range, and large ones no int
static bool check_params(Shape* s, const char* name, const double* p, int n, int needed) {
  if (n != needed)
    return ig_mesh_fail(&s->m, "%s builtin mesh type requires %d parameter%s, has %d", name, needed, needed > 1 ? "s" : "", n);
  const double limit = 1e9;
  for (int i = 0; i < n; i++) {
    if (!(fabs(p[i]) < limit)) return ig_mesh_fail(&s->m, "%s mesh: parameter %d can not be %g", name, i, p[i]);
  }
  return true;
}

int ig_make_builtin_mesh(mjsMesh* mesh, mjtMeshBuiltin builtin, double* params, int nparams) {
  ig_Spec* spec = ig_el(mesh->element)->spec;
  for (size_t k = 0; k < sizeof(shapes) / sizeof(*shapes); k++) {
    if (shapes[k].type != builtin) continue;
    Shape s = {.mesh = mesh};
    bool good = check_params(&s, shapes[k].name, params, nparams, shapes[k].nparam) && shapes[k].make(&s, params);
    if (good) {
      ig_set_floats(mesh->uservert, s.m.vert.item, s.m.vert.n);
      if (s.m.normal.n) ig_set_floats(mesh->usernormal, s.m.normal.item, s.m.normal.n);
      if (shapes[k].type == mjMESH_BUILTIN_PLATE || s.m.face.n) ig_set_ints(mesh->userface, s.m.face.item, s.m.face.n);
    } else {
      ig_spec_fail(spec, NULL, "%s", s.m.error);
    }
    ig_mesh_file_free(&s.m);
    return good ? 0 : -1;
  }
  ig_spec_fail(spec, NULL, "no built-in mesh is of this type");
  return 1;
}
