// SPDX-License-Identifier: Apache-2.0
#include "batch/quantity.h"

#include <string.h>

static const char* const names[IG_NQ] = {
#define X(type, name, rows, columns) [IG_Q_##name] = #name,
    MJDATA_POINTERS
#undef X
        [IG_Q_time] = "time",
    [IG_Q_energy] = "energy",
};

int ig_quantity(const char* name) {
  for (int q = 0; q < IG_NQ; q++) {
    if (names[q] && !strcmp(names[q], name)) return q;
  }
  return -1;
}
