// SPDX-License-Identifier: Apache-2.0
// Touch sensors on plain numbers of one world.
#ifndef INGOT_SENSE_TOUCH_LANE_H_
#define INGOT_SENSE_TOUCH_LANE_H_

#include <stdbool.h>

#include "base/target.h"

typedef struct {
  int type;
  double pos[3], mat[9], size[3];
} ig_TouchSite;

// the line of action of a normal force at `pos` meets the shape of the site; flip: it acts against the normal
IG_LOCAL bool ig_touch_hits(const ig_TouchSite* site, const double pos[3], const double normal[3], double force, bool flip);

#endif  // INGOT_SENSE_TOUCH_LANE_H_
