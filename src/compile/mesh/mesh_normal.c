// SPDX-License-Identifier: Apache-2.0
#include "compile/mesh/mesh_normal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/vec3.h"
#include "spec/pose.h"

// cosine of the largest angle between a face and a vertex normal that it counts for
static const double sharp = 0.8;
static const double tiny = 1e-15;

// unit normal and twice the area; a face that is too small has no area
static double face_normal(double n[3], const double* vert, const int* face) {
  const double *a = vert + 3 * face[0], *b = vert + 3 * face[1], *c = vert + 3 * face[2];
  double ab[3], ac[3];
  ig_sub3(ab, b, a);
  ig_sub3(ac, c, a);
  ig_cross(n, ab, ac);
  return ig_make_unit(n, 3);
}

static void add_weighted(float* to, const double n[3], double area) {
  for (int k = 0; k < 3; k++) to[k] = (float)(to[k] + n[k] * area);
}

static bool leave_out_sharp(float* normal, const double* vert, int nvert, const int* face, int nface) {
  size_t bytes = 3 * (size_t)nvert * sizeof(float);
  float* out = ig_try_alloc(bytes);
  if (!out) return false;
  memset(out, 0, bytes);
  for (int i = 0; i < nface; i++) {
    double n[3], area = face_normal(n, vert, face + 3 * i);
    for (int j = 0; j < 3; j++) {
      int v = 3 * face[3 * i + j];
      double mean[3] = {normal[v], normal[v + 1], normal[v + 2]};
      ig_make_unit(mean, 3);
      if (ig_dot3(n, mean) < sharp) add_weighted(out + v, n, area);
    }
  }
  for (int i = 0; i < 3 * nvert; i++) normal[i] -= out[i];
  ig_free(out);
  return true;
}

bool ig_vertex_normals(float* normal, const double* vert, int nvert, const int* face, int nface, bool smooth) {
  memset(normal, 0, 3 * (size_t)nvert * sizeof(float));
  for (int i = 0; i < nface; i++) {
    double n[3], area = face_normal(n, vert, face + 3 * i);
    for (int j = 0; j < 3; j++) add_weighted(normal + 3 * face[3 * i + j], n, area);
  }
  if (!smooth && !leave_out_sharp(normal, vert, nvert, face, nface)) return false;

  for (int i = 0; i < nvert; i++) {
    float* n = normal + 3 * i;
    float length = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (length > tiny) {
      for (int k = 0; k < 3; k++) n[k] /= length;
    } else {
      n[0] = n[1] = 0;
      n[2] = 1;
    }
  }
  return true;
}
