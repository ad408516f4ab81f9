// SPDX-License-Identifier: Apache-2.0
#include "batch/ragged.h"

#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "batch/array.h"
#include "batch/data.h"

#if IG_WIDTH > 1

// whole cache lines, so that each array starts on one
static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

// the next array; `end` moves behind it
#define LAY(array, bytes)                    \
  do {                                       \
    if (block) array = (void*)(block + end); \
    end += rounded(bytes);                   \
  } while (0)

// bytes of all arrays; given a block, they are pointed into it
static size_t lay(const mjModel* m, ig_Data* d, char* block, int con, int rows) {
  size_t end = 0;
  int nv = (int)m->nv;
  LAY(d->contact, sizeof(ig_Contact) * (size_t)con);
#define X(type, name, n) LAY(d->name, sizeof(type) * (size_t)rows * (size_t)(n));
  IG_ROW_ARRAYS
#undef X
  LAY(d->tendon_efcrow, sizeof(ints) * (size_t)m->ntendon);
  LAY(d->eq_lanes, sizeof(uint32_t) * (size_t)m->neq);
  (void)nv;
  return end;
}

bool IG_NAME(ig_ragged_reserve)(const mjModel* m, ig_Data* d, int con, int rows) {
  IG_ASSERT(con >= 0 && rows >= 0);
  size_t bytes = lay(m, d, NULL, con, rows) + 64;
  char* block = ig_user_alloc(bytes);
  if (!block) return false;
  ig_free(d->ragged.block);
  ig_Ragged kept = d->ragged;
  d->ragged = (ig_Ragged){.need = kept.need,
                          .pairs = kept.pairs,
                          .collide = kept.collide,
                          .solve = kept.solve,
                          .solve_room = kept.solve_room,
                          .want_solve = kept.want_solve,
                          .cut = kept.cut};
  // J is kept zero where nothing was written; what a lane has not got is computed too, from numbers that are at least defined
  memset(block, 0, bytes);
  lay(m, d, block, con, rows);
  d->ragged.block = block;
  d->ragged.con_room = con;
  d->ragged.row_room = rows;
  d->ragged.chunk = ig_chunk_dofs(m->nv);
  return true;
}

// What a solver needs for so many rows, generously: J and what is made of it, squares, numbers per row, contact and dof; once
// more where a world can fall into islands. Models of many dofs are not solved in lanes.
static size_t solve_guess(const mjModel* m, int con, int rows) {
  enum { MOST_DOFS = 128 };
  size_t nv = (size_t)m->nv + 3, n = (size_t)rows + 5 * (size_t)con + 16;
  if (m->nv > MOST_DOFS) return 0;
  size_t reals = n * (2 * nv + 30) + 5 * nv * nv + 30 * nv + 64 * (size_t)con;
  size_t bytes = sizeof(real) * reals + 16 * IG_WIDTH * n + 16384;
  return m->ntree > 1 ? 2 * bytes + 1024 * IG_WIDTH * (size_t)m->ntree : bytes;
}

// scratch of the solver; half as much again, as for the rows
static bool grow_solve(ig_Ragged* r) {
  if (r->want_solve <= r->solve_room) return true;
  size_t bytes = r->want_solve + r->want_solve / 2;
  void* block = ig_user_alloc(bytes);
  if (!block) return false;
  ig_free(r->solve);
  r->solve = block;
  r->solve_room = bytes;
  return true;
}

bool IG_NAME(ig_ragged_grow)(const mjModel* m, ig_Data* d) {
  ig_Ragged* r = &d->ragged;
  int con = r->con_room, rows = r->row_room;
  if (!r->block) {
    if (!r->want_rows) ig_guess_room(m, &con, &rows);
  } else if (r->want_con <= con && r->want_rows <= rows) {
    return grow_solve(r);
  }
  // half as much again, so that a pile that grows does not ask at each step
  if (r->want_con > con) con = r->want_con + r->want_con / 2;
  if (r->want_rows > rows) rows = r->want_rows + r->want_rows / 2;
  size_t solve = solve_guess(m, con, rows);
  IG_ASSERT(con >= r->con_room && rows >= r->row_room);
  if (solve > r->want_solve) r->want_solve = solve;
  return grow_solve(r) && IG_NAME(ig_ragged_reserve)(m, d, con, rows);
}

void IG_NAME(ig_ragged_free)(ig_Data* d) {
  ig_free(d->ragged.block);
  ig_free(d->ragged.collide);
  ig_free(d->ragged.solve);
  ig_free(d->ragged.cut);
  d->ragged.block = d->ragged.collide = d->ragged.solve = d->ragged.cut = NULL;
}

#endif
