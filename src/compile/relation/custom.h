// SPDX-License-Identifier: Apache-2.0
// Custom fields: numeric, text, tuple.
#ifndef INGOT_COMPILE_RELATION_CUSTOM_H_
#define INGOT_COMPILE_RELATION_CUSTOM_H_

#include "compile/record/record.h"

bool ig_compile_numeric(ig_Compiler* c, void* record);
bool ig_compile_text(ig_Compiler* c, void* record);
bool ig_compile_tuple(ig_Compiler* c, void* record);

void ig_count_numeric(mjModel* n, const void* record);
void ig_count_text(mjModel* n, const void* record);
void ig_count_tuple(mjModel* n, const void* record);

void ig_write_numeric(const ig_Compiler* c, const void* record);
void ig_write_text(const ig_Compiler* c, const void* record);
void ig_write_tuple(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_RELATION_CUSTOM_H_
