// SPDX-License-Identifier: Apache-2.0
// The factor of a Hessian in lanes of a CPU: blocks of one to four dofs that end where a tree branches, so that little of a block
// is zeros. The equations, and the order of the products of every entry, are those of factor.h: the bits do not depend on how the
// dofs are cut. At width 1 tiles of four by four are faster, since a row of one is a vector.
#ifndef INGOT_SOLVE_BLOCK_H_
#define INGOT_SOLVE_BLOCK_H_

#include <stdbool.h>
#include <stdint.h>

#include "lane/lane.h"

enum { IG_MOST_BLOCKS = 64, IG_MOST_CUT = 128 };  // blocks, and dofs

// 64 bits for each lane: its blocks, say
#if IG_WIDTH > 1 && !defined(IG_GPU)
typedef int64_t ig_LaneBits __attribute__((vector_size(8 * IG_WIDTH)));
#else
typedef uint64_t ig_LaneBits;
#endif

// how dofs are cut: block b has those from first[b] to first[b + 1]
typedef struct {
  int n;
  uint8_t first[IG_MOST_BLOCKS + 1];
  uint32_t chunks[IG_MOST_BLOCKS];  // chunks of four that have a dof of a block
  uint64_t of_dof[IG_MOST_CUT];     // the block of a dof, as a bit; none where dofs only pad
} ig_Cut;

// blocks of U as bits: J <= I of pattern[I]; column[J] has bit I for the same
typedef struct {
  uint64_t pattern[IG_MOST_BLOCKS], column[IG_MOST_BLOCKS];
} ig_BlockPattern;

// How the dofs of a problem are cut, and what its inertia has of them.
typedef struct {
  ig_Cut cut;
  ig_BlockPattern blocks;          // of M
  uint32_t mask[IG_MOST_CUT / 4];  // chunks of M, see ig_Problem
  uint32_t near[IG_MOST_CUT / 4];  // chunks that have a block in common with a chunk, itself among them
  bool full;                       // all of a block of M, at or below the diagonal, is numbers that the model has
} ig_CutInertia;

#if IG_WIDTH > 1 && !defined(IG_GPU)
#define IG_HAS_BLOCKS 1

// at the dofs where `starts` has a bit, and wherever a block would have more than four. Without such bits blocks of whole fours
// are those fours, and no more dofs than IG_MOST_CUT make no more blocks than there may be.
void IG_NAME(ig_cut)(ig_Cut* cut, int nv, uint64_t starts);

// Patterns of every lane, closed under elimination: lanes[I] has the bits of H at first. Then all of some lanes together: what
// none of them fills in is left out.
void IG_NAME(ig_blocks_fill)(const ig_Cut* cut, ig_LaneBits* lanes);
void IG_NAME(ig_blocks_join)(const ig_Cut* cut, ig_BlockPattern* p, const ig_LaneBits* lanes, mask some);

// as ig_tiles_factor and ig_tiles_solve, of rows that are np numbers long; dirty: blocks; lost: blocks of each lane
void IG_NAME(ig_blocks_factor)(const ig_Cut* cut, const ig_BlockPattern* p, int np, real* U, real* inverse, const real* H,
                               uint64_t dirty, ig_LaneBits* lost);
void IG_NAME(ig_blocks_solve)(const ig_Cut* cut, const ig_BlockPattern* p, int np, const real* U, const real* inverse, real* x);

// res = A x, A symmetric, p the pattern of its lower triangle, which alone is read
void IG_NAME(ig_blocks_mul)(const ig_Cut* cut, const ig_BlockPattern* p, int np, real* res, const real* A, const real* x);

// chunks of four that have a dof of some blocks
IG_INLINE uint32_t ig_chunks_of(const ig_Cut* cut, uint64_t blocks) {
  uint32_t chunks = 0;
  for (; blocks; blocks &= blocks - 1) chunks |= cut->chunks[__builtin_ctzll(blocks)];
  return chunks;
}

// all of them in the lanes of a mask, and the lanes that have some
IG_INLINE ig_LaneBits ig_all_bits(mask lanes) { return __builtin_convertvector(lanes, ig_LaneBits); }
IG_INLINE mask ig_lanes_with_some(ig_LaneBits bits) { return __builtin_convertvector(bits != (ig_LaneBits){0}, mask); }

// bits that some lane has, and the lanes that have one of them
IG_INLINE uint64_t ig_join_bits(ig_LaneBits bits) {
#if IG_WIDTH == 8 && defined(__AVX512F__)
  return (uint64_t)_mm512_reduce_or_epi64((__m512i)bits);
#else
  uint64_t all = 0;
  for (int lane = 0; lane < IG_WIDTH; lane++) all |= (uint64_t)bits[lane];
  return all;
#endif
}
IG_INLINE ig_LaneBits ig_bits_in_all(uint64_t bits) { return (int64_t)bits - (ig_LaneBits){0}; }
IG_INLINE ig_LaneBits ig_lanes_with(ig_LaneBits bits, uint64_t b) {
  return (bits & ig_bits_in_all((uint64_t)1 << b)) != (ig_LaneBits){0};
}
IG_INLINE bool ig_bits_differ(ig_LaneBits a, ig_LaneBits b) {
#ifdef IG_SINGLE
  return ig_join_bits(a ^ b) != 0;
#else
  return ig_any(a != b);
#endif
}

#define IG_EACH_BLOCK_UP(c, bits) \
  for (uint64_t c##_left = (bits), c; c##_left && (c = (uint64_t)__builtin_ctzll(c##_left), 1); c##_left &= c##_left - 1)
#define IG_EACH_BLOCK_DOWN(c, bits)                                                                  \
  for (uint64_t c##_left = (bits), c; c##_left && (c = 63 - (uint64_t)__builtin_clzll(c##_left), 1); \
       c##_left &= ~((uint64_t)1 << c))

#endif
#endif  // INGOT_SOLVE_BLOCK_H_
