// SPDX-License-Identifier: Apache-2.0
// Problems of a vector of worlds: their products in blocks, and what the blocks of their rows are, in each lane and in all.
#include "solve/problem.h"

#include "solve/tile.h"

#ifdef IG_HAS_BLOCKS

// ------------------------------------------------ products

// A chunk of dofs after the other, its sums in registers, with 64 rows at a time: those with force that reach the chunk.
void IG_NAME(ig_problem_mul_JT)(const ig_Problem* p, real* dof, const real* row) {
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

void IG_NAME(ig_problem_mul_M)(const ig_Problem* p, real* res, const real* dof) {
  IG_NAME(ig_blocks_mul)(p->cut, p->M_blocks, p->np, res, p->M, dof);
}

void IG_NAME(ig_problem_solve_M)(const ig_Problem* p, real* dof) {
  IG_NAME(ig_blocks_solve)(p->cut, p->M_blocks, p->np, p->MU, p->MU_inverse, dof);
}

// ------------------------------------------------ patterns

void IG_NAME(ig_problem_cut_chunks)(ig_Problem* p, ig_CutInertia* own) {
  IG_NAME(ig_cut)(&own->cut, p->np, 0);
  for (int b = 0; b < own->cut.n; b++) {
    own->blocks.pattern[b] = p->M_mask[b] & ((2u << b) - 1);
    own->blocks.column[b] = p->M_mask[b] & ~((1u << b) - 1);
  }
  p->cut = &own->cut;
  p->M_blocks = &own->blocks;
}

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
    ig_LaneBits lanes = {0};
    IG_EACH_BIT_UP(c, p->J_mask[row]) {
#pragma GCC unroll 4
      for (uint32_t dof = 4 * c; dof < 4 * c + 4; dof++)
        lanes |= ig_all_bits((mask)J[dof] != none) & ig_bits_in_all(p->cut->of_dof[dof]);
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

bool IG_NAME(ig_problem_narrow)(ig_Problem* p, unsigned lanes, unsigned* noted) {
  ig_Rows* rows = &p->rows;
  mask live = p->live = ig_mask_of(lanes);
  if (2 * __builtin_popcount(lanes) > __builtin_popcount(*noted)) return false;
  *noted = lanes;
  // cones are not at the end of what every lane has
  if (!rows->ncone) {
    int end = ig_fours(last_row(p, live));
    rows->n = rows->ni = end > rows->nf ? end : rows->nf;
  }
  ig_RowBlocks last = {0};
  for (int row = 0; row < rows->n; row += 4) {
    for (int k = 0; k < 4; k++) ig_set_blocks(p, row + k, p->J_lanes[row + k] & ig_all_bits(live), &last);
    const ig_Chunks* bits = p->J_mask + row;
    p->J_mask4[row / 4] = bits[0] | bits[1] | bits[2] | bits[3];
  }
  IG_NAME(ig_problem_note_rows)(p);
  return true;
}

#endif
