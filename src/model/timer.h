// SPDX-License-Identifier: Apache-2.0
// The timers of mjData, driven by the clock the user installs in mjcb_time (none: every duration stays 0).
#ifndef INGOT_MODEL_TIMER_H_
#define INGOT_MODEL_TIMER_H_

#include "model/callback.h"

// add what has passed since `start`, without counting a call
static inline void ig_timer_add(mjData* d, mjtTimer which, mjtNum start) { d->timer[which].duration += ig_clock() - start; }

// add what has passed since `start` and count one call
static inline void ig_timer_end(mjData* d, mjtTimer which, mjtNum start) {
  ig_timer_add(d, which, start);
  d->timer[which].number++;
}

#endif  // INGOT_MODEL_TIMER_H_
