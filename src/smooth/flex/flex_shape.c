// SPDX-License-Identifier: Apache-2.0
#include "smooth/flex/flex_shape.h"

#include <string.h>

#include "math/vec3.h"

// values and slopes of the one-dimensional functions at s
typedef struct {
  mjtNum value[3], slope[3];
} Shape;

static Shape shape_at(mjtNum s, int order) {
  if (order == 1) return (Shape){{1 - s, s, 0}, {-1, 1, 0}};
  return (Shape){{2 * s * s - 3 * s + 1, 4 * (s - s * s), 2 * s * s - s}, {4 * s - 3, 4 * (1 - 2 * s), 4 * s - 1}};
}

mjtNum ig_flex_weight(const mjtNum x[3], int node, int order) {
  int n = order + 1;
  Shape sx = shape_at(x[0], order), sy = shape_at(x[1], order), sz = shape_at(x[2], order);
  return sz.value[node % n] * sy.value[node / n % n] * sx.value[node / (n * n)];
}

void ig_flex_interpolate(mjtNum result[3], const mjtNum x[3], const mjtNum* node, int order) {
  Shape sx = shape_at(x[0], order), sy = shape_at(x[1], order), sz = shape_at(x[2], order);
  ig_zero3(result);
  for (int i = 0; i <= order; i++) {
    for (int j = 0; j <= order; j++) {
      for (int k = 0; k <= order; k++, node += 3) ig_addtoscl3(result, node, sz.value[k] * sy.value[j] * sx.value[i]);
    }
  }
}

void ig_flex_gradient(mjtNum gradient[9], const mjtNum x[3], const mjtNum* node, int order) {
  Shape sx = shape_at(x[0], order), sy = shape_at(x[1], order), sz = shape_at(x[2], order);
  memset(gradient, 0, 9 * sizeof(mjtNum));
  for (int i = 0; i <= order; i++) {
    for (int j = 0; j <= order; j++) {
      for (int k = 0; k <= order; k++, node += 3) {
        mjtNum weight[3] = {sx.slope[i] * sy.value[j] * sz.value[k], sx.value[i] * sy.slope[j] * sz.value[k],
                            sx.value[i] * sy.value[j] * sz.slope[k]};
        for (int c = 0; c < 3; c++) ig_addtoscl3(gradient + 3 * c, weight, node[c]);
      }
    }
  }
}
