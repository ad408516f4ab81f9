// SPDX-License-Identifier: Apache-2.0
// The line search of one lane as a machine that asks for one evaluation after the other.
//
// A Newton step from 0; further Newton steps in its direction until the slope changes its sign, which brackets the minimum;
// then the middle of the bracket and Newton steps from both of its ends, until one of them is flat enough. Each lane is at
// its own point of this, while the evaluations of all lanes are made together.
#ifndef INGOT_SOLVE_LINE_CONTROL_H_
#define INGOT_SOLVE_LINE_CONTROL_H_

#include <math.h>
#include <stdbool.h>

#include "lane/num.h"

typedef struct {
  num alpha, cost, slope, curvature;
} ig_Point;

typedef enum { IG_AT_START, IG_FIRST_STEP, IG_WALK, IG_BRACKET, IG_MIDDLE, IG_MOVED_A, IG_MOVED_B } ig_LinePhase;

typedef struct {
  ig_LinePhase phase;
  int evaluations, limit;
  num tolerance;
  num ask;                                       // where to evaluate next
  num direction;                                 // of the first step
  ig_Point start, before, a, b, a_next, b_next;  // ends of the bracket and the Newton points from them
  ig_Point candidate[3];
  bool a_moved;
  num alpha, slope;  // the result
} ig_LineControl;

static inline bool ig_line_done(ig_LineControl* c, const ig_Point* point) {
  c->alpha = point->alpha;
  c->slope = fabs(point->slope);
  return false;
}

static inline bool ig_line_ask(ig_LineControl* c, ig_LinePhase phase, num alpha) {
  c->phase = phase;
  c->ask = alpha;
  return true;
}

static inline num ig_newton_alpha(const ig_Point* from) { return from->alpha - from->slope / from->curvature; }

// move one end of the bracket to the candidate with the flattest slope on its side
static inline bool ig_tighten(ig_Point* end, const ig_Point candidate[3]) {
  bool moved = false;
  for (int i = 0; i < 3; i++) {
    num slope = candidate[i].slope;
    bool flatter = end->slope < 0 ? slope < 0 && end->slope < slope : end->slope > 0 && slope > 0 && end->slope > slope;
    if (flatter) {
      *end = candidate[i];
      moved = true;
    }
  }
  return moved;
}

// the next look into the bracket; without any left, the better end if it improves on the start
static inline bool ig_line_bisect(ig_LineControl* c) {
  if (c->evaluations < c->limit) return ig_line_ask(c, IG_MIDDLE, 0.5 * (c->a.alpha + c->b.alpha));
  if (c->a.cost <= c->b.cost && c->a.cost < c->start.cost) return ig_line_done(c, &c->a);
  if (c->b.cost <= c->a.cost && c->b.cost < c->start.cost) return ig_line_done(c, &c->b);
  return false;
}

static inline bool ig_line_middle(ig_LineControl* c, const ig_Point* point) {
  c->candidate[0] = c->a_next;
  c->candidate[1] = c->b_next;
  c->candidate[2] = *point;
  const ig_Point* best = 0;
  for (int i = 0; i < 3; i++) {
    const ig_Point* at = c->candidate + i;
    if (fabs(at->slope) < c->tolerance && (!best || at->cost < best->cost)) best = at;
  }
  if (best) return ig_line_done(c, best);
  c->a_moved = ig_tighten(&c->a, c->candidate);
  if (c->a_moved) return ig_line_ask(c, IG_MOVED_A, ig_newton_alpha(&c->a));
  if (ig_tighten(&c->b, c->candidate)) return ig_line_ask(c, IG_MOVED_B, ig_newton_alpha(&c->b));
  // as close as the arithmetic allows
  return ig_line_done(c, point);
}

// takes what was asked for; true: another evaluation is needed, at `ask`
static inline bool ig_line_advance(ig_LineControl* c, const ig_Point* point) {
  c->evaluations++;
  switch (c->phase) {
    case IG_AT_START: c->start = c->before = *point; return ig_line_ask(c, IG_FIRST_STEP, ig_newton_alpha(point));
    case IG_FIRST_STEP:
      if (fabs(point->slope) < c->tolerance) return ig_line_done(c, point);
      c->direction = point->slope < 0 ? 1 : -1;
      c->a = *point;
      break;
    case IG_WALK:
      if (fabs(point->slope) < c->tolerance) return ig_line_done(c, point);
      c->before = c->a;
      c->a = *point;
      break;
    case IG_BRACKET: c->a_next = *point; return ig_line_bisect(c);
    case IG_MIDDLE: return ig_line_middle(c, point);
    case IG_MOVED_A:
      c->a_next = *point;
      if (ig_tighten(&c->b, c->candidate)) return ig_line_ask(c, IG_MOVED_B, ig_newton_alpha(&c->b));
      return ig_line_bisect(c);
    case IG_MOVED_B: c->b_next = *point; return ig_line_bisect(c);
  }
  // on in the direction of the first step, until the slope has changed its sign
  if (c->a.slope * c->direction <= -c->tolerance && c->evaluations < c->limit) {
    return ig_line_ask(c, IG_WALK, ig_newton_alpha(&c->a));
  }
  if (c->evaluations >= c->limit) return ig_line_done(c, &c->a);
  c->b = c->before;
  c->b_next = c->a;
  return ig_line_ask(c, IG_BRACKET, ig_newton_alpha(&c->a));
}

#endif  // INGOT_SOLVE_LINE_CONTROL_H_
