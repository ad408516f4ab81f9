// SPDX-License-Identifier: Apache-2.0
// Symmetric matrices with a band and a few dense rows at the end ("arrow" matrices), lower part: each of the
// ntotal - ndense band rows has nband numbers that end with the diagonal, each dense row has ntotal numbers.
#include <math.h>

#include <mujoco/mujoco.h>

#include "math/dense.h"

typedef struct {
  int ntotal, nband, nsparse;
} Shape;

static Shape shape_of(int ntotal, int nband, int ndense) { return (Shape){ntotal, nband, ntotal - ndense}; }

// place of the diagonal entry of a row; entry (row, col) stands col - row from it
static int diagonal(Shape s, int row) {
  return row < s.nsparse ? (row + 1) * s.nband - 1 : s.nsparse * s.nband + (row - s.nsparse) * s.ntotal + row;
}

// number of entries left of the diagonal
static int reach(Shape s, int row) { return row < s.nsparse && row > s.nband - 1 ? s.nband - 1 : row; }

// the row after the last band row that reaches column `col`
static int band_end(Shape s, int col) { return col + s.nband < s.nsparse ? col + s.nband : s.nsparse; }

int mju_bandDiag(int i, int ntotal, int nband, int ndense) { return diagonal(shape_of(ntotal, nband, ndense), i); }

// entry (row, col) of the factor, before scaling, from the two rows left of column col
static mjtNum reduced(const mjtNum* mat, Shape s, int row, int col) {
  int at_row = diagonal(s, row) + col - row, at_col = diagonal(s, col);
  int overlap = reach(s, row) - (row - col), width = reach(s, col);
  if (overlap < width) width = overlap;
  mjtNum value = mat[at_row];
  return width > 0 ? value - ig_dot(mat + at_col - width, mat + at_row - width, width) : value;
}

mjtNum mju_cholFactorBand(mjtNum* mat, int ntotal, int nband, int ndense, mjtNum diagadd, mjtNum diagmul) {
  Shape s = shape_of(ntotal, nband, ndense);
  mjtNum smallest = -1;
  for (int col = 0; col < ntotal; col++) {
    int at = diagonal(s, col), width = reach(s, col);
    mjtNum left = width > 0 ? ig_dot(mat + at - width, mat + at - width, width) : 0;
    mjtNum pivot = diagadd + diagmul * mat[at] + mat[at] - left;
    if (pivot < smallest || smallest < 0) smallest = pivot;
    if (pivot < mjMINVAL) return 0;
    mjtNum root = sqrt(pivot), scale = 1 / root;
    for (int row = col + 1; row < ntotal; row++) {
      if (row == band_end(s, col) && row < s.nsparse) row = s.nsparse;
      if (row < ntotal) mat[diagonal(s, row) + col - row] = scale * reduced(mat, s, row, col);
    }
    mat[at] = root;
  }
  return smallest;
}

void mju_cholSolveBand(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband, int ndense) {
  Shape s = shape_of(ntotal, nband, ndense);
  if (res != vec) ig_copy(res, vec, ntotal);
  for (int row = 0; row < ntotal; row++) {
    int at = diagonal(s, row), width = reach(s, row);
    if (width) res[row] -= ig_dot(mat + at - width, res + row - width, width);
    res[row] /= mat[at];
  }
  for (int col = ntotal - 1; col >= 0; col--) {
    for (int row = col + 1; row < ntotal; row++) {
      if (row == band_end(s, col) && row < s.nsparse) row = s.nsparse;
      if (row < ntotal) res[col] -= mat[diagonal(s, row) + col - row] * res[row];
    }
    res[col] /= mat[diagonal(s, col)];
  }
}

void mju_band2Dense(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense, mjtByte flg_sym) {
  Shape s = shape_of(ntotal, nband, ndense);
  ig_zero(res, ntotal * ntotal);
  for (int row = 0; row < ntotal; row++) {
    int width = reach(s, row);
    ig_copy(res + row * ntotal + row - width, mat + diagonal(s, row) - width, width + 1);
  }
  for (int row = 0; flg_sym && row < ntotal; row++) {
    for (int col = 0; col < row; col++) res[col * ntotal + row] = res[row * ntotal + col];
  }
}

void mju_dense2Band(mjtNum* res, const mjtNum* mat, int ntotal, int nband, int ndense) {
  Shape s = shape_of(ntotal, nband, ndense);
  for (int row = 0; row < ntotal; row++) {
    int width = reach(s, row);
    ig_copy(res + diagonal(s, row) - width, mat + row * ntotal + row - width, width + 1);
  }
}

void mju_bandMulMatVec(mjtNum* res, const mjtNum* mat, const mjtNum* vec, int ntotal, int nband, int ndense, int nvec,
                       mjtByte flg_sym) {
  Shape s = shape_of(ntotal, nband, ndense);
  for (int k = 0; k < nvec; k++, res += ntotal, vec += ntotal) {
    for (int row = 0; row < ntotal; row++) {
      int width = reach(s, row);
      const mjtNum* first = mat + diagonal(s, row) - width;
      res[row] = ig_dot(first, vec + row - width, width + 1);
      if (flg_sym) ig_addtoscl(res + row - width, first, vec[row], width);
    }
  }
}
