#include "smooth/gradient_row.h"

#include <limits.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "math/vec3.h"

ig_GradientRow ig_gradient_row(const mjModel* m, mjData* d) {
  ig_GradientRow row = {mj_stackAllocNum(d, m->nv), mj_stackAllocByte(d, m->nv, 1), INT_MAX, -1};
  memset(row.value, 0, sizeof(mjtNum) * m->nv);
  memset(row.mark, 0, m->nv);
  return row;
}

static void offset_of(mjtNum offset[3], const mjModel* m, const mjData* d, ig_BodyPoint p) {
  ig_sub3(offset, p.pos, d->subtree_com + 3 * m->body_rootid[p.body]);
}

void ig_row_add_pair(const mjModel* m, const mjData* d, ig_GradientRow* row, ig_BodyPoint a, ig_BodyPoint b,
                     const mjtNum direction[3], mjtNum scale) {
  mjtNum offset_a[3], offset_b[3];
  offset_of(offset_a, m, d, a);
  offset_of(offset_b, m, d, b);

  // up both chains at once, the later dof first: where they have met, a dof moves both points
  int dof_a = ig_last_dof(m, a.body), dof_b = ig_last_dof(m, b.body);
  while (dof_a >= 0 || dof_b >= 0) {
    int dof = dof_a > dof_b ? dof_a : dof_b;
    mjtNum dif[3] = {0, 0, 0};
    if (dof_b == dof) {
      ig_point_column(dif, d->cdof + 6 * dof, offset_b);
      dof_b = m->dof_parentid[dof];
    }
    if (dof_a == dof) {
      mjtNum column[3];
      ig_point_column(column, d->cdof + 6 * dof, offset_a);
      ig_subfrom3(dif, column);
      dof_a = m->dof_parentid[dof];
    }
    ig_row_add(row, dof, scale * ig_dot3(dif, direction));
  }
}

void ig_row_add_distance(const mjModel* m, const mjData* d, ig_GradientRow* row, ig_BodyPoint a, ig_BodyPoint b, mjtNum scale) {
  mjtNum direction[3];
  ig_sub3(direction, b.pos, a.pos);
  ig_normalize3(direction);
  ig_row_add_pair(m, d, row, a, b, direction, scale);
}

int ig_row_pack(ig_GradientRow* row, mjtNum* value, int* colind) {
  int n = 0;
  for (int dof = row->low; dof <= row->high; dof++) {
    if (!row->mark[dof]) continue;
    value[n] = row->value[dof];
    colind[n++] = dof;
    row->value[dof] = 0;
    row->mark[dof] = 0;
  }
  row->low = INT_MAX;
  row->high = -1;
  return n;
}

int ig_row_pack_nonzero(ig_GradientRow* row, int nv, mjtNum* value, int* colind) {
  int n = 0;
  for (int dof = 0; dof < nv; dof++) {
    if (row->value[dof]) {
      value[n] = row->value[dof];
      colind[n++] = dof;
    }
    row->value[dof] = 0;
  }
  return n;
}
