// SPDX-License-Identifier: Apache-2.0
#include "smooth/bias.h"

void ig_body_forces(const mjModel* m, mjData* d) {
  ig_external_forces(m, d);
  ig_internal_forces(m, d);
  d->flg_rnepost = 1;
}
