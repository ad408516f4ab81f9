// SPDX-License-Identifier: Apache-2.0
// Deleting elements, and dissolving bodies into frames.
#ifndef INGOT_SPEC_DELETE_H_
#define INGOT_SPEC_DELETE_H_

#include "spec/spec.h"

// replace a body by a frame in its parent that holds all the body held
ig_Frame* ig_body_to_frame(ig_Body* body);

// take an element out of its spec, a body with all below it and all that refers to something below it. Handles stay
// valid until the spec is deleted. 0: done
int ig_delete_element(mjSpec* s, mjsElement* element);

#endif  // INGOT_SPEC_DELETE_H_
