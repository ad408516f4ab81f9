// SPDX-License-Identifier: Apache-2.0
#include "solve/panel_factor.h"

#include <string.h>

#include "base/clones.h"
#include "math/dense.h"
#include "solve/pivot.h"

// ------------------------------------------------ factor

void ig_panel_start_lines(const ig_Panels* p, int s, int first, int end) {
  size_t line = (size_t)p->line[s], from = p->adr[s] + (size_t)first * line, n = (size_t)(end - first) * line;
  ig_panel_claim(p, p->W + from, n);
  memcpy(p->W + from, p->H + from, sizeof(mjtNum) * n);
}

// one over the pivot will take the place of the entry
void ig_panel_start_columns(const ig_Panels* p, int s, int first, int end) {
  size_t line = (size_t)p->line[s];
  mjtNum* inverse = p->inverse + p->order.dof[p->order.first[s]];
  if (!p->copied) ig_panel_start_lines(p, s, first, end);
  for (int k = first; k < end; k++) inverse[k] = p->W[p->adr[s] + (size_t)k * line + (size_t)k];
}

static inline int run_end(const ig_Run* run) { return run->from + run->n; }

IG_WIDE_INLINE ig_Four start_at(const mjtNum* at, bool first) {
  ig_Four zero = {0};
  return first ? zero : ig_four_at(at);
}

enum { LINES_AT_ONCE = 48 };

// Four lines of products, `stride` apart: sum over e < n of scaled[4 e + c] W(e, row), for whole fours of rows. Lines are in
// pages of their own when they are long: some at a time, as many as the processor remembers the pages of. What was summed goes on
// where it stopped, in the same order.
IG_WIDE_INLINE void products(mjtNum* to, size_t stride, const mjtNum* W, size_t line, const mjtNum* scaled, int n, int rows) {
  for (int done = 0; done < n; done += LINES_AT_ONCE, W += LINES_AT_ONCE * line, scaled += 4 * LINES_AT_ONCE) {
    int count = n - done < LINES_AT_ONCE ? n - done : LINES_AT_ONCE, r = 0;
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

void ig_panel_note_rows(const ig_Panels* p, const ig_PanelRoom* room, int s) {
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
      run[n - 1].n += ig_dofs_at(o, row);
    } else {
      run[n++] = (ig_Run){p->row_dof[i] - start, to, ig_dofs_at(o, row)};
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
  int columns = p->row_dof[end - 1] + ig_dofs_at(o, o->row[end - 1]) - start, at = 0;
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
  int start = p->row_dof[k], columns = p->row_dof[end - 1] + ig_dofs_at(o, o->row[end - 1]) - start;
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
  if (ig_gives_sum(p, from, s))
    take_sum(p, room, s, from, low, high);
  else
    take_update(p, room, (Lines){p->W + p->adr[s], (size_t)p->line[s]}, from, low, high);
}

// less the products of all that a subtree has with rows above it
IG_WIDE_INLINE void sum_up(const ig_Panels* p, const ig_PanelRoom* room, int root) {
  const ig_Order* o = &p->order;
  Lines lines = {p->sum + p->sum_adr[root], (size_t)p->sum_line[root]};
  size_t size = (size_t)(p->rows[root] - p->width[root]) * lines.line;
  ig_panel_claim(p, lines.at, size);
  memset(lines.at, 0, sizeof(mjtNum) * size);
  note_above(p, room, root);
  for (int s = p->lowest[root]; s <= root; s++) {
    if (p->leave[s] < o->row_start[s + 1]) take_update(p, room, lines, s, p->leave[s], o->row_start[s + 1]);
  }
}

// Four columns of a supernode from column c on, or as many as are left: they take from those before them, and from each other.
// What they take from the first `summed` of these is there already, from row `start` on.
typedef struct {
  mjtNum *W, *inverse;
  bool* lost;  // of the columns of the supernode
  size_t line, stride;
  int c, summed, start;
  const mjtNum *product, *scaled;
  mjtNum share[4][4];  // of a column, that another takes
} Columns;

// some fours of rows of the columns, less what these take from the columns before them
IG_WIDE_INLINE void take_before(ig_Four (*restrict w)[4], int fours, const Columns* f, int count, int r) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < fours; k++) {
      w[k][i] = start_at(f->product + (size_t)i * f->stride + (size_t)(r - f->start + 4 * k), !f->summed);
    }
  }
  const mjtNum *at = f->W + (size_t)f->summed * f->line + r, *scaled = f->scaled + 4 * f->summed;
  for (int e = f->summed; e < f->c; e++, at += f->line, scaled += 4) {
    for (int k = 0; k < fours; k++) {
      ig_Four x = ig_four_at(at + 4 * k);
      for (int i = 0; i < count; i++) w[k][i] += scaled[i] * x;
    }
  }
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < fours; k++) w[k][i] = ig_four_at(f->W + (size_t)(f->c + i) * f->line + r + 4 * k) - w[k][i];
  }
}

IG_WIDE_INLINE void put_rows(ig_Four (*w)[4], int fours, const Columns* f, int count, int r) {
  for (int i = 0; i < count; i++) {
    for (int k = 0; k < fours; k++) memcpy(f->W + (size_t)(f->c + i) * f->line + r + 4 * k, &w[k][i], sizeof w[k][i]);
  }
}

// The rows of the diagonal. Entries above it get numbers that are never read.
IG_WIDE_INLINE void end_diagonal(Columns* f, int count) {
  ig_Four w[1][4];
  take_before(w, 1, f, count, f->c);
  for (int k = 0; k < count; k++) {
    mjtNum pivot = ig_pivot(w[0][k][k], f->inverse[f->c + k], f->lost + f->c + k);
    if (f->lost[f->c + k]) w[0][k] = (ig_Four){0};
    w[0][k][k] = pivot;
    mjtNum inverse = f->inverse[f->c + k] = 1 / w[0][k][k];
    for (int i = k + 1; i < count; i++) {
      f->share[k][i] = w[0][k][i] * inverse;
      w[0][i] -= f->share[k][i] * w[0][k];
    }
  }
  put_rows(w, 1, f, count, f->c);
}

// the same of columns whose diagonal has been ended
IG_WIDE_INLINE void find_shares(Columns* f, int count) {
  for (int k = 0; k < count; k++) {
    const mjtNum* column = f->W + (size_t)(f->c + k) * f->line + f->c;
    for (int i = k + 1; i < count; i++) f->share[k][i] = column[i] * f->inverse[f->c + k];
  }
}

IG_WIDE_INLINE void end_fours(const Columns* f, int count, int r, int fours) {
  ig_Four w[2][4];
  take_before(w, fours, f, count, r);
  for (int k = 0; k < fours; k++) {
    for (int i = 1; i < count; i++) {
      for (int j = 0; j < i; j++) w[k][i] -= f->share[j][i] * w[k][j];
    }
  }
  for (int i = 0; i < count; i++) {
    for (int k = 0; f->lost[f->c + i] && k < fours; k++) w[k][i] = (ig_Four){0};
  }
  put_rows(w, fours, f, count, r);
}

// in whole fours of rows
IG_WIDE_INLINE void end_columns(Columns* f, int count, int r0, int r1) {
  int r = r0 > f->c ? r0 : f->c + 4;
  if (r0 <= f->c)
    end_diagonal(f, count);
  else
    find_shares(f, count);
  for (; r + 4 < r1; r += 8) end_fours(f, count, r, 2);
  if (r < r1) end_fours(f, count, r, 1);
}

// lines are as long as pages: some columns at a time, as in `products`
IG_WIDE_INLINE void factor_rows(const ig_Panels* p, mjtNum* product, ig_Scaled scaled, int s, int c0, int c1, int r0, int r1) {
  size_t stride = (size_t)p->stride;
  int dof = p->order.dof[p->order.first[s]];
  Columns f = {p->W + p->adr[s], p->inverse + dof, p->lost + dof, .line = (size_t)p->line[s], .stride = stride};
  f.product = product;
  for (f.c = c0; f.c < c1; f.c += 4) {
    int count = c1 - f.c < 4 ? c1 - f.c : 4;
    mjtNum* four = scaled.at + (scaled.kept ? ig_scaled_start(f.c) : 0);
    if (!scaled.known) scale_columns(four, f.W, f.line, f.inverse, f.c, f.c, count);
    f.scaled = four;
    f.start = r0 > f.c ? r0 : f.c;
    f.summed = f.c > LINES_AT_ONCE ? (f.c - 1) / LINES_AT_ONCE * LINES_AT_ONCE : 0;
    if (f.summed) products(product, stride, f.W + f.start, f.line, four, f.summed, r1 - f.start);
    switch (count) {
      case 1: end_columns(&f, 1, r0, r1); break;
      case 2: end_columns(&f, 2, r0, r1); break;
      case 3: end_columns(&f, 3, r0, r1); break;
      default: end_columns(&f, 4, r0, r1); break;
    }
  }
}

IG_CLONES void ig_panel_factor(const ig_Panels* p, mjtNum* product, ig_Scaled scaled, int s, int c0, int c1, int r0, int r1) {
  factor_rows(p, product, scaled, s, c0, c1, r0, r1);
}

IG_CLONES void ig_panel_take(const ig_Panels* p, const ig_PanelRoom* room, int s, int k, int low, int high) {
  take(p, room, s, k, low, high);
}

IG_CLONES void ig_panel_factor_range(const ig_Panels* p, const ig_PanelRoom* room, int first, int end) {
  for (int s = first; s < end; s++) {
    if (!p->dirty[s]) continue;
    ig_panel_start_columns(p, s, 0, p->width[s]);
    ig_panel_note_rows(p, room, s);
    for (int k = p->update_start[s]; k < p->update_start[s + 1]; k++) take(p, room, s, k, p->update_row[k], p->update_end[k]);
    factor_rows(p, room->product, (ig_Scaled){room->scaled, false, false}, s, 0, p->width[s], 0, p->rows[s]);
    if (ig_is_root(p, s)) sum_up(p, room, s);
  }
}

// ------------------------------------------------ sweeps

// x of rows `first` to `end` - 1 of the lists of rows, together; returns how many numbers. at: where a position begins in x
static int gather_rows(const ig_Panels* p, const int* at, int first, int end, mjtNum* part, const mjtNum* x) {
  const ig_Order* o = &p->order;
  mjtNum* to = part;
  for (int k = first; k < end; k++) {
    int n = ig_dofs_at(o, o->row[k]);
    ig_copy_block(to, x + at[o->row[k]], n);
    to += n;
  }
  return (int)(to - part);
}

static void scatter_rows(const ig_Panels* p, const int* at, int first, int end, const mjtNum* part, mjtNum* x) {
  const ig_Order* o = &p->order;
  for (int k = first; k < end; k++) {
    int n = ig_dofs_at(o, o->row[k]);
    ig_copy_block(x + at[o->row[k]], part, n);
    part += n;
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
    for (int i = 0, n = ig_dofs_at(o, o->row[k]); i < n; i++) to[i] += *left++;
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

static void take_given(const ig_Panels* p, const mjtNum* x, int first, int end) {
  const ig_Order* o = &p->order;
  for (int k = o->first[first]; k < o->first[end]; k++) ig_copy_block(p->x + o->dof[k], x + p->caller_dof[k], ig_dofs_at(o, k));
}

IG_CLONES void ig_panel_sweep_forth(const ig_Panels* p, const ig_PanelRoom* room, const mjtNum* x, int first, int end) {
  take_given(p, x, first, end);
  for (int s = first; s < end; s++) {
    int root = p->root[s];
    if (root >= 0 && s == p->lowest[root]) {
      note_above(p, room, root);
      ig_zero(p->left + p->left_adr[root], p->rows[root] - p->width[root]);
    }
    push(p, room, s, p->x);
  }
}

IG_CLONES void ig_panel_sweep_back(const ig_Panels* p, const ig_PanelRoom* room, int first, int end) {
  for (int s = end - 1; s >= first; s--) sweep_back(p, s, room->part, p->x);
}

IG_CLONES void ig_panel_sweep_above(const ig_Panels* p, const ig_PanelRoom* room, const mjtNum* x) {
  for (int s = 0; s < p->order.nsuper; s++) {
    if (p->root[s] < 0) take_given(p, x, s, s + 1);
  }
  for (int s = 0; s < p->order.nsuper; s++) {
    if (ig_is_root(p, s)) add_left(p, s, p->x);
    if (p->root[s] < 0) push(p, room, s, p->x);
  }
  for (int s = p->order.nsuper - 1; s >= 0; s--) {
    if (p->root[s] < 0) sweep_back(p, s, room->part, p->x);
  }
}
