// SPDX-License-Identifier: Apache-2.0
// What a compilation came to where the spec asks for numbers in another way: it leaves them with the element as a value under
// this key, and a saved model states them. They go with the element, and a copy has none.
//   joint with springdamper: stiffness, damping
//   actuator with inheritrange: its range
//   body, where saveinertial wants it: centre, axes (a quaternion), mass, three moments
#ifndef INGOT_SPEC_FINDING_H_
#define INGOT_SPEC_FINDING_H_

#include "spec/element.h"

#define IG_FINDING "ingot finding"

// NULL: none
static inline const double* ig_finding(const ig_Element* el) { return ig_value_get(el, IG_FINDING); }

#endif  // INGOT_SPEC_FINDING_H_
