// SPDX-License-Identifier: Apache-2.0
// The dual problem: forces f of the rows that minimise f^T A f / 2 + f^T b within their bounds and cones, A = J M^-1 J^T + R.
// Projected Gauss-Seidel (PGS) changes one row or one cone at a time; noslip does the same for friction alone, without R.
#ifndef INGOT_SOLVE_DUAL_H_
#define INGOT_SOLVE_DUAL_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "lane/lane.h"
#include "lane/slot.h"

// what a contact slot is in a lane
enum { IG_NO_CONTACT, IG_FRICTIONLESS, IG_PYRAMID, IG_ELLIPSE };
typedef struct {
  ig_Index kind, dim;
  IG_SLOT(num) mu, friction[5];
} ig_DualContact;

// Rows in their order: equalities [0, ne), friction losses [ne, nf), limits [nf, nl), then the contacts, slot k from
// slot_row[k] to slot_row[k + 1]. In lanes each part is as long as in the longest lane; rows that a lane has not got are
// zeros without bounds, which stay as they are.
typedef struct {
  int n, ne, nf, nl, nslot;
  int end;  // of the rows that lanes which go on have
  ig_Index* slot_row;
  ig_DualContact* contact;   // IG_WIDTH for each slot
  ig_Index *alone, *cones;   // of each slot, as bits: lanes whose rows stand on their own, and lanes with an elliptic cone
  real *b, *R, *low, *high;  // bounds of rows that stand on their own
  real *force, *residual;    // residual = b + A force, kept up to date
  real *inverse, *diagonal;  // of rows on their own: one over A(i, i), and one over that; inverse 0 for the others
  real* normal_inverse;      // one over A(i, i), for all rows

  // A: a square, or at width 1 sparse rows when rownnz is given
  const real* A;
  const int *rownnz, *rowadr, *colind;

  // of each lane
  int nproblem;
  int lane_ne[IG_LANES], lane_nf[IG_LANES], lane_nl[IG_LANES];
  num scale[IG_LANES];
  mjSolverStat* stat[IG_LANES];  // of the first iterations, `nstat` of them
  int nstat[IG_LANES], iterations[IG_LANES];
  real *state, *old_state;
} ig_Dual;

// residual, diagonals and bounds from A, b, R, force, the parts and `loss` (of friction losses); noslip: A without R
void IG_NAME(ig_dual_start)(ig_Dual* s, const real* loss, bool noslip);

// Until the improvement is below the tolerance. Forces, states and iterations of a lane are left alone once it has ended.
void IG_NAME(ig_dual_pgs)(ig_Dual* s, int limit, num tolerance);
void IG_NAME(ig_dual_noslip)(ig_Dual* s, int limit, num tolerance);

#endif  // INGOT_SOLVE_DUAL_H_
