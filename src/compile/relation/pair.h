// SPDX-License-Identifier: Apache-2.0
// Contact pairs and excludes.
#ifndef INGOT_COMPILE_RELATION_PAIR_H_
#define INGOT_COMPILE_RELATION_PAIR_H_

#include "compile/record/record.h"

bool ig_compile_pair(ig_Compiler* c, void* record);
bool ig_compile_exclude(ig_Compiler* c, void* record);

// both lists by rising signature, equal ones in the order they were written; ids follow
void ig_sort_pairs(ig_Compiler* c);

void ig_write_pair(const ig_Compiler* c, const void* record);
void ig_write_exclude(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_RELATION_PAIR_H_
