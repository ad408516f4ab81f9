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

void ig_sweep(mjData* d, const ig_Bounds* bounds, int axis, ig_PairVisitor visit, void* context) {
  int n = bounds->n, side[2] = {axis == 0 ? 1 : 0, axis == 2 ? 1 : 2};
  ig_stack_mark(d);
  uint64_t* start = IG_SCRATCH(d, n, uint64_t);
  uint64_t* spare = IG_SCRATCH(d, n, uint64_t);
  ActiveList active = {.limit = 16};
  active.span = IG_SCRATCH(d, n, Span);
  active.end = IG_SCRATCH(d, n, uint64_t);
  for (int i = 0; i < n; i++) start[i] = ig_sweep_place(bounds->low[axis][i], i);
  start = ig_sort_words(start, spare, n);

  bool done = false;
  for (int i = 0; i < n && !done; i++) {
    uint32_t id = (uint32_t)start[i];
    mjtNum low[2] = {bounds->low[side[0]][id], bounds->low[side[1]][id]};
    mjtNum high[2] = {bounds->high[side[0]][id], bounds->high[side[1]][id]};
    Span span = {round_down(low[0]), round_down(low[1]), round_down(-high[0]), round_down(-high[1])};
    Span turned = {-span[2], -span[3], -span[0], -span[1]};
    if (active.count >= active.limit) clear_ended(&active, start[i]);
    for (int j = 0; j < active.count && !done; j++) {
      if (!spans_meet(active.span[j], turned) || active.end[j] < start[i]) continue;
      uint32_t older = (uint32_t)active.end[j];
      if (overlap(bounds, side, older, id)) done = visit(context, (int)older, (int)id) != 0;
    }
    IG_ASSERT(active.count < n);
    active.end[active.count] = ig_sweep_place(bounds->high[axis][id], (int)id);
    active.span[active.count++] = span;
  }
  ig_stack_free(d);
}
