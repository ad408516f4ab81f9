// SPDX-License-Identifier: Apache-2.0
// From a model back to the spec it was compiled from.
#ifndef INGOT_COMPILE_COPYBACK_H_
#define INGOT_COMPILE_COPYBACK_H_

#include "spec/spec.h"

// remember the numbers of a freshly compiled model, to tell later which of them were changed
void ig_remember_model(ig_Spec* spec, const mjModel* m);

// the numbers of a model into the spec that it was compiled from; 0 with the spec's error where they do not fit
int ig_copy_back(mjSpec* s, const mjModel* m);

#endif  // INGOT_COMPILE_COPYBACK_H_
