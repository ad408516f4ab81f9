// SPDX-License-Identifier: Apache-2.0
// Points and elements that a flexcomp takes from a file.
#ifndef INGOT_SPEC_MACRO_FLEXCOMP_FILE_H_
#define INGOT_SPEC_MACRO_FLEXCOMP_FILE_H_

#include "spec/macro/flexcomp.h"

// NULL, or what is wrong
const char* ig_flexcomp_gmsh(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs);
const char* ig_flexcomp_mesh(ig_Flexcomp* f, const ig_Body* body, const mjVFS* vfs);

#endif  // INGOT_SPEC_MACRO_FLEXCOMP_FILE_H_
