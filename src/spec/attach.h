// SPDX-License-Identifier: Apache-2.0
// Attaching a body, a frame or a whole spec to a frame, body or site.
#ifndef INGOT_SPEC_ATTACH_H_
#define INGOT_SPEC_ATTACH_H_

#include "spec/spec.h"

// keep a spec (a model asset) with this one; takes over the caller's count
void ig_hold_spec(ig_Spec* spec, ig_Spec* asset);

// a body or a frame to what may hold it, names between prefix and suffix; NULL with the spec's error
mjsElement* ig_attach_child(mjsElement* parent, const mjsElement* child, const char* prefix, const char* suffix);

#endif  // INGOT_SPEC_ATTACH_H_
