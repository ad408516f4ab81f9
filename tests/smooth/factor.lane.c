// SPDX-License-Identifier: Apache-2.0
#include "smooth/factor.h"

#include "factor.h"

extern ig_FactorRun IG_NAME(ig_factor_case);
void IG_NAME(ig_factor_case)(const ig_FactorCase* c, bool in_place, int first, ig_FactorResult* result) {
  static real from[ig_factor_entries_most], mat[ig_factor_entries_most], inverse[ig_factor_rows_most], x[ig_factor_rows_most];
  ig_Pattern pattern = {c->rownnz, c->rowadr, c->colind};
  ig_Subset rows = {NULL, c->nv};
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    for (int k = 0; k < c->nnz; k++) ig_set_lane(from + k, lane, c->mat[k] * (1 + (first + lane) / 16.));
    for (int k = 0; k < c->nv; k++) ig_set_lane(x + k, lane, c->rhs[k]);
  }
  ig_zero_reals(mat, c->nnz);
  IG_NAME(ig_factor_rows)(in_place ? from : mat, from, inverse, rows, pattern);
  const real* factors = in_place ? from : mat;
  IG_NAME(ig_solve_rows)(x, factors, inverse, c->nv, 1, rows, pattern);
  for (int lane = 0; lane < IG_WIDTH; lane++) {
    ig_lane_store(result[first + lane].factors, factors, c->nnz, lane);
    ig_lane_store(result[first + lane].inverse, inverse, c->nv, lane);
    ig_lane_store(result[first + lane].x, x, c->nv, lane);
  }
}
