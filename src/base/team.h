// SPDX-License-Identifier: Apache-2.0
// Threads of a pool that work on one list of pieces after another. Waking one takes longer than many a list: a helper that has
// nothing to do waits in a loop for some tenths of a millisecond before it goes back to its pool, so that the stages of a step, and
// steps that follow each other, find it awake. What helpers look at belongs to the pool: who asks for help may leave by longjmp
// between two lists, but not in one.
#ifndef INGOT_BASE_TEAM_H_
#define INGOT_BASE_TEAM_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

enum { IG_TEAM_MOST = 16 };   // members, the caller included
enum { IG_TEAM_PARTS = 32 };  // of a list, at most: more pieces are taken several at a time
// Bytes between what two members write: two that write to one cache line wait for each other, and lines are fetched in pairs
enum { IG_TEAM_APART = 128 };

// one piece of a list; member is below the size of the team, and no two pieces run at once under one number
typedef void (*ig_TeamWork)(void* context, int piece, int member);

struct ig_Helpers_;

// a place that a thread of the pool takes while it helps
typedef struct {
  mjTask task;  // queued: a thread is in it, or on the way
  struct ig_Helpers_* all;
  int member;
} ig_Seat;

// of a pool, as long as it lives
typedef struct ig_Helpers_ {
  mjThreadPool* pool;
  ig_Seat seat[IG_TEAM_MOST - 1];
  int held;         // somebody has a list: others who share the pool work alone meanwhile
  uint64_t ticket;  // number of the list in the upper half, parts taken in the lower: whoever comes late takes nothing
  int done, count;  // parts that are done, pieces of this list
  int members;      // that may take of it
  int first;        // whose the first part is, if that is free
  ig_TeamWork work;
  void* context;
} ig_Helpers;

// whoever helps now; helpers NULL: nobody
typedef struct {
  ig_Helpers* helpers;
  int members;
  bool wakes;  // those who went while the caller worked alone are called again with the next list
} ig_Team;

// The first of n things that a piece has, of `pieces` about as large: it ends where the next one begins.
static inline int ig_share(int n, int piece, int pieces) { return (int)((int64_t)n * piece / pieces); }

// members of a team that this pool can give, the caller included; pool NULL: 1
int ig_team_size(const mjThreadPool* pool);
// and of those, how many have a processor to run on: members wait for each other, and one that waits for a processor as well
// holds up all. At least a helper is kept where the pool has one.
int ig_team_useful(const mjThreadPool* pool);

// The team for work that takes one thread about so many microseconds, of `members` at most. Threads are woken for a tenth of a
// millisecond; those that are awake anyway help with less.
ig_Team ig_team_for(mjThreadPool* pool, int members, double microseconds);

// all pieces of a list; returns when they are done. team NULL: the caller does them in their order
void ig_team_run(const ig_Team* team, int count, ig_TeamWork work, void* context);

// The same where pieces have numbers from `first` on, of which `work` gets what is above it: members keep to the numbers that they
// had in the list before.
void ig_team_run_from(const ig_Team* team, int first, int count, ig_TeamWork work, void* context);

#endif  // INGOT_BASE_TEAM_H_
