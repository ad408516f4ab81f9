// SPDX-License-Identifier: Apache-2.0
// The thread pool.
#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "base/team.h"
#include "base/thread_pool.h"
#include "test.h"

static atomic_int sum;
static atomic_int strange;
static pthread_t caller;
static void* add(void* argument) {
  if (pthread_equal(pthread_self(), caller)) strange++;
  sum += *(int*)argument;
  return NULL;
}

TEST(tasks_of_a_pool_all_run) {
  int64_t before = ig_live_bytes();
  enum { N = 200 };
  mjTask tasks[N];
  int values[N];
  sum = strange = 0;
  caller = pthread_self();
  mjThreadPool* pool = mju_threadPoolCreate(3);
  CHECK_INT(pool->nworker, 3);
  for (int i = 0; i < N; i++) {
    values[i] = i;
    mju_defaultTask(&tasks[i]);
    CHECK_INT(tasks[i].status, mjTASK_NEW);
    tasks[i].func = add;
    tasks[i].args = &values[i];
    mju_threadPoolEnqueue(pool, &tasks[i]);
  }
  for (int i = 0; i < N; i++) {
    mju_taskJoin(&tasks[i]);
    CHECK_INT(tasks[i].status, mjTASK_COMPLETED);
  }
  CHECK_INT(sum, N * (N - 1) / 2);
  CHECK_INT(strange, 0);
  mju_threadPoolDestroy(pool);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(destroying_a_pool_finishes_its_tasks) {
  enum { N = 50 };
  mjTask tasks[N];
  int one = 1;
  sum = 0;
  mjThreadPool* pool = mju_threadPoolCreate(2);
  for (int i = 0; i < N; i++) {
    mju_defaultTask(&tasks[i]);
    tasks[i].func = add;
    tasks[i].args = &one;
    mju_threadPoolEnqueue(pool, &tasks[i]);
  }
  mju_threadPoolDestroy(pool);
  CHECK_INT(sum, N);
}

// each piece writes its own slot; a second list reads what the first has written
typedef struct {
  int value[64], members[IG_TEAM_MOST];
} Pieces;

static void first_list(void* context, int piece, int member) {
  Pieces* p = context;
  p->value[piece] = piece + 1;
  p->members[member]++;
}

static void second_list(void* context, int piece, int member) {
  Pieces* p = context;
  p->value[piece] *= 3;
  p->members[member]++;
}

TEST(a_team_does_every_piece_once) {
  for (int threads = 0; threads <= 3; threads++) {
    mjThreadPool* pool = threads ? mju_threadPoolCreate((size_t)threads) : NULL;
    CHECK_INT(ig_team_size(pool), 1 + threads);
    CHECK(ig_team_useful(pool) >= (threads ? 2 : 1) && ig_team_useful(pool) <= 1 + threads);
    for (int list = 0; list < 300; list++) {
      Pieces p = {{0}, {0}};
      ig_Team team = ig_team_for(pool, ig_team_size(pool), 1e4);
      CHECK_INT(team.members, 1 + threads);
      ig_team_run(pool ? &team : NULL, 64, first_list, &p);
      ig_team_run(pool ? &team : NULL, 64, second_list, &p);
      int wrong = 0, done = 0;
      for (int i = 0; i < 64; i++) wrong += p.value[i] != 3 * (i + 1);
      for (int i = 0; i < IG_TEAM_MOST; i++) done += p.members[i];
      CHECK_INT(wrong, 0);
      CHECK_INT(done, 128);
    }
    if (pool) mju_threadPoolDestroy(pool);
  }
}

// lists put aside do not hold up those of their owner, and each is done when it has been ended
TEST(lists_aside_are_done_once_beside_others) {
  for (int threads = 0; threads <= 3; threads++) {
    mjThreadPool* pool = threads ? mju_threadPoolCreate((size_t)threads) : NULL;
    for (int list = 0; list < 200; list++) {
      Pieces aside[3] = {{{0}, {0}}}, p = {{0}, {0}};
      ig_Aside begun[3];
      ig_Team team = ig_team_for(pool, ig_team_size(pool), 1e4);
      // there are two at a time: another is done at its end
      for (int k = 0; k < 3; k++) begun[k] = ig_team_begin(&team, 40 - k, first_list, aside + k);
      if (threads) CHECK(begun[1].list && !begun[2].list);
      if (list % 3) ig_team_run(&team, 64, first_list, &p);
      int wrong = 0, done = 0;
      for (int k = 0; k < 3; k++) {
        ig_team_end(begun + k);
        for (int i = 0; i < 64; i++) wrong += aside[k].value[i] != (i < 40 - k ? i + 1 : 0);
        for (int i = 0; i < IG_TEAM_MOST; i++) done += aside[k].members[i];
      }
      for (int i = 0; i < 64; i++) wrong += p.value[i] != (list % 3 ? i + 1 : 0);
      CHECK_INT(wrong, 0);
      CHECK_INT(done, 40 + 39 + 38);
    }
    if (pool) mju_threadPoolDestroy(pool);
  }
}

// nothing of a list that has been dropped is done any more, and what was begun is done whole
TEST(a_list_aside_can_be_dropped) {
  mjThreadPool* pool = mju_threadPoolCreate(2);
  int most = 0;
  // on a busy machine helpers come late
  for (int list = 0; list < 300 || (most == 0 && list < 200000); list++) {
    Pieces p = {{0}, {0}}, now = {{0}, {0}};
    ig_Team team = ig_team_for(pool, ig_team_size(pool), 1e4);
    ig_Aside aside = ig_team_begin(&team, 64, first_list, &p);
    for (int i = 0; i < list % 10; i++) ig_team_run(&team, 64, first_list, &now);
    ig_team_drop(&aside);
    Pieces after = p;
    ig_team_run(&team, 64, first_list, &now);
    int done = 0, wrong = memcmp(&after, &p, sizeof p) != 0;
    for (int i = 0; i < IG_TEAM_MOST; i++) done += p.members[i];
    for (int i = 0; i < 64; i++) wrong += p.value[i] != 0 && p.value[i] != i + 1;
    // parts of two pieces each
    for (int i = 0; i < 64; i += 2) wrong += (p.value[i] != 0) != (p.value[i + 1] != 0);
    CHECK_INT(wrong, 0);
    most = done > most ? done : most;
  }
  CHECK(most > 0);
  mju_threadPoolDestroy(pool);
}

// helpers on cores without a common cache: not for what hardly wakes them, and none behind the first of them
TEST(who_is_far_away_helps_with_long_lists_only) {
  mjThreadPool* pool = mju_threadPoolCreate(3);
  ig_pool_helpers(pool)->slot[1].slow = 1000;
  CHECK_INT(ig_team_for(pool, 4, 120).members, 2);
  CHECK_INT(ig_team_for(pool, 4, 1e3).members, 4);
  mju_threadPoolDestroy(pool);
  pool = mju_threadPoolCreate(1);
  ig_pool_helpers(pool)->slot[0].slow = 1000;
  CHECK_INT(ig_team_for(pool, 2, 120).members, 1);
  CHECK_INT(ig_team_for(pool, 2, 1e3).members, 2);
  mju_threadPoolDestroy(pool);
}

// helpers wait for the next list, but not while tasks are queued behind them
TEST(helpers_make_room_for_tasks) {
  mjThreadPool* pool = mju_threadPoolCreate(1);
  int one = 1;
  sum = 0;
  caller = pthread_self();
  for (int i = 0; i < 20; i++) {
    Pieces p = {{0}, {0}};
    mjTask task;
    ig_Team team = ig_team_for(pool, 2, 1e4);
    ig_team_run(&team, 64, first_list, &p);
    mju_defaultTask(&task);
    task.func = add;
    task.args = &one;
    mju_threadPoolEnqueue(pool, &task);
    mju_taskJoin(&task);
  }
  CHECK_INT(sum, 20);
  mju_threadPoolDestroy(pool);
}

// no thread is woken for what takes less than waking it
TEST(small_work_wakes_nobody) {
  mjThreadPool* pool = mju_threadPoolCreate(1);
  CHECK_INT(ig_team_for(pool, 2, 30).members, 1);
  CHECK_INT(ig_team_for(pool, 2, 1e4).members, 2);
  CHECK_INT(ig_team_for(pool, 2, 5).members, 1);
  CHECK_INT(ig_team_for(pool, 1, 1e3).members, 1);
  CHECK_INT(ig_team_for(NULL, ig_team_useful(NULL), 1e3).members, 1);
  mju_threadPoolDestroy(pool);
}

// two callers with lists at the same time: whoever finds the helpers taken works alone
static void* share_pool(void* argument) {
  mjThreadPool* pool = argument;
  for (int i = 0; i < 300; i++) {
    Pieces p = {{0}, {0}};
    ig_Team team = ig_team_for(pool, ig_team_size(pool), 1e4);
    ig_team_run(&team, 64, first_list, &p);
    ig_team_run(&team, 64, second_list, &p);
    for (int k = 0; k < 64; k++) strange += p.value[k] != 3 * (k + 1);
  }
  return NULL;
}

TEST(two_callers_share_a_pool) {
  mjThreadPool* pool = mju_threadPoolCreate(2);
  pthread_t other;
  strange = 0;
  CHECK_INT(pthread_create(&other, NULL, share_pool, pool), 0);
  share_pool(pool);
  pthread_join(other, NULL);
  CHECK_INT(strange, 0);
  mju_threadPoolDestroy(pool);
}

// a thread of a pool opens a team on the same pool, whose other threads are just as busy: nobody may wait for ever
static void* use_own_pool(void* argument) {
  mjThreadPool* pool = *(mjThreadPool**)argument;
  Pieces p = {{0}, {0}};
  ig_Team team = ig_team_for(pool, ig_team_size(pool), 1e4);
  ig_team_run(&team, 64, first_list, &p);
  for (int i = 0; i < 64; i++) sum += p.value[i] == i + 1;
  return NULL;
}

TEST(teams_within_their_own_pool_end) {
  enum { N = 12 };
  mjTask tasks[N];
  mjThreadPool* pool = mju_threadPoolCreate(2);
  mjThreadPool* given[N];
  sum = 0;
  for (int i = 0; i < N; i++) {
    given[i] = pool;
    mju_defaultTask(&tasks[i]);
    tasks[i].func = use_own_pool;
    tasks[i].args = &given[i];
    mju_threadPoolEnqueue(pool, &tasks[i]);
  }
  for (int i = 0; i < N; i++) mju_taskJoin(&tasks[i]);
  CHECK_INT(sum, 64 * N);
  mju_threadPoolDestroy(pool);
}
