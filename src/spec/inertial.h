// SPDX-License-Identifier: Apache-2.0
// Inertials of bodies that become one.
#ifndef INGOT_SPEC_INERTIAL_H_
#define INGOT_SPEC_INERTIAL_H_

#include "spec/spec.h"

// the inertial that a child states, added to that of its parent; a parent that states none starts without mass
void ig_inertial_add(ig_Body* parent, const ig_Body* child);

#endif  // INGOT_SPEC_INERTIAL_H_
