// mj_copyBack: numbers that were changed in a compiled model go back to the spec it came from.
#ifndef INGOT_COMPILE_COPY_BACK_H_
#define INGOT_COMPILE_COPY_BACK_H_

#include "compile/compiler.h"

// false with a message when the model is not one of this spec
bool ig_copy_back(ig_Spec* spec, const mjModel* m);

#endif  // INGOT_COMPILE_COPY_BACK_H_
