// SPDX-License-Identifier: Apache-2.0
// A model compiled from text, for the tests of the compiler.
#ifndef INGOT_TESTS_COMPILE_COMPILED_H_
#define INGOT_TESTS_COMPILE_COMPILED_H_

#include <mujoco/mujoco.h>

// NULL with the message in ig_compiled_error() when the text is refused
mjModel* ig_compiled(const char* xml);
mjModel* ig_compiled_vfs(const char* xml, const mjVFS* vfs);
const char* ig_compiled_error(void);

// the same around the contents of worldbody, and what stands before and after it
mjModel* ig_compiled_world(const char* before, const char* world, const char* after);

#endif  // INGOT_TESTS_COMPILE_COMPILED_H_
