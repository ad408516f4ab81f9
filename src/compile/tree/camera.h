// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_COMPILE_TREE_CAMERA_H_
#define INGOT_COMPILE_TREE_CAMERA_H_

#include "compile/record/record.h"

bool ig_compile_camera(ig_Compiler* c, ig_CCamera* camera);
void ig_write_camera(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_TREE_CAMERA_H_
