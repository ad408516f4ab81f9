// SPDX-License-Identifier: Apache-2.0
// How the elements of a flex hang together: edges, flaps, border, layers, pairs to collide.
#ifndef INGOT_COMPILE_FLEX_FLEX_TOPOLOGY_H_
#define INGOT_COMPILE_FLEX_FLEX_TOPOLOGY_H_

#include "compile/flex/flex.h"

// number of edges of an element of each dimension
extern const int ig_flex_nedge[3];

// sets edge, elemedge and, for triangles, flap; false when memory runs out
bool ig_flex_make_edges(ig_Compiler* c, ig_CFlex* flex);

// sets shell, layer and evpair; false when memory runs out
bool ig_flex_make_border(ig_Compiler* c, ig_CFlex* flex);

#endif  // INGOT_COMPILE_FLEX_FLEX_TOPOLOGY_H_
