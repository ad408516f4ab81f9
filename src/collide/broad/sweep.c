// SPDX-License-Identifier: Apache-2.0
#include "collide/broad/sweep.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "collide/broad/bounds.h"
#include "model/stack.h"

enum { FEW_WORDS = 1024, NARROW_DIGIT = 1 << 8, WIDE_DIGIT = 1 << 11 };

static void insertion_sort(uint64_t* item, int n) {
  for (int i = 1; i < n; i++) {
    uint64_t x = item[i];
    int place = i;
    for (; place > 0 && item[place - 1] >> 32 > x >> 32; place--) item[place] = item[place - 1];
    item[place] = x;
  }
}

// one pass of a radix sort
static void sort_digit(uint64_t* to, const uint64_t* item, int n, int shift, int values) {
  int count[WIDE_DIGIT] = {0};
  uint64_t mask = (uint64_t)values - 1;
  for (int i = 0; i < n; i++) count[item[i] >> shift & mask]++;
  for (int value = 0, start = 0; value < values; value++) {
    int here = count[value];
    count[value] = start;
    start += here;
  }
  for (int i = 0; i < n; i++) to[count[item[i] >> shift & mask]++] = item[i];
}

// radix sort; each digit begins at a bit that is not the same everywhere, so that numbers of bodies take one digit
uint64_t* ig_sort_words(uint64_t* item, uint64_t* spare, int n) {
  if (n < 48) {
    insertion_sort(item, n);
    return item;
  }
  int values = n < FEW_WORDS ? NARROW_DIGIT : WIDE_DIGIT;
  uint64_t differing = 0;
  for (int i = 1; i < n; i++) differing |= item[i] ^ item[0];
  for (differing &= ~(uint64_t)UINT32_MAX; differing;) {
    int shift = __builtin_ctzll(differing);
    sort_digit(spare, item, n, shift, values);
    differing &= ~(((uint64_t)values - 1) << shift);
    uint64_t* swap = item;
    item = spare;
    spare = swap;
  }
  return item;
}

// A box across the sweep as (low, low, -high, -high), rounded outwards: two boxes overlap if one of them, in every
// component, does not exceed the other turned round, (high, high, -low, -low).
typedef float Span __attribute__((vector_size(16)));

// by more than a float rounds: 2^-24 of its size, and less than 1e-38 near zero
static float round_down(mjtNum x) {
  const mjtNum relative = 2e-7, absolute = 1e-37;
  return (float)(x - relative * fabs(x) - absolute);
}

// boxes that the sweep has met, in order. Those that have ended are cleared out only when the list has grown by half
typedef struct {
  float* span;    // of four boxes at a time: all their first components, then their second ones, and so on
  uint64_t* end;  // ordered bits of the upper bound along the sweep, then the id
  int count, limit;
} ActiveList;

// the first component of a box; the others lie four numbers apart
static float* span_at(const ActiveList* a, int i) { return a->span + 16 * (i / 4) + i % 4; }

// which of four boxes do not exceed the limits, a bit for each
static uint64_t four_within(const float* span, const Span limit[4]) {
  Span x[4];
  memcpy(x, span, sizeof x);
#ifdef __SSE__
  __m128 within = (__m128)(x[0] <= limit[0]);
  for (int k = 1; k < 4; k++) within = _mm_and_ps(within, (__m128)(x[k] <= limit[k]));
  return (uint64_t)_mm_movemask_ps(within);
#else
  uint64_t within = 0;
  for (int i = 0; i < 4; i++) {
    bool all = true;
    for (int k = 0; k < 4; k++) all &= x[k][i] <= limit[k][i];
    within |= (uint64_t)all << i;
  }
  return within;
#endif
}

enum { AT_ONCE = 64 };

// boxes of AT_ONCE from `first` on that overlap one turned round, a bit for each: few branches, which are hard to foresee here
static uint64_t find_overlaps(const ActiveList* a, int first, Span turned) {
  Span limit[4];
  uint64_t bits = 0;
  int n = a->count - first < AT_ONCE ? a->count - first : AT_ONCE;
  for (int k = 0; k < 4; k++) limit[k] = (Span){turned[k], turned[k], turned[k], turned[k]};
  for (int i = 0; i < n; i += 4) bits |= four_within(span_at(a, first + i), limit) << i;
  return n < AT_ONCE ? bits & (((uint64_t)1 << n) - 1) : bits;
}

// `here` is the start and id of a box: of equal places the lower id comes first
static void clear_ended(ActiveList* a, uint64_t here) {
  int kept = 0;
  for (int i = 0; i < a->count; i++) {
    if (a->end[i] < here) continue;
    a->end[kept] = a->end[i];
    for (int k = 0; k < 4; k++) span_at(a, kept)[4 * k] = span_at(a, i)[4 * k];
    kept++;
  }
  a->count = kept;
  a->limit = kept + kept / 2 + 16;
}

// exactly, across the sweep
static bool overlap(const ig_Bounds* b, const int side[2], uint32_t i, uint32_t j) {
  for (int k = 0; k < 2; k++) {
    const mjtNum *low = b->low[side[k]], *high = b->high[side[k]];
    if (low[i] > high[j] || low[j] > high[i]) return false;
  }
  return true;
}

// boxes in the order of their starts
typedef struct {
  const ig_Bounds* bounds;
  int axis, side[2];
  const uint64_t* start;
} Sweep;

static void enter(const Sweep* s, ActiveList* active, uint32_t id, Span span) {
  IG_ASSERT(active->count < s->bounds->n);
  active->end[active->count] = ig_sweep_place(s->bounds->high[s->axis][id], (int)id);
  for (int k = 0; k < 4; k++) span_at(active, active->count)[4 * k] = span[k];
  active->count++;
}

static Span span_of(const Sweep* s, uint32_t id) {
  const ig_Bounds* b = s->bounds;
  mjtNum low[2] = {b->low[s->side[0]][id], b->low[s->side[1]][id]};
  mjtNum high[2] = {b->high[s->side[0]][id], b->high[s->side[1]][id]};
  return (Span){round_down(low[0]), round_down(low[1]), round_down(-high[0]), round_down(-high[1])};
}

// boxes first to end - 1 against all before them
static void sweep_some(const Sweep* s, ActiveList* active, int first, int end, ig_PairVisitor visit, void* context) {
  bool done = false;
  for (int i = 0; i < first; i++) {
    uint32_t id = (uint32_t)s->start[i];
    if (ig_sweep_place(s->bounds->high[s->axis][id], (int)id) >= s->start[first]) enter(s, active, id, span_of(s, id));
  }
  for (int i = first; i < end && !done; i++) {
    uint32_t id = (uint32_t)s->start[i];
    Span span = span_of(s, id), turned = {-span[2], -span[3], -span[0], -span[1]};
    if (active->count >= active->limit) clear_ended(active, s->start[i]);
    for (int at = 0; at < active->count && !done; at += AT_ONCE) {
      for (uint64_t left = find_overlaps(active, at, turned); left && !done; left &= left - 1) {
        uint64_t other = active->end[at + __builtin_ctzll(left)];
        uint32_t older = (uint32_t)other;
        if (other < s->start[i] || !overlap(s->bounds, s->side, older, id)) continue;
        done = visit(context, (int)older, (int)id) != 0;
      }
    }
    enter(s, active, id, span);
  }
}

static ActiveList make_list(mjData* d, int n) {
  size_t fours = ((size_t)n + 3) / 4;
  return (ActiveList){.span = IG_SCRATCH(d, 16 * fours, float), .end = IG_SCRATCH(d, (size_t)n, uint64_t), .limit = 16};
}

static Sweep start_sweep(mjData* d, const ig_Bounds* bounds, int axis) {
  int n = bounds->n;
  uint64_t *start = IG_SCRATCH(d, n, uint64_t), *spare = IG_SCRATCH(d, n, uint64_t);
  for (int i = 0; i < n; i++) start[i] = ig_sweep_place(bounds->low[axis][i], i);
  return (Sweep){bounds, axis, {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2}, ig_sort_words(start, spare, n)};
}

void ig_sweep(mjData* d, const ig_Bounds* bounds, int axis, ig_PairVisitor visit, void* context) {
  ig_stack_mark(d);
  Sweep sweep = start_sweep(d, bounds, axis);
  ActiveList active = make_list(d, bounds->n);
  sweep_some(&sweep, &active, 0, bounds->n, visit, context);
  ig_stack_free(d);
}

// ------------------------------------------------ with threads

typedef struct {
  Sweep sweep;
  ActiveList active[IG_SWEEP_PIECES];
  int pieces;
  ig_PairVisitor visit;
  void* const* context;
} SharedSweep;

static void sweep_piece(void* context, int piece, int member) {
  SharedSweep* s = context;
  int n = s->sweep.bounds->n;
  (void)member;
  sweep_some(&s->sweep, s->active + piece, ig_share(n, piece, s->pieces), ig_share(n, piece + 1, s->pieces), s->visit,
             s->context[piece]);
}

void ig_sweep_shared(mjData* d, const ig_Bounds* bounds, int axis, const ig_Team* team, int pieces, ig_PairVisitor visit,
                     void* const* context) {
  IG_ASSERT(pieces <= IG_SWEEP_PIECES);
  ig_stack_mark(d);
  SharedSweep s = {.sweep = start_sweep(d, bounds, axis), .pieces = pieces, .visit = visit, .context = context};
  for (int k = 0; k < pieces; k++) s.active[k] = make_list(d, bounds->n);
  ig_team_run(team, pieces, sweep_piece, &s);
  ig_stack_free(d);
}
