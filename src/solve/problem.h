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
#include "solve/room.h"
#include "solve/rows.h"

// Dofs of a small problem, and of one of one or two trees: within a tree the order of the dofs is one of little fill already,
// from the leaves to the root, and a fill-reducing order has little to gain.
enum { IG_SMALL_DOFS = 64, IG_SMALL_DOFS_TWO_TREES = 128, IG_CHUNKS = IG_SMALL_DOFS_TWO_TREES / 4 };
static inline bool ig_is_small(int nv, int ntree) { return nv <= (ntree <= 2 ? IG_SMALL_DOFS_TWO_TREES : IG_SMALL_DOFS); }
_Static_assert((int)IG_MOST_CUT >= (int)IG_SMALL_DOFS_TWO_TREES, "dofs of a small problem can be cut into blocks");

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

// where the results of all lanes go, if they lie side by side
typedef struct {
  real *qacc, *qfrc_constraint, *force;
  ints* state;            // NULL: not wanted
  const ig_Index* place;  // of row i of any lane that has it
} ig_VectorResults;

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
  uint32_t M_mask[IG_CHUNKS];     // of four rows of M
  IG_POINTER(ig_Chunks) J_mask;   // of a row of J
  IG_POINTER(ig_Chunks) J_mask4;  // of four rows of J
  IG_POINTER(real) MU;  // for conjugate gradients: the factor of M as a Hessian's, see factor.h, and one over its diagonal
  IG_POINTER(real) MU_inverse;

  // on a GPU: the chunks of rows with force
  IG_POINTER(ig_Chunks) J_mask_on;

  // in a group: a row of J has its chunks in J_pack alone, one after the other, from the chunk J_at of J on; for a solution with
  // MU, bits of its pattern and of its columns, and scratch
  IG_POINTER(uint32_t) J_pack;
  IG_POINTER(uint16_t) J_at;
  IG_POINTER(uint32_t) MU_pattern;
  IG_POINTER(real) MU_scratch;

  // in a vector of worlds: blocks instead of chunks, see block.h
  const ig_Cut* cut;
  const ig_BlockPattern* M_blocks;
  uint64_t* J_blocks;                      // of a row of J
  uint64_t* J_rows;                        // rows that have chunk c of J: the bits of 64 of them at [np / 4 * (row / 64) + c]
  ig_LaneBits* J_lanes;                    // the same of each lane
  mask live;                               // lanes that go on: numbers of the others do not matter any more
  const ig_VectorResults* vector_results;  // NULL: each lane has its own

  ig_SparseProblem* sparse_problem;  // NULL: small
  ig_ResultView results[IG_LANES];
} ig_Problem;

// One of which nothing is known: what others look at without having been told. To clear all of it would take longer than many a
// product.
IG_INLINE void ig_problem_start(ig_Problem* p) {
  p->sparse_problem = NULL;
  p->x = NULL;
  p->live = ig_mask_of(~0u);
  p->vector_results = NULL;
  for (int lane = 0; lane < IG_LANES; lane++) {
    p->results[lane].nefc = p->results[lane].iterations = p->results[lane].nstat = 0;
    p->results[lane].flat = false;
  }
}

void IG_NAME(ig_problem_mul_J)(const ig_Problem* p, IG_POINTER(real) row, IG_POINTER(const real) dof);   // row = J dof
void IG_NAME(ig_problem_mul_JT)(const ig_Problem* p, IG_POINTER(real) dof, IG_POINTER(const real) row);  // dof = J^T row
void IG_NAME(ig_problem_mul_M)(const ig_Problem* p, IG_POINTER(real) res, IG_POINTER(const real) dof);
void IG_NAME(ig_problem_solve_M)(const ig_Problem* p, IG_POINTER(real) dof);  // in place

#include "solve/backend.h"

#endif  // INGOT_SOLVE_PROBLEM_H_
