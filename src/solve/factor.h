// SPDX-License-Identifier: Apache-2.0
// Factor of a symmetric positive matrix in tiles of four by four, for padded squares of up to IG_CHUNKS tiles a side.
//
// H = U^T D^-1 U, U lower triangular with D on its diagonal: the root-free form of Cholesky's factor, the last row first.
//   U(i, j) = H(i, j) - sum over k > i of (U(k, i) / D(k)) U(k, j),   j <= i,   D(i) = U(i, i)
// Every entry starts at that of H and has its products taken away from the largest k down, so that tiles, and leaving out
// those that are exact zeros, do not change a bit. With the dofs of a tree in their order, the last row first makes no fill
// (Featherstone 2005, "Efficient factorization of the joint-space inertia matrix for branched kinematic trees").
#ifndef INGOT_SOLVE_FACTOR_H_
#define INGOT_SOLVE_FACTOR_H_

#include <stdint.h>

#include "lane/lane.h"
#include "solve/problem.h"

// tiles of U: bit J <= I of pattern[I]; column[J] has bit I for the same
typedef struct {
  int chunks;
#ifndef IG_CREW
  uint32_t pattern[IG_CHUNKS], column[IG_CHUNKS];
#else
  IG_POINTER(uint32_t) pattern;
  IG_POINTER(uint32_t) column;
  // the tiles one after the other, i in the high byte of a number and j in the low one, those of chunk i from first[i] on, so
  // that members find theirs without looking at those of others; and four numbers per dof
  IG_POINTER(uint16_t) list;
  IG_POINTER(uint16_t) first;
  IG_POINTER(real) scratch;
#endif
} ig_Tiles;

// Where tile (i, j), j <= i, of H and U lies, how far apart its rows are, and the numbers of a matrix. A crew, whose near memory
// is small, has the lower triangle alone, tile after tile: so far apart that eight groups that look at neighbours do not wait for
// each other.
#ifdef IG_CREW
enum { IG_TILE_NUMBERS = 18 };
static inline size_t ig_tile_at(size_t np, size_t i, size_t j) { return IG_TILE_NUMBERS * (i * (i + 1) / 2 + j); }
static inline size_t ig_tile_stride(size_t np) { return 4; }
static inline size_t ig_tiles_numbers(size_t np) { return ig_tile_at(np, np / 4, 0); }
#else
static inline size_t ig_tile_at(size_t np, size_t i, size_t j) { return 4 * i * np + 4 * j; }
static inline size_t ig_tile_stride(size_t np) { return np; }
static inline size_t ig_tiles_numbers(size_t np) { return np * np; }
#endif
static inline size_t ig_tile_entry(size_t np, size_t i, size_t j) {
  return ig_tile_at(np, i / 4, j / 4) + i % 4 * ig_tile_stride(np) + j % 4;
}

#ifdef IG_CREW
// memory for so many chunks, and what the list says of the pattern
void IG_NAME(ig_tiles_lay)(ig_Tiles* tiles, int chunks, ig_Room* room);
void IG_NAME(ig_tiles_note)(ig_Tiles* tiles);
// where the tiles of the factor of M have their bits
IG_INLINE void ig_tiles_of_factor(ig_Tiles* tiles, const ig_Problem* p) {
  tiles->pattern = p->MU_pattern;
  tiles->column = (uint32_t*)p->MU_pattern + tiles->chunks;
  tiles->scratch = p->MU_scratch;
}
#else
IG_INLINE void ig_tiles_of_factor(ig_Tiles* tiles, const ig_Problem* p) { (void)tiles, (void)p; }
#endif

// the pattern of H, closed under elimination
void IG_NAME(ig_tiles_fill)(ig_Tiles* tiles);

// In lanes of a CPU the factor is that of blocks, see block.h. H (np x np, lower triangle; its tiles on the diagonal whole or
// not) into U and one over D. Chunks with a pivot that is lost (solve/pivot.h) are in *lost (bits). Only rows of chunks that are
// dirty (bits), or that one of these reaches, are computed: the others would get the bits they have.
void IG_NAME(ig_tiles_factor)(const ig_Tiles* tiles, IG_POINTER(real) U, IG_POINTER(real) inverse, IG_POINTER(const real) H,
                              uint32_t dirty, uint32_t* lost);

// x <- H^-1 x
void IG_NAME(ig_tiles_solve)(const ig_Tiles* tiles, IG_POINTER(const real) U, IG_POINTER(const real) inverse, IG_POINTER(real) x);

#endif  // INGOT_SOLVE_FACTOR_H_
