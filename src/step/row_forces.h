// SPDX-License-Identifier: Apache-2.0
// Constraint forces at given accelerations: they follow row by row, without iterations.
#ifndef INGOT_STEP_ROW_FORCES_H_
#define INGOT_STEP_ROW_FORCES_H_

#include "batch/data.h"

// efc_force, efc_state and qfrc_constraint at qacc. Lanes without room for it leave.
void IG_NAME(ig_row_forces)(const mjModel* m, ig_Data* d);

#endif  // INGOT_STEP_ROW_FORCES_H_
