// SPDX-License-Identifier: Apache-2.0
// The rows of a problem in the solver's own layout, padded so that its parts start at multiples of four:
//
//   [0, ne)   equalities          a quadratic everywhere
//   [ne, nf)  friction losses     a quadratic between two bounds, straight lines outside
//   [nf, ni)  inequalities        half a quadratic: limits, and contacts when cones are pyramids
//   [ni, n)   contacts with elliptic cones, each from a multiple of four on; those without friction are cones of dimension 1
//
// Rows that pad have no Jacobian and no stiffness: cost and force are exact zeros. In lanes the parts are as long as in
// the longest lane, so that the rows of a part are of one kind in all of them.
#ifndef INGOT_SOLVE_ROWS_H_
#define INGOT_SOLVE_ROWS_H_

#include <stdbool.h>

#include "lane/crew.h"
#include "lane/lane.h"
#include "lane/slot.h"

typedef struct {
  ig_Index row, dim;  // first row, and dimension: the largest of the lanes
} ig_Cone;

typedef struct {
  int ne, nf, ni, n;
  int ncone;
  IG_POINTER(ig_Cone) cone;
  IG_POINTER(real) D;
  IG_POINTER(real) aref;
  IG_POINTER(real) R;  // this and loss: read in [ne, nf) only
  IG_POINTER(real) loss;
  IG_POINTER(real) scale;  // of cones, 6 each: mu and the friction coefficients, 0 past the lane's dimension
  IG_POINTER(real) dim;    // of cones: of each lane, 0 where it has no such contact
  IG_POINTER(real) C;      // of cones, 36 each: Hessian of the cost, when asked for
  IG_POINTER(real) force;
  IG_POINTER(real) state;
  int lane_ne[IG_LANES], lane_nf[IG_LANES];  // equalities and friction losses without padding
} ig_Rows;

// zones of a row, as numbers: mjtConstraintState
enum { IG_SATISFIED, IG_QUADRATIC, IG_LINEAR_NEG, IG_LINEAR_POS, IG_CONE };

#endif  // INGOT_SOLVE_ROWS_H_
