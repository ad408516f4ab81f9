// SPDX-License-Identifier: Apache-2.0
// Factors and solutions at every width: right, and the same bits, whatever the order of the rows.
#include "model.h"
#include "test.h"
#include "wide.h"

#include "factor.h"

extern ig_FactorRun ig_factor_case;
#ifdef IG_BASE_WIDTHS
extern ig_FactorRun ig_factor_case_w4_base, ig_factor_case_w8_base;
#endif
#ifdef IG_X86_LEVELS
extern ig_FactorRun ig_factor_case_w4_avx2, ig_factor_case_w8_avx512;
#endif

// of each row, the one that carries it
typedef int Parent(int row);
static int chain(int row) { return row - 1; }
static int depth_first(int row) { return row % 9 == 0 ? (row ? row - 7 : -1) : row % 9 == 6 ? row - 4 : row - 1; }
static int breadth_first(int row) { return row ? (row - 1) / 2 : -1; }
static int forest(int row) { return row % 11 == 0 ? -1 : row - 1; }
static int comb(int row) { return row < 20 ? row - 1 : row - 20; }
static int apart(int row) { return row < 0 ? row : -1; }

// diagonally dominant
static void make_case(ig_FactorCase* c, Parent* parent, int nv) {
  unsigned seed = 5;
  c->nv = nv;
  c->nnz = 0;
  for (int row = 0; row < nv; row++) {
    int up = parent(row), n = up < 0 ? 0 : c->rownnz[up];
    c->rowadr[row] = c->nnz;
    c->rownnz[row] = n + 1;
    c->rhs[row] = ig_test_random(&seed);
    for (int k = 0; k < n; k++) c->colind[c->nnz + k] = c->colind[c->rowadr[up] + k], c->mat[c->nnz + k] = ig_test_random(&seed);
    c->colind[c->nnz + n] = row;
    c->mat[c->nnz + n] = 40 + ig_test_random(&seed);
    c->nnz += n + 1;
  }
}

static void check_solution(const ig_FactorCase* c, const ig_FactorResult* result, double scale) {
  double product[ig_factor_rows_most] = {0};
  for (int row = 0; row < c->nv; row++) {
    for (int k = 0; k < c->rownnz[row]; k++) {
      int col = c->colind[c->rowadr[row] + k];
      double entry = c->mat[c->rowadr[row] + k] * scale;
      product[row] += entry * result->x[col];
      if (col != row) product[col] += entry * result->x[row];
    }
  }
  for (int row = 0; row < c->nv; row++) CHECK_NEAR(product[row], c->rhs[row], 1e-13);
}

static void check_bits(const ig_FactorCase* c, const ig_FactorResult* a, const ig_FactorResult* b) {
  CHECK(!memcmp(a->factors, b->factors, sizeof(double) * (size_t)c->nnz));
  CHECK(!memcmp(a->inverse, b->inverse, sizeof(double) * (size_t)c->nv));
  CHECK(!memcmp(a->x, b->x, sizeof(double) * (size_t)c->nv));
}

// the first table is that of width 1: its results are checked, the others compared with them
static void check_widths(const ig_FactorCase* c) {
  static ig_FactorRun* const runs[] = {
      ig_factor_case,
#ifdef IG_BASE_WIDTHS
      ig_factor_case_w4_base, ig_factor_case_w8_base,
#endif
#ifdef IG_X86_LEVELS
      ig_factor_case_w4_avx2, ig_factor_case_w8_avx512,
#endif
  };
  static ig_FactorResult expected[8], result[8];
  for (int i = 0; i < (int)(sizeof runs / sizeof runs[0]); i++) {
    const ig_Width* w = i ? ig_test_width(i - 1) : NULL;
    if (i && !w) continue;
    for (int in_place = 0; in_place < 2; in_place++) {
      for (int lane = 0; lane < 8; lane += i ? w->width : 1) runs[i](c, in_place, lane, i || in_place ? result : expected);
      for (int lane = 0; lane < 8; lane++) {
        if (i || in_place) check_bits(c, expected + lane, result + lane);
        if (!i && !in_place) check_solution(c, expected + lane, 1 + lane / 16.);
      }
    }
  }
}

TEST(factors_solve_and_have_the_same_bits_at_every_width) {
  static Parent* const parents[] = {chain, depth_first, breadth_first, forest, comb, apart};
  static const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 9, 16, 27, 31, 40, 43, 60};
  static ig_FactorCase c;
  for (int i = 0; i < (int)(sizeof parents / sizeof parents[0]); i++) {
    for (int k = 0; k < (int)(sizeof sizes / sizeof sizes[0]); k++) {
      make_case(&c, parents[i], sizes[k]);
      check_widths(&c);
    }
  }
}
