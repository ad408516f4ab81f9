// SPDX-License-Identifier: Apache-2.0
// Impedance, regularisation and reference coefficients of a group of rows.
#ifndef INGOT_CONSTRAIN_IMPEDANCE_H_
#define INGOT_CONSTRAIN_IMPEDANCE_H_

#include "constrain/rows.h"

typedef struct {
  ig_LocalReal KBIP[IG_GROUP_MAX][4];
  ig_LocalReal R[IG_GROUP_MAX], D[IG_GROUP_MAX], diag[IG_GROUP_MAX];
  ig_LocalReal mu;  // regularised friction of a contact with a cone
} ig_Softness;

// Lanes with a solref of mixed signs are returned: at width 1 they are warned of here.
mask IG_NAME(ig_group_softness)(const mjModel* m, const ig_Data* d, const ig_RowGroup* group, ig_Softness* s);

#endif  // INGOT_CONSTRAIN_IMPEDANCE_H_
