// SPDX-License-Identifier: Apache-2.0
// Entries of the Jacobian of a contact.
#ifndef INGOT_CONSTRAIN_CONTACT_ENTRY_H_
#define INGOT_CONSTRAIN_CONTACT_ENTRY_H_

#include "math/vec3.h"

// along direction k of the contact frame: normal, two tangents, spin about the normal, two rolls
IG_INLINE real ig_frame_entry(const real frame[9], int k, const real column[6]) {
  return ig_dot3(frame + 3 * (k % 3), column + (k < 3 ? 0 : 3));
}

// edge of the pyramid: normal +- friction * tangent
IG_INLINE real ig_edge_entry(real normal, real slide, real mu) { return normal + slide * mu; }

#endif  // INGOT_CONSTRAIN_CONTACT_ENTRY_H_
