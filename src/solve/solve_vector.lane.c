// SPDX-License-Identifier: Apache-2.0
// The solver's stage for a vector of worlds: blocks of dofs that the model gives once, rows that move as vectors, and islands of
// all lanes sorted by size.
#include <string.h>

#include "base/memory.h"
#include "smooth/inertia.h"
#include "solve/solve_worlds.h"
#include "solve/tile.h"

#ifdef IG_HAS_BLOCKS

// ------------------------------------------------ blocks of the model

// Dofs that carry the same others, one after the other, are one block: it ends where the tree branches, or another begins. Many
// dofs are cut into fours, since bits for more blocks there are none.
static uint64_t block_starts(const mjModel* m) {
  uint64_t starts = 0;
  for (int dof = 0; m->nv <= IG_MOST_BLOCKS && dof < m->nv; dof++) {
    int parent = m->dof_parentid[dof];
    if (parent == dof - 1) continue;
    starts |= (uint64_t)1 << dof;
    if (parent >= 0) starts |= (uint64_t)2 << parent;
  }
  return starts;
}

// numbers of a block of M at or below the diagonal, in one of its rows
static int block_row(const ig_Cut* cut, uint64_t columns, int b, int dof) {
  int n = dof - cut->first[b] + 1;
  IG_EACH_BLOCK_UP(c, columns & ~((uint64_t)1 << b)) n += cut->first[c + 1] - cut->first[c];
  return n;
}

// chunks of M are there for all of a block
static void cut_model(const mjModel* m, ig_CutInertia* own) {
  const ig_Cut* cut = &own->cut;
  IG_NAME(ig_cut)(&own->cut, (int)m->nv, block_starts(m));
  own->full = true;
  for (int c = 0; c < IG_MOST_CUT / 4; c++) own->mask[c] = own->near[c] = 1u << c;
  for (int b = 0; b < cut->n; b++) {
    uint64_t columns = (uint64_t)1 << b;
    for (int dof = cut->first[b]; dof < cut->first[b + 1]; dof++) {
      for (int k = m->M_rowadr[dof]; k < m->M_rowadr[dof] + m->M_rownnz[dof]; k++) columns |= cut->of_dof[m->M_colind[k]];
    }
    for (int dof = cut->first[b]; dof < cut->first[b + 1]; dof++) {
      own->full = own->full && m->M_rownnz[dof] == block_row(cut, columns, b, dof);
    }
    own->blocks.pattern[b] = columns;
    own->blocks.column[b] = 0;
    uint32_t rows = cut->chunks[b], chunks = ig_chunks_of(cut, columns);
    IG_EACH_BLOCK_UP(c, columns) own->blocks.column[c] |= (uint64_t)1 << b;
    IG_EACH_BIT_UP(i, rows) own->mask[i] |= chunks;
    IG_EACH_BIT_UP(i, chunks) own->mask[i] |= rows;
    IG_EACH_BIT_UP(i, rows) own->near[i] |= rows;
  }
}

bool IG_NAME(ig_solve_prepare)(const mjModel* m, ig_Data* d) {
  if (!ig_solve_serves(m)) return true;
  if (!d->ragged.cut) d->ragged.cut = ig_user_alloc(sizeof(ig_CutInertia));
  if (d->ragged.cut) cut_model(m, d->ragged.cut);
  return d->ragged.cut;
}

// islands have the inertia of their own dofs, and the dual solvers none
void IG_NAME(ig_solve_lay_inertia)(ig_WorldSolve* s) {
  const ig_CutInertia* own = s->d->ragged.cut;
  if (!s->whole) return;
  s->p.cut = &own->cut;
  s->p.M_blocks = &own->blocks;
  memcpy(s->p.M_mask, own->mask, sizeof own->mask);
  if (!own->full || !s->method.newton) IG_NAME(ig_clear_inertia)(&s->p, s->method.newton);
  IG_NAME(ig_solve_fill_inertia)(s);
}

// ------------------------------------------------ rows

// the rows of all lanes have the same places: numbers move as vectors
bool IG_NAME(ig_solve_places_agree)(const ig_WorldSolve* s) {
  int longest = 0;
  for (int lane = 1; lane < IG_LANES; lane++) {
    if (s->views[lane].nefc > s->views[longest].nefc) longest = lane;
  }
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_Index *a = s->places.place[lane], *b = s->places.place[longest];
    if (memcmp(a, b, sizeof(int) * (size_t)s->views[lane].nefc)) return false;
  }
  return s->d->ragged.chunk == 4;
}

// J has all its chunks
int IG_NAME(ig_solve_count_chunks)(const ig_WorldSolve* s) {
  (void)s;
  return 0;
}
void IG_NAME(ig_solve_pack_rows)(ig_WorldSolve* s) { (void)s; }

// a chunk of a row, and the blocks in which its lanes have a number other than zero
IG_INLINE ig_LaneBits copy_chunk(const ig_Cut* cut, real* to, const real* from, uint32_t first) {
  const mask none = {0};
  ig_LaneBits lanes = {0};
#pragma GCC unroll 4
  for (uint32_t dof = first; dof < first + 4; dof++) {
    real entry = from[dof];
    to[dof] = entry;
    lanes |= ig_all_bits((mask)entry != none) & ig_bits_in_all(cut->of_dof[dof]);
  }
  return lanes;
}

// Four rows of J, in the chunks that are looked at: those of the blocks of any of them, or all of them where there are cones
static void fill_four(ig_WorldSolve* s, int first, const ig_Index* source, ig_RowBlocks* last) {
  ig_Problem* p = &s->p;
  const ig_CutInertia* own = s->d->ragged.cut;
  uint32_t chunks = 0, four = 0;
  for (int k = 0; k < 4; k++) {
    IG_EACH_BIT_UP(c, p->J_mask[first + k]) chunks |= own->near[c];
  }
  if (p->rows.ncone) chunks = ~0u >> (32 - p->np / 4);
  for (int row = first; row < first + 4; row++) {
    const real* from = s->d->efc_J + (size_t)(source[row] < 0 ? 0 : source[row]) * (size_t)p->np;
    real* to = p->J + (size_t)row * (size_t)p->np;
    uint32_t some = p->J_mask[row];
    ig_LaneBits lanes = {0};
    IG_EACH_BIT_UP(c, chunks & ~some) ig_zero_reals(to + 4 * c, 4);
    IG_EACH_BIT_UP(c, chunks & some) lanes |= copy_chunk(&own->cut, to, from, 4 * c);
    p->J_lanes[row] = lanes;
    ig_set_blocks(p, row, lanes, last);
    four |= p->J_mask[row];
  }
  p->J_mask4[first / 4] = four;
}

// where no row of the worlds is followed by one that pads, but for the last of all, J is read where it lies
static bool lies_in_place(const ig_WorldSolve* s, const ig_Index* place, int rows) {
  return place[rows - 1] == rows - 1 && s->p.rows.n <= s->d->ragged.row_room;
}

// as fill_together, with the blocks of the rows
static void fill_with_blocks(ig_WorldSolve* s) {
  ig_Problem* p = &s->p;
  int rows;
  const ig_Index* place = IG_NAME(ig_solve_fill_rows)(s, &rows);
  ig_RowBlocks last = {0};
  if (!p->rows.ncone && lies_in_place(s, place, rows)) {
    p->J = s->d->efc_J;
    IG_NAME(ig_problem_note_blocks)(p);
    IG_NAME(ig_join_masks)(p);
    return;
  }
  for (int row = 0; row < p->rows.n; row++) s->source[row] = -1;
  for (int row = 0; row < rows; row++) s->source[place[row]] = row;
  for (int first = 0; first < p->rows.n; first += 4) fill_four(s, first, s->source, &last);
  IG_NAME(ig_problem_note_rows)(p);
}

void IG_NAME(ig_solve_fill_worlds)(ig_WorldSolve* s) {
  if (s->whole)
    fill_with_blocks(s);
  else
    IG_NAME(ig_solve_fill_together)(s);
}

void IG_NAME(ig_solve_note_patterns)(ig_WorldSolve* s) {
  if (s->whole && s->together) return;
  if (s->whole) IG_NAME(ig_problem_note_blocks)(&s->p);
  IG_NAME(ig_join_masks)(&s->p);
}

void IG_NAME(ig_solve_rows_out)(const ig_WorldSolve* s, ig_Cell* to, const real* from) {
  if (s->together) {
    int rows;
    const ig_Index* place = IG_NAME(ig_solve_longest)(s, &rows);
    for (int row = 0; row < rows; row++) to[row] = from[place[row]];
    return;
  }
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_Index* place = s->places.place[lane];
    for (int row = 0; row < s->views[lane].nefc; row++) ((num*)(to + row))[lane] = ig_lane(from[place[row]], lane);
  }
}

void IG_NAME(ig_solve_states_out)(const ig_WorldSolve* s, const real* from) {
  if (s->together) {
    int rows;
    const ig_Index* place = IG_NAME(ig_solve_longest)(s, &rows);
    for (int row = 0; row < rows; row++) s->d->efc_state[row] = __builtin_convertvector(from[place[row]], ints);
    return;
  }
  for (int lane = 0; lane < IG_LANES; lane++) {
    const ig_Index* place = s->places.place[lane];
    for (int row = 0; row < s->views[lane].nefc; row++) {
      ig_set_ints_lane(s->d->efc_state + row, lane, (int)ig_lane(from[place[row]], lane));
    }
  }
}

bool IG_NAME(ig_solve_results_together)(ig_WorldSolve* s, ig_VectorResults* results) {
  int rows;
  *results = (ig_VectorResults){.qacc = s->d->qacc,
                                .qfrc_constraint = s->d->qfrc_constraint,
                                .force = s->d->efc_force,
                                .state = s->islands ? NULL : s->d->efc_state,
                                .place = IG_NAME(ig_solve_longest)(s, &rows)};
  return s->together;
}

void IG_NAME(ig_solve_mul_mass)(const ig_WorldSolve* s, real* res, const real* v) { IG_NAME(ig_mul_mass)(s->m, s->d, res, v); }

// ------------------------------------------------ islands

// like sizes next to each other: larger ones first, equal ones in their order
static void sort_by_size(ig_ProblemView** list, int n) {
  for (int i = 1; i < n; i++) {
    ig_ProblemView* g = list[i];
    int at = i;
    for (; at && (list[at - 1]->nv < g->nv || (list[at - 1]->nv == g->nv && list[at - 1]->nefc < g->nefc)); at--) {
      list[at] = list[at - 1];
    }
    list[at] = g;
  }
}

// every island of every lane is a problem of its own, solved with others of like size
void IG_NAME(ig_solve_islands)(ig_WorldSolve* s) {
  const mjModel* m = s->m;
  ig_Data* d = s->d;
  char* block = s->room.block;
  ig_LaneIslands islands[IG_LANES];
  size_t used = s->room.used;
  int count = 0;
  ig_Room room = {.block = block, .used = used};
  ig_Index* parent = IG_TAKE(&room, ig_Index, m->ntree);
  ig_Mark* touched = IG_TAKE(&room, ig_Mark, m->ntree);
  for (int lane = 0; lane < IG_LANES; lane++) islands[lane] = IG_NAME(ig_solve_take_islands)(m, d, &room);
  ig_ProblemView* views = IG_TAKE(&room, ig_ProblemView, m->ntree * IG_LANES);
  ig_ProblemView** list = IG_TAKE(&room, ig_ProblemView*, m->ntree * IG_LANES);
  if (!IG_NAME(ig_solve_have_room)(d, &room)) return;
  for (int lane = 0; lane < IG_LANES; lane++) {
    int nefc = s->views[lane].nefc;
    islands[lane].n = 0;
    if (!nefc) continue;
    if (!IG_NAME(ig_solve_find_islands)(m, d, lane, nefc, islands + lane, parent, touched)) {
      d->leaves = ig_or(d->leaves, ig_mask_of(1u << lane));
      continue;
    }
    IG_NAME(ig_solve_free_dofs)(s, lane, islands + lane);
    for (int k = 0; k < islands[lane].n; k++) {
      views[count] = IG_NAME(ig_solve_island_view)(s, lane, islands + lane, k);
      list[count] = views + count;
      count++;
    }
  }
  sort_by_size(list, count);
  for (int k = 0; k < count; k += IG_LANES) {
    int n = count - k < IG_LANES ? count - k : IG_LANES;
    ig_Room needed = IG_NAME(ig_side_by_side_room)((const ig_ProblemView* const*)list + k, n, &s->method, room);
    if (!IG_NAME(ig_solve_have_room)(d, &needed)) return;
    IG_NAME(ig_side_by_side)(list + k, n, &s->method, room);
  }
  for (int lane = 0, at = 0; lane < IG_LANES; lane++) {
    for (int k = 0; k < islands[lane].n; k++) IG_NAME(ig_solve_note)(s, lane, k, views + at++);
  }
}

// ------------------------------------------------ the lanes

bool IG_NAME(ig_solve_have_room)(ig_Data* d, const ig_Room* room) { return IG_NAME(ig_solve_have_bytes)(d, room->used); }
char* IG_NAME(ig_solve_block)(const ig_Data* d) { return (char*)(((uintptr_t)d->ragged.solve + 63) & ~(uintptr_t)63); }

// single worlds give a warning, and lanes leave for that
void IG_NAME(ig_solve_note_flat)(ig_Data* d, int lane) { d->leaves = ig_or(d->leaves, ig_mask_of(1u << lane)); }

void IG_NAME(ig_send_forces)(ig_Data* d) {
  for (int lane = 0; lane < IG_LANES; lane++) {
    mjData* world = d->world[lane];
    int n = IG_NAME(ig_solve_rows_of)(d, lane);
    // a world whose arena is too small for its rows has none, and a warning
    if (world->nefc != n) continue;
    ig_lane_store(world->efc_force, d->efc_force, n, lane);
    for (int row = 0; row < n; row++) world->efc_state[row] = ig_ints_lane(d->efc_state[row], lane);
  }
}

void IG_NAME(ig_solve_clear_iterations)(ig_Data* d, int lane) {
  memset(d->world[lane]->solver_niter, 0, sizeof d->world[lane]->solver_niter);
}

void IG_NAME(ig_solve_lanes)(const mjModel* m, ig_Data* d) {
  ig_WorldSolve s;
  IG_NAME(ig_solve_worlds)(&s, m, d, (ig_Room){0});
}

#endif
