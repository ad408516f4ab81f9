// SPDX-License-Identifier: Apache-2.0
#include "collide/broad/sweep.h"

#include <math.h>
#include <stdbool.h>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "collide/broad/bounds.h"
#include "model/stack.h"

static void insertion_sort(uint64_t* item, int n) {
  for (int i = 1; i < n; i++) {
    uint64_t x = item[i];
    int place = i;
    for (; place > 0 && item[place - 1] >> 32 > x >> 32; place--) item[place] = item[place - 1];
    item[place] = x;
  }
}

// radix sort by bytes, skipping those that are the same everywhere
uint64_t* ig_sort_words(uint64_t* item, uint64_t* spare, int n) {
  if (n < 48) {
    insertion_sort(item, n);
    return item;
  }
  int count[4][256] = {{0}};
  for (int i = 0; i < n; i++) {
    for (int byte = 0; byte < 4; byte++) count[byte][item[i] >> (32 + 8 * byte) & 255]++;
  }
  for (int byte = 0; byte < 4; byte++) {
    int shift = 32 + 8 * byte, start = 0;
    if (count[byte][item[0] >> shift & 255] == n) continue;
    for (int value = 0; value < 256; value++) {
      int here = count[byte][value];
      count[byte][value] = start;
      start += here;
    }
    for (int i = 0; i < n; i++) spare[count[byte][item[i] >> shift & 255]++] = item[i];
    uint64_t* swap = item;
    item = spare;
    spare = swap;
  }
  return item;
}

// A box across the sweep as (low, low, -high, -high), rounded outwards: two boxes overlap if one of them, in every
// component, does not exceed the other turned round, (high, high, -low, -low). One vector comparison decides.
typedef float Span __attribute__((vector_size(16)));
#ifndef __SSE__
typedef int64_t SpanTest __attribute__((vector_size(16)));
#endif

// by more than a float rounds: 2^-24 of its size, and less than 1e-38 near zero
static float round_down(mjtNum x) {
  const mjtNum relative = 2e-7, absolute = 1e-37;
  return (float)(x - relative * fabs(x) - absolute);
}

static bool spans_meet(Span a, Span turned) {
#ifdef __SSE__
  return _mm_movemask_ps((__m128)(a <= turned)) == 15;
#else
  SpanTest within = (SpanTest)(a <= turned);
  return (within[0] & within[1]) == -1;
#endif
}

// boxes that the sweep has met, in order. Those that have ended are cleared out only when the list has grown by half
typedef struct {
  Span* span;
  uint64_t* end;  // ordered bits of the upper bound along the sweep, then the id
  int count, limit;
} ActiveList;

// `here` is the start and id of a box: of equal places the lower id comes first
static void clear_ended(ActiveList* a, uint64_t here) {
  int kept = 0;
  for (int i = 0; i < a->count; i++) {
    if (a->end[i] < here) continue;
    a->end[kept] = a->end[i];
    a->span[kept++] = a->span[i];
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
  active->span[active->count++] = span;
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
    for (int j = 0; j < active->count && !done; j++) {
      if (!spans_meet(active->span[j], turned) || active->end[j] < s->start[i]) continue;
      uint32_t older = (uint32_t)active->end[j];
      if (overlap(s->bounds, s->side, older, id)) done = visit(context, (int)older, (int)id) != 0;
    }
    enter(s, active, id, span);
  }
}

static ActiveList make_list(mjData* d, int n) {
  return (ActiveList){.span = IG_SCRATCH(d, (size_t)n, Span), .end = IG_SCRATCH(d, (size_t)n, uint64_t), .limit = 16};
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
