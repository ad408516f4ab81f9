// SPDX-License-Identifier: Apache-2.0
// Cost, force and zone of rows of one kind at x = J qacc - aref, for all that solve them: see cost.lane.c for the derivation.
#ifndef INGOT_SOLVE_ZONE_H_
#define INGOT_SOLVE_ZONE_H_

#include "solve/pack.h"
#include "solve/rows.h"

typedef struct {
  ig_Pack cost, force, state;
} ig_Zone;

IG_INLINE ig_Zone ig_equality_zone(ig_Pack D, ig_Pack x) {
  ig_Zone zone = {0.5 * D * x * x, -D * x, ig_pack_all(ig_broadcast(IG_QUADRATIC))};
  return zone;
}

IG_INLINE ig_Zone ig_friction_zone(ig_Pack D, ig_Pack R, ig_Pack loss, ig_Pack x) {
  const ig_Pack one = ig_pack_all(ig_broadcast(1)), bound = R * loss;
  ig_PackMask below = x <= -bound, above = x >= bound;
  ig_Pack base = -0.5 * R * loss * loss, line = loss * x;
  ig_Zone zone = ig_equality_zone(D, x);
  zone.cost = ig_pack_select(below, base - line, ig_pack_select(above, base + line, zone.cost));
  zone.force = ig_pack_select(below, loss, ig_pack_select(above, -loss, zone.force));
  zone.state = ig_pack_select(below, IG_LINEAR_NEG * one, ig_pack_select(above, IG_LINEAR_POS * one, zone.state));
  return zone;
}

IG_INLINE ig_Zone ig_inequality_zone(ig_Pack D, ig_Pack x) {
  const ig_Pack zero = ig_pack_all(ig_broadcast(0));
  ig_PackMask satisfied = x >= zero;
  ig_Zone zone = ig_equality_zone(D, x);
  zone.cost = ig_pack_select(satisfied, zero, zone.cost);
  zone.force = ig_pack_select(satisfied, zero, zone.force);
  zone.state = ig_pack_select(satisfied, zero, zone.state);
  return zone;
}

#endif  // INGOT_SOLVE_ZONE_H_
