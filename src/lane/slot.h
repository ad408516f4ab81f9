// SPDX-License-Identifier: Apache-2.0
// Integers in the scratch of lanes: plain ones on a CPU, and in rows of worlds on a GPU.
#ifndef INGOT_LANE_SLOT_H_
#define INGOT_LANE_SLOT_H_

#include "lane/lane.h"

typedef IG_SLOT(int) ig_Index;
typedef IG_SLOT(uint32_t) ig_Chunks;  // of dofs, as bits

// Lanes that work together on problems of n chunks of dofs: whether all of them say so, and the chunks that some of them have. On
// a CPU these are all lanes, and their chunks are united already.
#ifndef IG_GPU
IG_INLINE bool ig_all_of(mask a, int n) {
  (void)n;
  return ig_all(a);
}
IG_INLINE uint32_t ig_union(uint32_t chunks, int n) {
  (void)n;
  return chunks;
}
#endif

// a function that stays one on a GPU, where kernels otherwise take in all that they call: it is large and called from several
#ifdef IG_GPU
#define IG_NOINLINE __attribute__((noinline))
#else
#define IG_NOINLINE
#endif
// the same where a crew has a world: its code has to stay near, too
#ifdef IG_CREW
#define IG_CREW_NOINLINE IG_NOINLINE
#else
#define IG_CREW_NOINLINE
#endif

#endif  // INGOT_LANE_SLOT_H_
