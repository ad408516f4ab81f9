// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_TREE_SITE_H_
#define INGOT_COMPILE_TREE_SITE_H_

#include "compile/record/record.h"

bool ig_compile_site(ig_Compiler* c, ig_CSite* site);
void ig_write_site(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_TREE_SITE_H_
