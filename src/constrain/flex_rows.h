// SPDX-License-Identifier: Apache-2.0
// Rows of flexes: equalities of their edges and vertices, and the bodies behind their contacts. Width 1 only.
#ifndef INGOT_CONSTRAIN_FLEX_ROWS_H_
#define INGOT_CONSTRAIN_FLEX_ROWS_H_

#include "constrain/rows.h"
#include "constrain/support.h"

// rows of an equality of a flex
void ig_flex_rows(ig_RowBuilder* rows, int eq, ig_RowGroup* g);

// the bodies that carry the side of a contact that is a flex, with weights that add up to `sign`
void ig_flex_side(const mjModel* m, const mjData* d, const mjContact* con, int side, mjtNum sign, ig_Support* s);

#endif  // INGOT_CONSTRAIN_FLEX_ROWS_H_
