// SPDX-License-Identifier: Apache-2.0
// Tendons: length, Jacobian, velocity.
#ifndef INGOT_SMOOTH_TENDON_TENDON_H_
#define INGOT_SMOOTH_TENDON_TENDON_H_

#include <stdbool.h>

#include "batch/data.h"
#include "smooth/tendon/tendon_walk.h"

// lengths, Jacobians and paths of all tendons that are awake, of one world
void ig_tendon(const mjModel* m, mjData* d);

// no tendon is spatial
bool ig_tendons_fixed(const mjModel* m);

// the columns of the Jacobians do not depend on the state: it is dense, or no tendon is spatial
bool ig_tendons_alike(const mjModel* m);

// length and Jacobian row of a fixed tendon; a sparse row goes to adr, its length to ten_J_rownnz, a dense one is all zeros
// before
void IG_NAME(ig_fixed_tendon)(const mjModel* m, ig_Data* d, int tendon, int adr);

// all tendons; above width 1 for models whose tendons are all fixed, on a GPU for those with a dense Jacobian too
void IG_NAME(ig_tendons)(const mjModel* m, ig_Data* d);

// ten_velocity = J qvel; above width 1 the columns must be alike
void IG_NAME(ig_tendon_velocities)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_TENDON_TENDON_H_
