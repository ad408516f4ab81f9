#include "solve/line_search.h"

#include <math.h>
#include <stdbool.h>

// a cone's nine numbers: its quadratic, then N = N0 + N1 alpha, T^2 = TT + 2 TV alpha + VV alpha^2, and its stiffness
enum { CONE_N0 = 3, CONE_N1, CONE_TT, CONE_TV, CONE_VV, CONE_DM };

static void add_quadratic(mjtNum quad[3], mjtNum D, mjtNum x, mjtNum v) {
  mjtNum Dx = D * x;
  quad[0] += x * Dx;
  quad[1] += v * Dx;
  quad[2] += v * D * v;
}

static void prepare_cone(mjtNum* quad, const mjContact* con, const mjtNum* D, const mjtNum* x, const mjtNum* v) {
  mjtNum mu = con->mu, tt = 0, tv = 0, vv = 0;
  for (int i = 1; i < con->dim; i++) {
    add_quadratic(quad, D[i], x[i], v[i]);
    mjtNum scale = con->friction[i - 1], u = x[i] * scale, w = v[i] * scale;
    tt += u * u;
    tv += u * w;
    vv += w * w;
  }
  quad[CONE_N0] = x[0] * mu;
  quad[CONE_N1] = v[0] * mu;
  quad[CONE_TT] = tt;
  quad[CONE_TV] = tv;
  quad[CONE_VV] = vv;
  quad[CONE_DM] = D[0] / ((mu * mu) * (1 + (mu * mu)));
}

void ig_line_prepare(ig_LineSearch* line) {
  const ig_Problem* p = line->problem;
  for (int row = 0; row < p->nefc; row++) {
    mjtNum* quad = line->quad + 3 * row;
    quad[0] = quad[1] = quad[2] = 0;
    add_quadratic(quad, p->D[row], line->x[row], line->v[row]);
    if (p->type[row] == mjCNSTR_CONTACT_ELLIPTIC) {
      const mjContact* con = p->contact + p->id[row];
      prepare_cone(quad, con, p->D + row, line->x + row, line->v + row);
      row += con->dim - 1;
    }
    quad[0] *= 0.5;
    quad[2] *= 0.5;
  }
}

typedef struct {
  mjtNum alpha, cost, slope, curvature;
} Point;

static void add3(mjtNum total[3], const mjtNum quad[3]) {
  total[0] += quad[0];
  total[1] += quad[1];
  total[2] += quad[2];
}

static void eval_friction(const ig_LineSearch* line, int row, mjtNum alpha, mjtNum total[3]) {
  mjtNum start = line->x[row], v = line->v[row], x = start + alpha * v;
  mjtNum loss = line->problem->frictionloss[row], bound = line->problem->R[row] * loss;
  if (-bound < x && x < bound) {
    add3(total, line->quad + 3 * row);
  } else {
    mjtNum sign = x <= -bound ? -1 : 1;
    total[0] += loss * (-0.5 * bound + sign * start);
    total[1] += sign * loss * v;
  }
}

// quadratic below the cone, nothing above, squared distance to its surface between
static void eval_cone(const mjtNum* quad, mjtNum mu, mjtNum alpha, mjtNum total[3], Point* point) {
  mjtNum N = quad[CONE_N0] + alpha * quad[CONE_N1];
  mjtNum square = quad[CONE_TT] + alpha * (2 * quad[CONE_TV] + alpha * quad[CONE_VV]);
  if (square <= 0) {
    if (N < 0) add3(total, quad);
    return;
  }
  mjtNum T = sqrt(square);
  if (N >= mu * T) return;
  if (mu * N + T <= 0) {
    add3(total, quad);
    return;
  }
  mjtNum rise = quad[CONE_TV] + alpha * quad[CONE_VV], T1 = rise / T, T2 = quad[CONE_VV] / T - rise * T1 / (T * T);
  mjtNum gap = N - mu * T, gap1 = quad[CONE_N1] - mu * T1, Dm = quad[CONE_DM];
  point->cost += 0.5 * Dm * gap * gap;
  point->slope += Dm * gap * gap1;
  point->curvature += Dm * (gap1 * gap1 + gap * (-mu * T2));
}

static Point evaluate(ig_LineSearch* line, mjtNum alpha) {
  const ig_Problem* p = line->problem;
  Point point = {.alpha = alpha};
  mjtNum total[3] = {line->gauss[0], line->gauss[1], line->gauss[2]};
  int row = 0;
  for (; row < p->ne; row++) add3(total, line->quad + 3 * row);
  for (; row < p->ne + p->nf; row++) eval_friction(line, row, alpha, total);
  while (row < p->nefc) {
    const mjtNum* quad = line->quad + 3 * row;
    if (p->type[row] == mjCNSTR_CONTACT_ELLIPTIC) {
      const mjContact* con = p->contact + p->id[row];
      eval_cone(quad, con->mu, alpha, total, &point);
      row += con->dim;
    } else {
      if (line->x[row] + alpha * line->v[row] < 0) add3(total, quad);
      row++;
    }
  }
  point.cost += alpha * alpha * total[2] + alpha * total[1] + total[0];
  point.slope += 2 * alpha * total[2] + total[1];
  point.curvature += 2 * total[2];
  if (point.curvature <= 0) {
    mju_warning("the cost along a search direction does not curve upwards");
    point.curvature = mjMINVAL;
  }
  line->evaluations++;
  return point;
}

static Point newton_point(ig_LineSearch* line, const Point* from) {
  return evaluate(line, from->alpha - from->slope / from->curvature);
}

// Move one end of the bracket to the candidate with the flattest slope on its side; its Newton point follows.
static bool tighten(ig_LineSearch* line, Point* end, Point* next, const Point candidates[3]) {
  bool moved = false;
  for (int i = 0; i < 3; i++) {
    mjtNum slope = candidates[i].slope;
    bool flatter = end->slope < 0 ? slope < 0 && end->slope < slope : end->slope > 0 && slope > 0 && end->slope > slope;
    if (flatter) {
      *end = candidates[i];
      moved = true;
    }
  }
  if (moved) *next = newton_point(line, end);
  return moved;
}

static mjtNum finish(ig_LineSearch* line, const Point* point, mjtNum slope_scale) {
  line->slope = fabs(point->slope) * slope_scale;
  return point->alpha;
}

// the minimum lies between a and b: bisect and take Newton steps from both ends until one is flat enough
static mjtNum bracketed(ig_LineSearch* line, Point start, Point a, Point b, mjtNum tolerance, mjtNum scale, int limit) {
  Point b_next = a, a_next = newton_point(line, &a);
  while (line->evaluations < limit) {
    Point middle = evaluate(line, 0.5 * (a.alpha + b.alpha));
    Point candidates[3] = {a_next, b_next, middle};
    const Point* best = NULL;
    for (int i = 0; i < 3; i++) {
      if (fabs(candidates[i].slope) < tolerance && (!best || candidates[i].cost < best->cost)) best = &candidates[i];
    }
    if (best) return finish(line, best, scale);
    bool a_moved = tighten(line, &a, &a_next, candidates), b_moved = tighten(line, &b, &b_next, candidates);
    // as close as the arithmetic allows
    if (!a_moved && !b_moved) return finish(line, &middle, scale);
  }
  if (a.cost <= b.cost && a.cost < start.cost) return finish(line, &a, scale);
  if (b.cost <= a.cost && b.cost < start.cost) return finish(line, &b, scale);
  return 0;
}

mjtNum ig_line_minimum(ig_LineSearch* line, mjtNum tolerance, mjtNum scale, int limit) {
  Point start = evaluate(line, 0), now = newton_point(line, &start), before = start;
  if (fabs(now.slope) < tolerance) return finish(line, &now, scale);

  // go on in the direction of the first step until the slope changes its sign
  mjtNum direction = now.slope < 0 ? 1 : -1;
  while (now.slope * direction <= -tolerance && line->evaluations < limit) {
    before = now;
    now = newton_point(line, &now);
    if (fabs(now.slope) < tolerance) return finish(line, &now, scale);
  }
  if (line->evaluations >= limit) return finish(line, &now, scale);
  return bracketed(line, start, now, before, tolerance, scale, limit);
}
