// SPDX-License-Identifier: Apache-2.0
// Forces of contacts and equalities as wrenches (torque, force) on the two bodies they act on, each about the centre of mass
// of its body's tree. Of one world: plain numbers, called for the lanes that have one.
#ifndef INGOT_SMOOTH_WRENCH_H_
#define INGOT_SMOOTH_WRENCH_H_

#include <stdbool.h>

#include "base/target.h"

typedef struct {
  int dim;
  bool pyramidal;
  double force[10];  // of its rows
  double friction[5], pos[3], frame[9];
  double com[2][3];
} ig_ContactForce;

IG_LOCAL void ig_contact_wrenches(const ig_ContactForce* contact, double wrench[2][6]);

// of a connect (three rows) or a weld (six)
typedef struct {
  bool weld;
  double force[6];
  double local[2][3];  // where it acts, in the frames of the bodies
  double xpos[2][3], xmat[2][9];
  double com[2][3];
} ig_EqualityForce;

IG_LOCAL void ig_equality_wrenches(const ig_EqualityForce* equality, double wrench[2][6]);

#endif  // INGOT_SMOOTH_WRENCH_H_
