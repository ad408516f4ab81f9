#include "collide/sweep.h"

#include <stdbool.h>
#include <string.h>

#include <mujoco/mujoco.h>

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

// the bits of a float as an integer that sorts the same way; -0 is 0
static uint32_t ordered_bits(float x) {
  uint32_t bits;
  x += 0.0f;
  memcpy(&bits, &x, sizeof bits);
  return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

typedef struct {
  uint32_t id, end;  // end: ordered bits of the upper bound along the sweep
  mjtNum low[2], high[2];
} ig_Active;

static ig_Active make_active(const ig_Bounds* b, int axis, uint32_t id) {
  int y = axis == 0 ? 1 : 0, z = axis == 2 ? 1 : 2;
  return (ig_Active){id, ordered_bits((float)b->high[axis][id]), {b->low[y][id], b->low[z][id]},
                     {b->high[y][id], b->high[z][id]}};
}

static bool overlap(const ig_Active* a, const ig_Active* b) {
  return !(a->low[0] > b->high[0] || b->low[0] > a->high[0] || a->low[1] > b->high[1] || b->low[1] > a->high[1]);
}

void ig_sweep(mjData* d, const ig_Bounds* bounds, int axis, ig_PairVisitor visit, void* context) {
  int n = bounds->n, nactive = 0;
  mj_markStack(d);
  uint64_t* start = IG_SCRATCH(d, n, uint64_t);
  uint64_t* spare = IG_SCRATCH(d, n, uint64_t);
  ig_Active* active = IG_SCRATCH(d, n, ig_Active);
  for (int i = 0; i < n; i++) start[i] = (uint64_t)ordered_bits((float)bounds->low[axis][i]) << 32 | (uint32_t)i;
  start = ig_sort_words(start, spare, n);

  bool done = false;
  for (int i = 0; i < n && !done; i++) {
    ig_Active newer = make_active(bounds, axis, (uint32_t)start[i]);
    uint32_t here = (uint32_t)(start[i] >> 32);
    int kept = 0;
    for (int j = 0; j < nactive; j++) {
      // boxes that ended before this start leave the list
      const ig_Active* older = &active[j];
      if (older->end < here || (older->end == here && older->id < newer.id)) continue;
      if (!done && overlap(older, &newer)) done = visit(context, (int)older->id, (int)newer.id) != 0;
      if (kept < j) active[kept] = *older;
      kept++;
    }
    active[kept++] = newer;
    nactive = kept;
  }
  mj_freeStack(d);
}
