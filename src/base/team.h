// SPDX-License-Identifier: Apache-2.0
// Threads of a pool that work on one list of pieces after another. They are woken once, when the team is opened, and then wait
// in a loop for the next list: lists that take some tens of microseconds are worth it. Between opening and closing nothing may
// leave by longjmp, since the helpers look at the team.
#ifndef INGOT_BASE_TEAM_H_
#define INGOT_BASE_TEAM_H_

#include <pthread.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

enum { IG_TEAM_MOST = 16 };  // members, the caller included
// Bytes between what two members write: two that write to one cache line wait for each other, and lines are fetched in pairs
enum { IG_TEAM_APART = 128 };

// one piece of a list; member is below the size of the team, and no two pieces run at once under one number
typedef void (*ig_TeamWork)(void* context, int piece, int member);

typedef struct {
  mjThreadPool* pool;
  pthread_t opener;
  int helpers;
  mjTask task[IG_TEAM_MOST];
  int joined;       // helpers that have begun
  uint64_t ticket;  // number of the list in the upper half, next piece in the lower: whoever comes late takes nothing
  int done, count;  // pieces of this list
  ig_TeamWork work;
  void* context;
  int closed;
} ig_Team;

// The first of n things that a piece has, of `pieces` about as large: it ends where the next one begins.
static inline int ig_share(int n, int piece, int pieces) { return (int)((int64_t)n * piece / pieces); }

// members of a team that this pool can give, the caller included; pool NULL: 1
int ig_team_size(const mjThreadPool* pool);
// and of those, how many have a processor to run on: members wait for each other, and one that waits for a processor as well
// holds up all. At least a helper is kept where the pool has one.
int ig_team_useful(const mjThreadPool* pool);

// members: at most the size
void ig_team_open(ig_Team* team, mjThreadPool* pool, int members);
void ig_team_close(ig_Team* team);

// all pieces of a list; returns when they are done. team NULL: the caller does them in their order
void ig_team_run(ig_Team* team, int count, ig_TeamWork work, void* context);

#endif  // INGOT_BASE_TEAM_H_
