// SPDX-License-Identifier: Apache-2.0
// Pairs of geoms that passed all filters and wait for their colliders, so that threads of a pool can share them. What comes out
// are the contacts of one thread, in its order and with its bits: a collider looks at its two geoms only.
#ifndef INGOT_COLLIDE_QUEUE_H_
#define INGOT_COLLIDE_QUEUE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

typedef struct {
  int geom[2];  // ordered by type
  int pair;     // explicit pair, -1: none
  int touch;    // its place among what the colliders find
} ig_QueuedPair;

typedef struct ig_PairQueue_ {
  ig_QueuedPair* item;
  int count, room;
  int touches;      // most that the colliders can find
  double work;      // of the colliders, in microseconds, roughly
  bool unfit;       // a pair that only the caller's thread can do, or no room: the queue is of no use
  int (*nodes)[2];  // scratch for searches of two bodies' trees while the queue is filled
} ig_PairQueue;

// whether colliders of this model may run on other threads: not those of users, and those that need scratch
bool ig_queue_serves(const mjModel* m);

// Memory for pairs from the stack of d, which the caller has marked. Unfit where there is too little of it, or where the
// model is not served.
ig_PairQueue ig_queue_make(const mjModel* m, mjData* d, int room);

void ig_queue_add(ig_PairQueue* queue, const mjModel* m, const int geom[2], int pair);

// order pairs from `first` on by their geoms: contacts of trees of boxes have that order. What room is left is scratch
void ig_queue_sort(ig_PairQueue* queue, int first);

// A queue in parts that are filled on their own: the next `room` pairs of it, from `first` on; then they are one again, in their
// order.
ig_PairQueue ig_queue_part(const ig_PairQueue* queue, int first, int room);
void ig_queue_join(ig_PairQueue* queue, const ig_PairQueue* part, int parts);

// the contacts of all pairs, with the threads of d's pool where that pays; false, and no contacts, where the queue is unfit or
// the arena may not hold them all
bool ig_queue_run(const ig_PairQueue* queue, const mjModel* m, mjData* d);

#endif  // INGOT_COLLIDE_QUEUE_H_
