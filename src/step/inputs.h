// SPDX-License-Identifier: Apache-2.0
// Whether the numbers that a step begins with are good ones: finite and not too large. Rows of lanes are padded with zeros, and
// zero times what is no number is none either: a world with bad inputs is stepped alone.
#ifndef INGOT_STEP_INPUTS_H_
#define INGOT_STEP_INPUTS_H_

#include "batch/data.h"

IG_INLINE mask ig_and_good(mask good, const real* numbers, int n) {
  const real most = ig_broadcast(mjMAXVAL);
  for (int i = 0; i < n; i++) good = ig_and(good, ig_le(ig_abs(numbers[i]), most));
  return good;
}

// positions and velocities
IG_INLINE mask ig_and_good_state(mask good, const mjModel* m, const ig_Data* d) {
  good = ig_and_good(good, d->qpos, (int)m->nq);
  return ig_and_good(good, d->qvel, (int)m->nv);
}

// what acts on them. A bad control is a warning besides, and single worlds give it.
IG_INLINE mask ig_and_good_inputs(mask good, const mjModel* m, const ig_Data* d) {
  good = ig_and_good(good, d->ctrl, (int)m->nu);
  good = ig_and_good(good, d->act, (int)m->na);
  good = ig_and_good(good, d->qacc_warmstart, (int)m->nv);
  good = ig_and_good(good, d->qfrc_applied, (int)m->nv);
  good = ig_and_good(good, d->xfrc_applied, 6 * (int)m->nbody);
  good = ig_and_good(good, d->mocap_pos, 3 * (int)m->nmocap);
  return ig_and_good(good, d->mocap_quat, 4 * (int)m->nmocap);
}

#endif  // INGOT_STEP_INPUTS_H_
