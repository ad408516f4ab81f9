// SPDX-License-Identifier: Apache-2.0
// min x^T H x / 2 + g^T x  subject to  lower <= x <= upper: projected Newton steps with an Armijo line search.
// (Tassa, Mansard, Todorov 2014, "Control-Limited Differential Dynamic Programming", section III; Bertsekas 1982)
//   Dimensions at a bound whose gradient pushes outwards are clamped; over the others, the free ones f, Newton's step goes to
//   x_f = -H_ff^-1 (g_f + H_fc x_c), and the way there is clamped to the box. The factor of H_ff lasts while f does.
#include <stdbool.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "math/cholesky.h"
#include "math/dense.h"

enum { MAX_STEPS = 100 };
static const mjtNum smallest_gradient = 1e-16, backtrack = 0.5, smallest_step = 1e-22, armijo = 0.1;

typedef struct {
  int n;
  const mjtNum *H, *g;          // of H the lower triangle decides values, all of it gradients
  const mjtNum *lower, *upper;  // NULL: no such bound
} Problem;

static mjtNum value_at(const Problem* p, const mjtNum* x) {
  mjtNum square = 0;
  for (int i = 0; i < p->n; i++) {
    const mjtNum* row = p->H + (size_t)i * (size_t)p->n;
    square += x[i] * row[i] * x[i];
    square += 2 * x[i] * ig_dot(row, x, i);
  }
  return 0.5 * square + ig_dot(x, p->g, p->n);
}

static void gradient_at(const Problem* p, mjtNum* grad, const mjtNum* x) {
  ig_mulmatvec(grad, p->H, x, p->n, p->n);
  ig_addto(grad, p->g, p->n);
}

static void project(const Problem* p, mjtNum* x) {
  for (int i = 0; i < p->n; i++) {
    if (p->lower && x[i] < p->lower[i])
      x[i] = p->lower[i];
    else if (p->upper && x[i] > p->upper[i])
      x[i] = p->upper[i];
  }
}

// the face of the box that a step stays in: the dimensions that it may change, in rising order, and the factor of their block of
// H
typedef struct {
  int n, *free;
  int nfactored, *factored;  // those that the factor is of; -1: there is none yet
  mjtNum* factor;
} Face;

// false when the block is not positive
static bool factor_face(const Problem* p, Face* face) {
  size_t bytes = (size_t)face->n * sizeof(int);
  if (face->n == face->nfactored && !memcmp(face->free, face->factored, bytes)) return true;
  memcpy(face->factored, face->free, bytes);
  face->nfactored = face->n;
  for (int i = 0; i < face->n; i++) {
    for (int j = 0; j <= i; j++) face->factor[i * face->n + j] = p->H[face->free[i] * p->n + face->free[j]];
  }
  return ig_chol_factor(face->factor, face->n, mjMINVAL) == face->n;
}

// from x to the minimum within the face; work: 2 n
static void newton_way(const Problem* p, const Face* face, mjtNum* way, const mjtNum* x, mjtNum* work) {
  // the gradient with the free dimensions at zero is what they have to make up for
  mjtNum *bound = work, *slope = work + p->n;
  ig_copy(bound, x, p->n);
  for (int k = 0; k < face->n; k++) bound[face->free[k]] = 0;
  gradient_at(p, slope, bound);
  for (int k = 0; k < face->n; k++) slope[k] = slope[face->free[k]];
  mjtNum* minimum = bound;
  ig_chol_solve(minimum, face->factor, slope, face->n);
  ig_zero(way, p->n);
  for (int k = 0; k < face->n; k++) way[face->free[k]] = -minimum[k] - x[face->free[k]];
}

// x goes along the way, bent at the walls of the box, until the cost has gone down enough (Armijo); false: the step got too
// small. The gain is held against the half of the step that was tried: the results are those of MuJoCo, which does so.
static bool follow(const Problem* p, mjtNum* x, const mjtNum* way, mjtNum slope, mjtNum* trial) {
  mjtNum start = value_at(p, x), gain = 0;
  for (mjtNum step = 1; gain < armijo && step >= smallest_step;) {
    for (int i = 0; i < p->n; i++) trial[i] = way[i] * step + x[i];
    project(p, trial);
    mjtNum value = value_at(p, trial);
    step *= backtrack;
    gain = step < smallest_step ? 0 : (value - start) / (step * slope);
  }
  ig_copy(x, trial, p->n);
  return !(gain < armijo);
}

// the number of free dimensions at the end, -1 when H is not positive there; work: 5 n
static int minimize_in_box(const Problem* p, Face* face, mjtNum* x, mjtNum* work) {
  mjtNum *grad = work, *way = work + p->n, *trial = work + 2 * p->n;
  project(p, x);
  for (int step = 0; step < MAX_STEPS; step++) {
    gradient_at(p, grad, x);

    // the face: all dimensions but those at a bound that the gradient pushes against
    mjtNum square = 0;
    face->n = 0;
    for (int i = 0; i < p->n; i++) {
      bool low = p->lower && x[i] == p->lower[i] && grad[i] > 0, high = p->upper && x[i] == p->upper[i] && grad[i] < 0;
      if (low || high) continue;
      face->free[face->n++] = i;
      square += grad[i] * grad[i];
    }
    if (!face->n) return 0;
    if (!factor_face(p, face)) return -1;
    newton_way(p, face, way, x, work + 3 * p->n);
    if (square < smallest_gradient) return face->n;
    mjtNum slope = ig_dot(way, grad, p->n);
    if (!(slope < 0)) return -1;
    if (!follow(p, x, way, slope, trial)) return face->n;
  }
  return face->n;
}

int mju_boxQP(mjtNum* res, mjtNum* R, int* index, const mjtNum* H, const mjtNum* g, int n, const mjtNum* lower,
              const mjtNum* upper) {
  if (n <= 0) {
    mju_error("mju_boxQP: n must be positive, it is the number of unknowns");
    return -1;
  }
  for (int i = 0; lower && upper && i < n; i++) {
    if (lower[i] >= upper[i]) {
      mju_error("mju_boxQP: a lower bound is not below its upper bound");
      return -1;
    }
  }
  // the caller's R has room for the factor and seven vectors: five of numbers, two of indices
  mjtNum *work = R + (size_t)n * (size_t)n, *indices = work + 5 * (size_t)n;
  Problem p = {n, H, g, lower, upper};
  Face face = {.free = index ? index : (int*)(indices + n), .nfactored = -1, .factored = (int*)indices, .factor = R};
  if (lower || upper) return minimize_in_box(&p, &face, res, work);

  // no bounds: the only face is the whole space, and one solve is enough
  ig_copy(R, H, n * n);
  for (int i = 0; i < n; i++) face.free[i] = i;
  if (ig_chol_factor(R, n, mjMINVAL) != n) return -1;
  ig_chol_solve(res, R, g, n);
  ig_scl(res, res, -1, n);
  return n;
}

void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n, mjtNum** lower, mjtNum** upper) {
  size_t size = n > 0 ? (size_t)n : 0;
  *res = ig_user_alloc(sizeof(mjtNum) * size);
  *R = ig_user_alloc(sizeof(mjtNum) * size * (size + 7));
  *H = ig_user_alloc(sizeof(mjtNum) * size * size);
  *g = ig_user_alloc(sizeof(mjtNum) * size);
  if (lower) *lower = ig_user_alloc(sizeof(mjtNum) * size);
  if (upper) *upper = ig_user_alloc(sizeof(mjtNum) * size);
  if (index) *index = ig_user_alloc(sizeof(int) * size);
}
