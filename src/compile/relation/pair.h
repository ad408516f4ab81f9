// SPDX-License-Identifier: Apache-2.0
// Contact pairs and excludes.
#ifndef INGOT_COMPILE_RELATION_PAIR_H_
#define INGOT_COMPILE_RELATION_PAIR_H_

#include "compile/compiler.h"

bool ig_compile_pair(ig_Compiler* c, ig_CPair* pair);
bool ig_compile_exclude(ig_Compiler* c, ig_CExclude* exclude);

// both lists by rising signature, equal ones in the order they were written; ids follow
void ig_sort_pairs(ig_Compiler* c);

void ig_write_pair(const ig_Compiler* c, const ig_CPair* pair);

#endif  // INGOT_COMPILE_RELATION_PAIR_H_
