// SPDX-License-Identifier: Apache-2.0
// A walk over all constraint rows that checks their rules; in checked builds only.
#ifndef INGOT_CONSTRAIN_CHECK_ROWS_H_
#define INGOT_CONSTRAIN_CHECK_ROWS_H_

#include <mujoco/mujoco.h>

#ifdef IG_CHECKED
typedef struct {
  int ne, nf, nl, nefc, ncon;
} ig_RowCounts;

// how many rows there are of each kind, and that a row stands among its kind and names an element
void ig_check_row_counts(const ig_RowCounts* count);
void ig_check_row(const mjModel* m, const ig_RowCounts* count, int row, int type, int id);

void ig_check_rows(const mjModel* m, const mjData* d);
#else
static inline void ig_check_rows(const mjModel* m, const mjData* d) { (void)m, (void)d; }
#endif

#endif  // INGOT_CONSTRAIN_CHECK_ROWS_H_
