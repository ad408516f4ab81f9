// SPDX-License-Identifier: Apache-2.0
// Products with the constraint Jacobian, dense or sparse as the model has it.
#ifndef INGOT_CONSTRAIN_REFERENCE_H_
#define INGOT_CONSTRAIN_REFERENCE_H_

#include <mujoco/mujoco.h>

#include "batch/data.h"
#include "lane/turn.h"

// res (nefc) = J vec
void ig_mul_jac(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// res (nv) = J^T vec
void ig_mul_jac_transposed(const mjModel* m, const mjData* d, mjtNum* res, const mjtNum* vec);

// efc_vel and efc_aref
void IG_NAME(ig_reference)(const mjModel* m, ig_Data* d);

#if IG_WIDTH > 1
// of some rows
void IG_NAME(ig_reference_rows)(const mjModel* m, ig_Data* d, ig_Turn turn);
#endif

#endif  // INGOT_CONSTRAIN_REFERENCE_H_
