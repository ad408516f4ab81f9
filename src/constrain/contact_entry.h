// SPDX-License-Identifier: Apache-2.0
// Jacobian of a contact: its entries, and all of it for a lane.
#ifndef INGOT_CONSTRAIN_CONTACT_ENTRY_H_
#define INGOT_CONSTRAIN_CONTACT_ENTRY_H_

#include <stdbool.h>

#include "math/vec3.h"

// along direction k of the contact frame: normal, two tangents, spin about the normal, two rolls
IG_INLINE real ig_frame_entry(const real frame[9], int k, const real column[6]) {
  return ig_dot3(frame + 3 * (k % 3), column + (k < 3 ? 0 : 3));
}

// edge of the pyramid: normal +- friction * tangent
IG_INLINE real ig_edge_entry(real normal, real slide, real mu) { return normal + slide * mu; }

// a contact of one world among others: numbers of the world are `stride` apart
typedef struct {
  int dim;
  bool pyramidal;
  int stride;
  int nv, ndof;
  const int* dof;             // that move its two bodies
  const unsigned char* side;  // which of them: 1, 2, or 3 for both
  bool turned;                // the second body is the first geom's
  double pos[3], frame[9], friction[5];
  double com[2][3];    // centres of the bodies' trees
  const double* cdof;  // of the world
  double* J;           // of the first row; zero
} ig_LaneContact;

IG_LOCAL void ig_lane_contact_jacobian(const ig_LaneContact* c);

#endif  // INGOT_CONSTRAIN_CONTACT_ENTRY_H_
