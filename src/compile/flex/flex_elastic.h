// SPDX-License-Identifier: Apache-2.0
// Elasticity of a flex: stiffness of its elements, or of its nodes, and bending of its edges.
#ifndef INGOT_COMPILE_FLEX_FLEX_ELASTIC_H_
#define INGOT_COMPILE_FLEX_FLEX_ELASTIC_H_

#include "compile/flex/flex.h"

// sets stiffness and bending; vertices, edges and flaps are known. False: refused
bool ig_flex_make_elastic(ig_Compiler* c, ig_CFlex* flex);

#endif  // INGOT_COMPILE_FLEX_FLEX_ELASTIC_H_
