// SPDX-License-Identifier: Apache-2.0
#include "solve/problem.h"

#include "base/clones.h"
#include "solve/factor.h"
#include "solve/sparse_problem.h"
#include "solve/tile.h"

// every row's sum runs over the dofs in ascending order
IG_CREW_NOINLINE IG_KERNEL_CLONES static void mul_J(const ig_Problem* p, IG_POINTER(real) row, IG_POINTER(const real) dof) {
#ifndef IG_CREW
  size_t np = (size_t)p->np;
#endif
  IG_SHARE_FOURS(r, p->rows.n) {
    ig_Sum sum = ig_sum_zero();
#ifdef IG_CREW
    // each of four members has a row, and looks at the chunks of that one: those of the others would add zeros
    int own = r + ig_part();
    IG_EACH_BIT_UP(c, p->J_mask[own]) {
      const real* J = p->J + ig_chunk_of_J(p, own, (int)c);
#pragma GCC unroll 4
      for (int j = 0; j < 4; j++) sum.part[0] += J[j] * dof[4 * c + j];
    }
#else
    const real* J = p->J + (size_t)r * np;
    IG_EACH_BIT_UP(c, p->J_mask4[r / 4]) ig_add_row_products(&sum, J + 4 * c, np, dof + 4 * c);
#endif
    ig_store_four(row + r, &sum);
  }
  ig_meet();
}

// every dof's sum runs over the rows in ascending order, those without force left out
#if IG_WIDTH == 1

IG_KERNEL_CLONES static void mul_JT(const ig_Problem* p, real* dof, const real* row) {
  size_t np = (size_t)p->np;
  for (int i = 0; i < p->np; i++) dof[i] = 0;
  for (int r = 0; r < p->rows.n; r++) {
    real f = row[r];
    if (f == 0) continue;
    const real* J = p->J + (size_t)r * np;
    IG_EACH_BIT_UP(c, p->J_mask[r]) IG_AT(ig_Pack, dof + 4 * c) += IG_AT(const ig_Pack, J + 4 * c) * f;
  }
}

#elif defined(IG_HAS_BLOCKS)

// A chunk of dofs after the other, its sums in registers, with 64 rows at a time: those with force that reach the chunk.
static void mul_JT(const ig_Problem* p, real* dof, const real* row) {
  const real zero = ig_broadcast(0);
  int n = p->rows.n, chunks = p->np / 4;
  for (int begin = 0; begin == 0 || begin < n; begin += 64) {
    const uint64_t* rows = p->J_rows + chunks * (begin / 64);
    uint64_t on = 0;
    for (int r = begin; r < n && r < begin + 64; r++) {
      on |= (uint64_t)ig_any(ig_and(ig_not(ig_eq(row[r], zero)), p->live)) << (r - begin);
    }
    for (int c = 0; c < chunks; c++) {
      ig_Sum sum = ig_sum_zero();
      if (begin) sum = (ig_Sum){{dof[4 * c], dof[4 * c + 1], dof[4 * c + 2], dof[4 * c + 3]}};
      IG_EACH_BLOCK_UP(r, on & rows[c]) {
        const real* J = p->J + ig_chunk_of_J(p, begin + (int)r, c);
        real f = row[begin + (int)r];
        IG_KEEP(f);
#pragma GCC unroll 4
        for (int k = 0; k < 4; k++) sum.part[k] += J[k] * f;
      }
      ig_store_four(dof + 4 * c, &sum);
    }
  }
}

#else

// a chunk of dofs after the other, its sums in registers
IG_CREW_NOINLINE static void mul_JT(const ig_Problem* p, IG_POINTER(real) dof, IG_POINTER(const real) row) {
  ig_Chunks* on = p->J_mask_on;
  IG_SHARE(r, p->rows.n) on[r] = ig_all_of(ig_eq(row[r], ig_broadcast(0)), p->np / 4) ? 0 : (uint32_t)p->J_mask[r];
  ig_meet();
  IG_SHARE_FOURS(first, p->np) {
    ig_Sum sum = ig_sum_zero();
    for (int r = 0; r < p->rows.n; r++) {
      if (!(on[r] >> (first / 4) & 1)) continue;
      const real* J = p->J + ig_chunk_of_J(p, r, first / 4);
      real f = row[r];
#pragma GCC unroll 4
      for (int k = 0; k < IG_PARTS; k++) sum.part[k] += J[IG_SPOT(k)] * f;
    }
    ig_store_four(dof + first, &sum);
  }
  ig_meet();
}

#endif

#ifdef IG_HAS_BLOCKS

static void mul_M(const ig_Problem* p, real* res, const real* dof) {
  IG_NAME(ig_blocks_mul)(p->cut, p->M_blocks, p->np, res, p->M, dof);
}

#else

// M is symmetric: its rows are its columns, and four sums run side by side
IG_CREW_NOINLINE IG_KERNEL_CLONES static void mul_M(const ig_Problem* p, IG_POINTER(real) res, IG_POINTER(const real) dof) {
  size_t np = (size_t)p->np;
  IG_SHARE_FOURS(i, p->np) {
    ig_Sum sum = ig_sum_zero();
    IG_EACH_BIT_UP(c, p->M_mask[i / 4]) {
      const real *column = p->M + 4 * c * np + (size_t)i, *v = dof + 4 * c;
#pragma GCC unroll 4
      for (size_t j = 0; j < 4; j++) {
#pragma GCC unroll 4
        for (int k = 0; k < IG_PARTS; k++) sum.part[k] += IG_AT(const ig_Pack, column + j * np + IG_SPOT(k)) * v[j];
      }
    }
    ig_store_four(res + i, &sum);
  }
  ig_meet();
}

#endif

#ifdef IG_HAS_BLOCKS

// rows of a contact are alike
void IG_NAME(ig_problem_note_rows)(ig_Problem* p) {
  int n = p->rows.n, chunks = p->np / 4;
  for (int begin = 0; begin == 0 || begin < n; begin += 64) {
    uint64_t* rows = p->J_rows + chunks * (begin / 64);
    int end = begin + 64 < n ? begin + 64 : n;
    for (int c = 0; c < chunks; c++) rows[c] = 0;
    for (int r = begin, next; r < end; r = next) {
      for (next = r + 1; next < end && p->J_mask[next] == p->J_mask[r];) next++;
      uint64_t bits = (~(uint64_t)0 >> (64 - (next - r))) << (r - begin);
      IG_EACH_BIT_UP(c, p->J_mask[r]) rows[c] |= bits;
    }
  }
}

void IG_NAME(ig_problem_note_blocks)(ig_Problem* p) {
  const mask none = {0};
  ig_RowBlocks last = {0};
  for (int row = 0; row < p->rows.n; row++) {
    const real* J = p->J + (size_t)row * (size_t)p->np;
    mask lanes = none;
    IG_EACH_BIT_UP(c, p->J_mask[row]) {
#pragma GCC unroll 4
      for (uint32_t dof = 4 * c; dof < 4 * c + 4; dof++) lanes |= ((mask)J[dof] != none) & ig_bits_in_all(p->cut->of_dof[dof]);
    }
    p->J_lanes[row] = lanes;
    ig_set_blocks(p, row, lanes, &last);
  }
}

static int last_row(const ig_Problem* p, mask live) {
  int end = 0;
  for (unsigned rest = ig_mask_bits(live); rest; rest &= rest - 1) {
    const ig_ResultView* results = p->results + __builtin_ctz(rest);
    int last = results->nefc ? (int)results->place[results->nefc - 1] + 1 : 0;
    end = last > end ? last : end;
  }
  return end;
}

void IG_NAME(ig_problem_narrow)(ig_Problem* p, mask live) {
  ig_Rows* rows = &p->rows;
  p->live = live;
  // cones are not at the end of what every lane has
  if (!rows->ncone) {
    int end = ig_fours(last_row(p, live));
    rows->n = rows->ni = end > rows->nf ? end : rows->nf;
  }
  ig_RowBlocks last = {0};
  for (int row = 0; row < rows->n; row += 4) {
    for (int k = 0; k < 4; k++) ig_set_blocks(p, row + k, p->J_lanes[row + k] & live, &last);
    const ig_Chunks* bits = p->J_mask + row;
    p->J_mask4[row / 4] = bits[0] | bits[1] | bits[2] | bits[3];
  }
  IG_NAME(ig_problem_note_rows)(p);
}

#endif

#if IG_WIDTH == 1
#define IG_LARGE(p, call)    \
  if ((p)->sparse_problem) { \
    call;                    \
    return;                  \
  }
#else
#define IG_LARGE(p, call)
#endif

void IG_NAME(ig_problem_mul_J)(const ig_Problem* p, IG_POINTER(real) row, IG_POINTER(const real) dof) {
  IG_LARGE(p, ig_sparse_mul_J(p->sparse_problem, row, dof))
  mul_J(p, row, dof);
}

void IG_NAME(ig_problem_mul_JT)(const ig_Problem* p, IG_POINTER(real) dof, IG_POINTER(const real) row) {
  IG_LARGE(p, ig_sparse_mul_JT(p->sparse_problem, dof, row))
  mul_JT(p, dof, row);
}

void IG_NAME(ig_problem_mul_M)(const ig_Problem* p, IG_POINTER(real) res, IG_POINTER(const real) dof) {
  IG_LARGE(p, ig_sparse_mul_M(p->sparse_problem, res, dof))
  mul_M(p, res, dof);
}

void IG_NAME(ig_problem_solve_M)(const ig_Problem* p, IG_POINTER(real) dof) {
  IG_LARGE(p, ig_sparse_solve_M(p->sparse_problem, dof))
#ifdef IG_HAS_BLOCKS
  IG_NAME(ig_blocks_solve)(p->cut, p->M_blocks, p->np, p->MU, p->MU_inverse, dof);
#else
  ig_Tiles tiles;
  tiles.chunks = p->np / 4;
#ifdef IG_CREW
  tiles.pattern = p->MU_pattern;
  tiles.column = (uint32_t*)p->MU_pattern + tiles.chunks;
  tiles.scratch = p->MU_scratch;
#endif
  for (int i = 0; i < tiles.chunks; i++) tiles.pattern[i] = p->M_mask[i] & ((2u << i) - 1);
  for (int i = 0; i < tiles.chunks; i++) {
    tiles.column[i] = p->M_mask[i] & ~((1u << i) - 1);
  }
  ig_meet();
  IG_NAME(ig_tiles_solve)(&tiles, p->MU, p->MU_inverse, dof);
#endif
}
