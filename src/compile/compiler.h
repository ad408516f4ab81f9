// SPDX-License-Identifier: Apache-2.0
// A whole compilation, from an ig_Spec to an mjModel (compile/record/record.h says how).
#ifndef INGOT_COMPILE_COMPILER_H_
#define INGOT_COMPILE_COMPILER_H_

#include "spec/spec.h"

// compile; NULL when refused (mjs_getError). A model given in `reuse` is written over.
mjModel* ig_compile(ig_Spec* spec, const mjVFS* vfs, mjModel* reuse);

// a model of a spec, NULL with the spec's error
mjModel* ig_compile_spec(mjSpec* s, const mjVFS* vfs);

#endif  // INGOT_COMPILE_COMPILER_H_
