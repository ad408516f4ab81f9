// SPDX-License-Identifier: Apache-2.0
// All that is done with the elements of a spec, type by type: a table says for each of them how large its record is and
// how one element is compiled, counted and written (pass.c).
#ifndef INGOT_COMPILE_PASS_H_
#define INGOT_COMPILE_PASS_H_

#include "compile/record/record.h"

// no two elements of a type have the same name
bool ig_names_are_unique(const ig_Compiler* c);

// a record for each element; bodies know what they hold and elements their body
bool ig_make_records(ig_Compiler* c);
void ig_drop_records(ig_Compiler* c);

bool ig_compile_elements(ig_Compiler* c);

// numbers of elements and sizes of their contents, in c->n
void ig_count_elements(ig_Compiler* c);

// everything that elements bring to the model; what is derived from it later is not there yet
bool ig_write_elements(ig_Compiler* c);

#endif  // INGOT_COMPILE_PASS_H_
