// SPDX-License-Identifier: Apache-2.0
// What GCC 12 fuses in spite of -ffp-contract=off when it may: products added and subtracted in turn, in straight code and
// in a loop, and products of complex numbers.
void ig_alternate(double* restrict a, const double* b, const double* c, const double* d);
void ig_alternate_all(double* restrict a, const double* b, const double* c, const double* d, int n);
void ig_complex_products(double* restrict a, const double* restrict b, const double* restrict c, int n);

void ig_alternate(double* restrict a, const double* b, const double* c, const double* d) {
  a[0] = b[0] * c[0] - d[0];
  a[1] = b[1] * c[1] + d[1];
}

void ig_alternate_all(double* restrict a, const double* b, const double* c, const double* d, int n) {
  for (int i = 0; i < n; i++) {
    a[2 * i] = b[2 * i] * c[2 * i] - d[2 * i];
    a[2 * i + 1] = b[2 * i + 1] * c[2 * i + 1] + d[2 * i + 1];
  }
}

void ig_complex_products(double* restrict a, const double* restrict b, const double* restrict c, int n) {
  for (int i = 0; i < n; i += 2) {
    a[i] += b[i] * c[i] - b[i + 1] * c[i + 1];
    a[i + 1] += b[i] * c[i + 1] + b[i + 1] * c[i];
  }
}
