// SPDX-License-Identifier: Apache-2.0
#include "base/team.h"

#include <sched.h>

#include "base/clock.h"
#include "base/float_mode.h"
#include "base/platform/machine.h"
#include "base/thread_pool.h"

// A part is taken by clearing its bit in the ticket, which fails when another list has come: fields read before that belong to
// the list then, since it cannot end while one of its parts is not done.
static int parts_of(int count) { return count < IG_TEAM_PARTS ? count : IG_TEAM_PARTS; }

static uint32_t all_parts(int count) { return (uint32_t)(((uint64_t)1 << parts_of(count)) - 1); }

// The next part for a member: of its own, which are every so manyth, or else any. What one did in the last list of a kind it does
// in the next, and finds the numbers in its caches.
static int choose_part(uint32_t left, int member, int members) {
  for (int part = member; part < IG_TEAM_PARTS; part += members) {
    if (left >> part & 1) return part;
  }
  return IG_TEAM_PARTS - 1 - __builtin_clz(left);
}

static bool take_part(ig_TeamList* list, int member) {
  uint64_t ticket = __atomic_load_n(&list->ticket, __ATOMIC_ACQUIRE);
  if (!(uint32_t)ticket) return false;
  int count = __atomic_load_n(&list->count, __ATOMIC_RELAXED), members = __atomic_load_n(&list->members, __ATOMIC_RELAXED);
  ig_TeamWork work = __atomic_load_n(&list->work, __ATOMIC_RELAXED);
  void* context = __atomic_load_n(&list->context, __ATOMIC_RELAXED);
  if (member >= members) return false;
  int part = choose_part((uint32_t)ticket, member, members), parts = parts_of(count);
  uint64_t bit = (uint64_t)1 << part;
  if (!__atomic_compare_exchange_n(&list->ticket, &ticket, ticket & ~bit, false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) return true;
  int end = ig_share(count, part + 1, parts);
  for (int piece = ig_share(count, part, parts); piece < end; piece++) work(context, piece, member);
  __atomic_fetch_add(&list->done, 1, __ATOMIC_RELEASE);
  return true;
}

static bool take_aside(ig_MemberSlot* slot) {
  for (int k = 0; k < IG_TEAM_ASIDES; k++) {
    ig_TeamList* list = slot->all->aside + k;
    if (!(uint32_t)__atomic_load_n(&list->ticket, __ATOMIC_RELAXED)) continue;
    __atomic_store_n(&slot->busy, 1, __ATOMIC_RELAXED);
    bool taken = take_part(list, slot->member);
    __atomic_store_n(&slot->busy, 0, __ATOMIC_RELAXED);
    if (taken) return true;
  }
  return false;
}

bool ig_team_linger(int* turns) {
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

// a word that was sent goes back; true: there was one
static bool answer(ig_MemberSlot* slot) {
  uint32_t asked = __atomic_load_n(&slot->asked, __ATOMIC_ACQUIRE);
  if (asked == __atomic_load_n(&slot->answered, __ATOMIC_RELAXED)) return false;
  __atomic_store_n(&slot->answered, asked, __ATOMIC_RELEASE);
  return true;
}

// until nothing came for a while, or other tasks wait for the thread
static void* help(void* argument) {
  enum { PATIENCE = 400000 };
  IG_FLOAT_SCOPE;
  ig_MemberSlot* slot = argument;
  int turns = 0;
  int64_t since = ig_nanoseconds();
  for (;;) {
    if (take_part(&slot->all->now, slot->member) || take_aside(slot)) {
      turns = 0;
      continue;
    }
    // more words come at once: they are answered in place
    if (answer(slot) && turns) turns = 1;
    if (!ig_team_linger(&turns)) {
      // read the clock where it delays no member
      if (turns == 1) since = ig_nanoseconds();
      continue;
    }
    if (ig_nanoseconds() - since > PATIENCE || ig_pool_waits(slot->all->pool)) return NULL;
  }
}

int ig_team_size(const mjThreadPool* pool) {
  int workers = pool ? pool->nworker : 0;
  return 1 + (workers < IG_TEAM_MOST - 1 ? workers : IG_TEAM_MOST - 1);
}

int ig_team_useful(const mjThreadPool* pool) {
  int size = ig_team_size(pool);
  if (size <= 2) return size;
  int most = ig_processors();
  return size < most ? size : most > 2 ? most : 2;
}

static bool is_taken(const ig_MemberSlot* slot) { return __atomic_load_n(&slot->task.status, __ATOMIC_ACQUIRE) == mjTASK_QUEUED; }

// A thread that leaves its slot at this moment is missed: then the caller has one helper less until it asks the next time.
// Callers that share the pool assign slots one at a time: a slot belongs to one thread.
static void call(ig_Helpers* h, int members) {
  if (__atomic_exchange_n(&h->calling, 1, __ATOMIC_ACQUIRE)) return;
  for (int member = 1; member < members; member++) {
    ig_MemberSlot* slot = h->slot + member - 1;
    if (is_taken(slot)) continue;
    slot->all = h;
    slot->member = member;
    slot->task.func = help;
    slot->task.args = slot;
    if (!ig_pool_offer(h->pool, &slot->task)) break;
  }
  __atomic_store_n(&h->calling, 0, __ATOMIC_RELEASE);
}

static bool take_list(ig_TeamList* list) { return !__atomic_exchange_n(&list->held, 1, __ATOMIC_ACQUIRE); }
static void leave_list(ig_TeamList* list) { __atomic_store_n(&list->held, 0, __ATOMIC_RELEASE); }

// ------------------------------------------------ how far away helpers are

// A word there and back, the least of some: the first finds the helper letting others run. -1: it is not there, or has work.
static int64_t round_trip(ig_MemberSlot* slot) {
  enum { TIMES = 5, AT_MOST = 3000 };
  int64_t least = -1;
  for (int i = 0; i < TIMES; i++) {
    uint32_t word = __atomic_load_n(&slot->answered, __ATOMIC_RELAXED) + 1;
    int64_t start = ig_nanoseconds(), spent;
    __atomic_store_n(&slot->asked, word, __ATOMIC_RELEASE);
    do {
      bool back = __atomic_load_n(&slot->answered, __ATOMIC_ACQUIRE) == word;
      spent = ig_nanoseconds() - start;
      if (back) break;
    } while (spent < AT_MOST);
    if (spent >= AT_MOST) return -1;
    if (least < 0 || spent < least) least = spent;
  }
  return least;
}

// A member counts as distant after several slow round trips in a row, since a single one can be slow for any reason. They are
// measured once in so many calls for help.
enum { SLOW_IN_TURN = 4, CALLS = 32 };
static bool is_far(const ig_MemberSlot* slot) { return __atomic_load_n(&slot->slow, __ATOMIC_RELAXED) >= SLOW_IN_TURN; }

// In builds that watch every access words are slow anyway, and threads are to be watched.
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
enum { SLOW = 1000000 };
#else
enum { SLOW = 250 };
#endif

static void look_around(ig_Helpers* h, int members) {
  for (int i = 0; i < members - 1; i++) {
    ig_MemberSlot* slot = h->slot + i;
    int64_t spent = is_taken(slot) ? round_trip(slot) : -1;
    if (spent < 0) continue;
    int slow = spent <= SLOW ? 0 : is_far(slot) ? SLOW_IN_TURN : slot->slow + 1;
    __atomic_store_n(&slot->slow, slow, __ATOMIC_RELAXED);
    // ask again soon
    if (slow && slow < SLOW_IN_TURN) h->calls = CALLS;
  }
}

// the caller and those before the first that is far away
static int near_members(const ig_Helpers* h, int members) {
  int near = 1;
  while (near < members && !is_far(h->slot + near - 1)) near++;
  return near;
}

// members with a list aside have no time for words
static bool has_aside(const ig_Helpers* h) {
  for (int k = 0; k < IG_TEAM_ASIDES; k++) {
    if (__atomic_load_n(&h->aside[k].held, __ATOMIC_RELAXED)) return true;
  }
  return false;
}

// Now and then, more often when a member is distant: threads and virtual processors move. Those that were called for nothing
// else are asked once they are there.
static int choose_near(ig_Helpers* h, int members, bool worth_waking) {
  enum { CALLS_FAR = 4, TRY_AGAIN = 50000000 };
  int near = near_members(h, members);
  if (!take_list(&h->now)) return near;
  bool awake = is_taken(h->slot + (near < members ? near - 1 : 0));
  if (awake && !has_aside(h) && ++h->calls >= (near < members ? CALLS_FAR : CALLS)) {
    h->calls = 0;
    look_around(h, members);
    near = near_members(h, members);
  } else if (!awake && near < members && worth_waking && ig_nanoseconds() - h->tried > TRY_AGAIN) {
    h->tried = ig_nanoseconds();
    call(h, members);
  }
  leave_list(&h->now);
  return near;
}

// microseconds from which on threads are woken, from which on those that are awake help, and those that are far away
enum { TO_WAKE = 100, TO_SHARE = 8, TO_SHARE_FAR = 150 };

ig_Team ig_team_for(mjThreadPool* pool, int members, double microseconds) {
  const ig_Team alone = {NULL, 1, false};
  if (members < 2 || microseconds < TO_SHARE) return alone;
  ig_Helpers* h = ig_pool_helpers(pool);
  int near = choose_near(h, members, microseconds >= TO_WAKE);
  if (microseconds < TO_SHARE_FAR) members = near;
  if (members < 2) return alone;
  if (microseconds < TO_WAKE) return is_taken(h->slot) ? (ig_Team){h, members, false} : alone;
  call(h, members);
  return (ig_Team){h, members, true};
}

// the system is asked for processors only where there is something to share
ig_Team ig_team_for_all(mjThreadPool* pool, double microseconds) {
  return ig_team_for(pool, microseconds < TO_SHARE ? 1 : ig_team_useful(pool), microseconds);
}

// ------------------------------------------------ lists

static void do_alone(int count, ig_TeamWork work, void* context) {
  for (int piece = 0; piece < count; piece++) work(context, piece, 0);
}

static void hand_out(ig_TeamList* list, const ig_Team* team, int count, ig_TeamWork work, void* context) {
  if (team->wakes) call(team->helpers, team->members);
  __atomic_store_n(&list->done, 0, __ATOMIC_RELAXED);
  __atomic_store_n(&list->count, count, __ATOMIC_RELAXED);
  __atomic_store_n(&list->members, team->members, __ATOMIC_RELAXED);
  __atomic_store_n(&list->work, work, __ATOMIC_RELAXED);
  __atomic_store_n(&list->context, context, __ATOMIC_RELAXED);
  uint64_t number = (__atomic_load_n(&list->ticket, __ATOMIC_RELAXED) >> 32) + 1;
  __atomic_store_n(&list->ticket, number << 32 | all_parts(count), __ATOMIC_RELEASE);
}

// so many parts that others have are waited for
static void wait_for(ig_TeamList* list, int parts) {
  for (int turns = 0; __atomic_load_n(&list->done, __ATOMIC_ACQUIRE) < parts;) ig_team_linger(&turns);
  leave_list(list);
}

// what is left is done here
static void finish(ig_TeamList* list, int count) {
  while (take_part(list, 0)) {
  }
  wait_for(list, parts_of(count));
}

bool ig_team_is_free(const ig_Team* team) {
  for (int i = 0; team->helpers && i < team->members - 1; i++) {
    const ig_MemberSlot* slot = team->helpers->slot + i;
    if (is_taken(slot) && !__atomic_load_n(&slot->busy, __ATOMIC_RELAXED)) return true;
  }
  return false;
}

void ig_team_run(const ig_Team* team, int count, ig_TeamWork work, void* context) {
  ig_Helpers* h = team ? team->helpers : NULL;
  if (!h || count < 2 || !take_list(&h->now)) {
    do_alone(count, work, context);
    return;
  }
  hand_out(&h->now, team, count, work, context);
  finish(&h->now, count);
}

ig_Aside ig_team_begin(const ig_Team* team, int count, ig_TeamWork work, void* context) {
  ig_Helpers* h = team->helpers;
  ig_Aside aside = {NULL, count, work, context};
  for (int k = 0; h && count > 0 && k < IG_TEAM_ASIDES && !aside.list; k++) {
    if (take_list(h->aside + k)) aside.list = h->aside + k;
  }
  if (aside.list) hand_out(aside.list, team, count, work, context);
  return aside;
}

void ig_team_end(const ig_Aside* aside) {
  if (aside->list) {
    finish(aside->list, aside->count);
  } else {
    do_alone(aside->count, aside->work, aside->context);
  }
}

void ig_team_drop(const ig_Aside* aside) {
  if (!aside->list) return;
  uint64_t nothing = ~(uint64_t)UINT32_MAX;
  uint32_t left = (uint32_t)__atomic_fetch_and(&aside->list->ticket, nothing, __ATOMIC_ACQ_REL);
  wait_for(aside->list, parts_of(aside->count) - __builtin_popcount(left));
}
