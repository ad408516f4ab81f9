// SPDX-License-Identifier: Apache-2.0
#include "solve/order.h"

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/error.h"
#include "model/stack.h"

// ------------------------------------------------ minimum degree

// The quotient graph. An eliminated block is an element: the clique of the blocks in its list. A block that is left has a
// list of elements, then of blocks that no element joins it with. All lists lie in one pool; those that grow move to its end.
typedef struct {
  const ig_Graph* graph;
  int n, capacity, used;
  int* pool;
  int *at, *elements, *length;  // of a list: start, how many of its entries are elements, entries
  int *parent, *degree;
  int *head, *next, *before;  // blocks by degree
  int most, least;            // degrees above `most` share its list
  int *mark, stamp;           // `stamp` for blocks of the newest element, GONE for those that are eliminated
  int* weight;                // of an element: dofs of its blocks, none of which is gone while it is not absorbed
  // Of an element next to the newest one: `base` and the dofs of its blocks outside that one. Below base: not counted yet.
  // ABSORBED: it became part of another.
  int *outside, base;
} Quotient;

enum { GONE = INT_MAX, ABSORBED = -1 };

static int* stack_ints(mjData* d, size_t n) { return IG_SCRATCH(d, n ? n : 1, int); }

static void leave_bucket(Quotient* q, int block) {
  int next = q->next[block], before = q->before[block];
  if (next >= 0) q->before[next] = before;
  if (before >= 0)
    q->next[before] = next;
  else
    q->head[q->degree[block]] = next;
}

static void enter_bucket(Quotient* q, int block, int degree) {
  if (degree > q->most) degree = q->most;
  q->degree[block] = degree;
  q->next[block] = q->head[degree];
  q->before[block] = -1;
  if (q->next[block] >= 0) q->before[q->next[block]] = block;
  q->head[degree] = block;
  if (degree < q->least) q->least = degree;
}

static Quotient make_quotient(const ig_Graph* g, mjData* d) {
  int n = g->n, edges = g->start[n], dofs = 0;
  for (int b = 0; b < n; b++) dofs += g->size[b];
  Quotient q = {.graph = g, .n = n, .most = dofs, .least = dofs, .capacity = 2 * edges + 2 * n, .used = edges};
  size_t size = (size_t)n;
  q.pool = stack_ints(d, (size_t)q.capacity);
  int** arrays[] = {&q.at, &q.elements, &q.length, &q.parent, &q.degree, &q.next, &q.before, &q.mark, &q.outside, &q.weight};
  for (int i = 0; i < 10; i++) *arrays[i] = stack_ints(d, size);
  q.head = stack_ints(d, (size_t)dofs + 1);
  memcpy(q.pool, g->adj, sizeof(int) * (size_t)edges);
  memset(q.head, -1, sizeof(int) * ((size_t)dofs + 1));
  memset(q.mark, 0, sizeof(int) * size);
  memset(q.outside, 0, sizeof(int) * size);
  // from the last on, so that the first of equal degree is met first
  for (int b = n - 1; b >= 0; b--) {
    int degree = 0;
    for (int k = g->start[b]; k < g->start[b + 1]; k++) degree += g->size[g->adj[k]];
    q.at[b] = g->start[b];
    q.length[b] = g->start[b + 1] - g->start[b];
    q.elements[b] = 0;
    q.parent[b] = -1;
    enter_bucket(&q, b, degree);
  }
  return q;
}

// move all living lists to the front of the pool, in the order in which they lie in it
static void compact(Quotient* q, mjData* d) {
  ig_stack_mark(d);
  int *owner = stack_ints(d, (size_t)q->used), end = 0;
  memset(owner, -1, sizeof(int) * (size_t)q->used);
  for (int b = 0; b < q->n; b++) {
    if (q->outside[b] != ABSORBED && q->length[b]) owner[q->at[b]] = b;
  }
  for (int i = 0; i < q->used; i++) {
    int b = owner[i];
    if (b < 0) continue;
    memmove(q->pool + end, q->pool + i, sizeof(int) * (size_t)q->length[b]);
    q->at[b] = end;
    end += q->length[b];
  }
  q->used = end;
  ig_stack_free(d);
}

// blocks of a list that the newest element does not have yet go to its end; returns their dofs
static int take_blocks(Quotient* q, const int* list, int n) {
  int stamp = q->stamp, weight = 0, *to = q->pool + q->used;
  for (int i = 0; i < n; i++) {
    int block = list[i];
    if (q->mark[block] >= stamp) continue;
    q->mark[block] = stamp;
    *to++ = block;
    weight += q->graph->size[block];
  }
  q->used = (int)(to - q->pool);
  return weight;
}

// the list of a new element: all blocks that its elements and its own list have, each once. The elements become part of it
static void make_element(Quotient* q, mjData* d, int pivot) {
  int most = q->length[pivot] - q->elements[pivot];
  for (int k = 0; k < q->elements[pivot]; k++) most += q->length[q->pool[q->at[pivot] + k]];
  if (q->used + most > q->capacity) compact(q, d);
  IG_ASSERT(q->used + most <= q->capacity);
  const int* own = q->pool + q->at[pivot];
  int start = q->used, elements = q->elements[pivot], weight = 0;
  q->stamp++;
  q->mark[pivot] = GONE;
  for (int k = 0; k < elements; k++) {
    int element = own[k];
    weight += take_blocks(q, q->pool + q->at[element], q->length[element]);
    q->outside[element] = ABSORBED;
    q->parent[element] = pivot;
  }
  weight += take_blocks(q, own + elements, q->length[pivot] - elements);
  q->at[pivot] = start;
  q->length[pivot] = q->used - start;
  q->elements[pivot] = 0;
  q->weight[pivot] = weight;
  q->outside[pivot] = 0;
}

// A new base, above all that is counted from the old one.
static void raise_base(Quotient* q) {
  if (q->base > INT_MAX - 2 * q->most - 2) {
    for (int b = 0; b < q->n; b++) q->outside[b] = q->outside[b] == ABSORBED ? ABSORBED : 0;
    q->base = 0;
  }
  q->base += q->most + 1;
}

// dofs that elements next to the newest one have outside it
static void count_outside(Quotient* q, int pivot) {
  raise_base(q);
  int base = q->base;
  for (int k = 0; k < q->length[pivot]; k++) {
    int block = q->pool[q->at[pivot] + k], size = q->graph->size[block];
    const int* element = q->pool + q->at[block];
    for (int i = 0; i < q->elements[block]; i++) {
      int* outside = q->outside + element[i];
      if (*outside >= base)
        *outside -= size;
      else if (*outside != ABSORBED)
        *outside = base + q->weight[element[i]] - size;
    }
  }
}

// The list of a block in the newest element: that element first, others that are left, then blocks that are not in it. An
// element without dofs outside the newest one says nothing more and is absorbed by it.
static int shorten_list(Quotient* q, int pivot, int block) {
  int *list = q->pool + q->at[block], n = q->length[block], old = q->elements[block], degree = 0, kept = 0, stamp = q->stamp;
  for (int k = 0; k < old; k++) {
    int element = list[k], outside = q->outside[element] - q->base;
    if (outside > 0) {
      degree += outside;
      list[kept++] = element;
    } else if (outside == 0) {
      q->outside[element] = ABSORBED;
      q->parent[element] = pivot;
    }
  }
  int end = kept, first = -1;
  for (int k = old; k < n; k++) {
    int other = list[k];
    if (q->mark[other] >= stamp) continue;
    degree += q->graph->size[other];
    if (end == kept) first = other;
    list[end++] = other;
  }
  // the newest element goes between the elements and the blocks: the first of the blocks makes room
  IG_ASSERT(end < n);
  list[kept] = pivot;
  if (end > kept) list[end] = first;
  q->elements[block] = kept + 1;
  q->length[block] = end + 1;
  return degree;
}

static void eliminate(Quotient* q, mjData* d, int pivot) {
  leave_bucket(q, pivot);
  make_element(q, d, pivot);
  count_outside(q, pivot);
  for (int k = 0; k < q->length[pivot]; k++) {
    int block = q->pool[q->at[pivot] + k];
    leave_bucket(q, block);
    int degree = shorten_list(q, pivot, block) + q->weight[pivot] - q->graph->size[block];
    enter_bucket(q, block, degree);
  }
}

// blocks in the order of their elimination; parent[block] is the one whose element took over its own
static void minimum_degree(const ig_Graph* g, mjData* d, int* sequence, int* parent, int* below) {
  ig_stack_mark(d);
  Quotient q = make_quotient(g, d);
  for (int k = 0; k < q.n; k++) {
    if (g->unwanted && __atomic_load_n(g->unwanted, __ATOMIC_RELAXED))
      mju_error("the order of elimination is not wanted any more");
    while (q.head[q.least] < 0) q.least++;
    int pivot = q.head[q.least];
    eliminate(&q, d, pivot);
    sequence[k] = pivot;
    below[pivot] = q.weight[pivot];
  }
  memcpy(parent, q.parent, sizeof(int) * (size_t)q.n);
  ig_stack_free(d);
}

// ------------------------------------------------ structure

// children before parents, those of a parent in the order of their elimination, each subtree together
static void postorder(ig_Order* o, mjData* d, const int* sequence, const int* parent) {
  ig_stack_mark(d);
  size_t n = (size_t)o->n;
  int *child = stack_ints(d, n), *sibling = stack_ints(d, n), *path = stack_ints(d, n), count = 0;
  memset(child, -1, sizeof(int) * n);
  for (int k = o->n - 1; k >= 0; k--) {
    int block = sequence[k];
    if (parent[block] < 0) continue;
    sibling[block] = child[parent[block]];
    child[parent[block]] = block;
  }
  for (int k = 0; k < o->n; k++) {
    if (parent[sequence[k]] >= 0) continue;
    int depth = 0;
    path[0] = sequence[k];
    while (depth >= 0) {
      int block = path[depth];
      if (child[block] >= 0) {
        path[++depth] = child[block];
        child[block] = sibling[child[block]];
      } else {
        o->block[count++] = block;
        depth--;
      }
    }
  }
  IG_ASSERT(count == o->n);
  for (int k = 0; k < o->n; k++) o->position[o->block[k]] = k;
  ig_stack_free(d);
}

// the supernode that is made: its columns, the rows below them, and entries of both that are zeros
typedef struct {
  int64_t width, below, zeros;
} Super;

// A block joins the supernode before it when it is the parent of its last block and the zeros of all that have joined are few: in
// a panel of some columns they cost less than another panel does.
static bool joins(const Super* super, int64_t size, int64_t parent_below) {
  int64_t fresh = size + parent_below - super->below;  // rows that the columns so far do not have
  if (fresh == 0) return true;
  int64_t columns = super->width + size, zeros = super->zeros + fresh * super->width;
  return zeros * 8 <= columns * (columns + parent_below) || (super->width <= 16 && fresh <= 12 && columns <= 48);
}

static void find_supers(ig_Order* o, const ig_Graph* g, const int* parent, const int* below) {
  Super super = {0};
  o->nsuper = 0;
  for (int k = 0; k < o->n; k++) {
    int block = o->block[k], size = g->size[block];
    bool child = k > 0 && parent[o->block[k - 1]] == block;
    if (child && joins(&super, size, below[block])) {
      super.zeros += (size + below[block] - super.below) * super.width;
      super.width += size;
    } else {
      o->first[o->nsuper++] = k;
      super = (Super){.width = size};
    }
    super.below = below[block];
    o->super[k] = o->nsuper - 1;
  }
  o->first[o->nsuper] = o->n;
  for (int s = 0; s < o->nsuper; s++) {
    int up = parent[o->block[o->first[s + 1] - 1]];
    o->parent[s] = up < 0 ? -1 : o->super[o->position[up]];
  }
}

// Row position j meets the supernodes on the paths from its neighbours before it up to its own. Walked in ascending order,
// the rows of every supernode come out sorted; `row` NULL: only counted.
static void walk_rows(const ig_Order* o, const ig_Graph* g, int* mark, int* count, int* row) {
  memset(mark, -1, sizeof(int) * (size_t)o->nsuper);
  memset(count, 0, sizeof(int) * (size_t)o->nsuper);
  for (int j = 0; j < o->n; j++) {
    int block = o->block[j], own = o->super[j];
    for (int k = g->start[block]; k < g->start[block + 1]; k++) {
      int i = o->position[g->adj[k]];
      if (i >= j) continue;
      for (int s = o->super[i]; s != own && mark[s] != j; s = o->parent[s]) {
        mark[s] = j;
        if (row) row[o->row_start[s] + count[s]] = j;
        count[s]++;
      }
    }
  }
}

#ifdef IG_CHECKED
// The rules of an order: position inverts block; supernodes are runs of positions; their rows ascend, lie below them, and but for
// those of the parent itself are rows of the parent too, which is what makes the factor closed.
static void check_order(const ig_Order* o, const ig_Graph* g) {
  for (int k = 0; k < o->n; k++) IG_ASSERT(o->position[o->block[k]] == k && o->dof[k + 1] - o->dof[k] == g->size[o->block[k]]);
  IG_ASSERT(o->first[0] == 0 && o->first[o->nsuper] == o->n);
  for (int s = 0; s < o->nsuper; s++) {
    int end = o->first[s + 1], parent = o->parent[s];
    IG_ASSERT(o->first[s] < end && (parent < 0 || parent > s));
    IG_ASSERT((parent < 0) == (o->row_start[s] == o->row_start[s + 1]));
    for (int k = o->first[s]; k < end; k++) IG_ASSERT(o->super[k] == s);
    for (int k = o->row_start[s], up = parent < 0 ? 0 : o->row_start[parent]; k < o->row_start[s + 1]; k++) {
      int row = o->row[k];
      IG_ASSERT(row < o->n && row >= (k > o->row_start[s] ? o->row[k - 1] + 1 : end));
      if (o->super[row] == parent) continue;
      while (up < o->row_start[parent + 1] && o->row[up] < row) up++;
      IG_ASSERT(up < o->row_start[parent + 1] && o->row[up] == row);
    }
  }
}
#endif

ig_Order ig_order_blocks(const ig_Graph* g, mjData* d) {
  size_t n = (size_t)g->n;
  ig_Order o = {.n = g->n,
                .block = stack_ints(d, n),
                .position = stack_ints(d, n),
                .dof = stack_ints(d, n + 1),
                .first = stack_ints(d, n + 1)};
  o.super = stack_ints(d, n);
  o.parent = stack_ints(d, n);
  o.row_start = stack_ints(d, n + 1);
  int *parent = stack_ints(d, n), *below = stack_ints(d, n), *mark = stack_ints(d, n), *count = stack_ints(d, n),
      *sequence = stack_ints(d, n);
  minimum_degree(g, d, sequence, parent, below);
  postorder(&o, d, sequence, parent);
  find_supers(&o, g, parent, below);
  o.dof[0] = 0;
  for (int k = 0; k < o.n; k++) o.dof[k + 1] = o.dof[k] + g->size[o.block[k]];
  walk_rows(&o, g, mark, count, NULL);
  o.row_start[0] = 0;
  for (int s = 0; s < o.nsuper; s++) o.row_start[s + 1] = o.row_start[s] + count[s];
  o.row = stack_ints(d, (size_t)o.row_start[o.nsuper]);
  walk_rows(&o, g, mark, count, o.row);
#ifdef IG_CHECKED
  check_order(&o, g);
#endif
  return o;
}
