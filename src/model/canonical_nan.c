// SPDX-License-Identifier: Apache-2.0
#include "model/canonical_nan.h"

#include <stdint.h>
#include <string.h>

#include "model/field.h"

static void unify_doubles(double* x, size_t n) {
  static const uint64_t nan = UINT64_C(0x7ff8000000000000);
  for (size_t i = 0; i < n; i++) {
    if (x[i] != x[i]) memcpy(&x[i], &nan, sizeof nan);
  }
}

static void unify_floats(float* x, size_t n) {
  static const uint32_t nan = 0x7fc00000;
  for (size_t i = 0; i < n; i++) {
    if (x[i] != x[i]) memcpy(&x[i], &nan, sizeof nan);
  }
}

void ig_canonical_nans(mjModel* m) {
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_model_fields(m, fields);
  for (int i = 0; i < count; i++) {
    void* array = *ig_field_pointer(m, &fields[i]);
    size_t n = (size_t)fields[i].rows * (size_t)fields[i].cols;
    if (fields[i].kind == IG_FIELD_NUM) unify_doubles(array, n);
    if (fields[i].kind == IG_FIELD_FLOAT) unify_floats(array, n);
  }
  // mjStatistic has numbers only; those of mjOption come before its integers
  unify_doubles((double*)&m->stat, sizeof m->stat / sizeof(double));
  unify_doubles((double*)&m->opt, offsetof(mjOption, integrator) / sizeof(double));
}
