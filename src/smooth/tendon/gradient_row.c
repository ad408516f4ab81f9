// SPDX-License-Identifier: Apache-2.0
#include "smooth/tendon/gradient_row.h"

#include <limits.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "math/vec3.h"
#include "model/stack.h"

ig_GradientRow ig_gradient_row(const mjModel* m, mjData* d) {
  ig_GradientRow row = {IG_SCRATCH(d, m->nv, mjtNum), ig_stack_take(d, m->nv, 1), INT_MAX, -1};
  if (m->nv) {
    memset(row.value, 0, sizeof(mjtNum) * m->nv);
    memset(row.mark, 0, m->nv);
  }
  return row;
}

void ig_row_add_pair(const mjModel* m, const mjData* d, ig_GradientRow* row, ig_BodyPoint a, ig_BodyPoint b,
                     const mjtNum direction[3], mjtNum scale) {
  ig_ChainPair pair = ig_chain_pair(m, a.body, b.body);
  for (int dof; (dof = ig_chain_next(m, &pair)) >= 0;) {
    mjtNum column[3];
    ig_pair_column(m, d, column, &pair, dof, a, b);
    ig_row_add(row, dof, scale * ig_dot3(column, direction));
  }
}

void ig_row_add_distance(const mjModel* m, const mjData* d, ig_GradientRow* row, ig_BodyPoint a, ig_BodyPoint b, mjtNum scale) {
  mjtNum direction[3];
  ig_sub3(direction, b.pos, a.pos);
  ig_normalize3(direction);
  ig_row_add_pair(m, d, row, a, b, direction, scale);
}

// in ascending order, and the row is clean again afterwards: only what was touched is visited
int ig_row_pack(ig_GradientRow* row, bool keep_zeros, mjtNum* value, int* colind) {
  int n = 0;
  for (int dof = row->low; dof <= row->high; dof++) {
    if (!row->mark[dof]) continue;
    if (keep_zeros || row->value[dof]) {
      value[n] = row->value[dof];
      colind[n++] = dof;
    }
    row->value[dof] = 0;
    row->mark[dof] = 0;
  }
  row->low = INT_MAX;
  row->high = -1;
  return n;
}
