// Rows of friction loss and of limits, for dofs, joints and tendons.
#ifndef INGOT_CONSTRAIN_LIMIT_H_
#define INGOT_CONSTRAIN_LIMIT_H_

#include "constrain/rows.h"

void ig_friction_rows(ig_RowBuilder* rows);
void ig_limit_rows(ig_RowBuilder* rows);

// number of sides on which the length of a tendon is within the margin of its limit
int ig_tendon_limits_hit(const mjModel* m, const mjData* d, int tendon);

// gradient of a tendon's length; returns the number of dofs
int ig_tendon_gradient(const mjModel* m, const mjData* d, int tendon, int* dof, mjtNum* jac);

#endif  // INGOT_CONSTRAIN_LIMIT_H_
