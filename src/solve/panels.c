// SPDX-License-Identifier: Apache-2.0
#include "solve/panels.h"

#include <stdint.h>
#include <string.h>

#include "base/clones.h"
#include "base/error.h"
#include "math/dense.h"
#include "model/stack.h"

// ------------------------------------------------ layout

static int* stack_ints(mjData* d, size_t n) { return IG_SCRATCH(d, n ? n : 1, int); }

// Lines are read in whole fours from any of their rows on. Behind the last line of a supernode are therefore entries that nobody
// writes: those of the next one may be another thread's. Threads share the rows of long lines: those are whole cache lines.
enum { SPARE = 4, LONG = 64, CACHE_LINE = 64 / sizeof(mjtNum) };

static int round_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

static int size_of(const ig_Order* o, int position) { return o->dof[position + 1] - o->dof[position]; }

// the root of a subtree whose sum others take
static bool is_root(const ig_Panels* p, int s) { return p->root[s] == s; }

// Whether a supernode with rows in another gives to it by itself: from within a subtree to what is above it, only the sum does.
static bool gives(const ig_Panels* p, int from, int to) { return p->root[to] >= 0 || p->root[from] < 0 || is_root(p, from); }
static bool gives_sum(const ig_Panels* p, int from, int to) { return p->root[to] < 0 && p->root[from] >= 0; }

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
      double entries = (double)(p->rows[from] - start) * (p->row_dof[last] + size_of(&p->order, p->order.row[last]) - start);
      work += gives_sum(p, from, s) ? entries / PER_PRODUCT : OVERHEAD + p->width[from] * entries;
    }
    for (int j = p->lowest[s]; is_root(p, s) && j <= s; j++) {
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

// By integers and counted work alone, whoever factors: sums of subtrees are part of the result's bits.
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

// the largest trees first, each to whoever has least (Graham 1969)
static void deal(const ig_Trees* from, const int* order, int members, int* owner) {
  double load[IG_TEAM_MOST] = {0};
  for (int k = 0; k < from->n; k++) {
    int least = 0;
    for (int i = 1; i < members; i++) least = load[i] < load[least] ? i : least;
    load[least] += from->work[order[k]];
    owner[order[k]] = least;
  }
}

static void sort_by_work(const ig_Trees* trees, int* order) {
  for (int i = 0; i < trees->n; i++) {
    int at = i;
    for (; at && trees->work[order[at - 1]] < trees->work[i]; at--) order[at] = order[at - 1];
    order[at] = i;
  }
}

// Members take every so manyth piece of a list of trees (base/team.c): trees go where their owner looks first, as far as all have as
// many.
static void arrange_trees(ig_Panels* p, mjData* d) {
  int n = p->trees.n, count = 0;
  ig_stack_mark(d);
  ig_Trees from = {n, stack_ints(d, (size_t)n), stack_ints(d, (size_t)n), IG_SCRATCH(d, (size_t)n + 1, double), NULL};
  int *order = stack_ints(d, (size_t)n), *owner = stack_ints(d, (size_t)n), next[IG_TEAM_MOST] = {0};
  memcpy(from.start, p->trees.start, sizeof(int) * (size_t)n);
  memcpy(from.end, p->trees.end, sizeof(int) * (size_t)n);
  memcpy(from.work, p->trees.work, sizeof(double) * (size_t)n);
  sort_by_work(&from, order);
  deal(&from, order, p->members, owner);
  for (int member = 0; count < n; member = (member + 1) % p->members) {
    int* k = next + member;
    while (*k < n && owner[order[*k]] != member) ++*k;
    if (*k == n) continue;
    int tree = order[(*k)++];
    p->trees.start[count] = from.start[tree];
    p->trees.end[count] = from.end[tree];
    p->trees.work[count] = from.work[tree];
    p->trees.owner[count++] = member;
  }
  ig_stack_free(d);
}

// a tree is its owner's, what is above them is shared by columns
static void find_owners(ig_Panels* p) {
  const ig_Order* o = &p->order;
  int above = 0, before = 0;
  for (int k = 0; k < o->n; k++) above += p->root[o->super[k]] < 0 ? size_of(o, k) : 0;
  for (int i = 0; i < p->trees.n; i++) {
    int end = o->first[p->trees.end[i]];
    for (int k = o->first[p->trees.start[i]]; k < end; k++) p->owner[k] = p->trees.owner[i];
  }
  for (int k = 0; k < o->n; k++) {
    if (p->root[o->super[k]] >= 0) continue;
    p->owner[k] = (int)((int64_t)before * p->members / above);
    before += size_of(o, k);
  }
}

// of every subtree a square of the rows above it, as many lines as rows, and for the sweeps a line
static void lay_sums(ig_Panels* p, mjData* d) {
  size_t size = 0, lines = 0;
  for (int s = 0; s < p->order.nsuper; s++) {
    if (!is_root(p, s)) continue;
    int above = p->rows[s] - p->width[s];
    p->sum_line[s] = round_up(above, CACHE_LINE);
    p->sum_adr[s] = size;
    p->left_adr[s] = lines;
    size += (size_t)above * (size_t)p->sum_line[s];
    lines += (size_t)p->sum_line[s];
  }
  p->sum = ig_stack_take(d, sizeof(mjtNum) * (size + CACHE_LINE), IG_TEAM_APART);
  p->left = ig_stack_take(d, sizeof(mjtNum) * (lines + CACHE_LINE), IG_TEAM_APART);
}

// columns that threads share at a time: a whole number of fours and of cache lines
enum { COLUMNS = 32 };

// Of a supernode that members share: how many positions of columns a task has, in pairs (columns are taken four at a time, and
// two bodies have a whole number of fours), and how many rows.
static int columns_of_task(const ig_Panels* p, int s) {
  int positions = p->order.first[s + 1] - p->order.first[s], pieces = 2 * p->members;
  return round_up((positions + pieces - 1) / pieces, 2);
}

static int rows_of_task(const ig_Panels* p, int s) {
  enum { MOST = 32 };
  int share = COLUMNS;
  while (share * MOST < p->rows[s]) share *= 2;
  return share;
}

static int column_tasks(const ig_Panels* p, int s) {
  int share = columns_of_task(p, s);
  return (p->order.first[s + 1] - p->order.first[s] + share - 1) / share;
}

static int stripe_tasks(const ig_Panels* p, int s) {
  int share = rows_of_task(p, s);
  return (p->rows[s] + share - 1) / share;
}

// where the scaled columns of a four start: the first has none, the others as many more each
static inline size_t scaled_start(int c) { return c ? 2 * (size_t)(c / 4) * (size_t)(c - 4) : 0; }

// ------------------------------------------------ all of it

static void make_tasks(ig_Panels* p, mjData* d) {
  size_t n = (size_t)p->order.nsuper, most = n;
  int widest = 0;
  for (int s = 0; s < p->order.nsuper; s++) {
    if (p->work[s] < IG_SHARED_WORK) continue;
    most += (size_t)(column_tasks(p, s) + stripe_tasks(p, s));
    if (p->width[s] > widest) widest = p->width[s];
  }
  p->task = IG_SCRATCH(d, most, ig_PanelTask);
  p->progress = ig_stack_take(d, sizeof(ig_Progress) * n, IG_TEAM_APART);
  p->scaled = ig_stack_take(d, sizeof(mjtNum) * scaled_start(round_up(widest, 4) + 4), IG_TEAM_APART);
}

ig_Panels ig_panels_make(const ig_Graph* graph, int members, mjData* d) {
  ig_Panels p = {.order = ig_order_blocks(graph, d), .members = members};
  const ig_Order* o = &p.order;
  size_t n = (size_t)o->nsuper;
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
      rows += size_of(o, o->row[k]);
    }
    p.rows[s] = rows;
    p.line[s] = round_up(rows, rows < LONG ? 4 : CACHE_LINE);
    p.adr[s] = p.size;
    p.size += (size_t)p.width[s] * (size_t)p.line[s] + SPARE;
    p.size = (p.size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
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
  for (size_t s = 0; s < n; s++) memset(p.W + p.adr[s] + (size_t)p.width[s] * (size_t)p.line[s], 0, sizeof(mjtNum) * SPARE);
  find_subtrees(&p, d);
  arrange_trees(&p, d);
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

// ------------------------------------------------ factor

// numbers that others have read are written next
static inline void claim(const ig_Panels* p, mjtNum* start, size_t n) {
  if (p->members > 1) ig_team_claim(start, sizeof(mjtNum) * n);
}

void ig_panels_clear(const ig_Panels* p, int owner) {
  const ig_Order* o = &p->order;
  for (int k = 0; k < o->n; k++) {
    if (owner != IG_ALL_OWNERS && p->owner[k] != owner) continue;
    int s = o->super[k];
    size_t line = (size_t)p->line[s], n = line * (size_t)size_of(o, k);
    mjtNum* start = p->H + p->adr[s] + line * (size_t)(o->dof[k] - o->dof[o->first[s]]);
    if (owner != IG_ALL_OWNERS) claim(p, start, n);
    memset(start, 0, sizeof(mjtNum) * n);
  }
}

void ig_panels_touch_all(ig_Panels* p) { memset(p->dirty, true, sizeof(bool) * (size_t)p->order.nsuper); }

// lines of a panel as they are before the factor
static inline void start_lines(const ig_Panels* p, int s, int first, int end) {
  size_t line = (size_t)p->line[s], from = p->adr[s] + (size_t)first * line, n = (size_t)(end - first) * line;
  claim(p, p->W + from, n);
  memcpy(p->W + from, p->H + from, sizeof(mjtNum) * n);
}

static void start_own(void* context, int piece, int member) {
  const ig_Panels* p = context;
  const ig_Order* o = &p->order;
  (void)member;
  for (int k = 0; k < o->n; k++) {
    int s = o->super[k], first = o->dof[k] - o->dof[o->first[s]];
    if (p->owner[k] == piece && p->dirty[s]) start_lines(p, s, first, first + size_of(o, k));
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

static inline int run_end(const ig_Run* run) { return run->from + run->n; }

IG_WIDE_INLINE ig_Four start_at(const mjtNum* at, bool first) {
  ig_Four zero = {0};
  return first ? zero : ig_four_at(at);
}

// Four lines of products, `stride` apart: sum over e < n of scaled[4 e + c] W(e, row), for whole fours of rows. Lines are in
// pages of their own when they are long: some at a time, as many as the processor remembers the pages of. What was summed goes on
// where it stopped, in the same order.
IG_WIDE_INLINE void products(mjtNum* to, size_t stride, const mjtNum* W, size_t line, const mjtNum* scaled, int n, int rows) {
  enum { LINES = 48 };
  for (int done = 0; done < n; done += LINES, W += LINES * line, scaled += 4 * LINES) {
    int count = n - done < LINES ? n - done : LINES, r = 0;
    bool first = done == 0;
    for (; r + 8 <= rows; r += 8) {
      mjtNum *t0 = to + r, *t1 = t0 + stride, *t2 = t1 + stride, *t3 = t2 + stride;
      ig_Four a0 = start_at(t0, first), a1 = start_at(t1, first), a2 = start_at(t2, first), a3 = start_at(t3, first);
      ig_Four b0 = start_at(t0 + 4, first), b1 = start_at(t1 + 4, first), b2 = start_at(t2 + 4, first),
              b3 = start_at(t3 + 4, first);
      const mjtNum* at = W + r;
      for (int e = 0; e < count; e++, at += line) {
        const mjtNum* s = scaled + 4 * e;
        ig_Four x = ig_four_at(at), y = ig_four_at(at + 4);
        a0 += s[0] * x, b0 += s[0] * y;
        a1 += s[1] * x, b1 += s[1] * y;
        a2 += s[2] * x, b2 += s[2] * y;
        a3 += s[3] * x, b3 += s[3] * y;
      }
      memcpy(t0, &a0, sizeof a0), memcpy(t0 + 4, &b0, sizeof b0);
      memcpy(t1, &a1, sizeof a1), memcpy(t1 + 4, &b1, sizeof b1);
      memcpy(t2, &a2, sizeof a2), memcpy(t2 + 4, &b2, sizeof b2);
      memcpy(t3, &a3, sizeof a3), memcpy(t3 + 4, &b3, sizeof b3);
    }
    for (; r < rows; r += 4) {
      mjtNum *t0 = to + r, *t1 = t0 + stride, *t2 = t1 + stride, *t3 = t2 + stride;
      ig_Four a0 = start_at(t0, first), a1 = start_at(t1, first), a2 = start_at(t2, first), a3 = start_at(t3, first);
      const mjtNum* at = W + r;
      for (int e = 0; e < count; e++, at += line) {
        ig_Four x = ig_four_at(at);
        a0 += scaled[4 * e] * x, a1 += scaled[4 * e + 1] * x, a2 += scaled[4 * e + 2] * x, a3 += scaled[4 * e + 3] * x;
      }
      memcpy(t0, &a0, sizeof a0), memcpy(t1, &a1, sizeof a1), memcpy(t2, &a2, sizeof a2), memcpy(t3, &a3, sizeof a3);
    }
  }
}

// scaled[4 e + c] = W(e, column + c) / D(e), zero past `count` columns
IG_WIDE_INLINE void scale_columns(mjtNum* scaled, const mjtNum* W, size_t line, const mjtNum* inverse, int n, int column,
                                  int count) {
  W += column;
  if (count == 4) {
    for (int e = 0; e < n; e++, W += line) {
      ig_Four four = ig_four_at(W) * inverse[e];
      memcpy(scaled + 4 * e, &four, sizeof four);
    }
    return;
  }
  for (int e = 0; e < n; e++, W += line) {
    for (int c = 0; c < 4; c++) scaled[4 * e + c] = c < count ? W[c] * inverse[e] : 0;
  }
}

// lines -= products, over the runs
IG_WIDE_INLINE void subtract(mjtNum* line, const mjtNum* product, const ig_Run* run, int nrun) {
  for (int k = 0; k < nrun; k++) {
    mjtNum* to = line + run[k].to;
    const mjtNum* from = product + run[k].from;
    for (int i = 0; i < run[k].n; i++) to[i] -= from[i];
  }
}

// The rows of a supernode by their positions, for one who comes to it next.
static void note_rows(const ig_Panels* p, const ig_PanelRoom* room, int s) {
  const ig_Order* o = &p->order;
  int base = o->dof[o->first[s]];
  for (int k = o->first[s]; k < o->first[s + 1]; k++) room->place[k] = o->dof[k] - base;
  for (int k = o->row_start[s]; k < o->row_start[s + 1]; k++) room->place[o->row[k]] = p->row_dof[k];
}

// and the rows above a subtree, as its sum has them
static void note_above(const ig_Panels* p, const ig_PanelRoom* room, int root) {
  const ig_Order* o = &p->order;
  for (int k = o->row_start[root]; k < o->row_start[root + 1]; k++) room->place[o->row[k]] = p->row_dof[k] - p->width[root];
}

// Where rows k.. of supernode `from` lie among those that are noted: stretches that are together in both. Returns how many;
// `from` counts from the first row's dof.
static int find_runs(const ig_Panels* p, const ig_PanelRoom* room, int from, int k) {
  const ig_Order* o = &p->order;
  ig_Run* run = room->run;
  int start = p->row_dof[k], n = 0;
  for (int i = k; i < o->row_start[from + 1]; i++) {
    int row = o->row[i], to = room->place[row];
    if (n && run[n - 1].to + run[n - 1].n == to) {
      run[n - 1].n += size_of(o, row);
    } else {
      run[n++] = (ig_Run){p->row_dof[i] - start, to, size_of(o, row)};
    }
  }
  return n;
}

// lines of a panel or of a sum whose rows are noted
typedef struct {
  mjtNum* at;
  size_t line;
} Lines;

// What supernode `from` gives to others: the products of its rows k to end - 1, which are columns there, with those and all rows
// after. Entries above the diagonal are written as well, and never read.
IG_WIDE_INLINE void take_update(const ig_Panels* p, const ig_PanelRoom* room, Lines lines, int from, int k, int end) {
  const ig_Order* o = &p->order;
  const mjtNum *W = p->W + p->adr[from], *inverse = p->inverse + o->dof[o->first[from]];
  size_t line = (size_t)p->line[from], stride = (size_t)p->stride;
  int n = p->width[from], start = p->row_dof[k], rows = p->rows[from] - start, nrun = find_runs(p, room, from, k);
  int columns = p->row_dof[end - 1] + size_of(o, o->row[end - 1]) - start, at = 0;
  const ig_Run* run = room->run;
  for (int c = 0; c < columns; c += 4) {
    int count = columns - c < 4 ? columns - c : 4;
    scale_columns(room->scaled, W, line, inverse, n, start + c, count);
    // from the first of the four on: rows before it are above the diagonal
    products(room->product + c, stride, W + start + c, line, room->scaled, n, rows - c);
    while (run_end(run + at) <= c) at++;
    for (int i = 0; i < count; i++) {
      int in = at;
      while (run_end(run + in) <= c + i) in++;
      mjtNum* to = lines.at + (size_t)(run[in].to + c + i - run[in].from) * lines.line;
      ig_Run head = {c, run[at].to + c - run[at].from, run_end(run + at) - c};
      subtract(to, room->product + (size_t)i * stride, &head, 1);
      subtract(to, room->product + (size_t)i * stride, run + at + 1, nrun - at - 1);
    }
  }
}

// what a subtree gives to a supernode above it, whose rows are noted: the part of its sum in rows k to end - 1 of its root
IG_WIDE_INLINE void take_sum(const ig_Panels* p, const ig_PanelRoom* room, int s, int root, int k, int end) {
  const ig_Order* o = &p->order;
  int start = p->row_dof[k], columns = p->row_dof[end - 1] + size_of(o, o->row[end - 1]) - start;
  int nrun = find_runs(p, room, root, k), at = 0;
  const ig_Run* run = room->run;
  size_t sum_line = (size_t)p->sum_line[root], first = (size_t)(start - p->width[root]);
  const mjtNum* sum = p->sum + p->sum_adr[root] + first * sum_line + first;
  for (int c = 0; c < columns; c++, sum += sum_line) {
    while (run_end(run + at) <= c) at++;
    mjtNum* to = p->W + p->adr[s] + (size_t)(run[at].to + c - run[at].from) * (size_t)p->line[s];
    for (int i = at, from = c; i < nrun; from = run[++i].from) {
      mjtNum* line = to + run[i].to - run[i].from;
      for (int r = from; r < run_end(run + i); r++) line[r] += sum[r];
    }
  }
}

// entry `k` of the list of what a supernode takes, or rows low to high - 1 of it
IG_WIDE_INLINE void take(const ig_Panels* p, const ig_PanelRoom* room, int s, int k, int low, int high) {
  int from = p->update_from[k];
  if (gives_sum(p, from, s))
    take_sum(p, room, s, from, low, high);
  else
    take_update(p, room, (Lines){p->W + p->adr[s], (size_t)p->line[s]}, from, low, high);
}

// less the products of all that a subtree has with rows above it
IG_WIDE_INLINE void sum_up(const ig_Panels* p, const ig_PanelRoom* room, int root) {
  const ig_Order* o = &p->order;
  Lines lines = {p->sum + p->sum_adr[root], (size_t)p->sum_line[root]};
  size_t size = (size_t)(p->rows[root] - p->width[root]) * lines.line;
  claim(p, lines.at, size);
  memset(lines.at, 0, sizeof(mjtNum) * size);
  note_above(p, room, root);
  for (int s = p->lowest[root]; s <= root; s++) {
    if (p->leave[s] < o->row_start[s + 1]) take_update(p, room, lines, s, p->leave[s], o->row_start[s + 1]);
  }
}

// The scaled columns of each four: all are kept, or one at a time. Known: somebody has written them, and others who have rows of
// the same columns read them.
typedef struct {
  mjtNum* at;
  bool kept, known;
} Scaled;

// Columns c0 to c1 - 1 of a supernode take from those before them in it, in the rows r0 to r1 - 1: four columns at a time, c0 a
// whole number of fours. Rows from c1 on need the rows before them to be finished, and are then independent of each other.
IG_WIDE_INLINE void factor_rows(const ig_Panels* p, mjtNum* product, Scaled scaled, int s, int c0, int c1, int r0, int r1) {
  size_t line = (size_t)p->line[s], stride = (size_t)p->stride;
  mjtNum *W = p->W + p->adr[s], *inverse = p->inverse + p->order.dof[p->order.first[s]];
  for (int c = c0; c < c1; c += 4) {
    int count = c1 - c < 4 ? c1 - c : 4, first = r0 > c ? r0 : c;
    if (c) {
      mjtNum* four = scaled.at + (scaled.kept ? scaled_start(c) : 0);
      if (!scaled.known) scale_columns(four, W, line, inverse, c, c, count);
      // whole fours from a four on: rows that are another thread's are not looked at
      int start = first & ~3;
      products(product, stride, W + start, line, four, c, r1 - start);
      for (int i = 0; i < count; i++) {
        mjtNum *to = W + (size_t)(c + i) * line + first, *from = product + (size_t)i * stride + (first - start);
        for (int r = 0; r < r1 - first; r++) to[r] -= from[r];
      }
    }
    for (int k = c; k < c + count; k++) {
      mjtNum* column = W + (size_t)k * line;
      if (k >= r0) {
        if (column[k] < mjMINVAL) column[k] = mjMINVAL;
        inverse[k] = 1 / column[k];
      }
      for (int i = k + 1; i < c + count; i++) {
        mjtNum *to = W + (size_t)i * line, scale = column[i] * inverse[k];
        for (int r = r0 > i ? r0 : i; r < r1; r++) to[r] -= scale * column[r];
      }
    }
  }
}

IG_CLONES static void factor_range(ig_Panels* p, const ig_PanelRoom* room, int first, int end) {
  for (int s = first; s < end; s++) {
    if (!p->dirty[s]) continue;
    if (!p->copied) start_lines(p, s, 0, p->width[s]);
    note_rows(p, room, s);
    for (int k = p->update_start[s]; k < p->update_start[s + 1]; k++) take(p, room, s, k, p->update_row[k], p->update_end[k]);
    factor_rows(p, room->product, (Scaled){room->scaled, false, false}, s, 0, p->width[s], 0, p->rows[s]);
    if (is_root(p, s)) sum_up(p, room, s);
  }
}

// ------------------------------------------------ sweeps

// x of rows `first` to `end` - 1 of the lists of rows, together; returns how many numbers. at: where a position begins in x
static int gather_rows(const ig_Panels* p, const int* at, int first, int end, mjtNum* part, const mjtNum* x) {
  const ig_Order* o = &p->order;
  mjtNum* to = part;
  for (int k = first; k < end; k++) {
    const mjtNum* from = x + at[o->row[k]];
    for (int i = 0, n = size_of(o, o->row[k]); i < n; i++) *to++ = from[i];
  }
  return (int)(to - part);
}

static void scatter_rows(const ig_Panels* p, const int* at, int first, int end, const mjtNum* part, mjtNum* x) {
  const ig_Order* o = &p->order;
  for (int k = first; k < end; k++) {
    mjtNum* to = x + at[o->row[k]];
    for (int i = 0, n = size_of(o, o->row[k]); i < n; i++) to[i] = *part++;
  }
}

// Each column, times its share, from the rows after it: four at a time, in their order. The first of four are scalars.
IG_WIDE_INLINE void push_columns(const mjtNum* W, size_t line, const mjtNum* inverse, int width, int rows, mjtNum* part) {
  int k = 0;
  for (; k + 4 <= width; k += 4, W += 4 * line) {
    const mjtNum *c0 = W, *c1 = c0 + line, *c2 = c1 + line, *c3 = c2 + line;
    mjtNum s0 = part[k] * inverse[k], p1 = part[k + 1] - c0[k + 1] * s0, s1 = p1 * inverse[k + 1];
    mjtNum p2 = part[k + 2] - c0[k + 2] * s0 - c1[k + 2] * s1, s2 = p2 * inverse[k + 2];
    mjtNum p3 = part[k + 3] - c0[k + 3] * s0 - c1[k + 3] * s1 - c2[k + 3] * s2, s3 = p3 * inverse[k + 3];
    part[k + 1] = p1, part[k + 2] = p2, part[k + 3] = p3;
    for (int r = k + 4; r < rows; r++) part[r] = part[r] - c0[r] * s0 - c1[r] * s1 - c2[r] * s2 - c3[r] * s3;
  }
  for (; k < width; k++, W += line) {
    mjtNum share = part[k] * inverse[k];
    for (int r = k + 1; r < rows; r++) part[r] -= W[r] * share;
  }
}

// The columns of a supernode are taken from its rows. What a subtree leaves for the rows above it, which are noted, is summed
// apart.
IG_WIDE_INLINE void push(const ig_Panels* p, const ig_PanelRoom* room, int s, mjtNum* x) {
  const ig_Order* o = &p->order;
  int width = p->width[s], rows = p->rows[s], first = o->dof[o->first[s]], end = o->row_start[s + 1];
  int leave = p->root[s] >= 0 ? p->leave[s] : end;
  mjtNum *part = room->part, *left = leave < end ? p->left + p->left_adr[p->root[s]] : NULL;
  ig_copy(part, x + first, width);
  int within = width + gather_rows(p, o->dof, o->row_start[s], leave, part + width, x);
  if (left) gather_rows(p, room->place, leave, end, part + within, left);
  push_columns(p->W + p->adr[s], (size_t)p->line[s], p->inverse + first, width, rows, part);
  ig_copy(x + first, part, width);
  scatter_rows(p, o->dof, o->row_start[s], leave, part + width, x);
  if (left) scatter_rows(p, room->place, leave, end, part + within, left);
}

// what a subtree left is added to the rows above it
static void add_left(const ig_Panels* p, int root, mjtNum* x) {
  const ig_Order* o = &p->order;
  const mjtNum* left = p->left + p->left_adr[root];
  for (int k = o->row_start[root]; k < o->row_start[root + 1]; k++) {
    mjtNum* to = x + o->dof[o->row[k]];
    for (int i = 0, n = size_of(o, o->row[k]); i < n; i++) to[i] += *left++;
  }
}

// products of four columns with the rows from `first` on, four sums each
IG_WIDE_INLINE void dot_columns(mjtNum dot[4], const mjtNum* W, size_t line, const mjtNum* part, int first, int rows) {
  ig_Four sum[4] = {{0}};
  int r = first;
  for (; r + 4 <= rows; r += 4) {
    ig_Four x = ig_four_at(part + r);
    for (int i = 0; i < 4; i++) sum[i] += ig_four_at(W + (size_t)i * line + r) * x;
  }
  for (int i = 0; i < 4; i++) {
    dot[i] = (sum[i][0] + sum[i][2]) + (sum[i][1] + sum[i][3]);
    for (int k = r; k < rows; k++) dot[i] += W[(size_t)i * line + (size_t)k] * part[k];
  }
}

// Four columns at a time from the last on: first the rows after them, which are known, then each other.
IG_WIDE_INLINE void pull_columns(const mjtNum* W, size_t line, const mjtNum* inverse, int width, int rows, mjtNum* part) {
  int odd = width % 4, k = width;
  while (k > width - odd) {
    k--;
    const mjtNum* column = W + (size_t)k * line;
    part[k] = (part[k] - ig_dot(column + k + 1, part + k + 1, rows - k - 1)) * inverse[k];
  }
  while (k > 0) {
    mjtNum dot[4];
    k -= 4;
    const mjtNum* column = W + (size_t)k * line;
    dot_columns(dot, column, line, part, k + 4, rows);
    for (int i = 3; i >= 0; i--) {
      mjtNum x = part[k + i] - dot[i];
      for (int j = 3; j > i; j--) x -= column[(size_t)i * line + (size_t)(k + j)] * part[k + j];
      part[k + i] = x * inverse[k + i];
    }
  }
}

IG_WIDE_INLINE void sweep_back(const ig_Panels* p, int s, mjtNum* part, mjtNum* x) {
  const ig_Order* o = &p->order;
  int width = p->width[s], first = o->dof[o->first[s]];
  ig_copy(part, x + first, width);
  gather_rows(p, o->dof, o->row_start[s], o->row_start[s + 1], part + width, x);
  pull_columns(p->W + p->adr[s], (size_t)p->line[s], p->inverse + first, width, p->rows[s], part);
  ig_copy(x + first, part, width);
}

// supernodes first to end - 1, whole subtrees
IG_CLONES static void forth(const ig_Panels* p, const ig_PanelRoom* room, mjtNum* x, int first, int end) {
  for (int s = first; s < end; s++) {
    int root = p->root[s];
    if (root >= 0 && s == p->lowest[root]) {
      note_above(p, room, root);
      ig_zero(p->left + p->left_adr[root], p->rows[root] - p->width[root]);
    }
    push(p, room, s, x);
  }
}

IG_CLONES static void back(const ig_Panels* p, mjtNum* part, mjtNum* x, int first, int end) {
  for (int s = end - 1; s >= first; s--) sweep_back(p, s, part, x);
}

// what is above the subtrees: it takes from them and gives to them
IG_CLONES static void sweep_above(const ig_Panels* p, const ig_PanelRoom* room, mjtNum* x) {
  for (int s = 0; s < p->order.nsuper; s++) {
    if (is_root(p, s)) add_left(p, s, x);
    if (p->root[s] < 0) push(p, room, s, x);
  }
  for (int s = p->order.nsuper - 1; s >= 0; s--) {
    if (p->root[s] < 0) sweep_back(p, s, room->part, x);
  }
}

static void sweep_alone(const ig_Panels* p, mjtNum* x) {
  const ig_Trees* trees = &p->trees;
  for (int i = 0; i < trees->n; i++) forth(p, p->room, x, trees->start[i], trees->end[i]);
  sweep_above(p, p->room, x);
  for (int i = 0; i < trees->n; i++) back(p, p->room->part, x, trees->start[i], trees->end[i]);
}

// ------------------------------------------------ with threads

// The factor is a list of tasks that members take one after the other. A task waits for what it needs until it comes to it;
// all of that is earlier in the list, so somebody who works has it, and one member alone never waits. First come small trees, of
// each member its own before others', then the supernodes above in their order. Of a large one, tasks take columns that take from
// others, and then stripes of rows. A stripe goes through the columns from the left: those right of it are above the diagonal, those
// that it crosses it finishes for all others.
//
// Who has factored a tree sweeps it forth. Whoever comes first when nothing is left to begin waits for the rest and sweeps what is
// above the trees, the others wait for that one, and then the trees are swept back.
typedef struct {
  ig_Panels* p;
  mjtNum* x;  // what is solved for; NULL: nothing
  int ntask, count;            // count: of trees and tasks
  uint64_t own[IG_TEAM_MOST];  // trees of a member, as bits
  char before[IG_TEAM_APART];
  uint64_t trees, back;  // trees that nobody has begun, to factor and sweep, and to sweep back, as bits; others follow
  int next, next_back;   // task; tree behind the bits
  char between[IG_TEAM_APART];
  int done;                              // trees and tasks
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
IG_CLONES static void update_columns(const ig_Panels* p, const ig_PanelRoom* room, int s, int first, int end) {
  const int* row = p->order.row;
  note_rows(p, room, s);
  for (int k = p->update_start[s]; k < p->update_start[s + 1]; k++) {
    int low = p->update_row[k], high = p->update_end[k];
    while (low < high && row[low] < first) low++;
    while (low < high && row[high - 1] >= end) high--;
    if (low == high) continue;
    await_super(p, p->update_from[k]);
    take(p, room, s, k, low, high);
  }
}

static void do_columns(const ig_Panels* p, const ig_PanelRoom* room, int s, int piece) {
  const ig_Order* o = &p->order;
  int share = columns_of_task(p, s), first = o->first[s] + piece * share, last = o->first[s + 1];
  int end = first + share < last ? first + share : last, base = o->dof[o->first[s]];
  if (!p->copied) start_lines(p, s, o->dof[first] - base, o->dof[end] - base);
  update_columns(p, room, s, first, end);
  __atomic_fetch_add(&p->progress[s].updated, 1, __ATOMIC_RELEASE);
}

IG_CLONES static void factor_piece(const ig_Panels* p, mjtNum* product, Scaled scaled, int s, int c0, int c1, int r0, int r1) {
  factor_rows(p, product, scaled, s, c0, c1, r0, r1);
}

static void do_stripe(const ig_Panels* p, const ig_PanelRoom* room, int s, int stripe) {
  int width = p->width[s], rows = p->rows[s], share = rows_of_task(p, s), r0 = stripe * share;
  int r1 = r0 + share < rows ? r0 + share : rows;
  Scaled scaled = {p->scaled, true, true};
  await_count(&p->progress[s].updated, column_tasks(p, s));
  // the scaled columns were those of another supernode before
  if (stripe == 0 && p->progress[s].before >= 0) await_super(p, p->progress[s].before);
  for (int c0 = 0, c1; c0 < width && c0 < r1; c0 = c1) {
    c1 = c0 + COLUMNS < width ? c0 + COLUMNS : width;
    // a stripe is a whole number of these, so that it has all rows of those that it crosses
    if (c0 >= r0) {
      IG_ASSERT(c1 <= r1);
      scaled.known = false;
      factor_piece(p, room->product, scaled, s, c0, c1, c0, c1);
      scaled.known = true;
      __atomic_store_n(&p->progress[s].columns, c1, __ATOMIC_RELEASE);
    } else {
      await_count(&p->progress[s].columns, c1);
    }
    int first = c1 > r0 ? c1 : r0;
    if (first < r1) factor_piece(p, room->product, scaled, s, c0, c1, first, r1);
  }
  if (__atomic_add_fetch(&p->progress[s].stripes, 1, __ATOMIC_ACQ_REL) == stripe_tasks(p, s)) set_done(p, s);
}

static void do_super(const ig_Panels* p, const ig_PanelRoom* room, int s) {
  if (!p->copied) start_lines(p, s, 0, p->width[s]);
  update_columns(p, room, s, p->order.first[s], p->order.first[s + 1]);
  factor_piece(p, room->product, (Scaled){room->scaled, false, false}, s, 0, p->width[s], 0, p->rows[s]);
  set_done(p, s);
}

static bool any_dirty(const ig_Panels* p, int first, int end) {
  for (int s = first; s < end; s++) {
    if (p->dirty[s]) return true;
  }
  return false;
}

static void do_tree(ig_Panels* p, const ig_PanelRoom* room, int tree, mjtNum* x) {
  int first = p->trees.start[tree], end = p->trees.end[tree];
  if (any_dirty(p, first, end)) factor_range(p, room, first, end);
  // others look for these: at once, since what they look at moves between the caches
  for (int s = first; s < end; s++) set_done(p, s);
  if (x) forth(p, room, x, first, end);
}

// the next tree of some for a member, its own first; -1: all have been begun
static int take_tree(uint64_t* trees, uint64_t own) {
  uint64_t left = __atomic_load_n(trees, __ATOMIC_RELAXED);
  while (left) {
    int tree = __builtin_ctzll(left & own ? left & own : left);
    left = __atomic_fetch_and(trees, ~((uint64_t)1 << tree), __ATOMIC_RELAXED);
    if (left >> tree & 1) return tree;
  }
  return -1;
}

static void note_done(Tasks* tasks) { __atomic_fetch_add(&tasks->done, 1, __ATOMIC_RELEASE); }

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
    sweep_above(tasks->p, room, tasks->x);
    __atomic_store_n(above, ENDED, __ATOMIC_RELEASE);
  }
  while (__atomic_load_n(above, __ATOMIC_ACQUIRE) != ENDED) ig_team_linger(&turns);
}

static void do_tasks(void* context, int piece, int member) {
  Tasks* tasks = context;
  ig_Panels* p = tasks->p;
  const ig_PanelRoom* room = p->room + member;
  const ig_Trees* trees = &p->trees;
  uint64_t own = tasks->own[member];
  (void)piece;
  for (int tree; (tree = take_tree(&tasks->trees, own)) >= 0; note_done(tasks)) do_tree(p, room, tree, tasks->x);
  for (int k; (k = __atomic_fetch_add(&tasks->next, 1, __ATOMIC_RELAXED)) < tasks->ntask; note_done(tasks)) {
    do_task(tasks, p->task + k, room);
  }
  if (!tasks->x) return;
  sweep_above_once(tasks, room);
  for (int tree; (tree = take_tree(&tasks->back, own)) >= 0;) {
    back(p, room->part, tasks->x, trees->start[tree], trees->end[tree]);
  }
  for (int tree; (tree = __atomic_fetch_add(&tasks->next_back, 1, __ATOMIC_RELAXED)) < trees->n;) {
    back(p, room->part, tasks->x, trees->start[tree], trees->end[tree]);
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
    for (int i = 0; i < column_tasks(p, s); i++) add_task(tasks, (ig_PanelTask){IG_COLUMNS, s, i});
    for (int i = 0; i < stripe_tasks(p, s); i++) add_task(tasks, (ig_PanelTask){IG_STRIPE, s, i});
  }
}

static void work_together(ig_Panels* p, const ig_Team* team, mjtNum* x) {
  Tasks tasks = {.p = p, .x = x};
  list_trees(&tasks);
  list_above(&tasks);
  ig_team_run(team, team->members, do_tasks, &tasks);
}

void ig_panels_factor(ig_Panels* p, const ig_Team* team, mjtNum* x) {
  enum { LEAST_WORK = 80000 };
  int nsuper = p->order.nsuper;
  double work = 0;
  for (int s = 0; s < nsuper; s++) work += p->dirty[s] ? p->work[s] : 0;
  if (!team || work < LEAST_WORK) {
    factor_range(p, p->room, 0, nsuper);
    memset(p->dirty, false, sizeof(bool) * (size_t)nsuper);
    if (x) ig_panels_solve(p, team, x);
  } else {
    work_together(p, team, x);
  }
}

// nothing is dirty: all tasks are sweeps
void ig_panels_solve(ig_Panels* p, const ig_Team* team, mjtNum* x) {
  if (team)
    work_together(p, team, x);
  else
    sweep_alone(p, x);
}
