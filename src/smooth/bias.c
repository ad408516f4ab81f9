// SPDX-License-Identifier: Apache-2.0
// Forces between the bodies of a world alone. Newton-Euler at every width: bias.lane.c.
#include "smooth/bias.h"

void ig_body_forces(const mjModel* m, mjData* d) {
  ig_external_forces(m, d);
  ig_internal_forces(m, d);
  d->flg_rnepost = 1;
}
