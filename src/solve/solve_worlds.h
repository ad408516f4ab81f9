// SPDX-License-Identifier: Apache-2.0
// The solver's stage for worlds in lanes, as its files share it: what all machines do (solve_lanes.lane.c, solve_islands.lane.c),
// and what a vector of worlds (solve_vector.lane.c), a GPU (solve_gpu.gpu.c), its threads (solve_thread.gpu.c) and its groups of
// threads (solve_group.gpu.c) do in their own ways.
#ifndef INGOT_SOLVE_SOLVE_WORLDS_H_
#define INGOT_SOLVE_SOLVE_WORLDS_H_

#include "solve/side_by_side.h"
#include "solve/solve_lanes.h"

#if IG_WIDTH > 1

typedef IG_SLOT(mjtByte) ig_Mark;

typedef struct {
  const mjModel* m;
  ig_Data* d;
  ig_Method method;
  bool islands;   // the whole world is one, or there are several
  bool whole;     // the worlds are the problems
  bool packed;    // rows of J have no chunks but those that are not zero
  bool together;  // rows have the same places in all lanes
  ig_ProblemView views[IG_LANES];
  ig_Problem p;
  ig_LanePlaces places;
  ig_Room room;
  real *x, *b;       // per row of the solver: at the warm start, and without constraints
  ig_Index* source;  // per row of the solver, in vectors: the row of the worlds, -1: it pads
} ig_WorldSolve;

// islands of a lane: their dofs and rows as lists, one after the other
typedef struct {
  int n;
  ig_Index *tree_island, *row_island;
  ig_Index *dof_start, *dof, *row_start, *row;
  ig_Index* local;  // of a dof in its island
} ig_LaneIslands;

// ------------------------------------------------ for all machines

int IG_NAME(ig_solve_rows_of)(const ig_Data* d, int lane);

// the places of the lane with the most rows that holds a world: others may have more rows, which have no place
const ig_Index* IG_NAME(ig_solve_longest)(const ig_WorldSolve* s, int* rows);

// Where rows have the same places in all lanes: numbers of the rows but for J, then J; M, and its factor for conjugate gradients.
const ig_Index* IG_NAME(ig_solve_fill_rows)(ig_WorldSolve* s, int* rows);
void IG_NAME(ig_solve_fill_together)(ig_WorldSolve* s);
void IG_NAME(ig_solve_fill_inertia)(ig_WorldSolve* s);

// room for the bytes in the scratch of the lanes; if not, the lanes leave, and find more in the next step
bool IG_NAME(ig_solve_have_bytes)(ig_Data* d, size_t bytes);

void IG_NAME(ig_solve_note)(const ig_WorldSolve* s, int lane, int slot, const ig_ProblemView* g);

// As ig_find_islands: numbered by their first trees. False: a row touches no tree, which is an error that width 1 raises.
ig_LaneIslands IG_NAME(ig_solve_take_islands)(const mjModel* m, const ig_Data* d, ig_Room* room);
bool IG_NAME(ig_solve_find_islands)(const mjModel* m, const ig_Data* d, int lane, int nefc, ig_LaneIslands* islands,
                                    ig_Index* parent, ig_Mark* touched);
ig_ProblemView IG_NAME(ig_solve_island_view)(const ig_WorldSolve* s, int lane, const ig_LaneIslands* islands, int k);
void IG_NAME(ig_solve_free_dofs)(const ig_WorldSolve* s, int lane, const ig_LaneIslands* islands);
void IG_NAME(ig_solve_free_lone_trees)(ig_WorldSolve* s);
void IG_NAME(ig_solve_dual)(ig_WorldSolve* s, bool noslip);

// the whole stage, in s; room: what is near
void IG_NAME(ig_solve_worlds)(ig_WorldSolve* s, const mjModel* m, ig_Data* d, ig_Room room);

// ------------------------------------------------ of each machine

bool IG_NAME(ig_solve_places_agree)(const ig_WorldSolve* s);
int IG_NAME(ig_solve_count_chunks)(const ig_WorldSolve* s);  // of J, if it is packed; 0: it is not
void IG_NAME(ig_solve_pack_rows)(ig_WorldSolve* s);
void IG_NAME(ig_solve_lay_inertia)(ig_WorldSolve* s);
void IG_NAME(ig_solve_fill_worlds)(ig_WorldSolve* s);    // J, where rows have the same places
void IG_NAME(ig_solve_note_patterns)(ig_WorldSolve* s);  // of rows that were filled in otherwise
void IG_NAME(ig_solve_rows_out)(const ig_WorldSolve* s, ig_Cell* to, const real* from);
void IG_NAME(ig_solve_states_out)(const ig_WorldSolve* s, const real* from);
void IG_NAME(ig_solve_mul_mass)(const ig_WorldSolve* s, real* res, const real* v);
bool IG_NAME(ig_solve_have_room)(ig_Data* d, const ig_Room* room);
char* IG_NAME(ig_solve_block)(const ig_Data* d);
void IG_NAME(ig_solve_note_flat)(ig_Data* d, int lane);
void IG_NAME(ig_solve_clear_iterations)(ig_Data* d, int lane);
void IG_NAME(ig_solve_islands)(ig_WorldSolve* s);
bool IG_NAME(ig_solve_results_together)(ig_WorldSolve* s, ig_VectorResults* results);  // false: each lane by itself

#endif
#endif  // INGOT_SOLVE_SOLVE_WORLDS_H_
