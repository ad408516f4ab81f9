// SPDX-License-Identifier: Apache-2.0
// Potential and kinetic energy.
#ifndef INGOT_SMOOTH_FORCE_ENERGY_H_
#define INGOT_SMOOTH_FORCE_ENERGY_H_

#include "batch/data.h"

// energy[0]: gravity, springs of joints, tendons and flex edges
void IG_NAME(ig_potential_energy)(const mjModel* m, ig_Data* d);

// in a step: no energies unless the model wants them
void IG_NAME(ig_potential_if_wanted)(const mjModel* m, ig_Data* d);

// energy[1]
void IG_NAME(ig_kinetic_energy)(const mjModel* m, ig_Data* d);

#endif  // INGOT_SMOOTH_FORCE_ENERGY_H_
