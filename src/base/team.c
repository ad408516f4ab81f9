// SPDX-License-Identifier: Apache-2.0
#include "base/team.h"

#include <sched.h>
#include <stdbool.h>
#include <string.h>
#include <unistd.h>

#include "base/float_mode.h"
#include "base/thread_pool.h"

// The ticket of a list: its number in the upper half, and a bit for each part that was taken in the lower. Fields are written before
// it. A part is taken by setting its bit, which fails when another list has come: fields read before that belong to the list
// then, since it cannot end while one of its parts is not done.
enum { MOST_PARTS = 32 };

static int parts_of(int count) { return count < MOST_PARTS ? count : MOST_PARTS; }

// The next part for a member: of its own, which are every so manyth, or else any. What one did in the last list of a kind it does
// in the next, and finds the numbers in its caches.
static int choose_part(uint32_t taken, int parts, int member, int members) {
  for (int part = member; part < parts; part += members) {
    if (!(taken >> part & 1)) return part;
  }
  for (int part = parts - 1; part >= 0; part--) {
    if (!(taken >> part & 1)) return part;
  }
  return -1;
}

static bool take_part(ig_Team* team, int member) {
  uint64_t ticket = __atomic_load_n(&team->ticket, __ATOMIC_ACQUIRE);
  int count = __atomic_load_n(&team->count, __ATOMIC_RELAXED);
  ig_TeamWork work = __atomic_load_n(&team->work, __ATOMIC_RELAXED);
  void* context = __atomic_load_n(&team->context, __ATOMIC_RELAXED);
  int parts = parts_of(count), part = choose_part((uint32_t)ticket, parts, member, team->helpers + 1);
  if (part < 0) return false;
  uint64_t bit = (uint64_t)1 << part;
  if (!__atomic_compare_exchange_n(&team->ticket, &ticket, ticket | bit, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return true;
  int end = ig_share(count, part + 1, parts);
  for (int piece = ig_share(count, part, parts); piece < end; piece++) work(context, piece, member);
  __atomic_fetch_add(&team->done, 1, __ATOMIC_RELEASE);
  return true;
}

// wait a moment: first in place, then letting others run
static void linger(int* turns) {
  enum { IN_PLACE = 2000 };
  if (++*turns > IN_PLACE) {
    sched_yield();
    return;
  }
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
}

static void* help(void* argument) {
  IG_FLOAT_SCOPE;
  ig_Team* team = argument;
  // a pool that could not start a thread has its tasks done by whoever queues them
  if (pthread_equal(pthread_self(), team->opener)) return NULL;
  int member = 1 + __atomic_fetch_add(&team->joined, 1, __ATOMIC_RELAXED), turns = 0;
  while (!__atomic_load_n(&team->closed, __ATOMIC_ACQUIRE)) {
    if (take_part(team, member)) {
      turns = 0;
    } else {
      linger(&turns);
    }
  }
  return NULL;
}

int ig_team_size(const mjThreadPool* pool) {
  int workers = pool ? pool->nworker : 0;
  return 1 + (workers < IG_TEAM_MOST - 1 ? workers : IG_TEAM_MOST - 1);
}

// processors that this thread may use; asked each time, since it can change
static int processors(void) {
#ifdef __linux__
  cpu_set_t set;
  if (!sched_getaffinity(0, sizeof set, &set)) return CPU_COUNT(&set);
#endif
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

int ig_team_useful(const mjThreadPool* pool) {
  int size = ig_team_size(pool);
  if (size <= 2) return size;
  int most = processors();
  return size < most ? size : most > 2 ? most : 2;
}

void ig_team_open(ig_Team* team, mjThreadPool* pool, int members) {
  memset(team, 0, sizeof *team);
  team->pool = pool;
  team->opener = pthread_self();
  team->helpers = members - 1;
  for (int i = 0; i < team->helpers; i++) {
    team->task[i] = (mjTask){.func = help, .args = team, .status = mjTASK_NEW};
    ig_pool_enqueue(pool, team->task + i);
  }
}

void ig_team_close(ig_Team* team) {
  __atomic_store_n(&team->closed, 1, __ATOMIC_RELEASE);
  for (int i = 0; i < team->helpers; i++) ig_pool_finish(team->pool, team->task + i);
}

void ig_team_run(ig_Team* team, int count, ig_TeamWork work, void* context) {
  if (!team || count < 2) {
    for (int piece = 0; piece < count; piece++) work(context, piece, 0);
    return;
  }
  __atomic_store_n(&team->done, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&team->count, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&team->work, work, __ATOMIC_RELAXED);
  __atomic_store_n(&team->context, context, __ATOMIC_RELAXED);
  uint64_t list = (__atomic_load_n(&team->ticket, __ATOMIC_RELAXED) >> 32) + 1;
  __atomic_store_n(&team->ticket, list << 32, __ATOMIC_RELEASE);
  __atomic_store_n(&team->count, count, __ATOMIC_RELEASE);
  while (take_part(team, 0)) {
  }
  for (int turns = 0; __atomic_load_n(&team->done, __ATOMIC_ACQUIRE) < parts_of(count);) linger(&turns);
}
