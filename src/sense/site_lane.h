// SPDX-License-Identifier: Apache-2.0
// Sites as shapes, on plain numbers of one world.
#ifndef INGOT_SENSE_SITE_LANE_H_
#define INGOT_SENSE_SITE_LANE_H_

#include <stdbool.h>

#include "base/target.h"

typedef struct {
  int type;
  double pos[3], mat[9], size[3];
} ig_SiteShape;

// is the point inside a geom-like shape
IG_LOCAL bool ig_inside_shape(const double pos[3], const double mat[9], const double size[3], int type, const double point[3]);

// the line of action of a normal force at `pos` meets the shape of the site; flip: it acts against the normal
IG_LOCAL bool ig_touch_hits(const ig_SiteShape* site, const double pos[3], const double normal[3], double force, bool flip);

#endif  // INGOT_SENSE_SITE_LANE_H_
