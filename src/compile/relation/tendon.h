// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_RELATION_TENDON_H_
#define INGOT_COMPILE_RELATION_TENDON_H_

#include "compile/compiler.h"

bool ig_compile_tendon(ig_Compiler* c, ig_CTendon* tendon);

// wrapadr: first wrap of the tendon
void ig_write_tendon(const ig_Compiler* c, const ig_CTendon* tendon, int wrapadr);

#endif  // INGOT_COMPILE_RELATION_TENDON_H_
