// SPDX-License-Identifier: Apache-2.0
// min x^T H x / 2 + g^T x  subject to  lower <= x <= upper: projected Newton steps with an Armijo line search.
// (Tassa, Mansard, Todorov 2014, "Control-Limited Differential Dynamic Programming", section III; Bertsekas 1982)
//   Dimensions at a bound whose gradient pushes outwards are clamped; over the others, the free ones f, Newton's step goes to
//   x_f = -H_ff^-1 (g_f + H_fc x_c), and the way there is clamped to the box. The factor of H_ff lasts while f does.
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "math/cholesky.h"
#include "math/dense.h"

enum { MAX_ITERATIONS = 100 };
static const mjtNum smallest_gradient = 1e-16, backtrack = 0.5, smallest_step = 1e-22, armijo = 0.1;

typedef struct {
  int n;
  const mjtNum *H, *g, *lower, *upper;
  mjtNum *x, *R;  // solution, factor of the free block
  mjtNum *grad, *search, *candidate, *scratch;
  int *clamped, *old_clamped, *free;
  int nfree;
} Box;

// lower triangle of H only
static mjtNum value_at(const Box* b, const mjtNum* x) {
  mjtNum square = 0;
  for (int i = 0; i < b->n; i++) {
    const mjtNum* row = b->H + (size_t)i * (size_t)b->n;
    square += x[i] * row[i] * x[i];
    square += 2 * x[i] * ig_dot(row, x, i);
  }
  return 0.5 * square + ig_dot(x, b->g, b->n);
}

static void clamp(const Box* b, mjtNum* x) {
  for (int i = 0; i < b->n; i++) {
    if (b->lower && x[i] < b->lower[i])
      x[i] = b->lower[i];
    else if (b->upper && x[i] > b->upper[i])
      x[i] = b->upper[i];
  }
}

static void gradient(const Box* b, mjtNum* grad, const mjtNum* x) {
  ig_mulmatvec(grad, b->H, x, b->n, b->n);
  ig_addto(grad, b->g, b->n);
}

// dimensions that push against their bound; true if they are not those of the iteration before
static bool find_clamped(Box* b) {
  bool changed = false;
  b->nfree = 0;
  for (int i = 0; i < b->n; i++) {
    b->old_clamped[i] = b->clamped[i];
    b->clamped[i] =
        (b->lower && b->x[i] == b->lower[i] && b->grad[i] > 0) || (b->upper && b->x[i] == b->upper[i] && b->grad[i] < 0);
    changed |= b->clamped[i] != b->old_clamped[i];
    if (!b->clamped[i]) b->free[b->nfree++] = i;
  }
  return changed;
}

// rows and columns of the free dimensions only; it is kept while the same ones are free
static bool factor_free(Box* b) {
  for (int i = 0; i < b->nfree; i++) {
    for (int j = 0; j <= i; j++) b->R[i * b->nfree + j] = b->H[b->free[i] * b->n + b->free[j]];
  }
  return ig_chol_factor(b->R, b->nfree, mjMINVAL) == b->nfree;
}

// to the minimum over the free dimensions
static void newton_direction(Box* b) {
  for (int i = 0; i < b->n; i++) b->scratch[i] = b->clamped[i] ? b->x[i] : 0;
  gradient(b, b->search, b->scratch);
  for (int i = 0; i < b->nfree; i++) b->search[i] = b->search[b->free[i]];
  ig_chol_solve(b->scratch, b->R, b->search, b->nfree);
  ig_zero(b->search, b->n);
  for (int i = 0; i < b->nfree; i++) b->search[b->free[i]] = -b->scratch[i] - b->x[b->free[i]];
}

// false when the step gets too small to go on
static bool line_search(Box* b, mjtNum slope) {
  mjtNum start = value_at(b, b->x), step = 1, gain;
  do {
    for (int i = 0; i < b->n; i++) b->candidate[i] = b->search[i] * step + b->x[i];
    clamp(b, b->candidate);
    // the step is halved before the gain is taken: it is the gain of twice the step that is compared, as in the reference
    mjtNum value = value_at(b, b->candidate);
    step *= backtrack;
    if (step < smallest_step) return false;
    gain = (value - start) / (step * slope);
  } while (gain < armijo);
  return true;
}

// no bounds: one solve
static int unbounded(Box* b) {
  ig_copy(b->R, b->H, b->n * b->n);
  for (int i = 0; i < b->n; i++) b->free[i] = i;
  if (ig_chol_factor(b->R, b->n, mjMINVAL) != b->n) return -1;
  ig_chol_solve(b->x, b->R, b->g, b->n);
  ig_scl(b->x, b->x, -1, b->n);
  return b->n;
}

// the number of free dimensions at the end, -1 when H is not positive there
static int bounded(Box* b) {
  clamp(b, b->x);
  for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    gradient(b, b->grad, b->x);
    bool changed = find_clamped(b) || iteration == 0;
    if (!b->nfree) return 0;
    if (changed && !factor_free(b)) return -1;
    newton_direction(b);
    mjtNum norm = 0;
    for (int i = 0; i < b->nfree; i++) norm += b->grad[b->free[i]] * b->grad[b->free[i]];
    if (norm < smallest_gradient) return b->nfree;
    mjtNum slope = ig_dot(b->search, b->grad, b->n);
    if (!(slope < 0)) return -1;
    bool found = line_search(b, slope);
    ig_copy(b->x, b->candidate, b->n);
    if (!found) return b->nfree;
  }
  return b->nfree;
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
  // the caller's R has room for the factor and seven vectors
  mjtNum* room = R + (size_t)n * (size_t)n;
  Box b = {.n = n,
           .H = H,
           .g = g,
           .lower = lower,
           .upper = upper,
           .x = res,
           .R = R,
           .grad = room,
           .search = room + n,
           .candidate = room + 2 * n,
           .scratch = room + 3 * n,
           .clamped = (int*)(room + 4 * n),
           .old_clamped = (int*)(room + 5 * n),
           .free = index ? index : (int*)(room + 6 * n)};
  for (int i = 0; i < n; i++) b.clamped[i] = 0;
  return lower || upper ? bounded(&b) : unbounded(&b);
}

void mju_boxQPmalloc(mjtNum** res, mjtNum** R, int** index, mjtNum** H, mjtNum** g, int n, mjtNum** lower, mjtNum** upper) {
  size_t size = n > 0 ? (size_t)n : 0;
  *res = mju_malloc(sizeof(mjtNum) * size);
  *R = mju_malloc(sizeof(mjtNum) * size * (size + 7));
  *H = mju_malloc(sizeof(mjtNum) * size * size);
  *g = mju_malloc(sizeof(mjtNum) * size);
  if (lower) *lower = mju_malloc(sizeof(mjtNum) * size);
  if (upper) *upper = mju_malloc(sizeof(mjtNum) * size);
  if (index) *index = mju_malloc(sizeof(int) * size);
}
