// SPDX-License-Identifier: Apache-2.0
// Changes of a spec that a program asks for. One that ends early, with an error such as no memory, leaves what stands in the
// spec by then where it is and gives back the rest; then the error goes on to the program.
#ifndef INGOT_SPEC_EDIT_H_
#define INGOT_SPEC_EDIT_H_

#include "spec/spec.h"

// the specs that the function changes, either may be NULL
void ig_edit(ig_Spec* spec, ig_Spec* other, void (*function)(void* argument), void* argument);

#endif  // INGOT_SPEC_EDIT_H_
