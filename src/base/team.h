// SPDX-License-Identifier: Apache-2.0
// Threads of a pool that work on one list of pieces after another. Waking one takes longer than many a list: a helper that has
// nothing to do waits in a loop for some tenths of a millisecond before it goes back to its pool, so that the stages of a step,
// and steps that follow each other, find it awake. What helpers look at belongs to the pool: the caller may leave by
// longjmp between two lists, but not in one.
//
// What members write for each other moves between their caches. Where these have a larger cache in common that takes some 60 ns
// there and back, where they do not (other groups of cores, other sockets, virtual processors that the host has put apart) six
// times as long, and lists of less than a tenth of a millisecond take longer with help than without. The caller therefore
// sends a word there and back now and then, and does without those that are far away.
#ifndef INGOT_BASE_TEAM_H_
#define INGOT_BASE_TEAM_H_

#include <stdbool.h>
#include <stddef.h>
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
  int slow;  // how often in turn a word took long there and back
  char before[IG_TEAM_APART];
  uint32_t asked;  // a word to be sent back
  char between[IG_TEAM_APART];
  uint32_t answered;
  int busy;  // with a part of a list aside
  char after[IG_TEAM_APART];
} ig_MemberSlot;

// Waiting members read the ticket only: what is written while a list is made, and what helpers write when they are done, lies
// apart from it.
typedef struct {
  int held;  // the list is in use: other callers that share the pool work alone meanwhile
  char before[IG_TEAM_APART];
  uint64_t ticket;  // number of the list in the upper half, a bit for each part that is left in the lower
  char between[IG_TEAM_APART];
  int done;  // parts
  char after[IG_TEAM_APART];
  int count;    // pieces of this list
  int members;  // that may take of it
  ig_TeamWork work;
  void* context;
} ig_TeamList;

enum { IG_TEAM_ASIDES = 2 };

// Of a pool, as long as it lives: the list that its owner waits for, and some for members with nothing else to do
typedef struct ig_Helpers_ {
  mjThreadPool* pool;
  ig_MemberSlot slot[IG_TEAM_MOST - 1];
  ig_TeamList now, aside[IG_TEAM_ASIDES];
  int calling;    // a caller is assigning slots
  int calls;      // for help, since words were sent
  int64_t tried;  // when helpers that were far away were last called
} ig_Helpers;

// the members that help now; helpers NULL: none
typedef struct {
  ig_Helpers* helpers;
  int members;
  bool wakes;  // members that left while the caller worked alone are called again with the next list
} ig_Team;

// The first of n things that a piece has, of `pieces` about as large: it ends where the next one begins.
static inline int ig_share(int n, int piece, int pieces) { return (int)((int64_t)n * piece / pieces); }

// members of a team that this pool can give, the caller included; pool NULL: 1
int ig_team_size(const mjThreadPool* pool);
// and of those, how many have a processor to run on: members wait for each other, and one that waits for a processor as well
// holds up all. At least a helper is kept where the pool has one.
int ig_team_useful(const mjThreadPool* pool);

// The team for work that takes one thread about so many microseconds, of `members` at most. Threads are woken for a tenth of a
// millisecond; those that are awake anyway help with less, those that are far away with a little more than that.
ig_Team ig_team_for(mjThreadPool* pool, int members, double microseconds);
// the same of as many members as are useful
ig_Team ig_team_for_all(mjThreadPool* pool, double microseconds);

// Whether a member could take a part of a list now. Members running a background list are not counted: those lists are long.
bool ig_team_is_free(const ig_Team* team);

// all pieces of a list; returns when they are done. team NULL: the caller does them in their order
void ig_team_run(const ig_Team* team, int count, ig_TeamWork work, void* context);

// A list aside: the caller goes on at once, with other lists as well, and members take pieces of it when there is no other; of
// two lists aside they take of the earlier one first: what everything waits for is begun first. It must be ended, by the
// same caller, which does what is left and waits for the rest, or dropped: then what has not begun is not done. Nothing between
// the two may leave by longjmp.
typedef struct {
  ig_TeamList* list;  // NULL: all of it is done at the end
  int count;
  ig_TeamWork work;
  void* context;
} ig_Aside;
ig_Aside ig_team_begin(const ig_Team* team, int count, ig_TeamWork work, void* context);
void ig_team_end(const ig_Aside* aside);
void ig_team_drop(const ig_Aside* aside);

// Memory that another member has read and this one writes next: its cache lines are asked for all at once, where stores would
// wait for one after the other (a quarter of the time, two cores of one cache).
static inline void ig_team_claim(void* start, size_t bytes) {
#if defined(__x86_64__)
  for (size_t at = 0; at < bytes; at += 64) __asm__ volatile("prefetchw %0" : : "m"(*((char*)start + at)));
#else
  (void)start, (void)bytes;
#endif
}

// A moment in a loop of one that waits for another member: first in place, then letting others run. True: it was of the latter
// kind. Turns start at 0.
bool ig_team_linger(int* turns);

#endif  // INGOT_BASE_TEAM_H_
