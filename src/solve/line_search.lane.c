// SPDX-License-Identifier: Apache-2.0
// The cost along x + alpha v. Each row is a parabola in pieces: with q(alpha) = q0 + q1 alpha + q2 alpha^2 where it is
// quadratic, q0 = D x^2 / 2, q1 = D x v, q2 = D v^2 / 2. What is in its quadratic at alpha is added up as three
// coefficients; slope and curvature follow from the sums. A cone in its middle zone is no parabola: with N and T^2 as
// polynomials in alpha, T' = (TV + alpha VV) / T and T'' = VV / T - T'^2 / T, its cost Dm (N - mu T)^2 / 2 has
//   slope Dm g g', curvature Dm (g'^2 - mu g T''), g = N - mu T, g' = N' - mu T'.
#include "solve/line_search.h"

#include <math.h>

#include <mujoco/mujoco.h>

#include "base/clones.h"
#include "solve/line_control.h"

IG_INLINE void prepare_cone(const ig_LineSearch* line, int cone) {
  const ig_Rows* rows = line->rows;
  int row = rows->cone[cone].row, dim = rows->cone[cone].dim;
  const real *D = rows->D + row, *x = line->x + row, *v = line->v + row, *scale = rows->scale + 6 * cone;
  real *to = line->cone + IG_NCONE * cone, zero = ig_broadcast(0), mu = scale[0];
  real q0 = zero, q1 = zero, q2 = zero, tt = zero, tv = zero, vv = zero;
  for (int i = 0; i < dim; i++) {
    real Dx = D[i] * x[i];
    q0 += x[i] * Dx;
    q1 += v[i] * Dx;
    q2 += v[i] * D[i] * v[i];
    if (i == 0) continue;
    real u = x[i] * scale[i], w = v[i] * scale[i];
    tt += u * u;
    tv += u * w;
    vv += w * w;
  }
  to[IG_CONE_Q0] = 0.5 * q0;
  to[IG_CONE_Q1] = q1;
  to[IG_CONE_Q2] = 0.5 * q2;
  to[IG_CONE_N0] = x[0] * mu;
  to[IG_CONE_N1] = v[0] * mu;
  to[IG_CONE_TT] = tt;
  to[IG_CONE_TV] = tv;
  to[IG_CONE_VV] = vv;
  to[IG_CONE_DM] = D[0] / ((mu * mu) * (1 + (mu * mu)));
}

// Value, slope and half the curvature of rows at 0. They are kept, but for a crew's, whose memory is the scarcer thing.
IG_INLINE void make_quad(const ig_LineSearch* line, int row, ig_Pack quad[3]) {
  ig_Pack D = IG_AT(const ig_Pack, line->rows->D + row), x = IG_AT(const ig_Pack, line->x + row);
  ig_Pack v = IG_AT(const ig_Pack, line->v + row), Dx = D * x;
  quad[0] = 0.5 * (x * Dx);
  quad[1] = v * Dx;
  quad[2] = 0.5 * (v * D * v);
}

IG_INLINE void take_quad(const ig_LineSearch* line, int row, ig_Pack quad[3]) {
#ifdef IG_CREW
  make_quad(line, row, quad);
#else
  for (int q = 0; q < 3; q++) quad[q] = IG_AT(const ig_Pack, line->quad[q] + row);
#endif
}

IG_KERNEL_CLONES void IG_NAME(ig_line_prepare)(ig_LineSearch* line) {
  const ig_Rows* rows = line->rows;
#ifndef IG_CREW
  for (int row = 0; row < rows->ni; row += IG_PACK) {
    ig_Pack quad[3];
    make_quad(line, row, quad);
    for (int q = 0; q < 3; q++) IG_AT(ig_Pack, line->quad[q] + row) = quad[q];
  }
#endif
  IG_SHARE(cone, rows->ncone) prepare_cone(line, cone);
  ig_meet();
  for (int q = 0; q < 3; q++) line->equality[q] = ig_sum_zero();
  for (int row = 0; row < rows->ne; row += 4) {
    for (int k = 0; k < IG_PARTS; k++) {
      ig_Pack quad[3];
      take_quad(line, row + IG_SPOT(k), quad);
      for (int q = 0; q < 3; q++) line->equality[q].part[k] += quad[q];
    }
  }
}

IG_INLINE void eval_friction(const ig_LineSearch* line, ig_Pack alpha, ig_Sum sum[3]) {
  const ig_Rows* rows = line->rows;
  const ig_Pack one = ig_pack_all(ig_broadcast(1));
  for (int i = rows->ne; i < rows->nf; i += 4) {
    for (int k = 0; k < IG_PARTS; k++) {
      int row = i + IG_SPOT(k);
      ig_Pack start = IG_AT(const ig_Pack, line->x + row), v = IG_AT(const ig_Pack, line->v + row), x = start + alpha * v;
      ig_Pack loss = IG_AT(const ig_Pack, rows->loss + row), bound = IG_AT(const ig_Pack, rows->R + row) * loss;
      ig_PackMask inside = (-bound < x) & (x < bound);
      ig_Pack sign = ig_pack_select(x <= -bound, -one, one);
      ig_Pack quad[3], line0 = loss * (-0.5 * bound + sign * start), line1 = sign * loss * v;
      take_quad(line, row, quad);
      sum[0].part[k] += ig_pack_select(inside, quad[0], line0);
      sum[1].part[k] += ig_pack_select(inside, quad[1], line1);
      sum[2].part[k] += ig_pack_select(inside, quad[2], 0 * one);
    }
  }
}

IG_INLINE void eval_inequality(const ig_LineSearch* line, ig_Pack alpha, ig_Sum sum[3]) {
  const ig_Rows* rows = line->rows;
  const ig_Pack zero = ig_pack_all(ig_broadcast(0));
  for (int i = rows->nf; i < rows->ni; i += 4) {
    for (int k = 0; k < IG_PARTS; k++) {
      int row = i + IG_SPOT(k);
      ig_PackMask inside = IG_AT(const ig_Pack, line->x + row) + alpha * IG_AT(const ig_Pack, line->v + row) < zero;
      ig_Pack quad[3];
      take_quad(line, row, quad);
      for (int q = 0; q < 3; q++) sum[q].part[k] += ig_pack_select(inside, quad[q], zero);
    }
  }
}

typedef struct {
  real cost, slope, curvature;
} Point;

// quadratic below the cone, nothing above, squared distance to its surface between
IG_INLINE void eval_cone(const real* cone, real mu, real alpha, real total[3], Point* point) {
  const real zero = ig_broadcast(0);
  real N = cone[IG_CONE_N0] + alpha * cone[IG_CONE_N1];
  real square = cone[IG_CONE_TT] + alpha * (2 * cone[IG_CONE_TV] + alpha * cone[IG_CONE_VV]);
  mask flat = ig_le(square, zero);
  real T = ig_sqrt(ig_select(flat, zero, square));
  // flat: there is no tangential motion, the sign of N decides
  mask top = ig_or(ig_and(flat, ig_not(ig_lt(N, zero))), ig_and(ig_not(flat), ig_le(mu * T, N)));
  mask bottom = ig_and(ig_not(top), ig_or(flat, ig_le(mu * N + T, zero)));
  mask middle = ig_not(ig_or(top, bottom));
  if (ig_any(bottom)) {
    for (int q = 0; q < 3; q++) total[q] += ig_select(bottom, cone[q], zero);
  }
  if (ig_any(middle)) {
    real rise = cone[IG_CONE_TV] + alpha * cone[IG_CONE_VV], T1 = rise / T, T2 = cone[IG_CONE_VV] / T - rise * T1 / (T * T);
    real gap = N - mu * T, gap1 = cone[IG_CONE_N1] - mu * T1, Dm = cone[IG_CONE_DM];
    point->cost += ig_select(middle, 0.5 * Dm * gap * gap, zero);
    point->slope += ig_select(middle, Dm * gap * gap1, zero);
    point->curvature += ig_select(middle, Dm * (gap1 * gap1 + gap * (-mu * T2)), zero);
  }
}

IG_CREW_NOINLINE IG_KERNEL_CLONES static void evaluate(const ig_LineSearch* line, const real* at, Point* point) {
  const ig_Rows* rows = line->rows;
  real alpha = *at, total[3], zero = ig_broadcast(0);
  ig_Sum sum[3] = {line->equality[0], line->equality[1], line->equality[2]};
  eval_friction(line, ig_pack_all(alpha), sum);
  eval_inequality(line, ig_pack_all(alpha), sum);
  for (int q = 0; q < 3; q++) total[q] = line->gauss[q] + ig_sum_total(sum + q);
  *point = (Point){zero, zero, zero};
  for (int cone = 0; cone < rows->ncone; cone++) {
    eval_cone(line->cone + IG_NCONE * cone, rows->scale[6 * cone], alpha, total, point);
  }
  point->cost += alpha * alpha * total[2] + alpha * total[1] + total[0];
  point->slope += 2 * alpha * total[2] + total[1];
  point->curvature += 2 * total[2];
}

// along a direction the cost curves upwards; where it does not, the search goes on as if by a little
static ig_Point point_of(ig_LineSearch* line, const Point* point, num alpha, int lane) {
  ig_Point at = {alpha, ig_lane(point->cost, lane), ig_lane(point->slope, lane), ig_lane(point->curvature, lane)};
  if (at.curvature <= 0) {
    line->flat |= 1u << lane;
    at.curvature = mjMINVAL;
  }
  return at;
}

// one evaluation of all lanes; each that is still searching goes on from its own
static void advance(ig_LineSearch* line, ig_LineControl* control, const Point* point) {
  for (unsigned rest = line->searching; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    ig_LineControl* c = control + lane;
    ig_Point at = point_of(line, point, c->ask, lane);
    if (!ig_line_advance(c, &at)) line->searching &= ~(1u << lane);
  }
}

static void start_control(ig_LineControl* c, num tolerance, int max_evaluations) {
  c->phase = IG_AT_START;
  c->evaluations = 0;
  c->limit = max_evaluations;
  c->tolerance = tolerance;
  c->ask = c->alpha = 0;
  c->slope = -1;
}

static void note_result(ig_LineSearch* line, int lane, num alpha, num slope, int evaluations) {
  ig_set_lane(&line->alpha, lane, alpha);
  ig_set_lane(&line->slope, lane, slope < 0 ? 1 : slope * ig_lane(line->scale, lane));
  line->evaluations[lane] = evaluations;
}

#if IG_LANES == 1

IG_CREW_NOINLINE void IG_NAME(ig_line_minimum)(ig_LineSearch* line, int max_evaluations) {
  ig_LineControl control;
  bool was = line->searching;
  real alpha = ig_broadcast(0);
  start_control(&control, ig_lane(line->tolerance, 0), max_evaluations);
  line->flat = 0;
  while (line->searching) {
    Point point;
    evaluate(line, &alpha, &point);
    advance(line, &control, &point);
    ig_set_lane(&alpha, 0, control.ask);
  }
  note_result(line, 0, was ? control.alpha : 0, control.slope, was ? control.evaluations : 0);
}

#else

// The first two evaluations, at 0 and after a Newton step from there, are of all lanes alike, and for most of them the last.
// Lanes that go on find their control as after these.
static void first_steps(ig_LineSearch* line, ig_LineControl* control, int max_evaluations, real* alpha) {
  const real zero = ig_broadcast(0), little = ig_broadcast(mjMINVAL);
  Point start, point;
  *alpha = zero;
  evaluate(line, alpha, &start);
  *alpha = zero - start.slope / ig_select(ig_le(start.curvature, zero), little, start.curvature);
  evaluate(line, alpha, &point);
  line->flat = line->searching & ig_mask_bits(ig_or(ig_le(start.curvature, zero), ig_le(point.curvature, zero)));
  unsigned done = line->searching & ig_mask_bits(ig_lt(ig_abs(point.slope), line->tolerance));
  mask ends = ig_mask_of(done);
  line->alpha = ig_select(ends, *alpha, zero);
  line->slope = ig_select(ends, ig_abs(point.slope) * line->scale, ig_broadcast(1));
  line->searching &= ~done;
  for (int lane = 0; lane < IG_LANES; lane++) line->evaluations[lane] = done >> lane & 1 ? 2 : 0;
  for (unsigned rest = line->searching; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    ig_LineControl* c = control + lane;
    start_control(c, ig_lane(line->tolerance, lane), max_evaluations);
    ig_Point from = point_of(line, &start, 0, lane), to = point_of(line, &point, ig_lane(*alpha, lane), lane);
    ig_line_advance(c, &from);
    if (!ig_line_advance(c, &to)) line->searching &= ~(1u << lane);
    note_result(line, lane, c->alpha, c->slope, c->evaluations);
  }
}

void IG_NAME(ig_line_minimum)(ig_LineSearch* line, int max_evaluations) {
  ig_LineControl control[IG_LANES];
  real alpha;
  first_steps(line, control, max_evaluations, &alpha);
  while (line->searching) {
    Point point;
    unsigned before = line->searching;
    for (unsigned rest = before; rest; rest &= rest - 1) {
      int lane = __builtin_ctz(rest);
      ig_set_lane(&alpha, lane, control[lane].ask);
    }
    evaluate(line, &alpha, &point);
    advance(line, control, &point);
    for (unsigned rest = before & ~line->searching; rest; rest &= rest - 1) {
      int lane = __builtin_ctz(rest);
      note_result(line, lane, control[lane].alpha, control[lane].slope, control[lane].evaluations);
    }
  }
}

#endif
