// SPDX-License-Identifier: Apache-2.0
// Centres of mass, and inertias, dofs and velocities expressed at the centre of mass of each kinematic tree.
#ifndef INGOT_SMOOTH_POSITION_COM_H_
#define INGOT_SMOOTH_POSITION_COM_H_

#include "batch/data.h"

// subtree_com, cinert, cdof
void IG_NAME(ig_com_positions)(const mjModel* m, ig_Data* d);

// cvel, cdof_dot
void IG_NAME(ig_com_velocities)(const mjModel* m, ig_Data* d);

// subtree_linvel, subtree_angmom
void IG_NAME(ig_subtree_velocities)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_POSITION_COM_H_
