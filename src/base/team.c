// SPDX-License-Identifier: Apache-2.0
#include "base/team.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/float_mode.h"
#include "base/memory.h"

// one call of ig_team_run
typedef struct {
  void (*work)(int item, void* context);
  void* context;
  int count;   // of items
  int stride;  // items that lie between those of neighbouring tickets
  int tickets;
  uint32_t round;
} Round;

struct ig_Team_ {
  int nthread;  // besides the caller
  pthread_t* threads;
  pthread_mutex_t mutex;
  pthread_cond_t begin, end;
  Round now;
  bool ending;
  void (*watch)(void* context);
  void* watched;
  _Atomic uint64_t next;  // round in the upper half, ticket in the lower: whoever comes late takes nothing
  _Atomic int done;       // tickets of this round
};

static bool take_ticket(ig_Team* team, const Round* round, int* ticket) {
  uint64_t next = atomic_load(&team->next);
  while (next >> 32 == round->round && (uint32_t)next < (uint32_t)round->tickets) {
    if (!atomic_compare_exchange_weak(&team->next, &next, next + 1)) continue;
    *ticket = (int)(uint32_t)next;
    return true;
  }
  return false;
}

static void do_item(const Round* round, int item) {
  IG_FLOAT_SCOPE;
  round->work(item, round->context);
}

// Items of threads that work side by side lie far apart: neighbours share cache lines in the fields.
static void take_items(ig_Team* team, const Round* round) {
  for (int ticket; take_ticket(team, round, &ticket);) {
    int threads = team->nthread + 1, item = ticket % threads * round->stride + ticket / threads;
    if (item < round->count) do_item(round, item);
    if (atomic_fetch_add(&team->done, 1) + 1 < round->tickets) continue;
    pthread_mutex_lock(&team->mutex);
    pthread_cond_signal(&team->end);
    pthread_mutex_unlock(&team->mutex);
  }
}

static void* thread_main(void* argument) {
  ig_Team* team = argument;
  uint32_t seen = 0;
  pthread_mutex_lock(&team->mutex);
  for (;;) {
    while (team->now.round == seen && !team->ending) pthread_cond_wait(&team->begin, &team->mutex);
    if (team->ending) break;
    Round round = team->now;
    seen = round.round;
    pthread_mutex_unlock(&team->mutex);
    take_items(team, &round);
    pthread_mutex_lock(&team->mutex);
  }
  pthread_mutex_unlock(&team->mutex);
  return NULL;
}

ig_Team* ig_team_make(int threads) {
  ig_Team* team = ig_try_alloc(sizeof *team);
  if (!team) return NULL;
  *team = (ig_Team){0};
  pthread_mutex_init(&team->mutex, NULL);
  pthread_cond_init(&team->begin, NULL);
  pthread_cond_init(&team->end, NULL);
  int others = threads > 1 ? threads - 1 : 0;
  team->threads = others ? ig_try_alloc(sizeof(pthread_t) * (size_t)others) : NULL;

  // threads read their number only in a round, and none begins before all are there
  int made = 0;
  while (team->threads && made < others && !pthread_create(&team->threads[made], NULL, thread_main, team)) made++;
  team->nthread = made;
  return team;
}

void ig_team_free(ig_Team* team) {
  if (!team) return;
  pthread_mutex_lock(&team->mutex);
  team->ending = true;
  pthread_cond_broadcast(&team->begin);
  pthread_mutex_unlock(&team->mutex);
  for (int i = 0; i < team->nthread; i++) pthread_join(team->threads[i], NULL);
  pthread_cond_destroy(&team->begin);
  pthread_cond_destroy(&team->end);
  pthread_mutex_destroy(&team->mutex);
  ig_free(team->threads);
  ig_free(team);
}

// the mutex is free while the watch runs
static void wait_for_end(ig_Team* team) {
  if (!team->watch) {
    pthread_cond_wait(&team->end, &team->mutex);
    return;
  }
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 10000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  if (!pthread_cond_timedwait(&team->end, &team->mutex, &until)) return;
  pthread_mutex_unlock(&team->mutex);
  team->watch(team->watched);
  pthread_mutex_lock(&team->mutex);
}

void ig_team_run(ig_Team* team, void (*work)(int item, void* context), void* context, int count) {
  if (!team->nthread || count < 2) {
    Round alone = {.work = work, .context = context};
    for (int item = 0; item < count; item++) do_item(&alone, item);
    return;
  }
  int threads = team->nthread + 1, stride = (count + threads - 1) / threads;
  pthread_mutex_lock(&team->mutex);
  Round round = {work, context, count, stride, stride * threads, team->now.round + 1};
  team->now = round;
  atomic_store(&team->done, 0);
  atomic_store(&team->next, (uint64_t)round.round << 32);
  pthread_cond_broadcast(&team->begin);
  pthread_mutex_unlock(&team->mutex);
  take_items(team, &round);

  // a thread that did not get to run is not waited for, only items that were taken
  pthread_mutex_lock(&team->mutex);
  while (atomic_load(&team->done) < round.tickets) wait_for_end(team);
  pthread_mutex_unlock(&team->mutex);
}

void ig_team_watch(ig_Team* team, void (*watch)(void* context), void* context) {
  team->watch = watch;
  team->watched = context;
}
