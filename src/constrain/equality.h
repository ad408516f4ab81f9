// SPDX-License-Identifier: Apache-2.0
// Rows of equality constraints.
#ifndef INGOT_CONSTRAIN_EQUALITY_H_
#define INGOT_CONSTRAIN_EQUALITY_H_

#include "constrain/rows.h"

void IG_NAME(ig_equality_rows)(ig_RowBuilder* rows);

#endif  // INGOT_CONSTRAIN_EQUALITY_H_
