// SPDX-License-Identifier: Apache-2.0
// Dense, banded and eigenvalue routines: properties that hold for any input.
#include "case.h"
#include "model.h"
#include "test.h"

static void spread(mjtNum* a, int n, unsigned* seed) {
  mjtNum b[144];
  for (int i = 0; i < n * n; i++) b[i] = ig_test_random(seed);
  mju_mulMatMatT(a, b, b, n, n, n);
  for (int i = 0; i < n; i++) a[i * n + i] += .1;
}

TEST(cholesky_solves_and_reports_its_rank) {
  unsigned seed = 1;
  for (int n = 1; n <= 12; n++) {
    mjtNum a[144], l[144], x[12], b[12], back[12];
    spread(a, n, &seed);
    mju_copy(l, a, n * n);
    for (int i = 0; i < n; i++) x[i] = ig_test_random(&seed);
    mju_mulMatVec(b, a, x, n, n);
    CHECK_INT(mju_cholFactor(l, n, mjMINVAL), n);
    mju_cholSolve(back, l, b, n);
    for (int i = 0; i < n; i++) CHECK_NEAR(back[i], x[i], 1e-9);
  }
  mjtNum zero[4] = {0, 0, 0, 0};
  CHECK_INT(mju_cholFactor(zero, 2, 1e-3), 0);
}

// the solver works on four rows at a time; its sums are those of one row after the other
TEST(cholesky_solves_in_the_order_of_rows) {
  unsigned seed = 5;
  for (int n = 1; n <= 12; n++) {
    mjtNum l[144], x[12], back[12];
    spread(l, n, &seed);
    mju_cholFactor(l, n, mjMINVAL);
    for (int i = 0; i < n; i++) x[i] = ig_test_random(&seed);
    mju_cholSolve(back, l, x, n);
    for (int i = 0; i < n; i++) x[i] = (x[i] - mju_dot(l + i * n, x, i)) / l[i * n + i];
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) x[i] -= l[j * n + i] * x[j];
      x[i] /= l[i * n + i];
    }
    for (int i = 0; i < n; i++) CHECK_NEAR(back[i], x[i], 0);
  }
}

TEST(a_rank_one_update_is_a_new_factorisation) {
  unsigned seed = 2;
  enum { N = 7 };
  for (int plus = 0; plus < 2; plus++) {
    mjtNum a[N * N], l[N * N], v[N], used[N];
    spread(a, N, &seed);
    for (int i = 0; i < N; i++) v[i] = .1 * ig_test_random(&seed);
    mju_copy(l, a, N * N);
    mju_cholFactor(l, N, mjMINVAL);
    mju_copy(used, v, N);
    CHECK_INT(mju_cholUpdate(l, used, N, plus), N);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < N; j++) a[i * N + j] += (plus ? 1 : -1) * v[i] * v[j];
    }
    mju_cholFactor(a, N, mjMINVAL);
    for (int i = 0; i < N; i++) {
      for (int j = 0; j <= i; j++) CHECK_NEAR(l[i * N + j], a[i * N + j], 1e-12);
    }
  }
}

TEST(banded_is_dense_with_less_memory) {
  unsigned seed = 3;
  enum { N = 9, BAND = 3, DENSE = 2, SIZE = (N - DENSE) * BAND + DENSE * N };
  mjtNum band[SIZE], full[N * N], b[N], product[N], expected[N], x[N], back[N];
  for (int i = 0; i < SIZE; i++) band[i] = .1 * ig_test_random(&seed);
  for (int i = 0; i < N; i++) band[mju_bandDiag(i, N, BAND, DENSE)] = 2;
  for (int i = 0; i < N; i++) x[i] = ig_test_random(&seed);
  mju_band2Dense(full, band, N, BAND, DENSE, 1);
  for (int i = 0; i < N; i++) {
    for (int j = 0; j < N; j++) CHECK_NEAR(full[i * N + j], full[j * N + i], 0);
  }
  mju_bandMulMatVec(product, band, x, N, BAND, DENSE, 1, 1);
  mju_mulMatVec(expected, full, x, N, N);
  for (int i = 0; i < N; i++) CHECK_NEAR(product[i], expected[i], 1e-14);
  mju_copy(b, product, N);
  CHECK(mju_cholFactorBand(band, N, BAND, DENSE, 0, 0) > 0);
  mju_cholSolveBand(back, band, b, N, BAND, DENSE);
  for (int i = 0; i < N; i++) CHECK_NEAR(back[i], x[i], 1e-12);
}

TEST(eigenvectors_rebuild_the_matrix) {
  unsigned seed = 4;
  for (int round = 0; round < 50; round++) {
    mjtNum a[9], value[3], vector[9], quat[4], mat[9];
    for (int i = 0; i < 9; i++) a[i] = ig_test_random(&seed);
    mju_symmetrize(a, a, 3);
    mju_eig3(value, vector, quat, a);
    CHECK(value[0] >= value[1] && value[1] >= value[2]);
    mju_quat2Mat(mat, quat);
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        mjtNum sum = 0;
        for (int k = 0; k < 3; k++) sum += vector[3 * i + k] * value[k] * vector[3 * j + k];
        // turns stop when they get small, as in 3.5.0: the rest is left
        CHECK_NEAR(sum, a[3 * i + j], 1e-5);
        CHECK_NEAR(mat[3 * i + j], vector[3 * i + j], 1e-9);
      }
    }
  }
}

// at the minimum, the gradient vanishes where x is free and points outwards where it is held
TEST(box_qp_meets_its_conditions) {
  unsigned seed = 5;
  for (int n = 1; n <= 10; n++) {
    mjtNum h[100], g[10], low[10], high[10], x[10] = {0}, r[170], gradient[10];
    int index[10];
    spread(h, n, &seed);
    for (int i = 0; i < n; i++) {
      g[i] = 3 * ig_test_random(&seed);
      low[i] = -.2 - .2 * fabs(ig_test_random(&seed));
      high[i] = .2 + .2 * fabs(ig_test_random(&seed));
    }
    int nfree = mju_boxQP(x, r, index, h, g, n, low, high);
    CHECK(nfree >= 0 && nfree <= n);
    mju_mulMatVec(gradient, h, x, n, n);
    mju_addTo(gradient, g, n);
    for (int i = 0; i < n; i++) {
      CHECK(x[i] >= low[i] && x[i] <= high[i]);
      if (x[i] == low[i])
        CHECK(gradient[i] >= -1e-6);
      else if (x[i] == high[i])
        CHECK(gradient[i] <= 1e-6);
      else
        CHECK_NEAR(gradient[i], 0, 1e-6);
    }
  }
}

TEST(sparse_is_dense_without_zeros) {
  mjtNum dense[12] = {1, 0, 2, 0, 0, 0, 0, 3, 4, 5, 0, 6}, values[6], back[12];
  int nnz[3], adr[3], column[6];
  CHECK_INT(mju_dense2sparse(values, dense, 3, 4, nnz, adr, column, 6), 0);
  CHECK_INT(nnz[0], 2);
  CHECK_INT(nnz[1], 1);
  CHECK_INT(adr[2], 3);
  mju_sparse2dense(back, values, 3, 4, nnz, adr, column);
  for (int i = 0; i < 12; i++) CHECK_NEAR(back[i], dense[i], 0);
  CHECK_INT(mju_dense2sparse(values, dense, 3, 4, nnz, adr, column, 5), 1);
}
