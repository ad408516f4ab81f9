// SPDX-License-Identifier: Apache-2.0
// Custom fields: numeric, text, tuple.
#ifndef INGOT_COMPILE_RELATION_CUSTOM_H_
#define INGOT_COMPILE_RELATION_CUSTOM_H_

#include "compile/compiler.h"

bool ig_compile_numeric(ig_Compiler* c, ig_CNumeric* numeric);
bool ig_compile_text(ig_Compiler* c, const ig_Record* text);
bool ig_compile_tuple(ig_Compiler* c, ig_CTuple* tuple);

// adr: first number, character or object; the length is returned
int ig_write_numeric(const ig_Compiler* c, const ig_CNumeric* numeric, int adr);
int ig_write_text(const ig_Compiler* c, const ig_Record* text, int adr);
int ig_write_tuple(const ig_Compiler* c, const ig_CTuple* tuple, int adr);

#endif  // INGOT_COMPILE_RELATION_CUSTOM_H_
