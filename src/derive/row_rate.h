// SPDX-License-Identifier: Apache-2.0
// Derivatives of constraint forces at the solution.
#ifndef INGOT_DERIVE_ROW_RATE_H_
#define INGOT_DERIVE_ROW_RATE_H_

#include "derive/force_rate.h"

// rate += derivatives of J^T force by positions and velocities at fixed qacc; hessian (nv x nv) += minus that by qacc.
// NULL, or what is not differentiated.
const char* ig_row_rate(const mjModel* m, mjData* d, mjtNum* hessian, ig_ForceRate* rate);

#endif  // INGOT_DERIVE_ROW_RATE_H_
