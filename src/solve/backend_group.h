// SPDX-License-Identifier: Apache-2.0
// The backend of a group of GPU threads that share a world (lane/crew.h). Arrays lie in near memory, and J is packed.
#ifndef INGOT_SOLVE_BACKEND_GROUP_H_
#define INGOT_SOLVE_BACKEND_GROUP_H_

#include "solve/problem.h"
#include "solve/tile.h"

// numbers on their way from memory at the same time: a thread waits long for each; whether both triangles of M are filled
enum { IG_LOADS_AT_ONCE = 4, IG_FILLS_SQUARE = 1 };

// What is not near any more is far, in a build that knows far memory; in the other the caller sees that the room was too small.
IG_NOINLINE static void* ig_take_near(ig_Room* room, size_t bytes) {
  size_t start = room->near_used, end = (start + bytes + 15) & ~(size_t)15;
  if (!IG_ONLY_NEAR && end > room->near_room) return ig_take(room, bytes);
  room->near_used = end;
  return room->near + start;
}
#define IG_TAKE(room, type, n) ((type*)ig_take_near((room), sizeof(type) * (size_t)(n)))
#define IG_TAKE_FAR(room, type, n) ((type*)ig_take((room), sizeof(type) * (size_t)(n)))
#define IG_SPARSE(p, call)

IG_INLINE size_t ig_chunk_of_J(const ig_Problem* p, int row, int c) {
  return 4 * (size_t)(p->J_at[row] + __builtin_popcount(p->J_pack[row] & ((1u << c) - 1)));
}

// each of four members has a row, and looks at the chunks of that one: those of the others would add zeros
IG_INLINE void ig_add_rows_of_J(ig_Sum* sum, const ig_Problem* p, int row, IG_POINTER(const real) dof) {
  int own = row + ig_part();
  IG_EACH_BIT_UP(c, p->J_mask[own]) {
    const real* J = p->J + ig_chunk_of_J(p, own, (int)c);
#pragma GCC unroll 4
    for (int j = 0; j < 4; j++) sum->part[0] += J[j] * dof[4 * c + j];
  }
}

IG_INLINE void ig_take_row_bits(ig_Problem* p, ig_Room* room, int n) {
  p->J_pack = IG_TAKE(room, uint32_t, n);
  p->J_at = IG_TAKE(room, uint16_t, n);
  p->J_mask_on = IG_TAKE(room, ig_Chunks, n);
}
IG_INLINE void ig_take_factor_bits(ig_Problem* p, ig_Room* room) {
  p->MU_pattern = IG_TAKE(room, uint32_t, p->np / 2);
  p->MU_scratch = IG_TAKE(room, real, 4 * p->np);
}
IG_INLINE void ig_start_pack(ig_Problem* p, int row) {
  p->J_pack[row] = ~0u;
  p->J_at[row] = (uint16_t)(row * p->np / 4);
}

// there are no blocks
IG_INLINE void ig_note_rows(ig_Problem* p) { (void)p; }
IG_INLINE void ig_note_blocks(ig_Problem* p) { (void)p; }
IG_INLINE void ig_cut_chunks(ig_Problem* p, ig_CutInertia* cut) { (void)p, (void)cut; }
IG_INLINE bool ig_narrow(ig_Problem* p, unsigned live, unsigned* noted) {
  (void)p, (void)live, (void)noted;
  return false;
}

#endif  // INGOT_SOLVE_BACKEND_GROUP_H_
