// SPDX-License-Identifier: Apache-2.0
// Sites as shapes, on plain numbers of one world.
#ifndef INGOT_SENSE_SITE_LANE_H_
#define INGOT_SENSE_SITE_LANE_H_

#include <stdbool.h>

#include "base/target.h"
#include "lane/num.h"

typedef struct {
  int type;
  num pos[3], mat[9], size[3];
} ig_SiteShape;

// is the point inside a geom-like shape
IG_LOCAL bool ig_inside_shape(const num pos[3], const num mat[9], const num size[3], int type, const num point[3]);

// the line of action of a normal force at `pos` meets the shape of the site; flip: it acts against the normal
IG_LOCAL bool ig_touch_hits(const ig_SiteShape* site, const num pos[3], const num normal[3], num force, bool flip);

#endif  // INGOT_SENSE_SITE_LANE_H_
