// SPDX-License-Identifier: Apache-2.0
#include "case.h"

#include "model.h"

ig_Case ig_case(const char* xml) {
  ig_Case c = {ig_test_model(xml), NULL};
  if (c.m) c.d = mj_makeData(c.m);
  return c;
}

void ig_case_free(ig_Case* c) {
  mj_deleteData(c->d);
  mj_deleteModel(c->m);
}

void ig_case_state(ig_Case* c, unsigned seed) {
  const mjModel* m = c->m;
  mjData* d = c->d;
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qacc[i] = ig_test_random(&seed);
  mj_integratePos(m, d->qpos, d->qacc, 0.1);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 0.5 * ig_test_random(&seed);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = ig_test_random(&seed);
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.5 * ig_test_random(&seed);
  mju_zero(d->qacc, m->nv);
}

double ig_case_sum(const mjtNum* values, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += values[i] * (1 + (i * 7) % 11);
  return sum;
}
