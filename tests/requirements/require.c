// SPDX-License-Identifier: Apache-2.0
#include "require.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "model.h"

typedef struct {
  const char* name;
  int n;
  const double* values;
} Recorded;

static const Recorded recorded[] = {
#include "recorded.inc"
    {NULL, 0, NULL},
};

enum { TEXT_SIZE = 20000 };

ig_Case ig_case_format(const char* format, ...) {
  static char text[TEXT_SIZE];
  va_list args;
  va_start(args, format);
  int length = vsnprintf(text, sizeof text, format, args);
  va_end(args);
  CHECK(length > 0 && length < TEXT_SIZE);
  return ig_case(text);
}

const char* ig_refusal(const char* xml) {
  static char error[1000];
  error[0] = 0;
  mjModel* m = ig_test_compile(xml, error, sizeof error);
  if (m) error[0] = 0;
  mj_deleteModel(m);
  return error;
}

void ig_check_refused(const char* file, int line, const char* word, const char* format, ...) {
  static char text[TEXT_SIZE];
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  const char* error = ig_refusal(text);
  if (!error[0])
    ig_test_fail(file, line, "accepted, expected a refusal with '%s'", word);
  else if (!strstr(error, word))
    ig_test_fail(file, line, "refused with '%s', expected it to contain '%s'", error, word);
}

void ig_check_values(const char* file, int line, const char* what, const mjtNum* values, const double* expected, int n,
                     double tolerance) {
  for (int i = 0; i < n; i++) {
    if (fabs(values[i] - expected[i]) <= tolerance * fmax(1, fabs(expected[i]))) continue;
    ig_test_fail(file, line, "%s[%d] is %.17g, expected %.17g (off by %.3g)", what, i, values[i], expected[i],
                 values[i] - expected[i]);
    return;
  }
}

static void record(const char* path, const char* name, const mjtNum* values, int n) {
  FILE* out = fopen(path, "a");
  if (!out) return;
  fprintf(out, "{\"%s\", %d, (const double[]){", name, n);
  for (int i = 0; i < n; i++) fprintf(out, "%s%s%.17g", i ? "," : "", i % 6 ? " " : "\n  ", values[i]);
  fprintf(out, "}},\n");
  fclose(out);
}

void ig_check_figure(const char* file, int line, const char* name, const mjtNum* values, int n, double tolerance) {
  const char* path = getenv("INGOT_RECORD");
  if (path) {
    record(path, name, values, n);
    return;
  }
  for (const Recorded* r = recorded; r->name; r++) {
    if (strcmp(r->name, name)) continue;
    if (r->n != n)
      ig_test_fail(file, line, "%s has %d numbers, recorded are %d", name, n, r->n);
    else
      ig_check_values(file, line, name, values, r->values, n, tolerance);
    return;
  }
  ig_test_fail(file, line, "no figure is recorded for %s", name);
}

int ig_id(const mjModel* m, mjtObj type, const char* name) {
  int id = mj_name2id(m, type, name);
  if (id < 0) ig_test_fail(__FILE__, __LINE__, "nothing is named %s", name);
  return id < 0 ? 0 : id;
}

bool ig_saved_text(const ig_Case* c, char* text, int size) {
  char path[] = "/tmp/ingot_saved_XXXXXX", error[500] = "";
  int file = mkstemp(path);
  bool good = file >= 0 && mj_saveLastXML(path, c->m, error, sizeof error);
  if (!good) ig_test_fail(__FILE__, __LINE__, "not saved: %s", error);
  if (file >= 0) close(file);
  FILE* in = good ? fopen(path, "r") : NULL;
  size_t length = in ? fread(text, 1, (size_t)size - 1, in) : 0;
  text[length] = 0;
  if (in) fclose(in);
  unlink(path);
  return length > 0;
}

ig_Case ig_case_saved(const ig_Case* c) {
  static char text[4 * TEXT_SIZE];
  return ig_saved_text(c, text, sizeof text) ? ig_case(text) : (ig_Case){NULL, NULL};
}

// compressed or dense row to nv numbers
static void spread(const mjtNum* values, const int* columns, int n, int nv, mjtNum* out) {
  mju_zero(out, nv);
  for (int k = 0; k < n; k++) out[columns[k]] = values[k];
}

void ig_efc_row(const mjModel* m, const mjData* d, int row, mjtNum* out) {
  if (!mj_isSparse(m)) {
    mju_copy(out, d->efc_J + (size_t)row * m->nv, m->nv);
    return;
  }
  int start = d->efc_J_rowadr[row];
  spread(d->efc_J + start, d->efc_J_colind + start, d->efc_J_rownnz[row], m->nv, out);
}

void ig_ten_row(const mjModel* m, const mjData* d, int tendon, mjtNum* out) {
  if (!mj_isSparse(m)) {
    mju_copy(out, d->ten_J + (size_t)tendon * m->nv, m->nv);
    return;
  }
  int start = d->ten_J_rowadr[tendon];
  spread(d->ten_J + start, d->ten_J_colind + start, d->ten_J_rownnz[tendon], m->nv, out);
}

void ig_moment_row(const mjModel* m, const mjData* d, int actuator, mjtNum* out) {
  int start = d->moment_rowadr[actuator];
  spread(d->actuator_moment + start, d->moment_colind + start, d->moment_rownnz[actuator], m->nv, out);
}

void ig_efc_back(const mjModel* m, const mjData* d, int first, int last, mjtNum* result) {
  mjtNum row[MAX_NV];
  for (int r = first; r < last; r++) {
    ig_efc_row(m, d, r, row);
    mju_addToScl(result, row, d->efc_force[r], m->nv);
  }
}

void ig_steps(const ig_Case* c, int n) {
  for (int k = 0; k < n; k++) mj_step(c->m, c->d);
}

void ig_fill(mjtNum* values, int n, mjtNum value) {
  for (int i = 0; i < n; i++) values[i] = value;
}

bool ig_finite(const mjtNum* values, int n) {
  for (int i = 0; i < n; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

mjtNum ig_largest(const mjtNum* values, int n) {
  mjtNum largest = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(values[i]));
  return largest;
}

mjtNum ig_distance(const mjtNum* a, const mjtNum* b, int n) {
  mjtNum largest = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(a[i] - b[i]));
  return largest;
}

int ig_warnings(const mjData* d) {
  int count = 0;
  for (int i = 0; i < mjNWARNING; i++) count += d->warning[i].number;
  return count;
}

void ig_slope(const ig_Case* c, int dof, ig_Measure measure, int n, mjtNum* out) {
  const mjtNum h = 1e-7;
  mjtNum start[MAX_NQ], step[MAX_NV], at[2][100];
  mju_copy(start, c->d->qpos, c->m->nq);
  for (int side = 0; side < 2; side++) {
    mju_zero(step, c->m->nv);
    step[dof] = 1;
    mju_copy(c->d->qpos, start, c->m->nq);
    mj_integratePos(c->m, c->d->qpos, step, side ? h : -h);
    mj_forward(c->m, c->d);
    measure(c->m, c->d, at[side]);
  }
  mju_copy(c->d->qpos, start, c->m->nq);
  mj_forward(c->m, c->d);
  for (int i = 0; i < n; i++) out[i] = (at[1][i] - at[0][i]) / (2 * h);
}
