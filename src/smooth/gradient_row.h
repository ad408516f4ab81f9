// A row of a Jacobian while it is being summed over dofs: of a tendon's length, an actuator's length.
// Sums go to a dense array of nv numbers; the touched dofs are marked, so that the row can be packed.
#ifndef INGOT_SMOOTH_GRADIENT_ROW_H_
#define INGOT_SMOOTH_GRADIENT_ROW_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

#include "lane/lane.h"

typedef struct {
  mjtNum* value;   // nv sums
  mjtByte* mark;   // nv: dof is part of the row; NULL: nobody asks
  int low, high;   // range of dofs with a mark; low > high when there is none
} ig_GradientRow;

// a point of the world that moves with a body
typedef struct {
  const mjtNum* pos;
  int body;
} ig_BodyPoint;

// scratch from the stack of d (the caller has marked it), all zero
ig_GradientRow ig_gradient_row(const mjModel* m, mjData* d);

IG_INLINE void ig_row_add(ig_GradientRow* row, int dof, mjtNum value) {
  row->value[dof] += value;
  if (row->mark) {
    row->mark[dof] = 1;
    row->low = dof < row->low ? dof : row->low;
    row->high = dof > row->high ? dof : row->high;
  }
}

// the last dof that moves a body; negative for the world and what is fixed to it
IG_INLINE int ig_last_dof(const mjModel* m, int body) {
  int b = m->body_weldid[body];
  return b ? m->body_dofadr[b] + m->body_dofnum[b] - 1 : -1;
}

// column of the translational Jacobian: velocity of the point at offset from the tree's centre per unit of the dof
IG_INLINE void ig_point_column(mjtNum column[3], const mjtNum cdof[6], const mjtNum offset[3]) {
  column[0] = cdof[3] + (cdof[1] * offset[2] - cdof[2] * offset[1]);
  column[1] = cdof[4] + (cdof[2] * offset[0] - cdof[0] * offset[2]);
  column[2] = cdof[5] + (cdof[0] * offset[1] - cdof[1] * offset[0]);
}

// row += scale * direction . (velocity of b - velocity of a) per dof
void ig_row_add_pair(const mjModel* m, const mjData* d, ig_GradientRow* row, ig_BodyPoint a, ig_BodyPoint b,
                     const mjtNum direction[3], mjtNum scale);

// row += scale * gradient of the distance of a and b
void ig_row_add_distance(const mjModel* m, const mjData* d, ig_GradientRow* row, ig_BodyPoint a, ig_BodyPoint b, mjtNum scale);

// move the marked dofs in ascending order to value and colind, leave the row all zero; returns their number
int ig_row_pack(ig_GradientRow* row, mjtNum* value, int* colind);

// the same for the dofs whose sum is not zero, marked or not
int ig_row_pack_nonzero(ig_GradientRow* row, int nv, mjtNum* value, int* colind);

#endif  // INGOT_SMOOTH_GRADIENT_ROW_H_
