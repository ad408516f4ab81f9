// SPDX-License-Identifier: Apache-2.0
// The solver's stage where a group of GPU threads has a world (lane/crew.h): packed rows, and memory that is near.
#include "solve/solve_worlds.h"

// Cones take the rows of J as they are beside each other: they have all chunks. Otherwise those that are not zero are enough.
int IG_NAME(ig_solve_count_chunks)(const ig_WorldSolve* s) {
  unsigned n = 0;
  if (s->views[0].cones || s->d->ragged.chunk != 4) return 0;
  IG_SHARE(row, s->views[0].nefc) n += (unsigned)__builtin_popcount((uint32_t)s->d->efc_J_chunks[row]);
  return (int)ig_total(n);
}

void IG_NAME(ig_solve_pack_rows)(ig_WorldSolve* s) {
  ig_Problem* p = &s->p;
  IG_SHARE(row, s->packed ? p->rows.n : 0) {
    int at = 0;
    for (int k = 0; k < row; k++) at += __builtin_popcount(p->J_mask[k]);
    p->J_pack[row] = p->J_mask[row];
    p->J_at[row] = (uint16_t)at;
  }
  ig_meet();
}

void IG_NAME(ig_solve_lay_inertia)(ig_WorldSolve* s) {
  for (int i = 0; i < s->p.np / 4; i++) s->p.M_mask[i] |= ig_gpu.M_chunks[i];
  IG_NAME(ig_clear_inertia)(&s->p, s->method.newton);
  IG_NAME(ig_solve_fill_inertia)(s);
}

// M v in the order of ig_mul_mass, a sum each: the diagonal, the dofs that carry i from the nearest on, then those that i carries
void IG_NAME(ig_solve_mul_mass)(const ig_WorldSolve* s, real* res, const real* v) {
  const mjModel* m = s->m;
  size_t np = (size_t)s->p.np;
  IG_SHARE(i, m->nv) {
    const real* row = s->p.M + (size_t)i * np;
    real sum = row[i] * v[i];
    uint64_t own = (uint64_t)1 << i % 64;
    for (int half = i / 64; half >= 0; half--) {
      for (uint64_t left = ig_gpu.M_columns[i][half] & (half == i / 64 ? own - 1 : ~(uint64_t)0); left;) {
        int j = 63 - __builtin_clzll(left);
        left ^= (uint64_t)1 << j;
        sum += row[64 * half + j] * v[64 * half + j];
      }
    }
    for (int half = i / 64; half < 2; half++) {
      for (uint64_t left = ig_gpu.M_columns[i][half] & (half == i / 64 ? ~(own | (own - 1)) : ~(uint64_t)0); left;
           left &= left - 1) {
        int j = 64 * half + __builtin_ctzll(left);
        sum += row[j] * v[j];
      }
    }
    res[i] = sum;
  }
  ig_meet();
}

bool IG_NAME(ig_solve_have_room)(ig_Data* d, const ig_Room* room) {
  // nothing but near memory is known in this build: the other one has the world
  if (IG_ONLY_NEAR && room->near_used > room->near_room) return d->large = 1, false;
  return IG_NAME(ig_solve_have_bytes)(d, IG_ROW * room->used);  // as much for each world of the block
}

char* IG_NAME(ig_solve_block)(const ig_Data* d) { return ig_private(d->ragged.solve, d->ragged.solve_room / IG_ROW); }

// a thread has a world there
void IG_NAME(ig_solve_dual)(ig_WorldSolve* s, bool noslip) {}
void IG_NAME(ig_solve_free_lone_trees)(ig_WorldSolve* s) {}

void IG_NAME(ig_solve_lanes)(const mjModel* m, ig_Data* d, char* near, size_t near_room) {
  ig_Room room = {.near = near, .near_used = 16, .near_room = near_room};  // address 0 means none
  ig_WorldSolve* s = IG_TAKE(&room, ig_WorldSolve, 1);                     // one for all, of which every member writes the same
  IG_NAME(ig_solve_worlds)(s, m, d, room);
}
