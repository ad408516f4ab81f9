// SPDX-License-Identifier: Apache-2.0
// Reading GMSH files, formats 2.2 and 4.1, as text and binary.
#ifndef INGOT_SPEC_FILE_GMSH_H_
#define INGOT_SPEC_FILE_GMSH_H_

#include "spec/container.h"

// appends doubles to `point` (3 per node) and ints to `element` (dim + 1 per element); NULL, or what is wrong
const char* ig_gmsh_read(const char* bytes, int size, ig_Vector* point, ig_Vector* element, int* dim);

#endif  // INGOT_SPEC_FILE_GMSH_H_
