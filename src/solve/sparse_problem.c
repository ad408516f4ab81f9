// SPDX-License-Identifier: Apache-2.0
#include "solve/sparse_problem.h"

#include <string.h>

#include "base/clones.h"
#include "base/error.h"
#include "base/guard.h"
#include "base/stretch.h"
#include "base/team.h"
#include "math/csr.h"
#include "math/dense.h"
#include "math/supernode.h"
#include "model/stack.h"
#include "smooth/factor.h"
#include "solve/panels.h"
#include "solve/tile.h"

enum { AT_ONCE = 8 };  // rows that are looked at together for changes: mostly there are none

// consecutive rows that touch the same blocks
typedef struct {
  int row, rows;      // first of the solver's rows, and how many
  int from;           // the same row of the source
  int block, blocks;  // its blocks are in block_list, ascending
  bool repeats;       // they are those of the group before: contacts of the same two bodies follow each other
  int dofs, columns;  // of these, and padded to whole fours
  int column;         // of a single row: where its dofs are listed
  bool threes;        // these are three and three together, as those of vertices of a flex are
  size_t J;           // (rows padded to whole fours, one row as it is) x columns
  size_t pair;        // where two of its blocks meet: entries (x, y <= x), row after row; that of the group before if it repeats
} Group;

// the transpose of J, for many products
typedef struct {
  int products;      // with J^T, so far
  int* start;        // (nblock + 1) where the rows of a block are listed; NULL: there is no transpose
  int* row;          // of the solver, in their order
  size_t* JT_start;  // (nblock) numbers of these rows in the block, row after row
  mjtNum* JT;
} Columns;

struct ig_SparseProblem_ {
  const ig_MjProblem* source;
  int nrow;                             // rows of the solver, with those that pad
  int nblock, *block_of, *block_start;  // block of a dof; (nblock + 1) first dof
  int ngroup, *block_list;
  int* column;  // dofs of groups of one row
  Group* group;
  size_t J_size;
  mjtNum *J, *part;  // part: the numbers of a group's dofs, a stretch for every member of a team
  int part_stride;
  ig_Pattern M_pattern;
  // for conjugate gradients: dofs of trees whose factor of M is more than its diagonal, and one over the diagonal of the others
  int nlinked, *linked;
  mjtNum* scale;
  Columns columns;
  int members;   // of a team, at most
  int* before;   // (nblock + 1) rows that reach the blocks before one, each as often as it reaches one; with several members
  ig_Team team;  // the members that help now

  // Newton only, made when the Hessian is first asked for
  mjData* stack;
  bool ready, beside;  // beside: a helper is asked to find the order
  ig_Aside aside;
  bool unwanted;  // the order that the helper looks for
  ingotReport found;
  ig_Panels panels;
  ig_Entry* entry;
  mjtNum* CJ;
  mjtNum* change;          // of the stiffness of the solver's rows
  int *changed, nchanged;  // groups that have such rows
  int *eights, *group_at;  // without cones: of every eight rows, where some have changed; the first group that reaches them
  bool *coned, cones;      // of a group: its cone was in the Hessian the last time
  bool anew, unwritten;    // anew: H is written from nothing; unwritten: when it is factored
  bool changes;            // what is not factored yet
  bool lost;               // the factor has a pivot that is: see solve/pivot.h
};

static int* stack_ints(mjData* d, size_t n) { return IG_SCRATCH(d, n ? n : 1, int); }

// For an iteration, or for laying out the problem: what these take is, roughly, that of the rows.
static void call_team(ig_SparseProblem* l) { l->team = ig_team_for(l->source->pool, l->members, 0.05 * l->source->nefc); }

static int size_of(const ig_SparseProblem* l, int block) { return l->block_start[block + 1] - l->block_start[block]; }

// ------------------------------------------------ blocks

static void find_blocks(ig_SparseProblem* l, mjData* d) {
  const ig_MjProblem* s = l->source;
  int nv = s->nv;
  l->block_of = stack_ints(d, (size_t)nv);
  l->block_start = stack_ints(d, (size_t)nv + 1);
  ig_stack_mark(d);
  // a tree's dofs are all here and together, so a parent is as far away as in the model
  int *children = stack_ints(d, (size_t)nv), *parent = stack_ints(d, (size_t)nv);
  memset(children, 0, sizeof(int) * (size_t)nv);
  for (int i = 0; i < nv; i++) {
    int dof = s->dof ? s->dof[i] : i, up = s->m->dof_parentid[dof];
    parent[i] = up < 0 ? -1 : i - (dof - up);
    if (up >= 0) children[parent[i]]++;
  }
  for (int i = 0; i < nv; i++) {
    bool joins = i && parent[i] == i - 1 && children[i - 1] == 1;
    if (!joins) l->block_start[l->nblock++] = i;
    l->block_of[i] = l->nblock - 1;
  }
  l->block_start[l->nblock] = nv;
  ig_stack_free(d);
}

// ------------------------------------------------ groups

// note a block in an ascending list; blocks mostly come in order
static int note_block(int* list, int n, int block) {
  int at = n;
  while (at && list[at - 1] > block) at--;
  if (at && list[at - 1] == block) return n;
  memmove(list + at + 1, list + at, sizeof(int) * (size_t)(n - at));
  list[at] = block;
  return n + 1;
}

static bool any_number(const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    if (x[i] != 0) return true;
  }
  return false;
}

// Blocks in which a row has a number other than zero, added to an ascending list; returns how many are in it. reached: blocks of
// its columns, with zeros or not
static int row_blocks(const ig_SparseProblem* l, int row, int* list, int n, int* reached) {
  const ig_MjProblem* s = l->source;
  *reached = 0;
  if (s->sparse) {
    int end = s->J_rowadr[row] + s->J_rownnz[row];
    for (int k = s->J_rowadr[row], next; k < end; k = next) {
      int block = l->block_of[s->J_colind[k]], behind = l->block_start[block + 1];
      // columns ascend: mostly the row has all the others of the block
      next = k + behind - s->J_colind[k];
      if (next > end || s->J_colind[next - 1] != behind - 1) {
        for (next = k + 1; next < end && s->J_colind[next] < behind;) next++;
      }
      if (any_number(s->J + k, next - k)) n = note_block(list, n, block);
      ++*reached;
    }
    return n;
  }
  const mjtNum* J = s->J + (size_t)row * (size_t)s->nv;
  for (int block = 0; block < l->nblock; block++) {
    int first = l->block_start[block];
    if (any_number(J + first, l->block_start[block + 1] - first)) n = note_block(list, n, block);
  }
  *reached = l->nblock;
  return n;
}

// rows of a contact are one group whatever zeros they have; other rows are when their blocks are the same
static int unit_rows(const ig_MjProblem* s, const int* place, int row) {
  int end = row + 1;
  if (s->type[row] < mjCNSTR_CONTACT_FRICTIONLESS) return 1;
  while (end < s->nefc && s->type[end] == s->type[row] && s->id[end] == s->id[row] && place[end] == place[end - 1] + 1) end++;
  return end - row;
}

// rows of a group that has memory for J: products take four at once, but a single one alone
static int held_rows(int rows) { return rows > 1 ? ig_fours(rows) : rows; }

typedef struct {
  size_t J, pair;
} Sizes;

// all groups and their lists of blocks; returns the sizes of what else they need
static Sizes list_groups(ig_SparseProblem* l, const int* place, mjData* d) {
  const ig_MjProblem* s = l->source;
  Sizes size = {0};
  // a row has no more blocks than numbers
  size_t most = (size_t)l->nblock + 1;
  for (int row = 0; s->sparse && row < s->nefc; row++) most += (size_t)s->J_rownnz[row];
  if (!s->sparse) most += (size_t)s->nefc * (size_t)l->nblock;
  l->group = IG_SCRATCH(d, (size_t)s->nefc, Group);
  l->block_list = stack_ints(d, most);
  int listed = 0;
  Group* g = NULL;
  for (int row = 0, unit; row < s->nefc; row += unit) {
    int *list = l->block_list + listed, n = 0, reached = 1;
    unit = unit_rows(s, place, row);
    // rows of a contact have the same columns: mostly the first has numbers in all of their blocks
    for (int i = row; i < row + unit && n < reached; i++) n = row_blocks(l, i, list, n, &reached);
    bool repeats = g && n == g->blocks && ig_same_columns(list, l->block_list + g->block, n);
    bool same = repeats && s->type[row] == s->type[row - 1] && s->id[row] == s->id[row - 1] && place[row] == place[row - 1] + 1;
    if (!same) {
      const Group* before = g;
      g = l->group + l->ngroup++;
      *g = (Group){
          .row = place[row], .from = row, .block = listed, .blocks = n, .repeats = repeats, .J = size.J, .pair = size.pair};
      if (repeats) {
        g->block = before->block;
        g->dofs = before->dofs;
        g->columns = before->columns;
        g->pair = before->pair;
      } else {
        for (int k = 0; k < n; k++) g->dofs += size_of(l, list[k]);
        g->columns = ig_fours(g->dofs);
        listed += n;
        size.pair += (size_t)n * ((size_t)n + 1) / 2;
      }
    }
    size.J += (size_t)(held_rows(g->rows + unit) - held_rows(g->rows)) * (size_t)g->columns;
    g->rows += unit;
  }
  return size;
}

static void list_dofs(const ig_SparseProblem* l, const Group* g, int* to) {
  for (int k = 0; k < g->blocks; k++) {
    int block = l->block_list[g->block + k];
    for (int dof = l->block_start[block]; dof < l->block_start[block + 1]; dof++) *to++ = dof;
  }
}

static bool are_threes(const int* dof, int n) {
  for (int i = 0; i + 2 < n; i += 3) {
    if (dof[i + 2] != dof[i] + 2) return false;
  }
  return n % 3 == 0;
}

// of single rows; one that repeats the blocks of another single row has the same
static void list_columns(ig_SparseProblem* l, mjData* d) {
  size_t listed = 0;
  for (int k = 0; k < l->ngroup; k++) {
    Group* g = l->group + k;
    bool shares = g->repeats && g[-1].rows == 1;
    g->column = shares ? g[-1].column : (int)listed;
    if (g->rows == 1 && !shares) listed += (size_t)g->dofs;
  }
  l->column = stack_ints(d, listed);
  for (int k = 0; k < l->ngroup; k++) {
    Group* g = l->group + k;
    if (g->rows != 1) continue;
    list_dofs(l, g, l->column + g->column);
    g->threes = are_threes(l->column + g->column, g->dofs);
  }
}

static void copy_row(const ig_SparseProblem* l, const Group* g, int row, mjtNum* to) {
  const ig_MjProblem* s = l->source;
  const int* block = l->block_list + g->block;
  if (!s->sparse) {
    const mjtNum* J = s->J + (size_t)row * (size_t)s->nv;
    for (int k = 0; k < g->blocks; k++) {
      int n = size_of(l, block[k]);
      memcpy(to, J + l->block_start[block[k]], sizeof(mjtNum) * (size_t)n);
      to += n;
    }
    return;
  }
  int adr = s->J_rowadr[row], end = adr + s->J_rownnz[row];
  for (int k = 0, at = adr; k < g->blocks; k++) {
    int first = l->block_start[block[k]], n = size_of(l, block[k]);
    while (at < end && s->J_colind[at] < first) at++;
    for (; at < end && s->J_colind[at] < first + n; at++) to[s->J_colind[at] - first] = s->J[at];
    to += n;
  }
}

// work on groups, or on dofs, in pieces of about as many
typedef struct {
  ig_SparseProblem* l;
  ig_Stretches stretches;
} Groups;

// things first to end - 1 of a piece
typedef struct {
  int first, end;
} Part;

static Part part_of(const Groups* groups, int n, int piece) {
  int place = ig_stretch_place(groups->stretches, piece);
  return (Part){ig_stretch_first(groups->stretches, n, place), ig_stretch_first(groups->stretches, n, place + 1)};
}

// where the numbers of a group begin, and those of the last one end
static size_t J_start(const ig_SparseProblem* l, int group) { return group < l->ngroup ? l->group[group].J : l->J_size; }

// numbers that other members have read are written next
static void claim(const ig_SparseProblem* l, mjtNum* start, size_t n) {
  if (l->team.members > 1) ig_team_claim(start, sizeof(mjtNum) * n);
}

static void copy_groups(void* context, int piece, int member) {
  const Groups* groups = context;
  const ig_SparseProblem* l = groups->l;
  Part part = part_of(groups, l->ngroup, piece);
  (void)member;
  size_t first = J_start(l, part.first);
  claim(l, l->J + first, J_start(l, part.end) - first);
  for (int k = part.first; k < part.end; k++) {
    const Group* g = l->group + k;
    mjtNum* to = l->J + g->J;
    memset(to, 0, sizeof(mjtNum) * (size_t)held_rows(g->rows) * (size_t)g->columns);
    for (int i = 0; i < g->rows; i++) copy_row(l, g, g->from + i, to + (size_t)i * (size_t)g->columns);
  }
}

static void run_groups(ig_SparseProblem* l, ig_TeamWork work) {
  enum { PIECES = 4 };
  Groups groups = {l, ig_stretches(ig_team_is_free(&l->team) ? l->team.members : 1, PIECES)};
  ig_team_run(&l->team, groups.stretches.pieces, work, &groups);
}

static void count_before(ig_SparseProblem* l, mjData* d) {
  l->before = stack_ints(d, (size_t)l->nblock + 1);
  memset(l->before, 0, sizeof(int) * ((size_t)l->nblock + 1));
  for (int k = 0; k < l->ngroup; k++) {
    const Group* g = l->group + k;
    for (int i = 0; i < g->blocks; i++) l->before[l->block_list[g->block + i] + 1] += g->rows;
  }
  for (int b = 0; b < l->nblock; b++) l->before[b + 1] += l->before[b];
}

static void make_groups(ig_SparseProblem* l, const int* place, bool newton, mjData* d) {
  Sizes size = list_groups(l, place, d);
  l->J_size = size.J;
  l->J = IG_SCRATCH(d, size.J, mjtNum);
  // no row, no entry
  l->entry = newton ? IG_SCRATCH(d, size.pair + 1, ig_Entry) : NULL;
  int widest = 4;
  for (int k = 0; k < l->ngroup; k++) {
    if (l->group[k].columns > widest) widest = l->group[k].columns;
  }
  if (l->members > 1) count_before(l, d);
  list_columns(l, d);
  enum { APART = IG_TEAM_APART / sizeof(mjtNum) };
  l->part_stride = (widest + 2 * APART - 1) / APART * APART;
  l->part = ig_stack_take(d, sizeof(mjtNum) * (size_t)l->members * (size_t)l->part_stride, IG_TEAM_APART);
  l->CJ = IG_SCRATCH(d, 6 * (size_t)widest, mjtNum);
}

// ------------------------------------------------ the transpose

// rows that each block has, summed up; returns the numbers of all these
static size_t count_columns(ig_SparseProblem* l, mjData* d) {
  Columns* c = &l->columns;
  size_t n = (size_t)l->nblock, numbers = 0;
  c->start = stack_ints(d, n + 1);
  c->JT_start = IG_SCRATCH(d, n, size_t);
  memset(c->start, 0, sizeof(int) * (n + 1));
  for (int k = 0; k < l->ngroup; k++) {
    const Group* g = l->group + k;
    for (int i = 0; i < g->blocks; i++) c->start[l->block_list[g->block + i] + 1] += g->rows;
  }
  for (int b = 0; b < l->nblock; b++) {
    c->JT_start[b] = numbers;
    numbers += (size_t)c->start[b + 1] * (size_t)size_of(l, b);
    c->start[b + 1] += c->start[b];
  }
  return numbers;
}

static void transpose(ig_SparseProblem* l) {
  Columns* c = &l->columns;
  mjData* d = l->stack;
  c->JT = IG_SCRATCH(d, count_columns(l, d) + 1, mjtNum);
  c->row = stack_ints(d, (size_t)c->start[l->nblock]);
  ig_stack_mark(d);
  int* used = stack_ints(d, (size_t)l->nblock);
  memset(used, 0, sizeof(int) * (size_t)l->nblock);
  for (int k = 0; k < l->ngroup; k++) {
    const Group* g = l->group + k;
    const mjtNum* J = l->J + g->J;
    for (int i = 0; i < g->blocks; i++) {
      int block = l->block_list[g->block + i], n = size_of(l, block);
      for (int r = 0; r < g->rows; r++) {
        int at = used[block]++;
        c->row[c->start[block] + at] = g->row + r;
        memcpy(c->JT + c->JT_start[block] + (size_t)at * (size_t)n, J + (size_t)r * (size_t)g->columns,
               sizeof(mjtNum) * (size_t)n);
      }
      J += n;
    }
  }
  ig_stack_free(d);
}

// ------------------------------------------------ products

// numbers of some of a group's blocks, together; returns how many
static inline int gather(const ig_SparseProblem* l, const int* block, int blocks, const mjtNum* dof, mjtNum* part) {
  mjtNum* to = part;
  for (int k = 0; k < blocks; k++) {
    int n = size_of(l, block[k]);
    ig_copy_block(to, dof + l->block_start[block[k]], n);
    to += n;
  }
  return (int)(to - part);
}

static inline void scatter(const ig_SparseProblem* l, const int* block, int blocks, mjtNum* dof, const mjtNum* part) {
  for (int k = 0; k < blocks; k++) {
    int n = size_of(l, block[k]);
    ig_copy_block(dof + l->block_start[block[k]], part, n);
    part += n;
  }
}

// A row of its own has few numbers, and meets those of its dofs where they are
static inline mjtNum mul_row(const ig_SparseProblem* l, const Group* g, const mjtNum* dof) {
  const mjtNum* J = l->J + g->J;
  const int* column = l->column + g->column;
  mjtNum sum = 0;
  if (!g->threes) {
    for (int c = 0; c < g->dofs; c++) sum += J[c] * dof[column[c]];
    return sum;
  }
  for (int c = 0; c < g->dofs; c += 3) {
    const mjtNum* x = dof + column[c];
    sum += J[c] * x[0];
    sum += J[c + 1] * x[1];
    sum += J[c + 2] * x[2];
  }
  return sum;
}

// its share in dofs first to end - 1
static inline void add_row(const ig_SparseProblem* l, const Group* g, mjtNum* dof, mjtNum force, int first, int end) {
  const mjtNum* J = l->J + g->J;
  const int* column = l->column + g->column;
  int c = 0, n = g->dofs;
  while (c < n && column[c] < first) c++;
  while (n > c && column[n - 1] >= end) n--;
  // blocks are not cut
  for (; g->threes && c < n; c += 3) {
    mjtNum* x = dof + column[c];
    x[0] += J[c] * force;
    x[1] += J[c + 1] * force;
    x[2] += J[c + 2] * force;
  }
  for (; c < n; c++) dof[column[c]] += J[c] * force;
}

static inline void sum_three(const int* row, int n, const mjtNum* JT, const mjtNum* force, mjtNum* dof) {
  mjtNum a = 0, b = 0, c = 0;
  for (int k = 0; k < n; k++, JT += 3) {
    mjtNum f = force[row[k]];
    a += JT[0] * f;
    b += JT[1] * f;
    c += JT[2] * f;
  }
  dof[0] = a, dof[1] = b, dof[2] = c;
}

// the dofs of blocks first to end - 1 from the transpose: the same sums, each at once
IG_CLONES static void sum_columns(const ig_SparseProblem* l, mjtNum* dof, const mjtNum* force, int first, int end) {
  const Columns* c = &l->columns;
  for (int block = first; block < end; block++) {
    int size = size_of(l, block), n = c->start[block + 1] - c->start[block];
    const int* row = c->row + c->start[block];
    const mjtNum* JT = c->JT + c->JT_start[block];
    mjtNum* to = dof + l->block_start[block];
    if (size == 3) {
      sum_three(row, n, JT, force, to);
      continue;
    }
    ig_zero(to, size);
    for (int k = 0; k < n; k++) ig_addtoscl(to, JT + (size_t)k * (size_t)size, force[row[k]], size);
  }
}

// the rows of groups first to end - 1
IG_CLONES static void mul_J(const ig_SparseProblem* l, mjtNum* part, mjtNum* row, const mjtNum* dof, int first, int end) {
  for (int k = first; k < end; k++) {
    const Group* g = l->group + k;
    size_t columns = (size_t)g->columns;
    if (g->rows == 1) {
      row[g->row] = mul_row(l, g, dof);
      continue;
    }
    int n = gather(l, l->block_list + g->block, g->blocks, dof, part);
    while (n < g->columns) part[n++] = 0;
    for (int r = 0; r < g->rows; r += 4) {
      ig_Sum sum = ig_sum_zero();
      mjtNum four[4];
      for (size_t c = 0; c < columns; c += 4) {
        ig_add_row_products(&sum, l->J + g->J + (size_t)r * columns + c, columns, part + c);
      }
      ig_store_four(four, &sum);
      for (int i = r; i < g->rows && i < r + 4; i++) row[g->row + i] = four[i - r];
    }
  }
}

// the dofs of blocks first to end - 1: a group's blocks ascend, so those are together in it
IG_CLONES static void mul_JT(const ig_SparseProblem* l, mjtNum* part, mjtNum* dof, const mjtNum* row, int first, int end) {
  int first_dof = l->block_start[first], end_dof = l->block_start[end];
  for (int i = first_dof; i < end_dof; i++) dof[i] = 0;
  for (int k = 0; k < l->ngroup; k++) {
    const Group* g = l->group + k;
    if (g->rows == 1) {
      if (row[g->row] != 0) add_row(l, g, dof, row[g->row], first_dof, end_dof);
      continue;
    }
    const int* block = l->block_list + g->block;
    const mjtNum *force = row + g->row, *J = l->J + g->J;
    int n = g->blocks;
    while (n && block[n - 1] >= end) n--;
    for (; n && *block < first; n--) J += size_of(l, *block++);
    if (!n || ig_all_zero(force, g->rows)) continue;
    int columns = gather(l, block, n, dof, part);
    for (int r = 0; r < g->rows; r++) {
      if (force[r] != 0) ig_addtoscl(part, J + (size_t)r * (size_t)g->columns, force[r], columns);
    }
    scatter(l, block, n, dof, part);
  }
}

// ------------------------------------------------ products, with threads

typedef struct {
  const ig_SparseProblem* l;
  mjtNum* to;
  const mjtNum* from;
  int pieces;
} Product;

static void mul_J_piece(void* context, int piece, int member) {
  const Product* p = context;
  const ig_SparseProblem* l = p->l;
  int first = ig_share(l->ngroup, piece, p->pieces), end = ig_share(l->ngroup, piece + 1, p->pieces);
  mul_J(l, l->part + member * l->part_stride, p->to, p->from, first, end);
}

// pieces of J^T are blocks that about as many rows reach
static int first_block(const ig_SparseProblem* l, int piece, int pieces) {
  if (piece == 0 || piece == pieces) return piece ? l->nblock : 0;
  int low = 0, high = l->nblock, wanted = ig_share(l->before[l->nblock], piece, pieces);
  while (low < high) {
    int middle = (low + high) / 2;
    if (l->before[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void mul_JT_piece(void* context, int piece, int member) {
  const Product* p = context;
  const ig_SparseProblem* l = p->l;
  int first = first_block(l, piece, p->pieces), end = first_block(l, piece + 1, p->pieces);
  if (l->columns.start)
    sum_columns(l, p->to, p->from, first, end);
  else
    mul_JT(l, l->part + member * l->part_stride, p->to, p->from, first, end);
}

// products of some tens of microseconds are shared; a piece of J^T looks at all groups, so that there is one for each thread
static int pieces_of(const ig_SparseProblem* l) {
  enum { LEAST_SIZE = 3000 };
  return l->J_size >= LEAST_SIZE && ig_team_is_free(&l->team) ? l->team.members : 1;
}

void ig_sparse_mul_J(const ig_SparseProblem* l, mjtNum* row, const mjtNum* dof) {
  Product p = {l, row, dof, pieces_of(l)};
  ig_zero(row, l->nrow);
  ig_team_run(&l->team, p.pieces, mul_J_piece, &p);
}

// A transpose takes as long as some products. Newton's method has few of these.
void ig_sparse_mul_JT(ig_SparseProblem* l, mjtNum* dof, const mjtNum* row) {
  enum { MANY = 6 };
  if (!l->entry && ++l->columns.products == MANY) transpose(l);
  Product p = {l, dof, row, pieces_of(l)};
  ig_team_run(&l->team, p.pieces, mul_JT_piece, &p);
  for (int i = l->source->nv; i < ig_fours(l->source->nv); i++) dof[i] = 0;
}

void ig_sparse_claim(const ig_SparseProblem* l, mjtNum* start, int n) { claim(l, start, (size_t)n); }

void ig_sparse_mul_M(const ig_SparseProblem* l, mjtNum* res, const mjtNum* dof) {
  const ig_MjProblem* s = l->source;
  ig_mul_lower_symmetric(res, s->M, s->M_rowadr, s->M_rownnz, s->M_colind, dof, s->nv);
  for (int i = s->nv; i < ig_fours(s->nv); i++) res[i] = 0;
}

// the dofs of a tree follow each other, and the first alone has no other before it
static int end_of_tree(const ig_MjProblem* s, int first) {
  int end = first + 1;
  while (end < s->nv && s->M_rownnz[end] > 1) end++;
  return end;
}

// Vertices of a flex are trees of three slides, whose inertia is a diagonal: to solve with it is one product for each dof.
static void find_linked(ig_SparseProblem* l, mjData* d) {
  const ig_MjProblem* s = l->source;
  l->linked = stack_ints(d, (size_t)s->nv);
  l->scale = IG_SCRATCH(d, (size_t)s->nv, mjtNum);
  for (int first = 0, end; first < s->nv; first = end) {
    end = end_of_tree(s, first);
    bool links = false;
    for (int i = first; i < end; i++) links = links || !ig_all_zero(s->qLD + s->M_rowadr[i], s->M_rownnz[i] - 1);
    for (int i = first; i < end; i++) {
      l->scale[i] = links ? 1 : s->qLDiagInv[i];
      if (links) l->linked[l->nlinked++] = i;
    }
  }
}

void ig_sparse_solve_M(const ig_SparseProblem* l, mjtNum* dof) {
  const ig_MjProblem* s = l->source;
  ig_Subset linked = {l->linked, l->nlinked};
  for (int i = 0; i < s->nv; i++) dof[i] *= l->scale[i];
  if (l->nlinked) ig_solve_rows(dof, s->qLD, s->qLDiagInv, s->nv, 1, linked, l->M_pattern);
}

// ------------------------------------------------ the Hessian's pattern

// blocks that carry this one, in M
static int meet_in_M(const ig_SparseProblem* l, int block, int* list) {
  const ig_MjProblem* s = l->source;
  int dof = l->block_start[block + 1] - 1, n = 0, last = block;
  for (int k = s->M_rowadr[dof] + s->M_rownnz[dof] - 1; k >= s->M_rowadr[dof]; k--) {
    int other = l->block_of[s->M_colind[k]];
    if (other != last) list[n++] = last = other;
  }
  return n;
}

// neighbours of all blocks, each once: first those of M, then those of the groups that a block is in
static ig_Graph make_graph(const ig_SparseProblem* l, mjData* d) {
  size_t n = (size_t)l->nblock;
  int *size = stack_ints(d, n), *start = stack_ints(d, n + 1), *list = stack_ints(d, n), *mark = stack_ints(d, n),
      *group_start = stack_ints(d, n + 1);
  int *M_start = stack_ints(d, n + 1), *adj;
  memset(group_start, 0, sizeof(int) * (n + 1));
  memset(M_start, 0, sizeof(int) * (n + 1));
  for (int b = 0; b < l->nblock; b++) {
    size[b] = size_of(l, b);
    int meets = meet_in_M(l, b, list);
    M_start[b + 1] += meets;
    for (int k = 0; k < meets; k++) M_start[list[k] + 1]++;
  }
  // groups that repeat another say nothing new
  for (int k = 0; k < l->ngroup; k++) {
    for (int i = 0; !l->group[k].repeats && i < l->group[k].blocks; i++) group_start[l->block_list[l->group[k].block + i] + 1]++;
  }
  for (size_t b = 0; b < n; b++) {
    group_start[b + 1] += group_start[b];
    M_start[b + 1] += M_start[b];
  }
  int *groups = stack_ints(d, (size_t)group_start[n]), *in_M = stack_ints(d, (size_t)M_start[n]), *used = stack_ints(d, n);
  memcpy(used, group_start, sizeof(int) * n);
  for (int k = 0; k < l->ngroup; k++) {
    for (int i = 0; !l->group[k].repeats && i < l->group[k].blocks; i++) {
      groups[used[l->block_list[l->group[k].block + i]]++] = k;
    }
  }
  memcpy(used, M_start, sizeof(int) * n);
  for (int b = 0; b < l->nblock; b++) {
    int meets = meet_in_M(l, b, list);
    for (int k = 0; k < meets; k++) {
      in_M[used[b]++] = list[k];
      in_M[used[list[k]]++] = b;
    }
  }
  // each block meets no more than its groups and M name
  size_t most = (size_t)M_start[n];
  for (int k = 0; k < l->ngroup; k++) {
    most += l->group[k].repeats ? 0 : (size_t)l->group[k].blocks * (size_t)l->group[k].blocks;
  }
  adj = stack_ints(d, most);
  int total = 0;
  memset(mark, -1, sizeof(int) * n);
  for (int b = 0; b < l->nblock; b++) {
    start[b] = total;
    mark[b] = b;
    for (int k = M_start[b]; k < M_start[b + 1]; k++) {
      if (mark[in_M[k]] == b) continue;
      mark[in_M[k]] = b;
      adj[total++] = in_M[k];
    }
    for (int k = group_start[b]; k < group_start[b + 1]; k++) {
      const Group* g = l->group + groups[k];
      for (int i = 0; i < g->blocks; i++) {
        int other = l->block_list[g->block + i];
        if (mark[other] == b) continue;
        mark[other] = b;
        adj[total++] = other;
      }
    }
  }
  start[n] = total;
  return (ig_Graph){l->nblock, size, start, adj, &l->unwanted};
}

static void find_entries(void* context, int piece, int member) {
  const Groups* groups = context;
  const ig_SparseProblem* l = groups->l;
  Part part = part_of(groups, l->ngroup, piece);
  (void)member;
  for (int k = part.first; k < part.end; k++) {
    const Group* g = l->group + k;
    if (g->repeats) continue;
    ig_Entry* entry = l->entry + g->pair;
    for (int x = 0; x < g->blocks; x++) {
      for (int y = 0; y <= x; y++) {
        *entry++ = ig_panels_entry(&l->panels, l->block_list[g->block + x], l->block_list[g->block + y]);
      }
    }
  }
}

ig_SparseProblem* ig_sparse_make(const ig_MjProblem* source, const int* place, int nrow, bool newton, mjData* d) {
  ig_SparseProblem* l = IG_SCRATCH(d, 1, ig_SparseProblem);
  *l = (ig_SparseProblem){.source = source, .nrow = nrow, .M_pattern = {source->M_rownnz, source->M_rowadr, source->M_colind}};
  l->members = ig_team_useful(source->pool);
  call_team(l);
  find_blocks(l, d);
  make_groups(l, place, newton, d);
  if (!newton) find_linked(l, d);
  l->stack = d;
  return l;
}

static void find_order(void* context) {
  ig_SparseProblem* l = context;
  ig_Graph graph = make_graph(l, l->stack);
  l->panels = ig_panels_make(&graph, l->members, l->stack);
}

// an error, of memory that ends or of an order that is not wanted any more, is the caller's
static void find_order_in_background(void* context, int piece, int member) {
  ig_SparseProblem* l = context;
  mjData* d = l->stack;
  size_t pstack = d->pstack, pbase = d->pbase;
  (void)piece, (void)member;
  if (ig_guard(find_order, l, &l->found) == INGOT_OK) return;
  while (d->pbase != pbase) ig_stack_free(d);
  d->pstack = pstack;
}

void ig_sparse_seek(ig_SparseProblem* l) {
  if (l->beside || l->ready || !l->entry || l->team.members < 2) return;
  l->beside = true;
  l->aside = ig_team_begin(&l->team, 1, find_order_in_background, l);
}

void ig_sparse_begin(ig_SparseProblem* l) {
  ig_sparse_seek(l);
  run_groups(l, copy_groups);
}

void ig_sparse_leave(ig_SparseProblem* l) {
  if (!l->beside) return;
  __atomic_store_n(&l->unwanted, true, __ATOMIC_RELAXED);
  ig_team_drop(&l->aside);
  l->beside = false;
}

static void take_order(ig_SparseProblem* l) {
  if (!l->beside) {
    find_order(l);
    return;
  }
  l->beside = false;
  ig_team_end(&l->aside);
  if (l->found.status != INGOT_OK) mju_error("%s", l->found.text);
}

// order and panels, when the Hessian is first asked for: a solve that ends where it starts needs none
static void prepare(ig_SparseProblem* l) {
  mjData* d = l->stack;
  if (l->ready) return;
  l->ready = true;
  take_order(l);
  run_groups(l, find_entries);
  l->coned = IG_SCRATCH(d, (size_t)l->ngroup, bool);
  l->change = IG_SCRATCH(d, (size_t)l->nrow, mjtNum);
  l->changed = stack_ints(d, (size_t)l->ngroup);
  l->eights = stack_ints(d, (size_t)l->nrow / AT_ONCE + 1);
  l->group_at = stack_ints(d, (size_t)l->nrow / AT_ONCE + 1);
  for (int row = 0, k = 0; row < l->nrow; row += AT_ONCE) {
    while (k < l->ngroup - 1 && l->group[k].row + l->group[k].rows <= row) k++;
    l->group_at[row / AT_ONCE] = k;
  }
}

// ------------------------------------------------ the Hessian

// all entries of a dof's row are in its own block
static bool is_within(const ig_SparseProblem* l, int block, int dof) {
  return l->source->M_colind[l->source->M_rowadr[dof]] >= l->block_start[block];
}

// M, as far as it is in columns of an owner
static void add_inertia(const ig_SparseProblem* l, int owner) {
  const ig_MjProblem* s = l->source;
  mjtNum* H = l->panels.H;
  for (int i = 0; i < s->nv; i++) {
    int own = l->block_of[i], column = i - l->block_start[own], last = -1;
    ig_Entry entry = ig_panels_entry(&l->panels, own, own);
    if (!ig_entry_is_of(&entry, owner) && is_within(l, own, i)) continue;
    for (int k = s->M_rowadr[i]; k < s->M_rowadr[i] + s->M_rownnz[i]; k++) {
      int block = l->block_of[s->M_colind[k]], row = s->M_colind[k] - l->block_start[block];
      if (block != last) entry = ig_panels_entry(&l->panels, own, block);
      last = block;
      if (!ig_entry_is_of(&entry, owner)) continue;
      // within a block the lower triangle is that of the later dof
      bool turned = entry.swapped || block == own;
      H[entry.at + (size_t)(turned ? row : column) * (size_t)entry.line + (size_t)(turned ? column : row)] += s->M[k];
    }
  }
}

// outer products of n rows, `step` apart: to(i, j) += sum over rows of (scale a(i)) b(j), in their order
IG_WIDE_INLINE void add_outer(mjtNum* to, int line, int na, int nb, const mjtNum* a, const mjtNum* b, size_t step,
                              const mjtNum* scale, int n) {
  for (int i = 0; i < na; i++) {
    mjtNum* restrict row = to + (size_t)i * (size_t)line;
    for (int r = 0; r < n; r++) {
      if (scale[r] == 0) continue;
      mjtNum s = a[(size_t)r * step + (size_t)i] * scale[r];
      const mjtNum* restrict from = b + (size_t)r * step;
      for (int j = 0; j < nb; j++) row[j] += s * from[j];
    }
  }
}

// all pairs of a group's blocks that lie in columns of an owner: a and b are rows of its columns
IG_CLONES static void add_rows(const ig_SparseProblem* l, mjtNum* values, int owner, const Group* g, const mjtNum* a,
                               const mjtNum* b, const mjtNum* scale) {
  int n = g->rows;
  const ig_Entry* entry = l->entry + g->pair;
  size_t step = (size_t)g->columns;
  for (int x = 0, cx = 0; x < g->blocks; x++) {
    int nx = size_of(l, l->block_list[g->block + x]);
    for (int y = 0, cy = 0; y <= x; y++, entry++) {
      int ny = size_of(l, l->block_list[g->block + y]), line = entry->line;
      // the block of the panel's columns, then that of its rows
      const mjtNum *column = a + (entry->swapped ? cy : cx), *row = b + (entry->swapped ? cx : cy);
      int ncolumn = entry->swapped ? ny : nx, nrow = entry->swapped ? nx : ny;
      mjtNum* to = values + entry->at;
      cy += ny;
      if (!ig_entry_is_of(entry, owner)) continue;
      if (ncolumn == 6 && nrow == 6)
        add_outer(to, line, 6, 6, column, row, step, scale, n);
      else if (ncolumn == 3 && nrow == 3)
        add_outer(to, line, 3, 3, column, row, step, scale, n);
      else
        add_outer(to, line, ncolumn, nrow, column, row, step, scale, n);
    }
    cx += nx;
  }
}

static void touch_group(ig_SparseProblem* l, const Group* g) {
  for (int k = 0; k < g->blocks; k++) ig_panels_touch(&l->panels, l->block_list[g->block + k]);
}

// change = what is in the Hessian now less what was noted
static inline void note_row(const ig_Rows* rows, mjtNum* D, mjtNum* change, int row) {
  mjtNum now = rows->state[row] == IG_QUADRATIC ? rows->D[row] : 0;
  change[row] = now - D[row];
  D[row] = now;
}

typedef ig_NumInt Bits __attribute__((vector_size(sizeof(ig_Four))));

// the same for four rows; where one is not zero its bits are set
IG_WIDE_INLINE Bits note_four(const ig_Rows* rows, mjtNum* D, mjtNum* change, int row) {
  Bits quadratic = ig_four_at(rows->state + row) == IG_QUADRATIC;
  ig_Four now = (ig_Four)((Bits)ig_four_at(rows->D + row) & quadratic), different = now - ig_four_at(D + row);
  memcpy(change + row, &different, sizeof different);
  memcpy(D + row, &now, sizeof now);
  return different != 0;
}

// for rows first to end - 1; where those eights begin of which some have changed is listed: returns how many
IG_CLONES static int note_stiffness(const ig_Rows* rows, mjtNum* D, mjtNum* change, int* eights, int first, int end) {
  int row = first, n = 0;
  for (; row + AT_ONCE <= end; row += AT_ONCE) {
    Bits some = note_four(rows, D, change, row) | note_four(rows, D, change, row + 4);
    eights[n] = row;
    n += (some[0] | some[1] | some[2] | some[3]) != 0;
  }
  if (row == end) return n;
  eights[n++] = row;
  for (; row < end; row++) note_row(rows, D, change, row);
  return n;
}

typedef struct {
  const ig_Rows* rows;
  mjtNum *D, *change;
  int *eights, found[IG_TEAM_MOST];  // of each piece
  int pieces;
} Comparison;

// pieces are whole eights of rows
static int first_compared(const Comparison* c, int piece) {
  return piece < c->pieces ? AT_ONCE * ig_share(c->rows->n / AT_ONCE, piece, c->pieces) : c->rows->n;
}

static void compare_piece(void* context, int piece, int member) {
  Comparison* c = context;
  int first = first_compared(c, piece), end = first_compared(c, piece + 1);
  (void)member;
  if (c->pieces > 1) ig_team_claim(c->change + first, sizeof(mjtNum) * (size_t)(end - first));
  c->found[piece] = note_stiffness(c->rows, c->D, c->change, c->eights + first / AT_ONCE, first, end);
}

static void note_changed(ig_SparseProblem* l, int k) {
  l->changed[l->nchanged++] = k;
  touch_group(l, l->group + k);
}

// groups of changed rows from `row` on, before `end`; k: none before it has
static int note_groups(ig_SparseProblem* l, int k, int row, int end) {
  for (; row < end; row++) {
    if (l->change[row] == 0) continue;
    while (l->group[k].row + l->group[k].rows <= row) k++;
    note_changed(l, k);
    row = l->group[k].row + l->group[k].rows - 1;
    k++;
  }
  return k;
}

static int behind_group(const ig_SparseProblem* l, int k) { return k ? l->group[k - 1].row + l->group[k - 1].rows : 0; }

// Rows that came or went since D was noted, and the groups that have some. With cones, whose rows lie behind all others, groups
// are not in their order.
static void find_changes(ig_SparseProblem* l, const ig_Rows* rows, mjtNum* D) {
  enum { LEAST_ROWS = 4096 };
  Comparison c = {rows, D, l->change, l->eights,
                  .pieces = rows->n >= LEAST_ROWS && ig_team_is_free(&l->team) ? l->team.members : 1};
  ig_team_run(&l->team, c.pieces, compare_piece, &c);
  l->nchanged = 0;
  for (int k = 0; rows->ncone && k < l->ngroup; k++) {
    if (!ig_all_zero(l->change + l->group[k].row, l->group[k].rows)) note_changed(l, k);
  }
  if (rows->ncone) return;
  for (int piece = 0, k = 0; piece < c.pieces; piece++) {
    const int* eight = c.eights + first_compared(&c, piece) / AT_ONCE;
    for (int i = 0; i < c.found[piece]; i++) {
      int row = eight[i], end = row + AT_ONCE < rows->n ? row + AT_ONCE : rows->n, at = l->group_at[row / AT_ONCE];
      if (k < at) k = at;
      // the group before may reach into these
      if (row < behind_group(l, k)) row = behind_group(l, k);
      k = note_groups(l, k, row, end);
    }
  }
}

// the columns of one owner, or of all
static void write_columns(void* context, int owner) {
  const ig_SparseProblem* l = context;
  if (l->anew) {
    ig_panels_clear(&l->panels, owner);
    add_inertia(l, owner);
  }
  for (int i = 0; i < l->nchanged; i++) {
    const Group* g = l->group + l->changed[i];
    add_rows(l, l->panels.H, owner, g, l->J + g->J, l->J + g->J, l->change + g->row);
  }
}

static const ig_Team* factor_team(const ig_SparseProblem* l) {
  return l->team.members > 1 && ig_panels_work(&l->panels) >= IG_LEAST_SHARED_FACTOR ? &l->team : NULL;
}

// Threads write their own columns each and go through all groups in their order; without cones, whose numbers come on top, when
// they factor them.
static void write_hessian(ig_SparseProblem* l, const ig_Rows* rows, mjtNum* D, bool anew) {
  enum { LEAST_GROUPS = 32 };
  if (anew) {
    ig_zero(D, rows->n);
    ig_panels_touch_all(&l->panels);
  }
  find_changes(l, rows, D);
  l->anew = anew;
  // every owner's columns are a pass over all groups: not one without a member to make it
  bool all_there = l->team.members > 1 && l->team.members == l->members && ig_team_is_free(&l->team);
  bool shared = all_there && (anew || l->nchanged >= LEAST_GROUPS);
  l->unwritten = shared && !l->cones && factor_team(l);
  if (l->unwritten) return;
  if (shared)
    ig_panels_write(&l->panels, &l->team, &(ig_PanelWriting){write_columns, l});
  else
    write_columns(l, IG_ALL_OWNERS);
}

// J^T C J of a cone goes to W, on top of what was copied there from H
static void add_cone(ig_SparseProblem* l, const mjtNum* C, const Group* g) {
  static const mjtNum one[6] = {1, 1, 1, 1, 1, 1};
  size_t columns = (size_t)g->columns;
  const mjtNum* J = l->J + g->J;
  for (int i = 0; i < g->rows; i++) {
    mjtNum* CJ = l->CJ + (size_t)i * columns;
    ig_zero(CJ, g->columns);
    for (int j = 0; j < g->rows; j++) ig_addtoscl(CJ, J + (size_t)j * columns, C[6 * i + j], g->columns);
  }
  add_rows(l, l->panels.W, IG_ALL_OWNERS, g, J, l->CJ, one);
}

// Groups are in the order of the rows, cones in that of their contacts: between two of them there may be groups of contacts
// without friction.
static void begin_factor(ig_SparseProblem* l, const ig_Rows* rows) {
  for (int k = 0; l->cones && k < l->ngroup; k++) {
    const Group* g = l->group + k;
    bool now = g->row >= rows->ni && rows->state[g->row] == IG_CONE;
    if (now || l->coned[k]) touch_group(l, g);
    l->coned[k] = now;
  }
  ig_panels_begin(&l->panels, factor_team(l), l->cones);
  int cone = 0;
  for (int k = 0; l->cones && k < l->ngroup; k++) {
    if (l->group[k].row < rows->ni) continue;
    if (l->coned[k]) add_cone(l, rows->C + 36 * cone, l->group + k);
    cone++;
  }
  IG_ASSERT(!l->cones || cone == rows->ncone);
  l->changes = true;
}

void ig_sparse_hessian_start(ig_SparseProblem* l, const ig_Rows* rows, mjtNum* D, bool cones) {
  prepare(l);
  call_team(l);
  l->cones = cones;
  memset(l->coned, 0, sizeof(bool) * (size_t)l->ngroup);
  write_hessian(l, rows, D, true);
  begin_factor(l, rows);
}

void ig_sparse_hessian_update(ig_SparseProblem* l, const ig_Rows* rows, mjtNum* D, bool anew) {
  call_team(l);
  write_hessian(l, rows, D, anew || l->lost);
  begin_factor(l, rows);
}

bool ig_sparse_hessian_solve(ig_SparseProblem* l, mjtNum* x) {
  if (l->changes)
    l->lost = !ig_panels_factor(&l->panels, factor_team(l), l->unwritten ? &(ig_PanelWriting){write_columns, l} : NULL, x);
  else
    ig_panels_solve(&l->panels, factor_team(l), x);
  l->changes = l->unwritten = false;
  return !l->lost || l->anew;
}

size_t ig_sparse_entries(const ig_SparseProblem* l) { return l->ready ? ig_panels_entries(&l->panels) : 0; }
