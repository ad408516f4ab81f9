// The skin over a cable of boxes.
#ifndef INGOT_SRC_SPEC_COMPOSITE_SKIN_H_
#define INGOT_SRC_SPEC_COMPOSITE_SKIN_H_

#include "spec/composite.h"

void ig_composite_skin(const ig_Composite* c, ig_Spec* spec);

#endif  // INGOT_SRC_SPEC_COMPOSITE_SKIN_H_
