// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_TREE_LIGHT_H_
#define INGOT_COMPILE_TREE_LIGHT_H_

#include "compile/record/record.h"

bool ig_compile_light(ig_Compiler* c, ig_CLight* light);
void ig_write_light(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_TREE_LIGHT_H_
