#include "case.h"

#include <stdlib.h>
#include <unistd.h>

#include "test.h"

static mjModel* compile(const char* xml, char* error, int size) {
  char path[] = "/tmp/ingot_case_XXXXXX";
  int file = mkstemp(path);
  if (file < 0) return NULL;
  size_t length = strlen(xml);
  mjModel* m = write(file, xml, length) == (ssize_t)length ? mj_loadXML(path, NULL, error, size) : NULL;
  close(file);
  unlink(path);
  return m;
}

ig_Case ig_case(const char* xml) {
  char error[500] = "";
  ig_Case c = {compile(xml, error, sizeof error), NULL};
  if (c.m) c.d = mj_makeData(c.m);
  if (!c.d && (strstr(error, "not supported in this build") || strstr(error, "not supported yet"))) {
    ig_test_skip("an element of a case is not built yet");
  } else if (!c.d) {
    ig_test_fail(__FILE__, __LINE__, "the case does not compile: %s", error);
  }
  return c;
}

void ig_case_free(ig_Case* c) {
  mj_deleteData(c->d);
  mj_deleteModel(c->m);
}

double ig_case_random(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

void ig_case_state(ig_Case* c, unsigned seed) {
  const mjModel* m = c->m;
  mjData* d = c->d;
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qacc[i] = ig_case_random(&seed);
  mj_integratePos(m, d->qpos, d->qacc, 0.1);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.5 * ig_case_random(&seed);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = ig_case_random(&seed);
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.5 * ig_case_random(&seed);
  mju_zero(d->qacc, m->nv);
}

double ig_case_sum(const mjtNum* values, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += values[i] * (1 + (i * 7) % 11);
  return sum;
}
