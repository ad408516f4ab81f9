// SPDX-License-Identifier: Apache-2.0
#include "solve/panels.h"

#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "base/sort.h"
#include "model/stack.h"
#include "solve/panel_factor.h"

// ------------------------------------------------ layout

static int* stack_ints(mjData* d, size_t n) { return IG_SCRATCH(d, n ? n : 1, int); }

// Lines are read in whole fours from any of their rows on. Behind the last line of a supernode are therefore entries that nothing
// writes: those of the next one may be another thread's. Threads share the rows of long lines: those are whole cache lines.
enum { SPARE = 4, LONG = 64 };

// Whether a supernode with rows in another gives to it by itself: from within a subtree to what is above it, only the sum does.
static bool gives(const ig_Panels* p, int from, int to) { return p->root[to] >= 0 || p->root[from] < 0 || ig_is_root(p, from); }

// rows of others that lie in a supernode change it: lists of (supernode, its rows from..to) in ascending order
static void list_updates(ig_Panels* p, mjData* d) {
  const ig_Order* o = &p->order;
  size_t n = (size_t)o->nsuper;
  p->update_start = stack_ints(d, n + 1);
  memset(p->update_start, 0, sizeof(int) * (n + 1));
  int total = 0;
  for (int s = 0; s < o->nsuper; s++) {
    for (int k = o->row_start[s], last = -1; k < o->row_start[s + 1]; k++) {
      int to = o->super[o->row[k]];
      if (to == last || !gives(p, s, to)) continue;
      last = to;
      p->update_start[to + 1]++;
      total++;
    }
  }
  for (size_t s = 0; s < n; s++) p->update_start[s + 1] += p->update_start[s];
  p->update_from = stack_ints(d, (size_t)total);
  p->update_row = stack_ints(d, (size_t)total);
  p->update_end = stack_ints(d, (size_t)total);
  ig_stack_mark(d);
  int* used = stack_ints(d, n);
  memcpy(used, p->update_start, sizeof(int) * n);
  for (int s = 0; s < o->nsuper; s++) {
    for (int k = o->row_start[s], first; k < o->row_start[s + 1];) {
      int to = o->super[o->row[k]];
      for (first = k; k < o->row_start[s + 1] && o->super[o->row[k]] == to;) k++;
      if (!gives(p, s, to)) continue;
      int slot = used[to]++;
      p->update_from[slot] = s;
      p->update_row[slot] = first;
      p->update_end[slot] = k;
    }
  }
  ig_stack_free(d);
}

// finding the rows of a small supernode in others takes as long as so many products
enum { OVERHEAD = 600 };

// of a supernode's columns with each other: column c takes from those before it in the rows from c on
static double products_within(const ig_Panels* p, int s) {
  double width = p->width[s];
  return width * width * (p->rows[s] / 2.0 - width / 3);
}

// these, what it takes from others, and the sum that it ends
static void count_work(ig_Panels* p) {
  enum { PER_PRODUCT = 4 };  // numbers of a sum that are added in the time of one
  for (int s = 0; s < p->order.nsuper; s++) {
    double work = OVERHEAD + products_within(p, s);
    for (int k = p->update_start[s]; k < p->update_start[s + 1]; k++) {
      int from = p->update_from[k], start = p->row_dof[p->update_row[k]], last = p->update_end[k] - 1;
      double entries = (double)(p->rows[from] - start) * (p->row_dof[last] + ig_dofs_at(&p->order, p->order.row[last]) - start);
      work += ig_gives_sum(p, from, s) ? entries / PER_PRODUCT : OVERHEAD + p->width[from] * entries;
    }
    for (int j = p->lowest[s]; ig_is_root(p, s) && j <= s; j++) {
      int above = p->leave[j] < p->order.row_start[j + 1] ? p->rows[j] - p->row_dof[p->leave[j]] : 0;
      work += OVERHEAD + (double)p->width[j] * above * above / 2;
    }
    p->work[s] = work;
    p->total_work += work;
  }
}

double ig_panels_work(const ig_Panels* p) { return p->total_work; }

// ------------------------------------------------ subtrees

// work of a supernode with all that it gives, and of its whole tree
typedef struct {
  double *own, *below;
} Weights;

// the largest tree of at most so much work that a supernode is in ends with it
static bool is_top(const ig_Order* o, Weights w, int s, double most) {
  int up = o->parent[s];
  return w.below[s] <= most && (up < 0 || w.below[up] > most);
}

// the threads that the division is made for: a problem has one, however many there are
enum { DIVIDED_FOR = 4 };

// What it takes with trees of at most so much work: threads wait for each other at their end, and for all that is above and less
// than what they share.
static double path_of(const ig_Order* o, Weights w, double most) {
  double trees = 0, largest = 0, above = 0;
  for (int s = 0; s < o->nsuper; s++) {
    if (is_top(o, w, s, most)) {
      trees += w.below[s];
      largest = w.below[s] > largest ? w.below[s] : largest;
    } else if (w.below[s] > most) {
      above += w.own[s] < IG_SHARED_WORK ? w.own[s] : w.own[s] / DIVIDED_FOR;
    }
  }
  return trees / DIVIDED_FOR + largest / 2 + above;
}

static double best_size(const ig_Order* o, Weights w, double total) {
  double best = 0, least = 0;
  for (int parts = 1; parts <= 16; parts *= 2) {
    double part = total / (parts * DIVIDED_FOR), path = path_of(o, w, part);
    if (best > 0 && path >= least) continue;
    best = part;
    least = path;
  }
  return best;
}

// A sum is a square of the rows above. It is made where it is not much larger than what it is made of: a leaf that meets many
// others gives to each by itself.
static bool is_worth_summing(const ig_Panels* p, int top) {
  double above = p->rows[top] - p->width[top], entries = 0;
  for (int s = p->lowest[top]; s <= top; s++) entries += (double)p->width[s] * p->rows[s];
  return above * above <= 8 * entries;
}

// supernodes of the subtree below `top`, with neighbours in one run
static void add_subtree(ig_Panels* p, int top, double work, double most) {
  const ig_Order* o = &p->order;
  ig_Trees* trees = &p->trees;
  int last = trees->n - 1;
  for (int s = p->lowest[top]; s <= top; s++) {
    p->root[s] = top;
    // rows of a supernode are above it in the tree, those within its own subtree first
    while (p->leave[s] < o->row_start[s + 1] && o->super[o->row[p->leave[s]]] <= top) p->leave[s]++;
  }
  if (last >= 0 && trees->end[last] == p->lowest[top] && trees->work[last] + work <= most) {
    trees->end[last] = top + 1;
    trees->work[last] += work;
  } else {
    trees->start[trees->n] = p->lowest[top];
    trees->end[trees->n] = top + 1;
    trees->work[trees->n++] = work;
  }
}

// By integers and counted work alone, whatever thread factors: sums of subtrees are part of the result's bits.
static void find_subtrees(ig_Panels* p, mjData* d) {
  enum { LEAST_DIVIDED = 50000 };
  const ig_Order* o = &p->order;
  size_t n = (size_t)o->nsuper;
  ig_stack_mark(d);
  Weights w = {IG_SCRATCH(d, n, double), IG_SCRATCH(d, n, double)};
  double total = 0;
  for (int s = 0; s < o->nsuper; s++) {
    double width = p->width[s], above = p->rows[s] - width;
    w.own[s] = w.below[s] = OVERHEAD + products_within(p, s) + width * above * above / 2;
    total += w.own[s];
    p->lowest[s] = s;
    p->root[s] = -1;
    p->leave[s] = o->row_start[s];
  }
  for (int s = 0; s < o->nsuper; s++) {
    int up = o->parent[s];
    if (up < 0) continue;
    w.below[up] += w.below[s];
    if (p->lowest[s] < p->lowest[up]) p->lowest[up] = p->lowest[s];
  }
  double most = best_size(o, w, total);
  for (int s = 0; total >= LEAST_DIVIDED && s < o->nsuper; s++) {
    if (is_top(o, w, s, most) && is_worth_summing(p, s)) add_subtree(p, s, w.below[s], most);
  }
  ig_stack_free(d);
}

// ------------------------------------------------ owners

typedef struct {
  int start, end;
  double work;
} Tree;

static inline bool larger(const Tree* a, const Tree* b) { return a->work > b->work; }

IG_DEFINE_STABLE_SORT(sort_trees, Tree, larger)

// The largest trees first, each to the member with the least (Graham 1969).
static void deal(const Tree* tree, int n, int members, int* owner) {
  double load[IG_TEAM_MOST] = {0};
  for (int k = 0; k < n; k++) {
    int least = 0;
    for (int i = 1; i < members; i++) least = load[i] < load[least] ? i : least;
    load[least] += tree[k].work;
    owner[k] = least;
  }
}

// of each member the largest first
static void deal_trees(ig_Panels* p, mjData* d) {
  ig_Trees* trees = &p->trees;
  size_t n = (size_t)trees->n;
  if (!n) return;
  ig_stack_mark(d);
  Tree *list = IG_SCRATCH(d, n, Tree), *spare = IG_SCRATCH(d, n, Tree);
  for (int k = 0; k < trees->n; k++) list[k] = (Tree){trees->start[k], trees->end[k], trees->work[k]};
  list = sort_trees(list, spare, trees->n);
  for (int k = 0; k < trees->n; k++) {
    trees->start[k] = list[k].start;
    trees->end[k] = list[k].end;
    trees->work[k] = list[k].work;
  }
  deal(list, trees->n, p->members, trees->owner);
  ig_stack_free(d);
}

// a tree is its owner's, what is above them is shared by columns
static void find_owners(ig_Panels* p) {
  const ig_Order* o = &p->order;
  int above = 0, before = 0;
  for (int k = 0; k < o->n; k++) above += p->root[o->super[k]] < 0 ? ig_dofs_at(o, k) : 0;
  for (int i = 0; i < p->trees.n; i++) {
    int end = o->first[p->trees.end[i]];
    for (int k = o->first[p->trees.start[i]]; k < end; k++) p->owner[k] = p->trees.owner[i];
  }
  for (int k = 0; k < o->n; k++) {
    if (p->root[o->super[k]] >= 0) continue;
    p->owner[k] = (int)((int64_t)before * p->members / above);
    before += ig_dofs_at(o, k);
  }
}

// of every subtree a square of the rows above it, as many lines as rows, and for the sweeps a line
static void lay_sums(ig_Panels* p, mjData* d) {
  size_t size = 0, lines = 0;
  for (int s = 0; s < p->order.nsuper; s++) {
    if (!ig_is_root(p, s)) continue;
    int above = p->rows[s] - p->width[s];
    p->sum_line[s] = ig_round_up(above, IG_CACHE_LINE);
    p->sum_adr[s] = size;
    p->left_adr[s] = lines;
    size += (size_t)above * (size_t)p->sum_line[s];
    lines += (size_t)p->sum_line[s];
  }
  p->sum = ig_stack_take(d, sizeof(mjtNum) * (size + IG_CACHE_LINE), IG_TEAM_APART);
  p->left = ig_stack_take(d, sizeof(mjtNum) * (lines + IG_CACHE_LINE), IG_TEAM_APART);
}

// ------------------------------------------------ all of it

static void make_tasks(ig_Panels* p, mjData* d) {
  size_t n = (size_t)p->order.nsuper, most = n;
  int widest = 0;
  for (int s = 0; s < p->order.nsuper; s++) {
    if (p->work[s] < IG_SHARED_WORK) continue;
    most += (size_t)(ig_column_tasks(p, s) + ig_stripe_tasks(p, s));
    if (p->width[s] > widest) widest = p->width[s];
  }
  p->task = IG_SCRATCH(d, most, ig_PanelTask);
  p->progress = ig_stack_take(d, sizeof(ig_Progress) * n, IG_TEAM_APART);
  p->scaled = ig_stack_take(d, sizeof(mjtNum) * ig_scaled_start(ig_round_up(widest, 4) + 4), IG_TEAM_APART);
}

ig_Panels ig_panels_make(const ig_Graph* graph, int members, mjData* d) {
  ig_Panels p = {.order = ig_order_blocks(graph, d), .members = members};
  const ig_Order* o = &p.order;
  size_t n = (size_t)o->nsuper;
  p.caller_dof = stack_ints(d, (size_t)graph->n);
  for (int block = 0, dof = 0; block < graph->n; dof += graph->size[block++]) p.caller_dof[o->position[block]] = dof;
  p.x = ig_stack_take(d, sizeof(mjtNum) * (size_t)o->dof[o->n], IG_TEAM_APART);
  p.row_dof = stack_ints(d, (size_t)o->row_start[o->nsuper]);
  p.width = stack_ints(d, n);
  p.rows = stack_ints(d, n);
  p.line = stack_ints(d, n);
  p.adr = IG_SCRATCH(d, n, size_t);
  p.dirty = IG_SCRATCH(d, n, bool);
  int most = 0, widest = 0, longest = 0;
  for (int s = 0; s < o->nsuper; s++) {
    p.width[s] = o->dof[o->first[s + 1]] - o->dof[o->first[s]];
    int rows = p.width[s];
    for (int k = o->row_start[s]; k < o->row_start[s + 1]; k++) {
      p.row_dof[k] = rows;
      rows += ig_dofs_at(o, o->row[k]);
    }
    p.rows[s] = rows;
    p.line[s] = ig_round_up(rows, rows < LONG ? 4 : IG_CACHE_LINE);
    p.adr[s] = p.size;
    p.size += (size_t)p.width[s] * (size_t)p.line[s] + SPARE;
    p.size = (p.size + IG_CACHE_LINE - 1) / IG_CACHE_LINE * IG_CACHE_LINE;
    if (rows > most) most = rows;
    if (o->row_start[s + 1] - o->row_start[s] > longest) longest = o->row_start[s + 1] - o->row_start[s];
    if (p.width[s] > widest) widest = p.width[s];
  }
  p.H = IG_SCRATCH(d, p.size, mjtNum);
  p.W = ig_stack_take(d, sizeof(mjtNum) * p.size, IG_TEAM_APART);
  p.inverse = IG_SCRATCH(d, (size_t)o->dof[o->n], mjtNum);
  p.stride = most + 8;
  p.room = IG_SCRATCH(d, (size_t)members, ig_PanelRoom);
  for (int i = 0; i < members; i++) {
    p.room[i] = (ig_PanelRoom){.product = ig_stack_take(d, sizeof(mjtNum) * 4 * (size_t)p.stride, IG_TEAM_APART),
                               .scaled = IG_SCRATCH(d, 4 * (size_t)widest, mjtNum),
                               .part = ig_stack_take(d, sizeof(mjtNum) * ((size_t)most + 8), IG_TEAM_APART),
                               .run = IG_SCRATCH(d, (size_t)longest + 1, ig_Run),
                               .place = stack_ints(d, (size_t)o->n)};
  }
  ig_stack_take(d, IG_TEAM_APART, IG_TEAM_APART);
  p.work = IG_SCRATCH(d, n, double);
  p.lowest = stack_ints(d, n);
  p.root = stack_ints(d, n);
  p.leave = stack_ints(d, n);
  p.sum_line = stack_ints(d, n);
  p.sum_adr = IG_SCRATCH(d, n, size_t);
  p.left_adr = IG_SCRATCH(d, n, size_t);
  p.trees = (ig_Trees){0, stack_ints(d, n), stack_ints(d, n), IG_SCRATCH(d, n, double), stack_ints(d, n)};
  p.owner = stack_ints(d, (size_t)o->n);
  p.lost = IG_SCRATCH(d, (size_t)o->dof[o->n], bool);
  for (size_t s = 0; s < n; s++) memset(p.W + p.adr[s] + (size_t)p.width[s] * (size_t)p.line[s], 0, sizeof(mjtNum) * SPARE);
  find_subtrees(&p, d);
  deal_trees(&p, d);
  find_owners(&p);
  lay_sums(&p, d);
  list_updates(&p, d);
  count_work(&p);
  if (members > 1) make_tasks(&p, d);
  return p;
}

ig_Entry ig_panels_entry(const ig_Panels* p, int a, int b) {
  const ig_Order* o = &p->order;
  int column = o->position[a], row = o->position[b];
  bool swapped = row < column;
  if (swapped) {
    int other = column;
    column = row;
    row = other;
  }
  int s = o->super[column], at;
  if (o->super[row] == s) {
    at = o->dof[row] - o->dof[o->first[s]];
  } else {
    int low = o->row_start[s], high = o->row_start[s + 1];
    while (low < high) {
      int middle = (low + high) / 2;
      if (o->row[middle] < row)
        low = middle + 1;
      else
        high = middle;
    }
    IG_ASSERT(low < o->row_start[s + 1] && o->row[low] == row);
    at = p->row_dof[low];
  }
  size_t line = (size_t)(o->dof[column] - o->dof[o->first[s]]);
  return (ig_Entry){p->adr[s] + line * (size_t)p->line[s] + (size_t)at, p->line[s], swapped, (uint8_t)p->owner[column]};
}

void ig_panels_touch(ig_Panels* p, int block) { p->dirty[p->order.super[p->order.position[block]]] = true; }

size_t ig_panels_entries(const ig_Panels* p) {
  size_t total = 0;
  for (int s = 0; s < p->order.nsuper; s++) {
    size_t w = (size_t)p->width[s];
    total += w * (w + 1) / 2 + w * (size_t)(p->rows[s] - p->width[s]);
  }
  return total;
}

void ig_panels_clear(const ig_Panels* p, int owner) {
  const ig_Order* o = &p->order;
  for (int k = 0; k < o->n; k++) {
    if (owner != IG_ALL_OWNERS && p->owner[k] != owner) continue;
    int s = o->super[k];
    size_t line = (size_t)p->line[s], n = line * (size_t)ig_dofs_at(o, k);
    mjtNum* start = p->H + p->adr[s] + line * (size_t)(o->dof[k] - o->dof[o->first[s]]);
    if (owner != IG_ALL_OWNERS) ig_panel_claim(p, start, n);
    memset(start, 0, sizeof(mjtNum) * n);
  }
}

void ig_panels_touch_all(ig_Panels* p) { memset(p->dirty, true, sizeof(bool) * (size_t)p->order.nsuper); }
