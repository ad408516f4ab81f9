// SPDX-License-Identifier: Apache-2.0
// The skin over a cable of boxes.
#ifndef INGOT_SPEC_MACRO_COMPOSITE_SKIN_H_
#define INGOT_SPEC_MACRO_COMPOSITE_SKIN_H_

#include "spec/macro/composite.h"

void ig_composite_skin(const ig_Composite* c, ig_Spec* spec);

#endif  // INGOT_SPEC_MACRO_COMPOSITE_SKIN_H_
