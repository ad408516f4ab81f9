// SPDX-License-Identifier: Apache-2.0
// Numbers that the compiler finds where the spec asks for them in another way. They stay with the elements: a saved
// model states them.
#ifndef INGOT_COMPILE_FOUND_H_
#define INGOT_COMPILE_FOUND_H_

#include "compile/compiler.h"

void ig_note_found(const ig_Compiler* c);

#endif  // INGOT_COMPILE_FOUND_H_
