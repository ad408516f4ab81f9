// SPDX-License-Identifier: Apache-2.0
// Points and elements of the shapes that a flexcomp can make by itself.
#ifndef INGOT_SPEC_MACRO_FLEXCOMP_SHAPE_H_
#define INGOT_SPEC_MACRO_FLEXCOMP_SHAPE_H_

#include "spec/macro/flexcomp.h"

// fill point, element and (if there is a material and none were given) texcoord; may set the dimension of the flex.
// NULL, or what is wrong.
const char* ig_flexcomp_grid(ig_Flexcomp* f);    // grid, circle
const char* ig_flexcomp_square(ig_Flexcomp* f);  // square, disc
const char* ig_flexcomp_box(ig_Flexcomp* f);     // surface of a box, cylinder or ellipsoid; in 3D with a centre point

#endif  // INGOT_SPEC_MACRO_FLEXCOMP_SHAPE_H_
