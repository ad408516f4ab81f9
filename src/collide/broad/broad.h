// SPDX-License-Identifier: Apache-2.0
// Broad phase: which bodies and flexes may touch.
#ifndef INGOT_COLLIDE_BROAD_BROAD_H_
#define INGOT_COLLIDE_BROAD_BROAD_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

// pairs of movers (see filter.h), smaller number first, in order, without repetition
typedef struct {
  const uint64_t* word;
  int count;
  bool roomy;  // threads helped: they took more memory than one takes
} ig_MoverPairs;

static inline int ig_pair_first(uint64_t word) { return (int)(word >> 48); }
static inline int ig_pair_second(uint64_t word) { return (int)(word >> 32 & 0xffff); }

// the pair's number as the model's pair_signature and exclude_signature have it
static inline uint32_t ig_pair_signature(uint64_t word) { return (uint32_t)(word >> 32); }

// Whether the geoms of two bodies are looked at, by their place in the tree, their masks and the options: in every
// state (world, static planes), when their bounds overlap, or not at all. The first body is the smaller one.
typedef enum { IG_NEVER, IG_IF_NEAR, IG_ALWAYS } ig_BodyMeeting;
ig_BodyMeeting ig_bodies_meet(const mjModel* m, int body1, int body2);

// Scratch comes from the stack of mjData and stays until the caller frees his frame. shared: threads of the pool may help.
ig_MoverPairs ig_broad_phase(const mjModel* m, mjData* d, bool shared);

#endif  // INGOT_COLLIDE_BROAD_BROAD_H_
