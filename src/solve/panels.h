// SPDX-License-Identifier: Apache-2.0
// A sparse symmetric matrix and its factor in dense panels, one for each supernode of an order.
//
// The panel of a supernode has a line for each of its columns: the entries of that column in the supernode's own rows, then
// in the rows below that meet it, padded to whole fours. The factor is the root-free one, W(i, k) = H(i, k) - sum over
// e < k of W(i, e) W(k, e) / D(e), D(k) = W(k, k): column by column in the order, supernode by supernode from the left.
// Only supernodes with a change in them or below them in the tree are computed again: the others would get the same bits.
//
// Subtrees that are not too large give to those above them in one: what their columns take from the rows above is summed in a
// square of its own, which the others then add. Threads have a subtree each, and only that square moves between their caches.
#ifndef INGOT_SOLVE_PANELS_H_
#define INGOT_SOLVE_PANELS_H_

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/team.h"
#include "solve/order.h"

// neighbouring rows of one panel that are neighbours in another
typedef struct {
  int from, to, n;
} ig_Run;

// memory of one thread for the factor: four lines of products are `stride` apart
typedef struct {
  mjtNum *product, *scaled;
  mjtNum* part;  // x of the rows of a supernode
  ig_Run* run;
  int* place;  // of a position: where it is among the rows that are noted
} ig_PanelRoom;

// subtrees in runs of supernodes, neighbours together, for one thread each
typedef struct {
  int n, *start, *end;
  double* work;
  int* owner;  // the member that takes it, unless others have nothing left to do
} ig_Trees;

// work of a supernode above them that threads share, in products; a factor of some tens of microseconds is not shared
enum { IG_SHARED_WORK = 150000, IG_LEAST_SHARED_FACTOR = 80000 };

// what a member does at a time when several factor: see panel_tasks.c
typedef struct {
  enum { IG_TREE, IG_SUPERNODE, IG_COLUMNS, IG_STRIPE } kind;
  int s;      // the supernode, or the tree
  int piece;  // of its columns or stripes
} ig_PanelTask;

// of a supernode that members share: tasks of columns and of stripes that are done, and columns that are finished
typedef struct {
  int updated, columns, stripes;
  int before;  // the one that members shared before it, or -1
  char apart[64 - 4 * sizeof(int)];
} ig_Progress;

typedef struct {
  ig_Order order;
  int* caller_dof;           // of a position: where its dofs are for the caller
  mjtNum* x;                 // what is solved for, in the order
  int* row_dof;              // (with row_start) where the rows of order.row start in their panel
  int *width, *rows, *line;  // of a supernode: columns, rows, and the length of a line of its panel
  size_t* adr;               // of its panel
  size_t size;               // of all panels
  int *update_start, *update_from, *update_row, *update_end;  // supernodes that others change, and by which of their rows
  mjtNum *H, *W, *inverse;
  bool* dirty;
  double* work;  // of a supernode: products that it takes, roughly
  double total_work;
  int stride, members;
  ig_PanelRoom* room;  // (members)
  bool copied;         // W is H in what is dirty; otherwise factoring copies it as it comes to it
  int *root, *lowest;  // of a supernode: the last one of its subtree, -1 where it is above all; the first of those below it
  int* leave;          // its first row above its subtree
  ig_Trees trees;
  mjtNum *sum, *left;  // of a subtree: its sum, and the same for a sweep
  size_t *sum_adr, *left_adr;
  int* sum_line;
  bool* lost;  // of a dof: its pivot is, see solve/pivot.h
  int* owner;  // of a position: the member that writes its columns of H, whose numbers the caches of that one have
  // with several members only
  ig_PanelTask* task;
  ig_Progress* progress;  // of a supernode
  mjtNum* scaled;         // columns of the one that is factored in stripes now
} ig_Panels;

// memory from the stack of d, which the caller has marked. members: of the largest team that factors
ig_Panels ig_panels_make(const ig_Graph* graph, int members, mjData* d);

// H is zero, of one owner or of all; everything is to be factored
enum { IG_ALL_OWNERS = -1 };
void ig_panels_clear(const ig_Panels* p, int owner);
void ig_panels_touch_all(ig_Panels* p);

// where the entries of two blocks are: in `values` (H or W), entry (i of the column's block, j of the row's) at [i * line + j].
// The column's block is the one earlier in the order: `swapped` tells whether that is b
typedef struct {
  size_t at;
  int line;
  bool swapped;
  uint8_t owner;  // of the column
} ig_Entry;
static inline bool ig_entry_is_of(const ig_Entry* entry, int owner) { return owner == IG_ALL_OWNERS || entry->owner == owner; }
ig_Entry ig_panels_entry(const ig_Panels* p, int block_a, int block_b);

void ig_panels_touch(ig_Panels* p, int block);  // an entry in the block's columns changes

// What is dirty, and all above it in the tree: W starts as H. Copy: at once, for a caller that adds to it before it is factored;
// otherwise each panel on its turn, when it is needed in the caches anyway.
void ig_panels_begin(ig_Panels* p, const ig_Team* team, bool copy);
// Columns of H that are still to be written, by their owners
typedef struct {
  void (*columns)(void* context, int owner);
  void* context;
} ig_PanelWriting;
void ig_panels_write(const ig_Panels* p, const ig_Team* team, const ig_PanelWriting* writing);

// and is factored; nothing is dirty then. Threads can have more in this one list: columns are written at once (writing, or NULL;
// not where W was copied), and x is solved for as by ig_panels_solve (or NULL). The same bits with and without a team. False: a
// pivot is lost, see solve/pivot.h
bool ig_panels_factor(ig_Panels* p, const ig_Team* team, const ig_PanelWriting* writing, mjtNum* x);
// products that factoring everything takes, roughly
double ig_panels_work(const ig_Panels* p);

// numbers of a block: mostly it is a free body
static inline void ig_copy_block(mjtNum* to, const mjtNum* from, int n) {
  if (n == 6) {
    memcpy(to, from, 6 * sizeof(mjtNum));
    return;
  }
  for (int i = 0; i < n; i++) to[i] = from[i];
}

// x <- H^-1 x. The same bits with and without a team
void ig_panels_solve(ig_Panels* p, const ig_Team* team, mjtNum* x);

// entries of the factor at and below the diagonal, those of padding not counted
size_t ig_panels_entries(const ig_Panels* p);

#endif  // INGOT_SOLVE_PANELS_H_
