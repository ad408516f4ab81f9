// SPDX-License-Identifier: Apache-2.0
// What threads and groups of threads of a GPU do alike in the solver's stage: a thread sees one world.
#include "solve/solve_worlds.h"

bool IG_NAME(ig_solve_places_agree)(const ig_WorldSolve* s) { return s->d->ragged.chunk == 4; }
void IG_NAME(ig_solve_fill_worlds)(ig_WorldSolve* s) { IG_NAME(ig_solve_fill_together)(s); }
void IG_NAME(ig_solve_note_patterns)(ig_WorldSolve* s) { IG_NAME(ig_join_masks)(&s->p); }
bool IG_NAME(ig_solve_results_together)(ig_WorldSolve* s, ig_VectorResults* results) { return false; }

void IG_NAME(ig_solve_rows_out)(const ig_WorldSolve* s, ig_Cell* to, const real* from) {
  const ig_Index* place = s->places.place[0];
  IG_SHARE(row, s->views[0].nefc) * (num*)(to + row) = ig_lane(from[place[row]], 0);
}

void IG_NAME(ig_solve_states_out)(const ig_WorldSolve* s, const real* from) {
  const ig_Index* place = s->places.place[0];
  IG_SHARE(row, s->views[0].nefc) ig_set_ints_lane(s->d->efc_state + row, 0, (int)ig_lane(from[place[row]], 0));
}

// the host warns when it checks the progress of the worlds
void IG_NAME(ig_solve_note_flat)(ig_Data* d, int lane) { d->flat = 1; }
void IG_NAME(ig_solve_clear_iterations)(ig_Data* d, int lane) { IG_ALONE d->niter = 0; }

// one after the other: there is one world
void IG_NAME(ig_solve_islands)(ig_WorldSolve* s) {
  const mjModel* m = s->m;
  ig_Data* d = s->d;
  ig_Room room = s->room;
  ig_Index* parent = IG_TAKE(&room, ig_Index, m->ntree);
  ig_Mark* touched = IG_TAKE(&room, ig_Mark, m->ntree);
  ig_LaneIslands islands = IG_NAME(ig_solve_take_islands)(m, d, &room);
  if (!IG_NAME(ig_solve_have_room)(d, &room)) return;
  bool found = false;
  IG_ALONE found = IG_NAME(ig_solve_find_islands)(m, d, 0, s->views[0].nefc, &islands, parent, touched);
  islands.n = (int)ig_bits_of_mate((unsigned)islands.n, 0);
  if (!ig_bits_of_mate(found, 0)) {
    d->leaves = true;
    return;
  }
  ig_meet();
  IG_NAME(ig_solve_free_dofs)(s, 0, &islands);
  for (int k = 0; k < islands.n; k++) {
    ig_ProblemView view = IG_NAME(ig_solve_island_view)(s, 0, &islands, k), *list = &view;
    ig_Room needed = IG_NAME(ig_side_by_side_room)(&list, 1, &s->method, room);
    if (!IG_NAME(ig_solve_have_room)(d, &needed)) return;
    IG_NAME(ig_side_by_side)(&list, 1, &s->method, room);
    IG_NAME(ig_solve_note)(s, 0, k, &view);
  }
}
