// SPDX-License-Identifier: Apache-2.0
#include "solve/panels.h"

#include <string.h>

#include "base/clones.h"
#include "base/error.h"
#include "math/dense.h"
#include "model/stack.h"

// ------------------------------------------------ layout

static int* stack_ints(mjData* d, size_t n) { return mj_stackAllocInt(d, n ? n : 1); }

static int size_of(const ig_Order* o, int position) { return o->dof[position + 1] - o->dof[position]; }

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
      if (to == last) continue;
      last = to;
      p->update_start[to + 1]++;
      total++;
    }
  }
  for (size_t s = 0; s < n; s++) p->update_start[s + 1] += p->update_start[s];
  p->update_from = stack_ints(d, (size_t)total);
  p->update_row = stack_ints(d, (size_t)total);
  p->update_end = stack_ints(d, (size_t)total);
  mj_markStack(d);
  int* used = stack_ints(d, n);
  memcpy(used, p->update_start, sizeof(int) * n);
  for (int s = 0; s < o->nsuper; s++) {
    for (int k = o->row_start[s]; k < o->row_start[s + 1];) {
      int to = o->super[o->row[k]], slot = used[to]++;
      p->update_from[slot] = s;
      p->update_row[slot] = k;
      while (k < o->row_start[s + 1] && o->super[o->row[k]] == to) k++;
      p->update_end[slot] = k;
    }
  }
  mj_freeStack(d);
}

ig_Panels ig_panels_make(const ig_Graph* graph, mjData* d) {
  ig_Panels p = {.order = ig_order_blocks(graph, d)};
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
    p.line[s] = (rows + 3) & ~3;
    p.adr[s] = p.size;
    p.size += (size_t)p.width[s] * (size_t)p.line[s];
    p.dirty[s] = true;
    if (rows > most) most = rows;
    if (o->row_start[s + 1] - o->row_start[s] > longest) longest = o->row_start[s + 1] - o->row_start[s];
    if (p.width[s] > widest) widest = p.width[s];
  }
  // four entries more: the last line is read in whole fours from any of its rows on
  p.H = mj_stackAllocNum(d, p.size + 4);
  p.W = mj_stackAllocNum(d, p.size + 4);
  p.inverse = mj_stackAllocNum(d, (size_t)o->dof[o->n]);
  p.stride = most + 8;
  p.product = mj_stackAllocNum(d, 4 * (size_t)p.stride);
  p.run = IG_SCRATCH(d, (size_t)longest + 1, ig_Run);
  p.scaled = mj_stackAllocNum(d, 4 * (size_t)widest);
  p.part = mj_stackAllocNum(d, (size_t)most + 8);
  memset(p.H, 0, sizeof(mjtNum) * (p.size + 4));
  memset(p.W + p.size, 0, sizeof(mjtNum) * 4);
  list_updates(&p, d);
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
  return (ig_Entry){p->adr[s] + line * (size_t)p->line[s] + (size_t)at, p->line[s], swapped};
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

void ig_panels_begin(ig_Panels* p) {
  const ig_Order* o = &p->order;
  for (int s = 0; s < o->nsuper; s++) {
    if (!p->dirty[s]) continue;
    if (o->parent[s] >= 0) p->dirty[o->parent[s]] = true;
    memcpy(p->W + p->adr[s], p->H + p->adr[s], sizeof(mjtNum) * (size_t)p->width[s] * (size_t)p->line[s]);
  }
}

static inline int run_end(const ig_Run* run) { return run->from + run->n; }

// Four lines of products, `stride` apart: sum over e < n of scaled[4 e + c] W(e, row), for whole fours of rows
IG_WIDE_INLINE void products(mjtNum* to, size_t stride, const mjtNum* W, size_t line, const mjtNum* scaled, int n, int rows) {
  int r = 0;
  for (; r + 8 <= rows; r += 8) {
    ig_Four a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0}, b0 = {0}, b1 = {0}, b2 = {0}, b3 = {0};
    const mjtNum* at = W + r;
    for (int e = 0; e < n; e++, at += line) {
      const mjtNum* s = scaled + 4 * e;
      ig_Four x = ig_four_at(at), y = ig_four_at(at + 4);
      a0 += s[0] * x, b0 += s[0] * y;
      a1 += s[1] * x, b1 += s[1] * y;
      a2 += s[2] * x, b2 += s[2] * y;
      a3 += s[3] * x, b3 += s[3] * y;
    }
    memcpy(to + r, &a0, sizeof a0), memcpy(to + r + 4, &b0, sizeof b0);
    memcpy(to + stride + r, &a1, sizeof a1), memcpy(to + stride + r + 4, &b1, sizeof b1);
    memcpy(to + 2 * stride + r, &a2, sizeof a2), memcpy(to + 2 * stride + r + 4, &b2, sizeof b2);
    memcpy(to + 3 * stride + r, &a3, sizeof a3), memcpy(to + 3 * stride + r + 4, &b3, sizeof b3);
  }
  for (; r < rows; r += 4) {
    ig_Four a0 = {0}, a1 = {0}, a2 = {0}, a3 = {0};
    const mjtNum* at = W + r;
    for (int e = 0; e < n; e++, at += line) {
      ig_Four x = ig_four_at(at);
      a0 += scaled[4 * e] * x, a1 += scaled[4 * e + 1] * x, a2 += scaled[4 * e + 2] * x, a3 += scaled[4 * e + 3] * x;
    }
    memcpy(to + r, &a0, sizeof a0), memcpy(to + stride + r, &a1, sizeof a1);
    memcpy(to + 2 * stride + r, &a2, sizeof a2), memcpy(to + 3 * stride + r, &a3, sizeof a3);
  }
}

// scaled[4 e + c] = W(e, column + c) / D(e), zero past `count` columns
static inline void scale_columns(mjtNum* scaled, const mjtNum* W, size_t line, const mjtNum* inverse, int n, int column,
                                 int count) {
  for (int e = 0; e < n; e++) {
    for (int c = 0; c < 4; c++) scaled[4 * e + c] = c < count ? W[(size_t)e * line + (size_t)(column + c)] * inverse[e] : 0;
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

// Where rows k.. of supernode `from` lie in s: stretches that are together in both. Returns how many; `from` counts from the
// first row's dof.
static int find_runs(const ig_Panels* p, int s, int from, int k, ig_Run* run) {
  const ig_Order* o = &p->order;
  int base = o->dof[o->first[s]], start = p->row_dof[k], search = o->row_start[s], n = 0;
  for (int i = k; i < o->row_start[from + 1]; i++) {
    int row = o->row[i], to;
    if (row < o->first[s + 1]) {
      to = o->dof[row] - base;
    } else {
      while (o->row[search] < row) search++;
      to = p->row_dof[search];
    }
    if (n && run[n - 1].to + run[n - 1].n == to) {
      run[n - 1].n += size_of(o, row);
    } else {
      run[n++] = (ig_Run){p->row_dof[i] - start, to, size_of(o, row)};
    }
  }
  return n;
}

// What supernode `from` takes from s: the products of its rows k to end - 1, which are columns of s, with those and all
// rows after. Entries above the diagonal are written as well, and never read.
IG_WIDE_INLINE void take_update(ig_Panels* p, int s, int from, int k, int end) {
  const ig_Order* o = &p->order;
  const mjtNum *W = p->W + p->adr[from], *inverse = p->inverse + o->dof[o->first[from]];
  size_t line = (size_t)p->line[from], to_line = (size_t)p->line[s], stride = (size_t)p->stride;
  int n = p->width[from], start = p->row_dof[k], rows = p->rows[from] - start, nrun = find_runs(p, s, from, k, p->run);
  int columns = p->row_dof[end - 1] + size_of(o, o->row[end - 1]) - start, at = 0;
  for (int c = 0; c < columns; c += 4) {
    int count = columns - c < 4 ? columns - c : 4;
    scale_columns(p->scaled, W, line, inverse, n, start + c, count);
    // from the first of the four on: rows before it are above the diagonal
    int skip = c & ~3;
    products(p->product + skip, stride, W + start + skip, line, p->scaled, n, rows - skip);
    while (run_end(p->run + at) <= c) at++;
    for (int i = 0; i < count; i++) {
      int in = at;
      while (run_end(p->run + in) <= c + i) in++;
      mjtNum* to = p->W + p->adr[s] + (size_t)(p->run[in].to + c + i - p->run[in].from) * to_line;
      ig_Run head = {c, p->run[at].to + c - p->run[at].from, run_end(p->run + at) - c};
      subtract(to, p->product + (size_t)i * stride, &head, 1);
      subtract(to, p->product + (size_t)i * stride, p->run + at + 1, nrun - at - 1);
    }
  }
}

// the columns of a supernode among themselves, four at a time
IG_WIDE_INLINE void factor_panel(ig_Panels* p, int s) {
  int width = p->width[s], rows = p->rows[s];
  size_t line = (size_t)p->line[s], stride = (size_t)p->stride;
  mjtNum *W = p->W + p->adr[s], *inverse = p->inverse + p->order.dof[p->order.first[s]];
  for (int c = 0; c < width; c += 4) {
    int count = width - c < 4 ? width - c : 4;
    if (c) {
      scale_columns(p->scaled, W, line, inverse, c, c, count);
      products(p->product, stride, W + c, line, p->scaled, c, rows - c);
      for (int i = 0; i < count; i++) {
        mjtNum *to = W + (size_t)(c + i) * line + c, *from = p->product + (size_t)i * stride;
        for (int r = 0; r < rows - c; r++) to[r] -= from[r];
      }
    }
    for (int k = c; k < c + count; k++) {
      mjtNum *column = W + (size_t)k * line, pivot = column[k] < mjMINVAL ? mjMINVAL : column[k];
      column[k] = pivot;
      inverse[k] = 1 / pivot;
      for (int i = k + 1; i < c + count; i++) {
        mjtNum *to = W + (size_t)i * line, scale = column[i] * inverse[k];
        for (int r = i; r < rows; r++) to[r] -= scale * column[r];
      }
    }
  }
}

IG_CLONES void ig_panels_factor(ig_Panels* p) {
  for (int s = 0; s < p->order.nsuper; s++) {
    if (!p->dirty[s]) continue;
    for (int k = p->update_start[s]; k < p->update_start[s + 1]; k++) {
      take_update(p, s, p->update_from[k], p->update_row[k], p->update_end[k]);
    }
    factor_panel(p, s);
    p->dirty[s] = false;
  }
}

// ------------------------------------------------ solve

// x of the rows below a supernode, together
static void gather_rows(const ig_Panels* p, int s, mjtNum* part, const mjtNum* x) {
  const ig_Order* o = &p->order;
  for (int k = o->row_start[s]; k < o->row_start[s + 1]; k++) {
    const mjtNum* from = x + o->dof[o->row[k]];
    for (int i = 0, n = size_of(o, o->row[k]); i < n; i++) *part++ = from[i];
  }
}

static void scatter_rows(const ig_Panels* p, int s, const mjtNum* part, mjtNum* x) {
  const ig_Order* o = &p->order;
  for (int k = o->row_start[s]; k < o->row_start[s + 1]; k++) {
    mjtNum* to = x + o->dof[o->row[k]];
    for (int i = 0, n = size_of(o, o->row[k]); i < n; i++) to[i] = *part++;
  }
}

IG_CLONES void ig_panels_solve(const ig_Panels* p, mjtNum* x) {
  const ig_Order* o = &p->order;
  mjtNum* part = p->part;
  for (int s = 0; s < o->nsuper; s++) {
    int width = p->width[s], rows = p->rows[s], first = o->dof[o->first[s]];
    ig_copy(part, x + first, width);
    gather_rows(p, s, part + width, x);
    for (int k = 0; k < width; k++) {
      const mjtNum* column = p->W + p->adr[s] + (size_t)k * (size_t)p->line[s];
      mjtNum share = part[k] * p->inverse[first + k];
      for (int r = k + 1; r < rows; r++) part[r] -= column[r] * share;
    }
    ig_copy(x + first, part, width);
    scatter_rows(p, s, part + width, x);
  }
  for (int s = o->nsuper - 1; s >= 0; s--) {
    int width = p->width[s], rows = p->rows[s], first = o->dof[o->first[s]];
    ig_copy(part, x + first, width);
    gather_rows(p, s, part + width, x);
    for (int k = width - 1; k >= 0; k--) {
      const mjtNum* column = p->W + p->adr[s] + (size_t)k * (size_t)p->line[s];
      part[k] = (part[k] - ig_dot(column + k + 1, part + k + 1, rows - k - 1)) * p->inverse[first + k];
    }
    ig_copy(x + first, part, width);
  }
}
