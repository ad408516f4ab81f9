// SPDX-License-Identifier: Apache-2.0
// Forces of contacts and equalities as wrenches (torque, force) on the two bodies they act on, each about the centre of mass
// of its body's tree. Of one world: plain numbers, called for the lanes that have one.
#ifndef INGOT_SMOOTH_WRENCH_H_
#define INGOT_SMOOTH_WRENCH_H_

#include <stdbool.h>

#include "base/target.h"
#include "lane/num.h"

typedef struct {
  int dim;
  bool pyramidal;
  num force[10];  // of its rows
  num friction[5], pos[3], frame[9];
  num com[2][3];
} ig_ContactForce;

IG_LOCAL void ig_contact_wrenches(const ig_ContactForce* contact, num wrench[2][6]);

// of a connect (three rows) or a weld (six)
typedef struct {
  bool weld;
  num force[6];
  num local[2][3];  // where it acts, in the frames of the bodies
  num xpos[2][3], xmat[2][9];
  num com[2][3];
} ig_EqualityForce;

IG_LOCAL void ig_equality_wrenches(const ig_EqualityForce* equality, num wrench[2][6]);

#endif  // INGOT_SMOOTH_WRENCH_H_
