// SPDX-License-Identifier: Apache-2.0
// The backend of a GPU thread that has a world to itself. Arrays lie in rows of a block of worlds.
#ifndef INGOT_SOLVE_BACKEND_THREAD_H_
#define INGOT_SOLVE_BACKEND_THREAD_H_

#include "solve/problem.h"
#include "solve/tile.h"

// numbers on their way from memory at the same time; whether both triangles of M are filled
enum { IG_LOADS_AT_ONCE = 1, IG_FILLS_SQUARE = 1 };

// Numbers and slots, in rows of the block. Lanes may take different numbers of them: nothing else may lie among them.
template <class T>
static inline T* ig_take_rows(ig_Room* room, size_t n) {
  static_assert(sizeof(T) % (8 * IG_ROW) == 0, "of whole rows");
  size_t start = room->used;
  room->used += sizeof(T) * n;
  return room->block ? (T*)(room->block + start) : nullptr;
}
#define IG_TAKE(room, type, n) ig_take_rows<type>((room), (size_t)(n))
#define IG_TAKE_FAR(room, type, n) IG_TAKE(room, type, n)
#define IG_SPARSE(p, call)

// members and marks of disjoint sets
#define IG_SET_MEMBER ig_Index
#define IG_SET_MARK IG_SLOT(mjtByte)

IG_INLINE size_t ig_chunk_of_J(const ig_Problem* p, int row, int c) { return (size_t)row * (size_t)p->np + 4 * (size_t)c; }

IG_INLINE void ig_add_rows_of_J(ig_Sum* sum, const ig_Problem* p, int row, IG_POINTER(const real) dof) {
  const real* J = p->J + (size_t)row * (size_t)p->np;
  IG_EACH_BIT_UP(c, p->J_mask4[row / 4]) ig_add_row_products(sum, J + 4 * c, (size_t)p->np, dof + 4 * c);
}

IG_INLINE void ig_take_row_bits(ig_Problem* p, ig_Room* room, int n) { p->J_mask_on = IG_TAKE(room, ig_Chunks, n); }
IG_INLINE void ig_take_factor_bits(ig_Problem* p, ig_Room* room) { (void)p, (void)room; }
IG_INLINE void ig_start_pack(ig_Problem* p, int row) { (void)p, (void)row; }

// there are no blocks
IG_INLINE void ig_note_rows(ig_Problem* p) { (void)p; }
IG_INLINE void ig_note_blocks(ig_Problem* p) { (void)p; }
IG_INLINE void ig_cut_chunks(ig_Problem* p, ig_CutInertia* cut) { (void)p, (void)cut; }
IG_INLINE bool ig_narrow(ig_Problem* p, unsigned live, unsigned* noted) {
  (void)p, (void)live, (void)noted;
  return false;
}

#endif  // INGOT_SOLVE_BACKEND_THREAD_H_
