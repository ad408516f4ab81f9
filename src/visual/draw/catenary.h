// SPDX-License-Identifier: Apache-2.0
// The curve of a slack string under gravity.
#ifndef INGOT_VISUAL_DRAW_CATENARY_H_
#define INGOT_VISUAL_DRAW_CATENARY_H_

#include "math/vec.h"

typedef enum { IG_STRING_TAUT, IG_STRING_STEEP, IG_STRING_CURVED } ig_CatenaryForm;

// a string between two ends; its curve lies in the plane of `up` and `across`, the latter without length for ends above each
// other
typedef struct {
  ig_CatenaryForm form;
  int count;  // points that draw it: 2 of a taut one, 3 of one whose ends are almost above each other
  ig_Vec from, to, up, across;
  mjtNum width;                // from end to end, along `across`
  mjtNum shape, low_x, low_y;  // curved: y = shape * cosh((x - low_x) / shape) + low_y, with the first end at the origin
  mjtNum bead_x, bead_y;       // steep: its lowest point
} ig_Catenary;

ig_Catenary ig_hang_string(ig_Vec from, ig_Vec to, ig_Vec gravity, mjtNum length, int points);

// point k of a string, the ends included
ig_Vec ig_string_point(const ig_Catenary* s, int k);

#endif  // INGOT_VISUAL_DRAW_CATENARY_H_
