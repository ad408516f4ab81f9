// SPDX-License-Identifier: Apache-2.0
// Rows of friction loss and of limits, for dofs, joints and tendons.
#ifndef INGOT_CONSTRAIN_LIMIT_H_
#define INGOT_CONSTRAIN_LIMIT_H_

#include "constrain/rows.h"
#include "smooth/jacobian.h"

void IG_NAME(ig_friction_rows)(ig_RowBuilder* rows);
void IG_NAME(ig_limit_rows)(ig_RowBuilder* rows);

// of the limit of a joint: all but its dofs
IG_INLINE void ig_describe_joint_limit(const mjModel* m, const ig_Data* d, int joint, real distance, ig_RowGroup* g) {
  g->pos[0] = ig_local(distance);
  g->margin = ig_local(ig_param(m, d, jnt_margin, joint));
  g->invweight[0] = ig_local(ig_param(m, d, dof_invweight0, m->jnt_dofadr[joint]));
  ig_hold_param(g->solref, mjNREF, m, d, jnt_solref, mjNREF * joint);
  ig_hold_param(g->solimp, mjNIMP, m, d, jnt_solimp, mjNIMP * joint);
}

#if IG_WIDTH == 1
// number of sides on which the length of a tendon is within the margin of its limit
int ig_tendon_limits_hit(const mjModel* m, const mjData* d, int tendon);
#endif

// gradient of a tendon's length; returns the number of dofs
int IG_NAME(ig_tendon_gradient)(const mjModel* m, const ig_Data* d, int tendon, int* dof, real* jac);

// a dense gradient has the dofs whose numbers are not zero; in lanes these may differ, so it has all dofs there
IG_INLINE bool ig_tendon_gradient_padded(const mjModel* m) { return IG_WIDTH > 1 && !ig_is_sparse(m); }

// note what the force of a tendon is reported from, unless something was noted before
IG_INLINE void ig_note_tendon_row(ig_Data* d, int tendon, mask on, ints row) {
#if IG_WIDTH == 1
  if (on && d->tendon_efcadr[tendon] == -1) d->tendon_efcadr[tendon] = row;
#else
  mask empty = ig_and(on, ig_ints_eq(d->tendon_efcrow[tendon], ig_ints(-1)));
  d->tendon_efcrow[tendon] = ig_ints_select(empty, row, d->tendon_efcrow[tendon]);
#endif
}

#endif  // INGOT_CONSTRAIN_LIMIT_H_
