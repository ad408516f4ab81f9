// SPDX-License-Identifier: Apache-2.0
// Newton's Hessian H = M + J^T D J, D of the rows in their quadratic zone, plus the parts J^T C J of the cones in their
// middle zone, and its factor.
//
// H without cones is kept: when rows enter or leave their quadratic zone, their outer products are added or taken away in the
// order of the rows, or all of it is built anew when that is less work. Then it is factored anew: no rank-one change of a
// factor, whose bits would depend on the history of the states.
#ifndef INGOT_SOLVE_HESSIAN_H_
#define INGOT_SOLVE_HESSIAN_H_

#include <stdbool.h>

#include "solve/factor.h"
#include "solve/problem.h"

// Parts of the dofs as bits: in lanes of a CPU blocks (see block.h), elsewhere chunks of four.
#ifdef IG_HAS_BLOCKS
typedef uint64_t ig_Parts;
#define IG_PARTS_OF_ROW(p, row) ((p)->J_blocks[row])
typedef ig_LaneBits ig_PartsOfLanes;
IG_INLINE ig_PartsOfLanes ig_no_parts(void) { return ig_bits_in_all(0); }
#else
typedef uint32_t ig_Parts;
#define IG_PARTS_OF_ROW(p, row) ((p)->J_mask[row])
typedef ig_Parts ig_PartsOfLanes;
IG_INLINE ig_PartsOfLanes ig_no_parts(void) { return 0; }
#endif

// an outer product for the matrix: H(i, j) += (scale a(i)) b(j), in the parts of the mask
typedef struct {
  IG_SLOT(IG_POINTER(const real)) a;
  IG_SLOT(IG_POINTER(const real)) b;
  real scale;
  IG_SLOT(ig_Parts) mask;
#ifdef IG_CREW
  uint32_t pack;  // the chunks that a and b have
#endif
#ifdef IG_HAS_BLOCKS
  ig_LaneBits lanes;  // the parts of each lane; none where nothing is added
#endif
} ig_Term;

typedef struct {
  const ig_Problem* problem;
  bool cones;
#ifdef IG_HAS_BLOCKS
  ig_BlockPattern blocks;             // of the lanes that go on
  ig_LaneBits lanes[IG_MOST_BLOCKS];  // of each lane
#else
  ig_Tiles tiles;
#endif
  bool narrowed;          // fewer lanes go on than when the pattern was made
  mask live;              // lanes that go on (all, unless told): rows of the others do not matter any more
  ig_Parts dirty, coned;  // parts that changed since the last factor; parts of the cones that were in it
  ig_Parts touched;       // parts that rows have changed since the start
  ig_PartsOfLanes lost;   // parts of the factor with a pivot that is lost, see solve/pivot.h
  IG_POINTER(real) H;
  IG_POINTER(real) with_cones;
  IG_POINTER(real) U;
  IG_POINTER(real) inverse;
  IG_POINTER(real) D;        // of the rows, as it is in H
  IG_POINTER(real) CJ;       // rows of C J of cones in their middle zone
  IG_POINTER(ig_Term) term;  // room for one per row, and the mask of lanes beside
  double nupdate[IG_LANES];  // rows that came or went in the last update, and rows of cones; all rows at first
} ig_Hessian;

// before anything is known of it
IG_INLINE void ig_hessian_none(ig_Hessian* h) {
  h->dirty = h->coned = h->touched = 0;
  h->narrowed = false;
  h->lost = ig_no_parts();
  for (int lane = 0; lane < IG_LANES; lane++) h->nupdate[lane] = 0;
}

// arrays from the room; the problem's rows and masks must be known
void IG_NAME(ig_hessian_lay)(ig_Hessian* h, const ig_Problem* p, bool cones, ig_Room* room);

// the first Hessian, and its factor, from the states of the rows
void IG_NAME(ig_hessian_start)(ig_Hessian* h);

// how many rows change with the states as they are: nupdate
void IG_NAME(ig_hessian_count)(ig_Hessian* h);

// the same after states have changed
void IG_NAME(ig_hessian_update)(ig_Hessian* h);

// x = H^-1 b
void IG_NAME(ig_hessian_solve)(const ig_Hessian* h, IG_POINTER(real) x, IG_POINTER(const real) b);

#endif  // INGOT_SOLVE_HESSIAN_H_
