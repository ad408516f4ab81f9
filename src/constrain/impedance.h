// Impedance, regularisation and reference coefficients of a group of rows.
#ifndef INGOT_CONSTRAIN_IMPEDANCE_H_
#define INGOT_CONSTRAIN_IMPEDANCE_H_

#include "constrain/rows.h"

// writes efc_diagApprox, efc_R, efc_D and efc_KBIP of the rows that start at `row`, and the regularised friction of a contact
void ig_group_impedance(const mjModel* m, mjData* d, const ig_Group* group, int row);

#endif  // INGOT_CONSTRAIN_IMPEDANCE_H_
