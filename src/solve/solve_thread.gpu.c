// SPDX-License-Identifier: Apache-2.0
// The solver's stage where a GPU thread has a world to itself.
#include "smooth/inertia.h"
#include "solve/solve_worlds.h"

int IG_NAME(ig_solve_count_chunks)(const ig_WorldSolve* s) { return 0; }
void IG_NAME(ig_solve_pack_rows)(ig_WorldSolve* s) {}

// islands have the inertia of their own dofs, and the dual solvers none
void IG_NAME(ig_solve_lay_inertia)(ig_WorldSolve* s) {
  if (!s->whole) return;
  IG_NAME(ig_note_inertia)(&s->p, s->views);
  IG_NAME(ig_clear_inertia)(&s->p, s->method.newton);
  IG_NAME(ig_solve_fill_inertia)(s);
}

void IG_NAME(ig_solve_mul_mass)(const ig_WorldSolve* s, real* res, const real* v) { IG_NAME(ig_mul_mass)(s->m, s->d, res, v); }
bool IG_NAME(ig_solve_have_room)(ig_Data* d, const ig_Room* room) { return IG_NAME(ig_solve_have_bytes)(d, room->used); }
char* IG_NAME(ig_solve_block)(const ig_Data* d) { return d->ragged.solve; }

void IG_NAME(ig_solve_lanes)(const mjModel* m, ig_Data* d) {
  ig_WorldSolve s;
  IG_NAME(ig_solve_worlds)(&s, m, d, ig_Room{});
}
