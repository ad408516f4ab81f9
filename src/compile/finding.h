// SPDX-License-Identifier: Apache-2.0
// Numbers that the compiler finds where the spec asks for them in another way (spec/finding.h).
#ifndef INGOT_COMPILE_FINDING_H_
#define INGOT_COMPILE_FINDING_H_

#include "compile/record/record.h"

void ig_note_findings(const ig_Compiler* c);

#endif  // INGOT_COMPILE_FINDING_H_
