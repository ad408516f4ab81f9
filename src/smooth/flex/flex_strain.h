// SPDX-License-Identifier: Apache-2.0
// Strain of a shell at its vertices: what keeps cloth from stretching without locking its bending.
#ifndef INGOT_SMOOTH_FLEX_FLEX_STRAIN_H_
#define INGOT_SMOOTH_FLEX_FLEX_STRAIN_H_

#include <mujoco/mjdata.h>
#include <mujoco/mjmodel.h>

// flexvert_length and flexvert_J of a two-dimensional flex
void ig_flex_strain(const mjModel* m, mjData* d, int flex);

#endif  // INGOT_SMOOTH_FLEX_FLEX_STRAIN_H_
