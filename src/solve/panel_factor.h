// SPDX-License-Identifier: Apache-2.0
// The factor of panels and the sweeps through it, of one thread at a time, and what all files about panels say of them.
#ifndef INGOT_SOLVE_PANEL_FACTOR_H_
#define INGOT_SOLVE_PANEL_FACTOR_H_

#include <stdbool.h>
#include <stddef.h>

#include "base/team.h"
#include "solve/panels.h"

enum { IG_CACHE_LINE = 64 / sizeof(mjtNum) };

static inline int ig_round_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

// dofs of the block at a position of the order
static inline int ig_dofs_at(const ig_Order* o, int position) { return o->dof[position + 1] - o->dof[position]; }

// the root of a subtree whose sum others take
static inline bool ig_is_root(const ig_Panels* p, int s) { return p->root[s] == s; }

// to what is above a subtree only its sum gives
static inline bool ig_gives_sum(const ig_Panels* p, int from, int to) { return p->root[to] < 0 && p->root[from] >= 0; }

// numbers that others have read are written next
static inline void ig_panel_claim(const ig_Panels* p, mjtNum* start, size_t n) {
  if (p->members > 1) ig_team_claim(start, sizeof(mjtNum) * n);
}

// columns that threads share at a time: a whole number of fours and of cache lines
enum { IG_COLUMNS_AT_ONCE = 16 };

// Of a supernode that members share: how many positions of columns a task has, in pairs (columns are taken four at a time, and
// two bodies have a whole number of fours), and how many rows.
static inline int ig_columns_of_task(const ig_Panels* p, int s) {
  int positions = p->order.first[s + 1] - p->order.first[s], pieces = 2 * p->members;
  return ig_round_up((positions + pieces - 1) / pieces, 2);
}

static inline int ig_rows_of_task(const ig_Panels* p, int s) {
  enum { MOST = 32 };
  int share = IG_COLUMNS_AT_ONCE;
  while (share * MOST < p->rows[s]) share *= 2;
  return share;
}

static inline int ig_column_tasks(const ig_Panels* p, int s) {
  int share = ig_columns_of_task(p, s);
  return (p->order.first[s + 1] - p->order.first[s] + share - 1) / share;
}

static inline int ig_stripe_tasks(const ig_Panels* p, int s) {
  int share = ig_rows_of_task(p, s);
  return (p->rows[s] + share - 1) / share;
}

// where the scaled columns of a four start: the first has none, the others as many more each
static inline size_t ig_scaled_start(int c) { return c ? 2 * (size_t)(c / 4) * (size_t)(c - 4) : 0; }

// ------------------------------------------------ numbers

// lines of a panel as they are before the factor
void ig_panel_start_lines(const ig_Panels* p, int s, int first, int end);

// columns of a supernode before they take from others: lines, unless these were copied, and entries on the diagonal
void ig_panel_start_columns(const ig_Panels* p, int s, int first, int end);

// the rows of a supernode by their positions, for the thread that comes to it next
void ig_panel_note_rows(const ig_Panels* p, const ig_PanelRoom* room, int s);

// entry `k` of the list of what a supernode takes, or rows low to high - 1 of it
void ig_panel_take(const ig_Panels* p, const ig_PanelRoom* room, int s, int k, int low, int high);

// The scaled columns of each four: all are kept, or one at a time. Known: they are written, and other members with rows of
// the same columns read them.
typedef struct {
  mjtNum* at;
  bool kept, known;
} ig_Scaled;

// Columns c0 to c1 - 1 of a supernode take from those before them in it, in the rows r0 to r1 - 1: four columns at a time, c0 a
// whole number of fours. Rows from c1 on need the rows before them to be finished, and are then independent of each other.
void ig_panel_factor(const ig_Panels* p, mjtNum* product, ig_Scaled scaled, int s, int c0, int c1, int r0, int r1);

// what is dirty of supernodes first to end - 1, with the sums of subtrees
void ig_panel_factor_range(const ig_Panels* p, const ig_PanelRoom* room, int first, int end);

// Supernodes first to end - 1, whole subtrees, forth and back, and between these what is above the subtrees: it takes from them
// and gives to them. x, the caller's, is copied into the order on the way forth.
void ig_panel_sweep_forth(const ig_Panels* p, const ig_PanelRoom* room, const mjtNum* x, int first, int end);
void ig_panel_sweep_above(const ig_Panels* p, const ig_PanelRoom* room, const mjtNum* x);
void ig_panel_sweep_back(const ig_Panels* p, const ig_PanelRoom* room, int first, int end);

#endif  // INGOT_SOLVE_PANEL_FACTOR_H_
