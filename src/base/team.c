// SPDX-License-Identifier: Apache-2.0
#include "base/team.h"

#include <sched.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/float_mode.h"
#include "base/thread_pool.h"

// The ticket of a list: its number in the upper half, and a bit for each part that was taken in the lower. Fields are written
// before it. A part is taken by setting its bit, which fails when another list has come: fields read before that belong to the
// list then, since it cannot end while one of its parts is not done.
static int parts_of(int count) { return count < IG_TEAM_PARTS ? count : IG_TEAM_PARTS; }

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

static bool take_part(ig_Helpers* h, int member) {
  uint64_t ticket = __atomic_load_n(&h->ticket, __ATOMIC_ACQUIRE);
  int count = __atomic_load_n(&h->count, __ATOMIC_RELAXED), members = __atomic_load_n(&h->members, __ATOMIC_RELAXED);
  int first = __atomic_load_n(&h->first, __ATOMIC_RELAXED);
  ig_TeamWork work = __atomic_load_n(&h->work, __ATOMIC_RELAXED);
  void* context = __atomic_load_n(&h->context, __ATOMIC_RELAXED);
  if (member >= members) return false;
  int parts = parts_of(count), part = choose_part((uint32_t)ticket, parts, (member + members - first) % members, members);
  if (part < 0) return false;
  uint64_t bit = (uint64_t)1 << part;
  if (!__atomic_compare_exchange_n(&h->ticket, &ticket, ticket | bit, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return true;
  int end = ig_share(count, part + 1, parts);
  for (int piece = ig_share(count, part, parts); piece < end; piece++) work(context, piece, member);
  __atomic_fetch_add(&h->done, 1, __ATOMIC_RELEASE);
  return true;
}

// a moment, in a loop: first in place, then letting others run. True: it was of the latter kind
static bool linger(int* turns) {
  enum { IN_PLACE = 2000 };
  if (++*turns > IN_PLACE) {
    sched_yield();
    return true;
  }
#if defined(__x86_64__)
  __builtin_ia32_pause();
#endif
  return false;
}

// until nothing came for a while, or other tasks wait for the thread
static void* help(void* argument) {
  enum { PATIENCE = 400000 };
  IG_FLOAT_SCOPE;
  const ig_Seat* seat = argument;
  int turns = 0;
  int64_t since = ig_nanoseconds();
  for (;;) {
    if (take_part(seat->all, seat->member)) {
      turns = 0;
      continue;
    }
    if (!linger(&turns)) {
      // the clock is looked at where it costs nobody anything
      if (turns == 1) since = ig_nanoseconds();
      continue;
    }
    if (ig_nanoseconds() - since > PATIENCE || ig_pool_waits(seat->all->pool)) return NULL;
  }
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

static bool is_taken(const ig_Seat* seat) { return __atomic_load_n(&seat->task.status, __ATOMIC_ACQUIRE) == mjTASK_QUEUED; }

// A thread that leaves its seat at this moment is missed: then the caller has one helper less until it asks the next time.
static void call(ig_Helpers* h, int members) {
  for (int member = 1; member < members; member++) {
    ig_Seat* seat = h->seat + member - 1;
    if (is_taken(seat)) continue;
    seat->all = h;
    seat->member = member;
    seat->task.func = help;
    seat->task.args = seat;
    if (!ig_pool_offer(h->pool, &seat->task)) return;
  }
}

ig_Team ig_team_for(mjThreadPool* pool, int members, double microseconds) {
  enum { TO_WAKE = 100, TO_SHARE = 15 };
  const ig_Team alone = {NULL, 1, false};
  if (members < 2 || microseconds < TO_SHARE) return alone;
  ig_Helpers* h = ig_pool_helpers(pool);
  if (microseconds < TO_WAKE) return is_taken(h->seat) ? (ig_Team){h, members, false} : alone;
  // seats are given by one at a time
  if (__atomic_exchange_n(&h->held, 1, __ATOMIC_ACQUIRE)) return alone;
  call(h, members);
  __atomic_store_n(&h->held, 0, __ATOMIC_RELEASE);
  return (ig_Team){h, members, true};
}

void ig_team_run(const ig_Team* team, int count, ig_TeamWork work, void* context) {
  ig_team_run_from(team, 0, count, work, context);
}

void ig_team_run_from(const ig_Team* team, int first, int count, ig_TeamWork work, void* context) {
  ig_Helpers* h = team ? team->helpers : NULL;
  if (!h || count < 2 || __atomic_exchange_n(&h->held, 1, __ATOMIC_ACQUIRE)) {
    for (int piece = 0; piece < count; piece++) work(context, piece, 0);
    return;
  }
  if (team->wakes) call(h, team->members);
  __atomic_store_n(&h->done, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&h->count, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&h->members, team->members, __ATOMIC_RELAXED);
  __atomic_store_n(&h->first, first % team->members, __ATOMIC_RELAXED);
  __atomic_store_n(&h->work, work, __ATOMIC_RELAXED);
  __atomic_store_n(&h->context, context, __ATOMIC_RELAXED);
  uint64_t list = (__atomic_load_n(&h->ticket, __ATOMIC_RELAXED) >> 32) + 1;
  __atomic_store_n(&h->ticket, list << 32, __ATOMIC_RELEASE);
  __atomic_store_n(&h->count, count, __ATOMIC_RELEASE);
  while (take_part(h, 0)) {
  }
  for (int turns = 0; __atomic_load_n(&h->done, __ATOMIC_ACQUIRE) < parts_of(count);) linger(&turns);
  __atomic_store_n(&h->held, 0, __ATOMIC_RELEASE);
}
