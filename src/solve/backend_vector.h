// SPDX-License-Identifier: Apache-2.0
// The backend of a vector of worlds, one per lane: blocks of dofs (block.h), found for each lane.
#ifndef INGOT_SOLVE_BACKEND_VECTOR_H_
#define INGOT_SOLVE_BACKEND_VECTOR_H_

#include "solve/problem.h"
#include "solve/tile.h"

// numbers on their way from memory at the same time; whether both triangles of M are filled
enum { IG_LOADS_AT_ONCE = 1, IG_FILLS_SQUARE = 0 };

#define IG_TAKE(room, type, n) ((type*)ig_take((room), sizeof(type) * (size_t)(n)))
#define IG_TAKE_FAR(room, type, n) IG_TAKE(room, type, n)
#define IG_SPARSE(p, call)

IG_INLINE size_t ig_chunk_of_J(const ig_Problem* p, int row, int c) { return (size_t)row * (size_t)p->np + 4 * (size_t)c; }

IG_INLINE void ig_add_rows_of_J(ig_Sum* sum, const ig_Problem* p, int row, IG_POINTER(const real) dof) {
  const real* J = p->J + (size_t)row * (size_t)p->np;
  IG_EACH_BIT_UP(c, p->J_mask4[row / 4]) ig_add_row_products(sum, J + 4 * c, (size_t)p->np, dof + 4 * c);
}

IG_INLINE void ig_take_row_bits(ig_Problem* p, ig_Room* room, int n) {
  p->J_blocks = IG_TAKE(room, uint64_t, n);
  p->J_rows = IG_TAKE(room, uint64_t, p->np / 4 * (n / 64 + 1));
  p->J_lanes = IG_TAKE(room, ig_LaneBits, n);
}
IG_INLINE void ig_take_factor_bits(ig_Problem* p, ig_Room* room) { (void)p, (void)room; }
IG_INLINE void ig_start_pack(ig_Problem* p, int row) { (void)p, (void)row; }

// rows of the chunks of J, from the masks of the rows
void IG_NAME(ig_problem_note_rows)(ig_Problem* p);
IG_INLINE void ig_note_rows(ig_Problem* p) { IG_NAME(ig_problem_note_rows)(p); }

// blocks of the rows of J, from its numbers
void IG_NAME(ig_problem_note_blocks)(ig_Problem* p);
IG_INLINE void ig_note_blocks(ig_Problem* p) { IG_NAME(ig_problem_note_blocks)(p); }

// blocks that are chunks: islands of many worlds have nothing else in common
void IG_NAME(ig_problem_cut_chunks)(ig_Problem* p, ig_CutInertia* cut);
IG_INLINE void ig_cut_chunks(ig_Problem* p, ig_CutInertia* cut) { IG_NAME(ig_problem_cut_chunks)(p, cut); }

// Chunks of rows are those of the live lanes from now on, and rows that only others have are left out at the end: what lanes that
// have ended compute does not matter. That takes longer than it saves until half of the lanes noted have gone; true: done.
bool IG_NAME(ig_problem_narrow)(ig_Problem* p, unsigned live, unsigned* noted);
IG_INLINE bool ig_narrow(ig_Problem* p, unsigned live, unsigned* noted) { return IG_NAME(ig_problem_narrow)(p, live, noted); }

// The rows of a contact are alike: what was found of the row before is kept. At first, that of a row without numbers.
typedef struct {
  ig_LaneBits lanes;
  uint64_t blocks;
  uint32_t chunks;
} ig_RowBlocks;

// blocks of a row of J, from those of its lanes. It has all chunks of its blocks, whose numbers may be zeros.
IG_INLINE void ig_set_blocks(ig_Problem* p, int row, ig_LaneBits lanes, ig_RowBlocks* last) {
  if (ig_bits_differ(lanes, last->lanes)) {
    uint64_t blocks = ig_join_bits(lanes);
    *last = (ig_RowBlocks){lanes, blocks, ig_chunks_of(p->cut, blocks)};
  }
  p->J_blocks[row] = last->blocks;
  p->J_mask[row] = last->chunks;
}

#endif  // INGOT_SOLVE_BACKEND_VECTOR_H_
