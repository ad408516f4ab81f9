// SPDX-License-Identifier: Apache-2.0
// Derivatives of passive forces by the state.
#ifndef INGOT_DERIVE_PASSIVE_RATE_H_
#define INGOT_DERIVE_PASSIVE_RATE_H_

#include "derive/force_rate.h"

// += of springs, dampers and the loads of xfrc_applied; of gravity compensation in a matrix (nv x nv) of its own
void ig_passive_rate(const mjModel* m, mjData* d, ig_ForceRate* rate, mjtNum* gravcomp);

// the Jacobian of a tendon as nv numbers
void ig_tendon_row(const mjModel* m, const mjData* d, int tendon, mjtNum* row);

// mat (rows x columns) += scale a b^T
void ig_add_outer(mjtNum* mat, int rows, int columns, const mjtNum* a, const mjtNum* b, mjtNum scale);

#endif  // INGOT_DERIVE_PASSIVE_RATE_H_
