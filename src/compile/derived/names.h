// SPDX-License-Identifier: Apache-2.0
// Names: lookup while compiling, the names, map and paths of the model.
#ifndef INGOT_COMPILE_DERIVED_NAMES_H_
#define INGOT_COMPILE_DERIVED_NAMES_H_

#include "compile/compiler.h"

// tables for ig_lookup
bool ig_make_names(ig_Compiler* c);

// nnames and npaths in c->n
void ig_count_names(ig_Compiler* c);
void ig_write_names(const ig_Compiler* c);

#endif  // INGOT_COMPILE_DERIVED_NAMES_H_
