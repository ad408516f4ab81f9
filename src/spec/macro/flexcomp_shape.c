// SPDX-License-Identifier: Apache-2.0
#include "spec/macro/flexcomp_shape.h"

#include <math.h>
#include <stdlib.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "lane/elementary.h"
#include "spec/pose.h"

static void add_point(ig_Flexcomp* f, double x, double y, double z) {
  ig_vec_append(&f->point, (double[]){x, y, z}, 3, sizeof(double));
}

static void add_texcoord(ig_Flexcomp* f, double u, double v) {
  ig_vec_append(&f->texcoord, (float[]){(float)u, (float)v}, 2, sizeof(float));
}

static void add_element(ig_Flexcomp* f, const int* id, int n) { ig_vec_append(&f->element, id, (size_t)n, sizeof(int)); }

static bool needs_texcoord(const ig_Flexcomp* f) {
  return !IG_COUNT(float, &f->texcoord) && !ig_text_empty(f->def->s.flex->material);
}

// place of grid line i in [0, 1]
static double fraction(const ig_Flexcomp* f, int axis, int i) {
  return i / (double)(f->count[axis] > 2 ? f->count[axis] - 1 : 1);
}

// place of grid line i, the grid being centred
static double centred(const ig_Flexcomp* f, int axis, int i) { return f->spacing[axis] * (i - 0.5 * (f->count[axis] - 1)); }

// ------------------------------------------------ grids

static void make_circle(ig_Flexcomp* f) {
  int n = f->count[0] - 1;
  double theta = 2 * mjPI / n;
  double radius = f->spacing[0] / ig_sin(theta / 2) / 2;
  for (int i = 0; i < n; i++) {
    add_point(f, radius * ig_cos(theta * i), radius * ig_sin(theta * i), 0);
    add_element(f, (int[]){i, i == n - 1 ? 0 : i + 1}, 2);
  }
}

static void make_line(ig_Flexcomp* f) {
  for (int i = 0; i < f->count[0]; i++) {
    add_point(f, centred(f, 0, i), 0, 0);
    if (i < f->count[0] - 1) add_element(f, (int[]){i, i + 1}, 2);
  }
}

// squares of two triangles; on a disc the diagonals point to the centre
static void make_sheet(ig_Flexcomp* f, bool texcoord) {
  const int *n = f->count, step = n[2];
  for (int ix = 0; ix < n[0]; ix++) {
    for (int iy = 0; iy < n[1]; iy++) {
      double x = centred(f, 0, ix), y = centred(f, 1, iy);
      add_point(f, x, y, 0);
      if (texcoord) add_texcoord(f, fraction(f, 0, ix), fraction(f, 1, iy));
      if (ix == n[0] - 1 || iy == n[1] - 1) continue;
      int a = step * (n[1] * ix + iy), b = step * (n[1] * (ix + 1) + iy), c = b + step, d = a + step;
      bool left_up = x < -IG_EPS && y > -IG_EPS, right_down = x > -IG_EPS && y < -IG_EPS;
      if (f->type == IG_FLEXCOMP_DISC && (left_up || right_down)) {
        add_element(f, (int[]){a, b, d, b, c, d}, 6);
      } else {
        add_element(f, (int[]){a, b, c, a, c, d}, 6);
      }
    }
  }
}

// cubes of six tetrahedra
static void make_solid(ig_Flexcomp* f, bool texcoord) {
  static const int tet[6][4] = {{0, 3, 1, 7}, {0, 1, 4, 7}, {1, 3, 2, 7}, {1, 2, 6, 7}, {1, 5, 4, 7}, {1, 6, 5, 7}};
  static const int corner[8][3] = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}};
  const int* n = f->count;
  for (int ix = 0; ix < n[0]; ix++) {
    for (int iy = 0; iy < n[1]; iy++) {
      for (int iz = 0; iz < n[2]; iz++) {
        add_point(f, centred(f, 0, ix), centred(f, 1, iy), centred(f, 2, iz));
        if (texcoord) add_texcoord(f, fraction(f, 0, ix), fraction(f, 1, iy));
        if (ix == n[0] - 1 || iy == n[1] - 1 || iz == n[2] - 1) continue;
        int id[24];
        for (int k = 0; k < 24; k++) {
          const int* at = corner[tet[k / 4][k % 4]];
          id[k] = (n[1] * (ix + at[0]) + iy + at[1]) * n[2] + iz + at[2];
        }
        add_element(f, id, 24);
      }
    }
  }
}

const char* ig_flexcomp_grid(ig_Flexcomp* f) {
  bool texcoord = needs_texcoord(f);
  int dim = f->def->s.flex->dim;
  if (dim == 1 && f->type == IG_FLEXCOMP_CIRCLE) {
    make_circle(f);
  } else if (dim == 1) {
    make_line(f);
  } else if (dim == 2) {
    make_sheet(f, texcoord);
  } else {
    make_solid(f, texcoord);
  }
  return IG_COUNT(int, &f->element) ? NULL : "'count' is too small for a single element of this dim";
}

// square rings become circles
static void to_circle(double* pos, const double size[2]) {
  double ring = mjMAX(fabs(pos[0]), fabs(pos[1]));
  ig_make_unit(pos, 2);
  pos[0] *= size[0] * ring;
  pos[1] *= size[1] * ring;
}

const char* ig_flexcomp_square(ig_Flexcomp* f) {
  f->def->s.flex->dim = 2;
  const char* wrong = ig_flexcomp_grid(f);
  if (wrong || f->type != IG_FLEXCOMP_DISC) return wrong;
  const double size[2] = {0.5 * f->spacing[0] * (f->count[0] - 1), 0.5 * f->spacing[1] * (f->count[1] - 1)};
  for (int i = 0, n = IG_COUNT(double, &f->point) / 3; i < n; i++) to_circle(IG_ITEMS(double, &f->point) + 3 * i, size);
  return NULL;
}

// ------------------------------------------------ surfaces

// the three pairs of sides: the axis across a side, and the two along it in the order of the loops
static const int sides[3][3] = {{2, 0, 1}, {1, 0, 2}, {0, 1, 2}};

// a 2D surface is open at the top: it has no upper side, but the rim belongs to the walls
typedef struct Surface_ {
  ig_Flexcomp* f;
  int dim;
  int* id;  // of the points, by place in the grid
  int next;
} Surface;

static int* place(const Surface* s, const int at[3]) {
  const int* n = s->f->count;
  return s->id + (at[0] * n[1] + at[1]) * n[2] + at[2];
}

// does a point belong to this side, rather than to one that came before?
static bool owned(const Surface* s, int side, const int at[3]) {
  const int* n = s->f->count;
  if (side == 0) return s->dim == 3 || at[2] == 0;
  if (at[2] == 0 || (s->dim == 3 && at[2] == n[2] - 1)) return false;
  return side == 1 || (at[1] > 0 && at[1] < n[1] - 1);
}

static void add_side_points(Surface* s, int side, bool texcoord) {
  ig_Flexcomp* f = s->f;
  int across = sides[side][0], u = sides[side][1], v = sides[side][2], at[3];
  for (at[across] = 0; at[across] < f->count[across]; at[across] += f->count[across] - 1) {
    for (at[u] = 0; at[u] < f->count[u]; at[u]++) {
      for (at[v] = 0; at[v] < f->count[v]; at[v]++) {
        if (!owned(s, side, at)) continue;
        // from the surface of the cube [-1, 1]^3 to the shape
        double pos[3], size[3];
        for (int k = 0; k < 3; k++) {
          pos[k] = 2.0 * at[k] / (f->count[k] - 1) - 1;
          size[k] = 0.5 * f->spacing[k] * (f->count[k] - 1);
        }
        if (f->type == IG_FLEXCOMP_CYLINDER) {
          to_circle(pos, size);
          pos[2] *= size[2];
        } else {
          if (f->type == IG_FLEXCOMP_ELLIPSOID) ig_make_unit(pos, 3);
          for (int k = 0; k < 3; k++) pos[k] *= size[k];
        }
        add_point(f, pos[0], pos[1], pos[2]);
        *place(s, at) = s->next++;
        if (texcoord) add_texcoord(f, fraction(f, u, at[u]), fraction(f, v, at[v]));
      }
    }
  }
}

// corner of a square: its first, moved along u and v
static int corner(const Surface* s, const int at[3], int u, int du, int v, int dv) {
  int to[3] = {at[0], at[1], at[2]};
  to[u] += du;
  to[v] += dv;
  return *place(s, to);
}

// two tetrahedra with the centre, or two triangles that face outward
static void add_square(const Surface* s, int side, const int at[3]) {
  int u = sides[side][1], v = sides[side][2];
  int a = corner(s, at, u, 0, v, 0), b = corner(s, at, u, 1, v, 0), c = corner(s, at, u, 1, v, 1), d = corner(s, at, u, 0, v, 1);
  if (s->dim == 3) {
    add_element(s->f, (int[]){0, a, b, c, 0, a, d, c}, 8);
    return;
  }
  bool far = at[sides[side][0]] != 0;
  if (side == 0) {
    add_element(s->f, (int[]){a, c, b, a, d, c}, 6);
  } else if (far == (side == 2)) {
    add_element(s->f, (int[]){a, b, c, a, c, d}, 6);
  } else {
    add_element(s->f, (int[]){b, a, d, b, d, c}, 6);
  }
}

static void add_side_squares(Surface* s, int side) {
  ig_Flexcomp* f = s->f;
  int across = sides[side][0], u = sides[side][1], v = sides[side][2], at[3];
  for (at[across] = 0; at[across] < f->count[across]; at[across] += f->count[across] - 1) {
    if (side == 0 && s->dim == 2 && at[2] != 0) continue;
    for (at[u] = 0; at[u] < f->count[u] - 1; at[u]++) {
      for (at[v] = 0; at[v] < f->count[v] - 1; at[v]++) add_square(s, side, at);
    }
  }
}

const char* ig_flexcomp_box(ig_Flexcomp* f) {
  const int* n = f->count;
  bool texcoord = needs_texcoord(f);
  if (n[0] < 2 || n[1] < 2 || n[2] < 2) return "Count too small: at least 2 in each direction";
  Surface s = {f, f->def->s.flex->dim, ig_spec_alloc((size_t)n[0] * (size_t)n[1] * (size_t)n[2] * sizeof(int)), 0};
  if (!s.id) return "out of memory";
  if (s.dim == 3) {
    add_point(f, 0, 0, 0);
    s.next = 1;
  }
  if (texcoord) add_texcoord(f, 0, 0);
  for (int side = 0; side < 3; side++) add_side_points(&s, side, texcoord);
  for (int side = 0; side < 3; side++) add_side_squares(&s, side);
  ig_free(s.id);
  return NULL;
}
