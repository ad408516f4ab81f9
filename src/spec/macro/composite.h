// SPDX-License-Identifier: Apache-2.0
// The <composite> macro: a cable of bodies, with joints, geoms, sites and a skin.
#ifndef INGOT_SPEC_MACRO_COMPOSITE_H_
#define INGOT_SPEC_MACRO_COMPOSITE_H_

#include "spec/spec.h"

// in the order of the keywords; all but the cable are refused
typedef enum ig_CompositeType_ {
  IG_COMPOSITE_PARTICLE,
  IG_COMPOSITE_GRID,
  IG_COMPOSITE_CABLE,
  IG_COMPOSITE_ROPE,
  IG_COMPOSITE_LOOP,
  IG_COMPOSITE_CLOTH,
} ig_CompositeType;

// coordinate of a cable along its length: s, cos(s), sin(s), 0
typedef enum ig_CompositeCurve_ {
  IG_CURVE_LINE,
  IG_CURVE_COS,
  IG_CURVE_SIN,
  IG_CURVE_ZERO,
} ig_CompositeCurve;

// what the reader fills in. Start with ig_composite_init; after type and skin are known, and before the child elements
// geom, site and joint are read into `def` and `joint`, call ig_composite_groups; then ig_composite_make, and
// ig_composite_free in any case.
typedef struct ig_Composite_ {
  ig_String prefix;
  int type;
  int count[3];
  double offset[3];
  double quat[4];
  mjsFrame* frame;  // the frame it stands in, or NULL

  ig_String initial;  // joint at the start of the cable: "free", "ball", "none"
  ig_Vector vertex;   // floats: given vertices
  double size[3];
  int curve[3];

  mjsPlugin plugin;  // name and plugin_name point to the two strings
  ig_String plugin_name;
  ig_String plugin_instance;

  bool skin;
  bool skintexcoord;
  ig_String skinmaterial;
  float skinrgba[4];
  float skininflate;
  int skinsubgrid;
  int skingroup;

  ig_Default* def;    // geom, site
  ig_Default* joint;  // joint (and equality, for solreffix and solimpfix)
  int njoint;         // joint elements given
} ig_Composite;

void ig_composite_init(ig_Composite* c);
void ig_composite_groups(ig_Composite* c);
void ig_composite_free(ig_Composite* c);

// build it below a body; NULL, or what is wrong
const char* ig_composite_make(ig_Composite* c, mjsBody* body);

#endif  // INGOT_SPEC_MACRO_COMPOSITE_H_
