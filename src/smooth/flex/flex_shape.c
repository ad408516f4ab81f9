// SPDX-License-Identifier: Apache-2.0
#include "smooth/flex/flex_shape.h"

#include <string.h>

#include "math/vec3.h"

mjtNum ig_flex_weight(const mjtNum x[3], int node, int order) {
  int n = order + 1;
  ig_LineShape sx = ig_line_shape(x[0], order), sy = ig_line_shape(x[1], order), sz = ig_line_shape(x[2], order);
  return sz.value[node % n] * sy.value[node / n % n] * sx.value[node / (n * n)];
}

void ig_flex_interpolate(mjtNum result[3], const mjtNum x[3], const mjtNum* node, int order) {
  ig_LineShape sx = ig_line_shape(x[0], order), sy = ig_line_shape(x[1], order), sz = ig_line_shape(x[2], order);
  ig_zero3(result);
  for (int i = 0; i <= order; i++) {
    for (int j = 0; j <= order; j++) {
      for (int k = 0; k <= order; k++, node += 3) ig_addtoscl3(result, node, sz.value[k] * sy.value[j] * sx.value[i]);
    }
  }
}

void ig_flex_gradient(mjtNum gradient[9], const mjtNum x[3], const mjtNum* node, int order) {
  ig_LineShape sx = ig_line_shape(x[0], order), sy = ig_line_shape(x[1], order), sz = ig_line_shape(x[2], order);
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
