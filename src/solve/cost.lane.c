// SPDX-License-Identifier: Apache-2.0
// Costs of the rows, x = J qacc - aref (Todorov 2011, "A convex, smooth and invertible contact model"; the computation
// chapter of MuJoCo's documentation).
//
//   equality       D x^2 / 2
//   friction loss  D x^2 / 2 while |x| < R loss, with D = 1 / R; beyond, lines of slope -+loss that continue it
//   inequality     D x^2 / 2 while x < 0, else 0
//   elliptic cone  with U_0 = mu x_0, U_i = friction_i x_i, N = U_0, T = |U_1..|: the squared distance of U to the dual cone
//                  N >= mu T in the metric of D. Three zones: inside it nothing (top); in the polar cone mu N + T <= 0
//                  the apex is nearest, the plain quadratic of all rows (bottom); between them the nearest point lies on
//                  the surface and the cost is Dm (N - mu T)^2 / 2, Dm = D_0 / (mu^2 (1 + mu^2)) (middle).
//
// The middle zone's Hessian by the chain rule: with g = N - mu T, dT/dU_i = U_i / T,
//   d2/dN2 = Dm,  d2/dN dU_i = -Dm mu U_i / T,
//   d2/dU_i dU_j = Dm (mu N U_i U_j / T^3 + [i = j] (mu^2 - mu N / T)),
// the last since mu^2 U_i U_j / T^2 - mu g (delta_ij / T - U_i U_j / T^3) with g = N - mu T. Then each index is scaled
// by what makes U of x.
#include "solve/cost.h"

#include "base/clones.h"
#include "solve/zone.h"

// Kinds of rows, four at a time: cost, force and state. Every group of a crew goes through all of them, for the sums.
#define FOR_FOURS(i, begin, end)           \
  for (int i = (begin); i < (end); i += 4) \
    for (int k = 0; k < IG_PARTS; k++)

IG_INLINE void note_zone(const ig_Rows* rows, int at, ig_Zone zone, ig_Pack* sum) {
  IG_AT(ig_Pack, rows->force + at) = zone.force;
  IG_AT(ig_Pack, rows->state + at) = zone.state;
  *sum += zone.cost;
}

IG_INLINE void simple_costs(const ig_Rows* rows, const real* x, ig_Sum* sum) {
  FOR_FOURS(i, 0, rows->ne) {
    int at = i + IG_SPOT(k);
    ig_Zone zone = ig_equality_zone(IG_AT(const ig_Pack, rows->D + at), IG_AT(const ig_Pack, x + at));
    note_zone(rows, at, zone, sum->part + k);
  }
  FOR_FOURS(i, rows->ne, rows->nf) {
    int at = i + IG_SPOT(k);
    ig_Zone zone = ig_friction_zone(IG_AT(const ig_Pack, rows->D + at), IG_AT(const ig_Pack, rows->R + at),
                                    IG_AT(const ig_Pack, rows->loss + at), IG_AT(const ig_Pack, x + at));
    note_zone(rows, at, zone, sum->part + k);
  }
  FOR_FOURS(i, rows->nf, rows->ni) {
    int at = i + IG_SPOT(k);
    ig_Zone zone = ig_inequality_zone(IG_AT(const ig_Pack, rows->D + at), IG_AT(const ig_Pack, x + at));
    note_zone(rows, at, zone, sum->part + k);
  }
}

// lanes of the middle zone only
IG_INLINE void cone_hessian(real* C, const real* scale, int dim, const real* U, real Dm, real T, mask middle) {
  real mu = scale[0], N = U[0], cross = -mu / T, outer = mu * N / (T * T * T), round = mu * mu - mu * N / T;
  for (int i = 0; i < dim; i++) {
    real scaled = Dm * scale[i];
    for (int j = i; j < dim; j++) {
      real h = i == 0 ? (j == 0 ? ig_broadcast(1) : cross * U[j]) : outer * U[j] * U[i];
      if (i == j && i > 0) h += round;
      h *= scaled * scale[j];
      C[6 * i + j] = C[6 * j + i] = ig_select(middle, h, C[6 * i + j]);
    }
  }
}

// The three zones of a cone, each computed when a lane is in it.
IG_INLINE real cone_cost(const ig_Rows* rows, int cone, const real* x, bool hessian) {
  const real zero = ig_broadcast(0), *scale = rows->scale + 6 * cone;
  int row = rows->cone[cone].row, dim = rows->cone[cone].dim;
  real U[6], square = zero, mu = scale[0], *force = rows->force + row;
  x += row;
  U[0] = x[0] * mu;
  for (int i = 1; i < dim; i++) U[i] = x[i] * scale[i];
  for (int i = 1; i < dim; i++) square += U[i] * U[i];
  real N = U[0], T = ig_sqrt(square), cost = zero, state = zero;
  mask flat = ig_le(T, zero);
  mask top = ig_or(ig_le(mu * T, N), ig_and(flat, ig_le(zero, N)));
  mask bottom = ig_and(ig_not(top), ig_or(ig_le(mu * N + T, zero), ig_and(flat, ig_lt(N, zero))));
  mask middle = ig_not(ig_or(top, bottom));
  for (int i = 0; i < dim; i++) force[i] = zero;
  if (ig_any(bottom)) {
    real sum = zero;
    for (int i = 0; i < dim; i++) {
      real D = rows->D[row + i];
      sum += 0.5 * D * x[i] * x[i];
      force[i] = ig_select(bottom, -D * x[i], force[i]);
    }
    cost = ig_select(bottom, sum, cost);
    state = ig_select(bottom, ig_broadcast(IG_QUADRATIC), state);
  }
  if (ig_any(middle)) {
    real Dm = rows->D[row] / (mu * mu * (1 + mu * mu)), gap = N - mu * T, normal = -Dm * gap * mu;
    cost = ig_select(middle, 0.5 * Dm * gap * gap, cost);
    force[0] = ig_select(middle, normal, force[0]);
    for (int i = 1; i < dim; i++) force[i] = ig_select(middle, -normal / T * U[i] * scale[i], force[i]);
    if (hessian) cone_hessian(rows->C + 36 * cone, scale, dim, U, Dm, T, middle);
    state = ig_select(middle, ig_broadcast(IG_CONE), state);
  }
  for (int i = 0; i < dim; i++) rows->state[row + i] = state;
  return cost;
}

IG_CREW_NOINLINE IG_KERNEL_CLONES void IG_NAME(ig_row_cost)(const ig_Rows* rows, IG_POINTER(const real) x, bool hessian,
                                                            real* cost) {
  ig_Sum sum = ig_sum_zero();
  simple_costs(rows, x, &sum);
  real total = ig_sum_total(&sum);
  // a cone each, added up in their order
  for (int first = 0; first < rows->ncone; first += ig_crew()) {
    int cone = first + ig_mate();
    real mine = ig_broadcast(0);
    if (cone < rows->ncone) mine = cone_cost(rows, cone, x, hessian);
    for (int k = 0; k < ig_crew() && first + k < rows->ncone; k++) total += ig_of_mate(mine, k);
  }
  *cost = total;
  ig_meet();
}

// equalities and friction losses are always active; rows that pad never are, and never change
IG_KERNEL_CLONES void IG_NAME(ig_row_counts)(const ig_Rows* rows, IG_POINTER(const real) old, real* active, real* changed) {
  const ig_Pack zero = ig_pack_all(ig_broadcast(0)), one = ig_pack_all(ig_broadcast(1));
  ig_Sum on = ig_sum_zero(), change = ig_sum_zero();
  FOR_FOURS(i, rows->ne, rows->ni) {
    int at = i + IG_SPOT(k);
    ig_Pack state = IG_AT(const ig_Pack, rows->state + at);
    if (i >= rows->nf) on.part[k] += ig_pack_select(state == zero, zero, one);
    change.part[k] += ig_pack_select(state == IG_AT(const ig_Pack, old + at), zero, one);
  }
  *active = ig_sum_total(&on);
  *changed = ig_sum_total(&change);
  for (int cone = 0; cone < rows->ncone; cone++) {
    int row = rows->cone[cone].row;
    real dim = rows->dim[cone];
    *active += ig_select(ig_eq(rows->state[row], ig_broadcast(0)), ig_broadcast(0), dim);
    *changed += ig_select(ig_eq(rows->state[row], old[row]), ig_broadcast(0), dim);
  }
  for (int lane = 0; lane < IG_LANES; lane++) {
    ig_set_lane(active, lane, ig_lane(*active, lane) + rows->lane_ne[lane] + rows->lane_nf[lane]);
  }
}
