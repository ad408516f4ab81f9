// SPDX-License-Identifier: Apache-2.0
// A row of a Jacobian while it is being summed over dofs: of a tendon's length, an actuator's length.
// Sums go to a dense array of nv numbers; the touched dofs are marked, so that the row can be packed.
#ifndef INGOT_SMOOTH_TENDON_GRADIENT_ROW_H_
#define INGOT_SMOOTH_TENDON_GRADIENT_ROW_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

#include "batch/data.h"
#include "math/vec3.h"
#include "smooth/jacobian.h"

// a point of the world that moves with a body
typedef struct {
  const real* pos;
  int body;
} ig_BodyPoint;

// the dofs that move either of two bodies, from the last to the first: start with the last dof of each
typedef struct {
  int a, b;         // next dof of each chain
  bool of_a, of_b;  // whether the dof just taken moves each body
} ig_ChainPair;

IG_INLINE ig_ChainPair ig_chain_pair(const mjModel* m, int body_a, int body_b) {
  return (ig_ChainPair){ig_last_dof(m, body_a), ig_last_dof(m, body_b), false, false};
}

// negative at the end. Once both chains have met they are one: every dof left moves both bodies.
IG_INLINE int ig_chain_next(const mjModel* m, ig_ChainPair* pair) {
  int dof = pair->a > pair->b ? pair->a : pair->b;
  if (dof < 0) return -1;
  pair->of_a = pair->a == dof;
  pair->of_b = pair->b == dof;
  if (pair->of_a) pair->a = m->dof_parentid[dof];
  if (pair->of_b) pair->b = m->dof_parentid[dof];
  return dof;
}

// column of the translational Jacobian: velocity of the point at offset from the tree's centre per unit of the dof
IG_INLINE void ig_point_column(real column[3], const real cdof[6], const real offset[3]) {
  column[0] = cdof[3] + (cdof[1] * offset[2] - cdof[2] * offset[1]);
  column[1] = cdof[4] + (cdof[2] * offset[0] - cdof[0] * offset[2]);
  column[2] = cdof[5] + (cdof[0] * offset[1] - cdof[1] * offset[0]);
}

// how the vector from a to b moves with the dof that the pair has just taken: b's motion less a's. offset: of a and b from the
// centres of their trees
IG_INLINE void ig_pair_column_at(real column[3], const real cdof[6], const ig_ChainPair* pair, const real offset_a[3],
                                 const real offset_b[3]) {
  real other[3];
  ig_zero3(column);
  if (pair->of_b) ig_point_column(column, cdof, offset_b);
  if (!pair->of_a) return;
  ig_point_column(other, cdof, offset_a);
  for (int k = 0; k < 3; k++) column[k] -= other[k];
}

// the same for points, of the difference of their Jacobians
IG_INLINE void ig_pair_column(const mjModel* m, const ig_Data* d, real column[3], const ig_ChainPair* pair, int dof,
                              ig_BodyPoint a, ig_BodyPoint b) {
  real offset_a[3], offset_b[3];
  ig_sub3(offset_a, a.pos, d->subtree_com + 3 * m->body_rootid[a.body]);
  ig_sub3(offset_b, b.pos, d->subtree_com + 3 * m->body_rootid[b.body]);
  ig_pair_column_at(column, d->cdof + 6 * dof, pair, offset_a, offset_b);
}

#if IG_WIDTH == 1

typedef struct {
  mjtNum* value;  // nv sums
  mjtByte* mark;  // nv: dof is part of the row; NULL: not wanted
  int low, high;  // range of dofs with a mark; low > high when there is none
} ig_GradientRow;

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

// row += scale * direction . (velocity of b - velocity of a) per dof
void ig_row_add_pair(const mjModel* m, const mjData* d, ig_GradientRow* row, ig_BodyPoint a, ig_BodyPoint b,
                     const mjtNum direction[3], mjtNum scale);

// row += scale * gradient of the distance of a and b
void ig_row_add_distance(const mjModel* m, const mjData* d, ig_GradientRow* row, ig_BodyPoint a, ig_BodyPoint b, mjtNum scale);

// move the marked dofs in ascending order to value and colind, leave the row all zero; returns their number.
// Sums that came out as zero are left out unless they are to be kept.
int ig_row_pack(ig_GradientRow* row, bool keep_zeros, mjtNum* value, int* colind);

#endif

#endif  // INGOT_SMOOTH_TENDON_GRADIENT_ROW_H_
