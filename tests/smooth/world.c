// SPDX-License-Identifier: Apache-2.0
#include "world.h"

#include <stdlib.h>

#include "model.h"
#include "scenes.h"
#include "test.h"

ig_World ig_world(const char* xml) {
  ig_World w = ig_case(xml);
  if (w.d) mj_forward(w.m, w.d);
  return w;
}

void ig_world_free(ig_World* w) { ig_case_free(w); }

void ig_world_at(ig_World* w, const mjtNum* qpos, const mjtNum* qvel) {
  if (qpos) mju_copy(w->d->qpos, qpos, w->m->nq);
  if (qvel) mju_copy(w->d->qvel, qvel, w->m->nv);
  mj_forward(w->m, w->d);
}

void ig_world_random(ig_World* w, unsigned seed) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qacc[i] = ig_test_random(&seed);
  mj_integratePos(m, d->qpos, d->qacc, 0.4);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = ig_test_random(&seed);
  for (int i = 0; i < m->nu; i++) d->ctrl[i] = 0.5 + 0.5 * ig_test_random(&seed);
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 + 0.5 * ig_test_random(&seed);
  mj_forward(m, d);
}

static void unpack(mjtNum* row, int nv, const mjtNum* value, const int* colind, int nnz) {
  mju_zero(row, nv);
  for (int i = 0; i < nnz; i++) row[colind[i]] = value[i];
}

void ig_tendon_row(const ig_World* w, int tendon, mjtNum* row) {
  const mjData* d = w->d;
  int adr = d->ten_J_rowadr[tendon];
  if (mj_isSparse(w->m)) {
    unpack(row, w->m->nv, d->ten_J + adr, d->ten_J_colind + adr, d->ten_J_rownnz[tendon]);
  } else {
    mju_copy(row, d->ten_J + tendon * w->m->nv, w->m->nv);
  }
}

void ig_moment_row(const ig_World* w, int actuator, mjtNum* row) {
  const mjData* d = w->d;
  int adr = d->moment_rowadr[actuator];
  unpack(row, w->m->nv, d->actuator_moment + adr, d->moment_colind + adr, d->moment_rownnz[actuator]);
}

void ig_check_slopes(ig_World* w, const mjtNum* length, const mjtNum* row) {
  const mjModel* m = w->m;
  mjData* d = w->d;
  mjtNum qpos[20], dir[20] = {0}, end[2];
  mju_copy(qpos, d->qpos, m->nq);
  for (int dof = 0; dof < m->nv; dof++) {
    for (int side = 0; side < 2; side++) {
      dir[dof] = side ? 1 : -1;
      mju_copy(d->qpos, qpos, m->nq);
      mj_integratePos(m, d->qpos, dir, 1e-6);
      mj_fwdPosition(m, d);
      end[side] = *length;
    }
    dir[dof] = 0;
    CHECK_NEAR((end[1] - end[0]) / 2e-6, row[dof], 1e-6);
  }
}

static int allocations;

static void* counting_malloc(size_t bytes) {
  allocations++;
  return aligned_alloc(64, (bytes + 63) & ~(size_t)63);
}

void ig_count_begin(void) {
  allocations = 0;
  mju_user_malloc = counting_malloc;
  mju_user_free = free;
}

int ig_count_allocations(void) {
  int count = allocations;
  allocations = 0;
  return count;
}

void ig_count_end(void) {
  mju_user_malloc = NULL;
  mju_user_free = NULL;
}
