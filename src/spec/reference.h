// SPDX-License-Identifier: Apache-2.0
// References by name from one element to others.
#ifndef INGOT_SPEC_REFERENCE_H_
#define INGOT_SPEC_REFERENCE_H_

#include "spec/spec.h"

// is everything there that the element refers to? Names are looked up under prefix + name + suffix; where an element
// has two references, one of them may also stand outside of that name space. Then the names are rewritten to what was
// found. false: message set, names unchanged.
bool ig_resolve(ig_Element* el, ig_Spec* spec, const char* prefix, const char* suffix);

#endif  // INGOT_SPEC_REFERENCE_H_
