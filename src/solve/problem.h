// SPDX-License-Identifier: Apache-2.0
// One constrained problem as the solvers see it, or as many side by side as there are lanes: a whole model, or one island.
//
//   minimise over qacc:  (M qacc - qfrc_smooth)^T (qacc - qacc_smooth) / 2  +  sum of row costs s(J qacc - aref)
//
// The layout is the solver's own, whatever the storage of J that users see. Numbers per dof and per row are padded with
// zeros to whole fours. In small problems J and M are padded squares and rectangles with a bit for every chunk of four
// dofs that has a number other than zero; in others (at width 1 only) they are blocks of a sparse matrix, see sparse_problem.h.
#ifndef INGOT_SOLVE_PROBLEM_H_
#define INGOT_SOLVE_PROBLEM_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "lane/ints.h"
#include "lane/slot.h"
#include "solve/block.h"
#include "solve/rows.h"

// Dofs of a small problem, and of one of one or two trees: within a tree the order of the dofs is one of little fill already,
// from the leaves to the root, and a fill-reducing order has little to gain.
enum { IG_SMALL_DOFS = 64, IG_SMALL_DOFS_TWO_TREES = 128, IG_CHUNKS = IG_SMALL_DOFS_TWO_TREES / 4 };
static inline bool ig_is_small(int nv, int ntree) { return nv <= (ntree <= 2 ? IG_SMALL_DOFS_TWO_TREES : IG_SMALL_DOFS); }
#ifdef IG_HAS_BLOCKS
_Static_assert((int)IG_MOST_CUT >= (int)IG_SMALL_DOFS_TWO_TREES, "dofs of a small problem can be cut into blocks");
#endif

typedef struct ig_SparseProblem_ ig_SparseProblem;

// where the results of a lane go: entry i at [i * stride]
typedef struct {
  int nv, nefc;
  int stride, state_stride;
  num *qacc, *qfrc_constraint, *force;
  int* state;
  const ig_Index* place;      // of row i among the solver's rows
  const ig_Index *dof, *row;  // where number i goes; NULL: to i
  num* contact_H;             // cone Hessian of contact 0; those of the others follow in steps
  int contact_step;
  const ig_Index* cone_contact;  // contact of each cone; -1: the lane has none there
  num scale;                     // makes costs comparable between models: one over the sum of the inertia's diagonal
  mjSolverStat* stat;            // of the first iterations, `nstat` of them
  int nstat;
  int iterations;
  bool flat;  // somewhere the cost did not curve upwards along a direction
} ig_ResultView;

#ifdef IG_HAS_BLOCKS
// where the results of all lanes go, if they lie side by side
typedef struct {
  real *qacc, *qfrc_constraint, *force;
  ints* state;            // NULL: not wanted
  const ig_Index* place;  // of row i of any lane that has it
} ig_VectorResults;
#endif

typedef struct {
  int nv, np;    // dofs: the most of all lanes, and padded to whole fours
  int nproblem;  // lanes in use, the first ones
  ig_Rows rows;
  IG_POINTER(real) qfrc_smooth;
  IG_POINTER(real) qacc_smooth;
  IG_POINTER(real) qacc;
  IG_POINTER(real) qfrc_constraint;

  IG_POINTER(real) x;  // J qacc - aref at the start; NULL: not known

  // small: np x np, symmetric (with blocks its lower triangle may be all), and rows.n x np; bit c of a mask: columns 4 c to
  // 4 c + 3 can be other than zero. Chunks of M without a bit are never looked at.
  real* M;
  IG_POINTER(real) J;
  uint32_t M_mask[IG_CHUNKS];       // of four rows of M
  IG_POINTER(ig_Chunks) J_mask;     // of a row of J
  IG_POINTER(ig_Chunks) J_mask4;    // of four rows of J
  IG_POINTER(ig_Chunks) J_mask_on;  // of rows with force, on a GPU only
#ifdef IG_CREW
  // a row of J has its chunks in J_pack alone, one after the other, from the chunk J_at of J on
  IG_POINTER(uint32_t) J_pack;
  IG_POINTER(uint16_t) J_at;
#endif
  IG_POINTER(real) MU;  // for conjugate gradients: the factor of M as a Hessian's, see factor.h, and one over its diagonal
  IG_POINTER(real) MU_inverse;
#ifdef IG_CREW
  // for a solution with it, see factor.h: bits of the pattern and of its columns, scratch
  IG_POINTER(uint32_t) MU_pattern;
  IG_POINTER(real) MU_scratch;
#endif

#ifdef IG_HAS_BLOCKS
  const ig_Cut* cut;
  const ig_BlockPattern* M_blocks;
  uint64_t* J_blocks;  // of a row of J
  uint64_t* J_rows;    // rows that have chunk c of J: the bits of 64 of them at [np / 4 * (row / 64) + c]
  mask* J_lanes;       // the same of each lane
  mask live;           // lanes that go on: numbers of the others do not matter any more
#endif

  ig_SparseProblem* sparse_problem;  // NULL: small
  ig_ResultView results[IG_LANES];
#ifdef IG_HAS_BLOCKS
  const ig_VectorResults* vector_results;  // NULL: each lane has its own
#endif
} ig_Problem;

// where chunk c of a row of J lies
IG_INLINE size_t ig_chunk_of_J(const ig_Problem* p, int row, int c) {
#ifdef IG_CREW
  return 4 * (size_t)(p->J_at[row] + __builtin_popcount(p->J_pack[row] & ((1u << c) - 1)));
#else
  return (size_t)row * (size_t)p->np + 4 * (size_t)c;
#endif
}

#ifdef IG_HAS_BLOCKS

// The rows of a contact are alike: what was found of the row before is kept. At first, that of a row without numbers.
typedef struct {
  mask lanes;
  uint64_t blocks;
  uint32_t chunks;
} ig_RowBlocks;

// blocks of a row of J, from those of its lanes. It has all chunks of its blocks, whose numbers may be zeros.
IG_INLINE void ig_set_blocks(ig_Problem* p, int row, mask lanes, ig_RowBlocks* last) {
  if (ig_any(lanes != last->lanes)) {
    uint64_t blocks = ig_join_bits(lanes);
    *last = (ig_RowBlocks){lanes, blocks, ig_chunks_of(p->cut, blocks)};
  }
  p->J_blocks[row] = last->blocks;
  p->J_mask[row] = last->chunks;
}

#endif

// One of which nothing is known: what others look at without having been told. To clear all of it would take longer than many a
// product.
IG_INLINE void ig_problem_start(ig_Problem* p) {
  p->sparse_problem = NULL;
  p->x = NULL;
#ifdef IG_HAS_BLOCKS
  p->live = ig_mask_of(~0u);
  p->vector_results = NULL;
#endif
  for (int lane = 0; lane < IG_LANES; lane++) {
    p->results[lane].nefc = p->results[lane].iterations = p->results[lane].nstat = 0;
    p->results[lane].flat = false;
  }
}

void IG_NAME(ig_problem_mul_J)(const ig_Problem* p, IG_POINTER(real) row, IG_POINTER(const real) dof);   // row = J dof
void IG_NAME(ig_problem_mul_JT)(const ig_Problem* p, IG_POINTER(real) dof, IG_POINTER(const real) row);  // dof = J^T row
void IG_NAME(ig_problem_mul_M)(const ig_Problem* p, IG_POINTER(real) res, IG_POINTER(const real) dof);
void IG_NAME(ig_problem_solve_M)(const ig_Problem* p, IG_POINTER(real) dof);  // in place

#ifdef IG_HAS_BLOCKS
// rows of the chunks of J, from the masks of the rows
void IG_NAME(ig_problem_note_rows)(ig_Problem* p);

// blocks of the rows of J, from its numbers
void IG_NAME(ig_problem_note_blocks)(ig_Problem* p);

// chunks of rows are those of the given lanes from now on, and rows that only others have are left out at the end: what lanes
// that have ended compute does not matter
void IG_NAME(ig_problem_narrow)(ig_Problem* p, mask live);
#endif

// Memory of a problem's arrays: taken from a block from its start on. Without a block the bytes are counted only. A crew has some
// memory that is near, and takes that first.
typedef struct {
  char* block;
  size_t used;
#ifdef IG_CREW
  char* near;
  size_t near_used, near_room;
#endif
} ig_Room;

static inline void* ig_take(ig_Room* room, size_t bytes) {
  size_t start = room->used;
  room->used = (start + bytes + 63) & ~(size_t)63;
  return room->block ? room->block + start : NULL;
}
#ifdef IG_CREW
// what is not near any more is far, in a build that knows it; in the other the caller sees that the room was too small
IG_NOINLINE static void* ig_take_near(ig_Room* room, size_t bytes) {
  size_t start = room->near_used, end = (start + bytes + 15) & ~(size_t)15;
  if (!IG_ONLY_NEAR && end > room->near_room) return ig_take(room, bytes);
  room->near_used = end;
  return room->near + start;
}
#define IG_TAKE(room, type, n) ((type*)ig_take_near((room), sizeof(type) * (size_t)(n)))
#elif defined(IG_GPU)
// Numbers and slots, in rows of the block. Lanes may take different numbers of them: nothing else may lie among them.
template <class T>
static inline T* ig_take_rows(ig_Room* room, size_t n) {
  static_assert(sizeof(T) % (8 * IG_ROW) == 0, "of whole rows");
  size_t start = room->used;
  room->used += sizeof(T) * n;
  return room->block ? (T*)(room->block + start) : nullptr;
}
#define IG_TAKE(room, type, n) ig_take_rows<type>((room), (size_t)(n))
#else
#define IG_TAKE(room, type, n) ((type*)ig_take((room), sizeof(type) * (size_t)(n)))
#endif

// of what is seldom looked at
#ifdef IG_CREW
#define IG_TAKE_FAR(room, type, n) ((type*)ig_take((room), sizeof(type) * (size_t)(n)))
#else
#define IG_TAKE_FAR(room, type, n) IG_TAKE(room, type, n)
#endif

#endif  // INGOT_SOLVE_PROBLEM_H_
