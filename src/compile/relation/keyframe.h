// SPDX-License-Identifier: Apache-2.0
// Keyframes: states by name, completed to the sizes of the model.
#ifndef INGOT_COMPILE_RELATION_KEYFRAME_H_
#define INGOT_COMPILE_RELATION_KEYFRAME_H_

#include "compile/record/record.h"

// as many keyframes as <size nkey> asks for, and one per keyframe of an attached model
bool ig_add_keyframes(ig_Compiler* c);

// states of attached models are put together, missing numbers filled in; all sizes are checked. Needs qpos0.
bool ig_compile_keyframes(ig_Compiler* c);
void ig_write_keyframe(const ig_Compiler* c, const void* record);

#endif  // INGOT_COMPILE_RELATION_KEYFRAME_H_
