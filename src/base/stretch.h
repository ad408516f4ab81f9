// SPDX-License-Identifier: Apache-2.0
// Members of a team take every so manyth piece of a list (team.c). Here the pieces that one member takes lie together, from one
// list to the next at about the same place of whatever has one order: pairs of geoms, their contacts, rows of these. What a
// member wrote it finds in its own cache then.
#ifndef INGOT_BASE_STRETCH_H_
#define INGOT_BASE_STRETCH_H_

#include "base/team.h"

typedef struct {
  int pieces, each;  // of the list, of a member
} ig_Stretches;

// so many pieces for each member of a team; one for a member alone
static inline ig_Stretches ig_stretches(int members, int each) {
  return members > 1 ? (ig_Stretches){members * each, each} : (ig_Stretches){1, 1};
}

// the place of a piece among all, in the order of things
static inline int ig_stretch_place(ig_Stretches s, int piece) {
  int members = s.pieces / s.each;
  return piece % members * s.each + piece / members;
}

// the first of n things that a place has: it ends where the next one begins
static inline int ig_stretch_first(ig_Stretches s, int n, int place) { return ig_share(n, place, s.pieces); }

#endif  // INGOT_BASE_STRETCH_H_
