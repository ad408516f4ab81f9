// SPDX-License-Identifier: Apache-2.0
// Derivatives of the forces of a medium by positions and velocities.
#ifndef INGOT_DERIVE_MEDIUM_RATE_H_
#define INGOT_DERIVE_MEDIUM_RATE_H_

#include "derive/force_rate.h"

// += those of qfrc_fluid
void ig_medium_rate(const mjModel* m, mjData* d, ig_ForceRate* rate);

// += those of the part of qDeriv that the medium makes times w (nv), which stands still
void ig_medium_damping_rate(const mjModel* m, mjData* d, const mjtNum* w, ig_ForceRate* rate);

#endif  // INGOT_DERIVE_MEDIUM_RATE_H_
