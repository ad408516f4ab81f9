// SPDX-License-Identifier: Apache-2.0
// The names, their map and the paths of the model.
#ifndef INGOT_COMPILE_DERIVED_NAMES_H_
#define INGOT_COMPILE_DERIVED_NAMES_H_

#include "compile/record/record.h"

// nnames and npaths in c->n
void ig_count_names(ig_Compiler* c);
void ig_write_names(const ig_Compiler* c);

#endif  // INGOT_COMPILE_DERIVED_NAMES_H_
