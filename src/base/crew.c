// SPDX-License-Identifier: Apache-2.0
#include "base/crew.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "base/memory.h"
#include "base/threads.h"

// one call of ig_crew_run
typedef struct {
  void (*work)(int item, void* context);
  void* context;
  int count;   // of items
  int stride;  // items that lie between those of neighbouring tickets
  int tickets;
  uint32_t round;
} Round;

struct ig_Crew_ {
  ig_Threads others;  // besides the caller
  pthread_mutex_t mutex;
  pthread_cond_t begin, end;
  Round now;
  bool ending;
  void (*watch)(void* context);
  void* watched;
  _Atomic uint64_t next;  // round in the upper half, ticket in the lower: whoever comes late takes nothing
  _Atomic int done;       // tickets of this round
};

static bool take_ticket(ig_Crew* crew, const Round* round, int* ticket) {
  uint64_t next = atomic_load(&crew->next);
  while (next >> 32 == round->round && (uint32_t)next < (uint32_t)round->tickets) {
    if (!atomic_compare_exchange_weak(&crew->next, &next, next + 1)) continue;
    *ticket = (int)(uint32_t)next;
    IG_ASSERT(*ticket >= 0 && *ticket < round->tickets);
    return true;
  }
  return false;
}

static void do_item(const Round* round, int item) {
  IG_FLOAT_SCOPE;
  round->work(item, round->context);
}

// Items of threads that work side by side lie far apart: neighbours share cache lines in the fields.
static void take_items(ig_Crew* crew, const Round* round) {
  for (int ticket; take_ticket(crew, round, &ticket);) {
    int threads = crew->others.count + 1, item = ticket % threads * round->stride + ticket / threads;
    if (item < round->count) do_item(round, item);
    int done = atomic_fetch_add(&crew->done, 1) + 1;
    IG_ASSERT(done <= round->tickets);
    if (done < round->tickets) continue;
    pthread_mutex_lock(&crew->mutex);
    pthread_cond_signal(&crew->end);
    pthread_mutex_unlock(&crew->mutex);
  }
}

static void* thread_main(void* argument) {
  ig_Crew* crew = argument;
  uint32_t seen = 0;
  pthread_mutex_lock(&crew->mutex);
  for (;;) {
    while (crew->now.round == seen && !crew->ending) pthread_cond_wait(&crew->begin, &crew->mutex);
    if (crew->ending) break;
    Round round = crew->now;
    seen = round.round;
    pthread_mutex_unlock(&crew->mutex);
    take_items(crew, &round);
    pthread_mutex_lock(&crew->mutex);
  }
  pthread_mutex_unlock(&crew->mutex);
  return NULL;
}

ig_Crew* ig_crew_make(int threads) {
  ig_Crew* crew = ig_try_alloc(sizeof *crew);
  if (!crew) return NULL;
  *crew = (ig_Crew){0};
  pthread_mutex_init(&crew->mutex, NULL);
  pthread_cond_init(&crew->begin, NULL);
  pthread_cond_init(&crew->end, NULL);
  // threads read their number only in a round, and none begins before all are there
  ig_threads_start(&crew->others, threads - 1, thread_main, crew);
  return crew;
}

void ig_crew_free(ig_Crew* crew) {
  if (!crew) return;
  pthread_mutex_lock(&crew->mutex);
  crew->ending = true;
  pthread_cond_broadcast(&crew->begin);
  pthread_mutex_unlock(&crew->mutex);
  ig_threads_join(&crew->others);
  pthread_cond_destroy(&crew->begin);
  pthread_cond_destroy(&crew->end);
  pthread_mutex_destroy(&crew->mutex);
  ig_free(crew);
}

// the mutex is free while the watch runs
static void wait_for_end(ig_Crew* crew) {
  if (!crew->watch) {
    pthread_cond_wait(&crew->end, &crew->mutex);
    return;
  }
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 10000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  if (!pthread_cond_timedwait(&crew->end, &crew->mutex, &until)) return;
  pthread_mutex_unlock(&crew->mutex);
  crew->watch(crew->watched);
  pthread_mutex_lock(&crew->mutex);
}

void ig_crew_run(ig_Crew* crew, void (*work)(int item, void* context), void* context, int count) {
  if (!crew->others.count || count < 2) {
    Round alone = {.work = work, .context = context};
    for (int item = 0; item < count; item++) do_item(&alone, item);
    return;
  }
  int threads = crew->others.count + 1, stride = (count + threads - 1) / threads;
  pthread_mutex_lock(&crew->mutex);
  Round round = {work, context, count, stride, stride * threads, crew->now.round + 1};
  crew->now = round;
  atomic_store(&crew->done, 0);
  atomic_store(&crew->next, (uint64_t)round.round << 32);
  pthread_cond_broadcast(&crew->begin);
  pthread_mutex_unlock(&crew->mutex);
  take_items(crew, &round);

  // a thread that did not get to run is not waited for, only items that were taken
  pthread_mutex_lock(&crew->mutex);
  while (atomic_load(&crew->done) < round.tickets) wait_for_end(crew);
  pthread_mutex_unlock(&crew->mutex);
}

void ig_crew_watch(ig_Crew* crew, void (*watch)(void* context), void* context) {
  crew->watch = watch;
  crew->watched = context;
}
