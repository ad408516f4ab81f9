// SPDX-License-Identifier: Apache-2.0
// Factor and sweeps by a team. The factor is a list of tasks that members take one after the other. A task waits for what it
// needs until it comes to it; all of that is earlier in the list, so a working member has it, and one member alone never waits.
// First come the columns of the matrix itself, if they are still to be written: of each member its own, which its trees follow.
// Then come small trees, of each member its own before others', then the supernodes above in their order. Of a large one, tasks
// take columns that take from others, and then stripes of rows. A stripe goes through the columns from the left: those right of
// it are above the diagonal, those that it crosses it finishes for all others.
//
// The member that factored a tree sweeps it forth. The first one with nothing left to begin waits for the rest and sweeps what
// is above the trees, the others wait for that one, and then the trees are swept back.
#include "solve/panels.h"

#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "solve/panel_factor.h"

typedef struct {
  ig_Panels* p;
  const mjtNum* x;                 // what is solved for; NULL: nothing
  const ig_PanelWriting* writing;  // NULL: all columns are there
  int ntask, count;                // count: of trees and tasks
  uint64_t own[IG_TEAM_MOST];      // trees of a member, as bits
  char before[IG_TEAM_APART];
  uint64_t owners;       // whose columns are not begun, as bits
  uint64_t trees, back;  // trees that are not begun, to factor and sweep, and to sweep back, as bits; others follow
  int next, next_back;   // task; tree behind the bits
  char between[IG_TEAM_APART];
  int done;                              // trees and tasks
  int written;                           // owners
  enum { WAITING, BEGUN, ENDED } above;  // the sweep above the trees
  char after[IG_TEAM_APART];
} Tasks;

enum { TREES_AS_BITS = 64 };

static bool is_done(const ig_Panels* p, int s) { return !__atomic_load_n(p->dirty + s, __ATOMIC_ACQUIRE); }
static void set_done(const ig_Panels* p, int s) { __atomic_store_n(p->dirty + s, false, __ATOMIC_RELEASE); }

static void await_super(const ig_Panels* p, int s) {
  for (int turns = 0; !is_done(p, s);) ig_team_linger(&turns);
}

static void await_count(const int* count, int least) {
  for (int turns = 0; __atomic_load_n(count, __ATOMIC_ACQUIRE) < least;) ig_team_linger(&turns);
}

// the columns of some positions of a supernode take from all before it
static void update_columns(const ig_Panels* p, const ig_PanelRoom* room, int s, int first, int end) {
  const int* row = p->order.row;
  ig_panel_note_rows(p, room, s);
  for (int k = p->update_start[s]; k < p->update_start[s + 1]; k++) {
    int low = p->update_row[k], high = p->update_end[k];
    while (low < high && row[low] < first) low++;
    while (low < high && row[high - 1] >= end) high--;
    if (low == high) continue;
    await_super(p, p->update_from[k]);
    ig_panel_take(p, room, s, k, low, high);
  }
}

static void do_columns(const ig_Panels* p, const ig_PanelRoom* room, int s, int piece) {
  const ig_Order* o = &p->order;
  int share = ig_columns_of_task(p, s), first = o->first[s] + piece * share, last = o->first[s + 1];
  int end = first + share < last ? first + share : last, base = o->dof[o->first[s]];
  ig_panel_start_columns(p, s, o->dof[first] - base, o->dof[end] - base);
  update_columns(p, room, s, first, end);
  __atomic_fetch_add(&p->progress[s].updated, 1, __ATOMIC_RELEASE);
}

static void do_stripe(const ig_Panels* p, const ig_PanelRoom* room, int s, int stripe) {
  int width = p->width[s], rows = p->rows[s], share = ig_rows_of_task(p, s), r0 = stripe * share;
  int r1 = r0 + share < rows ? r0 + share : rows;
  ig_Scaled scaled = {p->scaled, true, true};
  await_count(&p->progress[s].updated, ig_column_tasks(p, s));
  // the scaled columns were those of another supernode before
  if (stripe == 0 && p->progress[s].before >= 0) await_super(p, p->progress[s].before);
  for (int c0 = 0, c1; c0 < width && c0 < r1; c0 = c1) {
    c1 = c0 + IG_COLUMNS_AT_ONCE < width ? c0 + IG_COLUMNS_AT_ONCE : width;
    int first = ig_round_up(c1, 4);
    // a stripe is a whole number of these, so that it has all rows of those that it crosses
    if (c0 >= r0) {
      IG_ASSERT(c1 <= r1);
      scaled.known = false;
      ig_panel_factor(p, room->product, scaled, s, c0, c1, c0, first);
      scaled.known = true;
      __atomic_store_n(&p->progress[s].columns, c1, __ATOMIC_RELEASE);
    } else {
      await_count(&p->progress[s].columns, c1);
    }
    if (first < r0) first = r0;
    if (first < r1) ig_panel_factor(p, room->product, scaled, s, c0, c1, first, r1);
  }
  if (__atomic_add_fetch(&p->progress[s].stripes, 1, __ATOMIC_ACQ_REL) == ig_stripe_tasks(p, s)) set_done(p, s);
}

static void do_super(const ig_Panels* p, const ig_PanelRoom* room, int s) {
  ig_panel_start_columns(p, s, 0, p->width[s]);
  update_columns(p, room, s, p->order.first[s], p->order.first[s + 1]);
  ig_panel_factor(p, room->product, (ig_Scaled){room->scaled, false, false}, s, 0, p->width[s], 0, p->rows[s]);
  set_done(p, s);
}

static bool any_dirty(const ig_Panels* p, int first, int end) {
  for (int s = first; s < end; s++) {
    if (p->dirty[s]) return true;
  }
  return false;
}

static void do_tree(ig_Panels* p, const ig_PanelRoom* room, int tree, const mjtNum* x) {
  int first = p->trees.start[tree], end = p->trees.end[tree];
  if (any_dirty(p, first, end)) {
    ig_panel_factor_range(p, room, first, end);
    // others look for these: at once, since what they look at moves between the caches
    for (int s = first; s < end; s++) set_done(p, s);
  }
  if (x) ig_panel_sweep_forth(p, room, x, first, end);
}

// the next of some bits that is not begun; -1: there is none
static int take_bit(uint64_t* bits, uint64_t of) {
  uint64_t left = __atomic_load_n(bits, __ATOMIC_RELAXED);
  while (left & of) {
    int bit = __builtin_ctzll(left & of);
    left = __atomic_fetch_and(bits, ~((uint64_t)1 << bit), __ATOMIC_RELAXED);
    if (left >> bit & 1) return bit;
  }
  return -1;
}

static int take_any(uint64_t* bits) { return take_bit(bits, ~(uint64_t)0); }

static void note_done(Tasks* tasks) { __atomic_fetch_add(&tasks->done, 1, __ATOMIC_RELEASE); }

static void write_columns(Tasks* tasks, int owner) {
  tasks->writing->columns(tasks->writing->context, owner);
  __atomic_fetch_add(&tasks->written, 1, __ATOMIC_RELEASE);
}

static void do_trees(Tasks* tasks, const ig_PanelRoom* room, uint64_t of) {
  for (int tree; (tree = take_bit(&tasks->trees, of)) >= 0; note_done(tasks)) do_tree(tasks->p, room, tree, tasks->x);
}

// Columns and then trees of a member, before those of others: one that has no columns left to write comes late, others have
// begun.
static void do_own(Tasks* tasks, const ig_PanelRoom* room, int member) {
  if (!tasks->writing) {
    do_trees(tasks, room, tasks->own[member]);
  } else if (take_bit(&tasks->owners, (uint64_t)1 << member) >= 0) {
    write_columns(tasks, member);
    do_trees(tasks, room, tasks->own[member]);
  }
}

static void do_task(const Tasks* tasks, const ig_PanelTask* task, const ig_PanelRoom* room) {
  ig_Panels* p = tasks->p;
  switch (task->kind) {
    case IG_TREE: do_tree(p, room, task->s, tasks->x); break;
    case IG_SUPERNODE: do_super(p, room, task->s); break;
    case IG_COLUMNS: do_columns(p, room, task->s, task->piece); break;
    case IG_STRIPE: do_stripe(p, room, task->s, task->piece); break;
  }
}

static void sweep_above_once(Tasks* tasks, const ig_PanelRoom* room) {
  int turns = 0, waiting = WAITING;
  int* above = (int*)&tasks->above;
  if (__atomic_compare_exchange_n(above, &waiting, BEGUN, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
    await_count(&tasks->done, tasks->count);
    ig_panel_sweep_above(tasks->p, room, tasks->x);
    __atomic_store_n(above, ENDED, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(above, __ATOMIC_ACQUIRE) != ENDED) ig_team_linger(&turns);
}

static void do_tasks(void* context, int piece, int member) {
  Tasks* tasks = context;
  ig_Panels* p = tasks->p;
  const ig_PanelRoom* room = p->room + member;
  const ig_Trees* trees = &p->trees;
  (void)piece;
  do_own(tasks, room, member);
  for (int owner; (owner = take_any(&tasks->owners)) >= 0;) write_columns(tasks, owner);
  await_count(&tasks->written, tasks->writing ? p->members : 0);
  do_trees(tasks, room, ~(uint64_t)0);
  for (int k; (k = __atomic_fetch_add(&tasks->next, 1, __ATOMIC_RELAXED)) < tasks->ntask; note_done(tasks)) {
    do_task(tasks, p->task + k, room);
  }
  if (!tasks->x) return;
  sweep_above_once(tasks, room);
  for (uint64_t of = tasks->own[member];; of = ~(uint64_t)0) {
    for (int tree; (tree = take_bit(&tasks->back, of)) >= 0;) {
      ig_panel_sweep_back(p, room, trees->start[tree], trees->end[tree]);
    }
    if (!~of) break;
  }
  for (int tree; (tree = __atomic_fetch_add(&tasks->next_back, 1, __ATOMIC_RELAXED)) < trees->n;) {
    ig_panel_sweep_back(p, room, trees->start[tree], trees->end[tree]);
  }
}

static void list_trees(Tasks* tasks) {
  ig_Panels* p = tasks->p;
  const ig_Trees* trees = &p->trees;
  for (int tree = 0; tree < trees->n; tree++) {
    if (!tasks->x && !any_dirty(p, trees->start[tree], trees->end[tree])) continue;
    tasks->count++;
    if (tree >= TREES_AS_BITS) {
      p->task[tasks->ntask++] = (ig_PanelTask){IG_TREE, tree, 0};
      continue;
    }
    tasks->trees |= (uint64_t)1 << tree;
    tasks->own[trees->owner[tree]] |= (uint64_t)1 << tree;
  }
  tasks->back = tasks->trees;
  tasks->next_back = TREES_AS_BITS;
}

static void add_task(Tasks* tasks, ig_PanelTask task) {
  tasks->p->task[tasks->ntask++] = task;
  tasks->count++;
}

static void list_above(Tasks* tasks) {
  ig_Panels* p = tasks->p;
  int before = -1;
  for (int s = 0; s < p->order.nsuper; s++) {
    if (!p->dirty[s] || p->root[s] >= 0) continue;
    if (p->work[s] < IG_SHARED_WORK) {
      add_task(tasks, (ig_PanelTask){IG_SUPERNODE, s, 0});
      continue;
    }
    p->progress[s] = (ig_Progress){.before = before};
    before = s;
    for (int i = 0; i < ig_column_tasks(p, s); i++) add_task(tasks, (ig_PanelTask){IG_COLUMNS, s, i});
    for (int i = 0; i < ig_stripe_tasks(p, s); i++) add_task(tasks, (ig_PanelTask){IG_STRIPE, s, i});
  }
}

// by one member: a line of x has numbers of several trees
static void give_back(const ig_Panels* p, mjtNum* x) {
  const ig_Order* o = &p->order;
  for (int k = 0; k < o->n; k++) ig_copy_block(x + p->caller_dof[k], p->x + o->dof[k], ig_dofs_at(o, k));
}

static void work_together(ig_Panels* p, const ig_Team* team, const ig_PanelWriting* writing, mjtNum* x) {
  Tasks tasks = {.p = p, .x = x, .writing = writing, .owners = writing ? ((uint64_t)1 << p->members) - 1 : 0};
  list_trees(&tasks);
  list_above(&tasks);
  ig_team_run(team, team->members, do_tasks, &tasks);
  if (x) give_back(p, x);
}

// ------------------------------------------------ alone or together

static void start_own(void* context, int piece, int member) {
  const ig_Panels* p = context;
  const ig_Order* o = &p->order;
  (void)member;
  for (int k = 0; k < o->n; k++) {
    int s = o->super[k], first = o->dof[k] - o->dof[o->first[s]];
    if (p->owner[k] == piece && p->dirty[s]) ig_panel_start_lines(p, s, first, first + ig_dofs_at(o, k));
  }
}

void ig_panels_begin(ig_Panels* p, const ig_Team* team, bool copy) {
  const ig_Order* o = &p->order;
  for (int s = 0; s < o->nsuper; s++) {
    if (p->dirty[s] && o->parent[s] >= 0) p->dirty[o->parent[s]] = true;
  }
  p->copied = copy;
  if (copy) ig_team_run(team, p->members, start_own, p);
}

static void sweep_alone(const ig_Panels* p, mjtNum* x) {
  const ig_Trees* trees = &p->trees;
  for (int i = 0; i < trees->n; i++) ig_panel_sweep_forth(p, p->room, x, trees->start[i], trees->end[i]);
  ig_panel_sweep_above(p, p->room, x);
  for (int i = 0; i < trees->n; i++) ig_panel_sweep_back(p, p->room, trees->start[i], trees->end[i]);
  give_back(p, x);
}

static void write_piece(void* context, int piece, int member) {
  const ig_PanelWriting* writing = context;
  (void)member;
  writing->columns(writing->context, piece);
}

void ig_panels_write(const ig_Panels* p, const ig_Team* team, const ig_PanelWriting* writing) {
  ig_PanelWriting own = *writing;
  ig_team_run(team, p->members, write_piece, &own);
}

bool ig_panels_factor(ig_Panels* p, const ig_Team* team, const ig_PanelWriting* writing, mjtNum* x) {
  int nsuper = p->order.nsuper;
  double work = 0;
  for (int s = 0; s < nsuper; s++) work += p->dirty[s] ? p->work[s] : 0;
  if (!team || work < IG_LEAST_SHARED_FACTOR) {
    if (writing) ig_panels_write(p, team, writing);
    ig_panel_factor_range(p, p->room, 0, nsuper);
    memset(p->dirty, false, sizeof(bool) * (size_t)nsuper);
    if (x) ig_panels_solve(p, team, x);
  } else {
    work_together(p, team, writing, x);
  }
  return !memchr(p->lost, true, (size_t)p->order.dof[p->order.n]);
}

// nothing is dirty: all tasks are sweeps
void ig_panels_solve(ig_Panels* p, const ig_Team* team, mjtNum* x) {
  if (team)
    work_together(p, team, NULL, x);
  else
    sweep_alone(p, x);
}
