// SPDX-License-Identifier: Apache-2.0
#include "base/workers.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <time.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "base/memory.h"
#include "base/threads.h"

// one call of ig_workers_run
typedef struct {
  void (*work)(int item, void* context);
  void* context;
  int count;   // of items
  int stride;  // items that lie between those of neighbouring tickets
  int tickets;
  uint32_t round;
} Round;

struct ig_Workers_ {
  ig_Threads others;  // besides the caller
  pthread_mutex_t mutex;
  pthread_cond_t begin, end;
  Round now;
  bool ending;
  void (*watch)(void* context);
  void* watched;
  _Atomic uint64_t next;  // round in the upper half, ticket in the lower: a late thread takes nothing
  _Atomic int done;       // tickets of this round
  int busy;               // others that have one
};

static bool take_ticket(ig_Workers* workers, const Round* round, int* ticket) {
  uint64_t next = atomic_load(&workers->next);
  while (next >> 32 == round->round && (uint32_t)next < (uint32_t)round->tickets) {
    if (!atomic_compare_exchange_weak(&workers->next, &next, next + 1)) continue;
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
static void take_items(ig_Workers* workers, const Round* round) {
  for (int ticket; take_ticket(workers, round, &ticket);) {
    int threads = workers->others.count + 1, item = ticket % threads * round->stride + ticket / threads;
    if (item < round->count) do_item(round, item);
    int done = atomic_fetch_add(&workers->done, 1) + 1;
    IG_ASSERT(done <= round->tickets);
    if (done < round->tickets) continue;
    pthread_mutex_lock(&workers->mutex);
    pthread_cond_signal(&workers->end);
    pthread_mutex_unlock(&workers->mutex);
  }
}

static void* thread_main(void* argument) {
  ig_Workers* workers = argument;
  uint32_t seen = 0;
  pthread_mutex_lock(&workers->mutex);
  for (;;) {
    while (workers->now.round == seen && !workers->ending) pthread_cond_wait(&workers->begin, &workers->mutex);
    if (workers->ending) break;
    Round round = workers->now;
    seen = round.round;
    workers->busy++;
    pthread_mutex_unlock(&workers->mutex);
    take_items(workers, &round);
    pthread_mutex_lock(&workers->mutex);
    workers->busy--;
    pthread_cond_signal(&workers->end);
  }
  pthread_mutex_unlock(&workers->mutex);
  return NULL;
}

ig_Workers* ig_workers_make(int threads) {
  ig_Workers* workers = ig_try_alloc(sizeof *workers);
  if (!workers) return NULL;
  *workers = (ig_Workers){0};
  pthread_mutex_init(&workers->mutex, NULL);
  pthread_cond_init(&workers->begin, NULL);
  pthread_cond_init(&workers->end, NULL);
  // threads read their number only in a round, and none begins before all are there
  ig_threads_start(&workers->others, threads - 1, thread_main, workers);
  return workers;
}

void ig_workers_free(ig_Workers* workers) {
  if (!workers) return;
  pthread_mutex_lock(&workers->mutex);
  workers->ending = true;
  pthread_cond_broadcast(&workers->begin);
  pthread_mutex_unlock(&workers->mutex);
  ig_threads_join(&workers->others);
  pthread_cond_destroy(&workers->begin);
  pthread_cond_destroy(&workers->end);
  pthread_mutex_destroy(&workers->mutex);
  ig_free(workers);
}

// the mutex is free while the watch runs
static void wait_for_end(ig_Workers* workers) {
  if (!workers->watch) {
    pthread_cond_wait(&workers->end, &workers->mutex);
    return;
  }
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += 10000000;
  if (until.tv_nsec >= 1000000000) {
    until.tv_sec++;
    until.tv_nsec -= 1000000000;
  }
  if (!pthread_cond_timedwait(&workers->end, &workers->mutex, &until)) return;
  pthread_mutex_unlock(&workers->mutex);
  workers->watch(workers->watched);
  pthread_mutex_lock(&workers->mutex);
}

void ig_workers_run(ig_Workers* workers, void (*work)(int item, void* context), void* context, int count) {
  if (!workers->others.count || count < 2) {
    Round alone = {.work = work, .context = context};
    for (int item = 0; item < count; item++) do_item(&alone, item);
    return;
  }
  int threads = workers->others.count + 1, stride = (count + threads - 1) / threads;
  pthread_mutex_lock(&workers->mutex);
  Round round = {work, context, count, stride, stride * threads, workers->now.round + 1};
  workers->now = round;
  atomic_store(&workers->done, 0);
  atomic_store(&workers->next, (uint64_t)round.round << 32);
  pthread_cond_broadcast(&workers->begin);
  pthread_mutex_unlock(&workers->mutex);
  take_items(workers, &round);

  // a thread that did not get to run is not waited for, only items that were taken
  pthread_mutex_lock(&workers->mutex);
  while (atomic_load(&workers->done) < round.tickets) wait_for_end(workers);
  pthread_mutex_unlock(&workers->mutex);
}

// no ticket of a round past the last is taken
void ig_workers_abandon(ig_Workers* workers) {
  pthread_mutex_lock(&workers->mutex);
  workers->now.round++;
  workers->now.tickets = 0;
  atomic_store(&workers->next, (uint64_t)workers->now.round << 32);
  while (workers->busy) pthread_cond_wait(&workers->end, &workers->mutex);
  pthread_mutex_unlock(&workers->mutex);
}

void ig_workers_watch(ig_Workers* workers, void (*watch)(void* context), void* context) {
  workers->watch = watch;
  workers->watched = context;
}
