// SPDX-License-Identifier: Apache-2.0
#include "collide/convex/hull.h"

#include <stdbool.h>
#include <stddef.h>

#include "base/clones.h"

// go to the best neighbour, the first of equals; false: none is better, and trying again would find none either.
// the best is selected, not branched on, since no branch could be foreseen
IG_INLINE bool move(ig_Climb* c, const ig_Hull* hull, const num dir[3]) {
  int from = c->at, best = from;
  num most = c->most;
  for (const int* next = hull->neighbor + hull->first[from]; *next >= 0; next++) {
    num dot = ig_dot_vertex(dir, hull->vert + 3 * (ptrdiff_t)hull->id[*next]);
    best = dot > most ? *next : best;
    most = dot > most ? dot : most;
  }
  c->at = best;
  c->most = most;
  return best != from;
}

// each move raises the maximum, so the climb ends
IG_CLONES void ig_climb(ig_Climb* c, const ig_Hull* hull, const num dir[3]) {
  while (move(c, hull, dir)) {
  }
}

// a move is a chain of loads that wait for each other: two climbs in turns fill each other's gaps
IG_CLONES void ig_climb_both(ig_Climb* a, const ig_Hull* hull_a, const num dir_a[3], ig_Climb* b, const ig_Hull* hull_b,
                             const num dir_b[3]) {
  ig_Climb ca = *a, cb = *b;
  bool up_a, up_b;
  do {
    up_a = move(&ca, hull_a, dir_a);
    up_b = move(&cb, hull_b, dir_b);
  } while (up_a);
  while (up_b) up_b = move(&cb, hull_b, dir_b);
  *a = ca;
  *b = cb;
}
