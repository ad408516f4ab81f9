// SPDX-License-Identifier: Apache-2.0
// The unit shapes with the divisions of MuJoCo's visual settings: quality.numslices, numstacks and numquads.
#include <math.h>

#include "lane/elementary.h"
#include "render/shape.h"

// direction of slice j of n
static void around(float out[2], int j, int n) {
  double angle = 2 * 3.14159265358979323846 * j / n;
  out[0] = (float)ig_cos(angle);
  out[1] = (float)ig_sin(angle);
}

// A cell between slices j and j + 1 and two rings has its corners in the order lower left, lower right, upper right, upper
// left: their directions from the axis. The upper ring is that of corners 2 and 3.
static void cell_corners(float out[4][2], int j, int slices) {
  for (int k = 0; k < 4; k++) around(out[k], j + (k == 1 || k == 2), slices);
}

// half of a unit sphere, shifted along z
static void half_sphere(ig_ShapeBuilder* b, int sign, float shift, int slices, int stacks) {
  if (stacks < 1) stacks = 1;
  for (int i = 0; i < stacks && !b->failed; i++) {
    double e0 = 0.5 * 3.14159265358979323846 * i / stacks, e1 = 0.5 * 3.14159265358979323846 * (i + 1) / stacks;
    float c[2] = {(float)ig_cos(e0), (float)ig_cos(e1)}, s[2] = {(float)(sign * ig_sin(e0)), (float)(sign * ig_sin(e1))};
    bool pole = i == stacks - 1;
    for (int j = 0; j < slices; j++) {
      float d[4][2], n[12];
      int vertex[4];
      cell_corners(d, j, slices);
      for (int k = 0; k < 4; k++) {
        int ring = k / 2;
        if (pole && ring) {
          n[3 * k] = n[3 * k + 1] = 0;
          n[3 * k + 2] = (float)sign;
        } else {
          n[3 * k] = d[k][0] * c[ring];
          n[3 * k + 1] = d[k][1] * c[ring];
          n[3 * k + 2] = s[ring];
        }
        float p[3] = {n[3 * k], n[3 * k + 1], n[3 * k + 2] + shift};
        vertex[k] = ig_shape_vertex(b, p, 1);
      }
      // below the equator the order is the other way round
      if (sign < 0) {
        int swap[4] = {vertex[3], vertex[2], vertex[1], vertex[0]};
        float ns[12];
        for (int k = 0; k < 12; k++) ns[k] = n[3 * (3 - k / 3) + k % 3];
        for (int k = 0; k < 4; k++) vertex[k] = swap[k];
        for (int k = 0; k < 12; k++) n[k] = ns[k];
      }
      if (pole) {
        int first = sign > 0 ? 0 : 1;
        int triangle[3] = {vertex[first], vertex[first + 1], vertex[first + 2]};
        ig_shape_face(b, triangle, n + 3 * first, NULL);
      } else {
        ig_shape_quad(b, vertex, n);
      }
    }
  }
}

static void tube(ig_ShapeBuilder* b, int slices, int stacks) {
  int across = ig_shape_even_grid(b, 1), along = ig_shape_even_grid(b, stacks);
  for (int j = 0; j < slices && !b->failed; j++) {
    float d0[3] = {0}, d1[3] = {0};
    around(d0, j, slices);
    around(d1, j + 1, slices);
    float o[3] = {d0[0], d0[1], -1}, u[3] = {d1[0] - d0[0], d1[1] - d0[1], 0}, v[3] = {0, 0, 2};
    ig_shape_parallelogram(b, o, u, v, d0, d1, across, 1, along, stacks);
  }
}

static void disk(ig_ShapeBuilder* b, float z, float up, int slices, int rings) {
  if (rings < 1) rings = 1;
  int radial = ig_shape_even_grid(b, rings);
  float centre[3] = {0, 0, z}, normal[3] = {0, 0, up};
  for (int j = 0; j < slices && !b->failed; j++) {
    float d0[3] = {0, 0, z}, d1[3] = {0, 0, z};
    around(d0, j, slices);
    around(d1, j + 1, slices);
    ig_shape_fan(b, centre, d0, d1, normal, radial, rings);
  }
}

// side of a cone from the unit circle at z = 0 to the tip at z = 1, in rings
static void cone(ig_ShapeBuilder* b, int slices, int stacks) {
  float scale = sqrtf(0.5f);
  for (int i = 0; i < stacks && !b->failed; i++) {
    float r[2] = {(float)(i + 1) / (float)stacks, (float)i / (float)stacks};
    for (int j = 0; j < slices; j++) {
      float d[4][2], n[12];
      int vertex[4];
      cell_corners(d, j, slices);
      for (int k = 0; k < 4; k++) {
        float p[3] = {d[k][0] * r[k / 2], d[k][1] * r[k / 2], 1 - r[k / 2]};
        vertex[k] = ig_shape_vertex(b, p, 1);
        n[3 * k] = d[k][0] * scale;
        n[3 * k + 1] = d[k][1] * scale;
        n[3 * k + 2] = scale;
      }
      if (i == 0) {  // the tip: one triangle, its normal between those of the sides
        for (int k = 0; k < 3; k++) n[6 + k] = 0.5f * (n[k] + n[3 + k]);
        ig_shape_face(b, vertex, n, NULL);
      } else {
        ig_shape_quad(b, vertex, n);
      }
    }
  }
}

static void box(ig_ShapeBuilder* b, int quads) {
  int grid = ig_shape_even_grid(b, quads);
  for (int axis = 0; axis < 3 && !b->failed; axis++) {
    for (int sign = -1; sign <= 1; sign += 2) {
      int a = (axis + 1) % 3, c = (axis + 2) % 3;
      float o[3] = {-1, -1, -1}, u[3] = {0}, v[3] = {0}, n[3] = {0};
      o[axis] = (float)sign;
      n[axis] = (float)sign;
      // u, v and the normal are right-handed
      u[sign > 0 ? a : c] = 2;
      v[sign > 0 ? c : a] = 2;
      ig_shape_parallelogram(b, o, u, v, n, n, grid, quads, grid, quads);
    }
  }
}

// A truncated cone over the horizon of an infinite plane: transparent at its ends, the colour of haze at the height where a
// sight line from the middle of the top grazes it.
static void haze(ig_ShapeBuilder* b, int slices, float width) {
  double alpha = ig_atan2(1, width), beta = 0.75 * 3.14159265358979323846 - alpha;
  float middle = (float)(sqrt(0.5) * width * ig_sin(alpha) / ig_sin(beta));
  float height[3] = {0, middle, 1}, opacity[3] = {0, 1, 0};
  float normal[12] = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < slices && !b->failed; j++) {
      float d[2][2];
      around(d[0], j, slices);
      around(d[1], j + 1, slices);
      int vertex[4];
      for (int k = 0; k < 4; k++) {
        int side = k == 1 || k == 2, level = i + (k >= 2);
        float reach = 1 - width * (1 - height[level]);
        float p[3] = {d[side][0] * reach, d[side][1] * reach, height[level]};
        vertex[k] = ig_shape_vertex(b, p, opacity[level]);
      }
      ig_shape_quad(b, vertex, normal);
    }
  }
}

static void square(ig_ShapeBuilder* b, int quads) {
  int grid = ig_shape_even_grid(b, quads);
  float o[3] = {-1, -1, 0}, u[3] = {2, 0, 0}, v[3] = {0, 2, 0}, n[3] = {0, 0, 1};
  ig_shape_parallelogram(b, o, u, v, n, n, grid, quads, grid, quads);
}

static void triangle(ig_ShapeBuilder* b) {
  float p[3][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, n[9] = {0, 0, 1, 0, 0, 1, 0, 0, 1};
  int vertex[3];
  for (int k = 0; k < 3; k++) vertex[k] = ig_shape_vertex(b, p[k], 1);
  ig_shape_face(b, vertex, n, NULL);
}

bool ig_shape_unit(ig_DrawShape* out, ig_UnitShape kind, int slices, int stacks, int quads, float haze_width) {
  ig_ShapeBuilder b = {0};
  int half = stacks / 2 > 0 ? stacks / 2 : 1;
  switch (kind) {
    case IG_UNIT_SPHERE:
      half_sphere(&b, -1, 0, slices, half);
      half_sphere(&b, 1, 0, slices, half);
      break;
    case IG_UNIT_DOME: half_sphere(&b, 1, 1, slices, half); break;
    case IG_UNIT_BOWL: half_sphere(&b, -1, -1, slices, half); break;
    case IG_UNIT_CYLINDER:
      disk(&b, -1, -1, slices, half);
      tube(&b, slices, stacks);
      disk(&b, 1, 1, slices, half);
      break;
    case IG_UNIT_TUBE: tube(&b, slices, stacks); break;
    case IG_UNIT_BOX: box(&b, quads); break;
    case IG_UNIT_CONE:
      cone(&b, slices, stacks);
      disk(&b, 0, -1, slices, stacks);
      break;
    case IG_UNIT_HAZE: haze(&b, slices, haze_width); break;
    case IG_UNIT_SQUARE: square(&b, quads); break;
    case IG_UNIT_SKY:
      disk(&b, -1, -1, slices, 1);
      tube(&b, slices, 1);
      disk(&b, 1, 1, slices, 1);
      break;
    case IG_UNIT_TRIANGLE: triangle(&b); break;
    case IG_NUNIT: break;
  }
  if (!ig_shape_finish(&b, out)) return false;
  out->closed = kind != IG_UNIT_HAZE && kind != IG_UNIT_SQUARE && kind != IG_UNIT_SKY && kind != IG_UNIT_TRIANGLE;
  return true;
}
