// SPDX-License-Identifier: Apache-2.0
// Rows and islands that the threads of a pool write: those of one thread, bit by bit.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "catch.h"
#include "test.h"

// three blocks of boxes that lean on each other, and a hinge with a limit, friction and a tendon before the contacts' rows
static const char* blocks_text(const char* option, int condim) {
  static char text[60000];
  int n = snprintf(text, sizeof text,
                   "<mujoco><size memory='300M'/><option %s/><default><geom condim='%d'/></default><worldbody><geom type='plane' "
                   "size='9 9 .1'/><body pos='0 -3 1'><joint "
                   "name='j' axis='0 1 0' range='-1 -.5' limited='true' frictionloss='.1'/><geom size='.1' pos='.2 0 0'/></body>",
                   option, condim);
  for (int body = 0; body < 240; body++) {
    // bodies of a block do not follow each other
    int i = 77 * body % 240;
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<body pos='%g %g %g' euler='%d 2 0'><freejoint/><geom type='box' size='.1 .09 .08'/></body>",
                  .2 * (i % 4) + 2 * (i / 80), .179 * (i / 4 % 4), .085 + .16 * (i / 16 % 5), i % 4);
  }
  snprintf(text + n, sizeof text - (size_t)n,
           "</worldbody><tendon><fixed limited='true' range='.1 .2'><joint joint='j' coef='1'/></fixed></tendon></mujoco>");
  return text;
}

static bool same(const void* a, const void* b, size_t bytes) { return !memcmp(a, b, bytes); }

#define SAME(field, n) CHECK(same(a->field, b->field, sizeof(*a->field) * (size_t)(n)))

static void expect_same_rows(const mjModel* m, const mjData* a, const mjData* b) {
  CHECK_INT(b->ncon, a->ncon);
  CHECK_INT(b->nefc, a->nefc);
  CHECK_INT(b->ne + 10 * b->nf + 100 * b->nl, a->ne + 10 * a->nf + 100 * a->nl);
  CHECK_INT(b->nJ, a->nJ);
  CHECK_INT(b->nisland, a->nisland);
  if (b->nefc != a->nefc || b->nJ != a->nJ || b->nisland != a->nisland) return;
  int rows = a->nefc;
  SAME(efc_type, rows);
  SAME(efc_id, rows);
  SAME(efc_J, a->nJ);
  SAME(efc_pos, rows);
  SAME(efc_margin, rows);
  SAME(efc_frictionloss, rows);
  SAME(efc_diagApprox, rows);
  SAME(efc_KBIP, 4 * rows);
  SAME(efc_D, rows);
  SAME(efc_R, rows);
  SAME(efc_vel, rows);
  SAME(efc_aref, rows);
  for (int i = 0; i < a->ncon; i++) {
    CHECK_INT(b->contact[i].efc_address, a->contact[i].efc_address);
    CHECK(same(&a->contact[i].mu, &b->contact[i].mu, sizeof(mjtNum)));
  }
  if (a->nisland) {
    SAME(iefc_J, a->nJ);
    SAME(iefc_D, rows);
    SAME(map_iefc2efc, rows);
  }
  if (!mj_isSparse(m)) return;
  SAME(efc_J_rownnz, rows);
  SAME(efc_J_rowadr, rows);
  SAME(efc_J_rowsuper, rows);
  SAME(efc_J_colind, a->nJ);
  if (!a->nisland) return;
  SAME(iefc_J_rowadr, rows);
  SAME(iefc_J_colind, a->nJ);
  SAME(iefc_J_rowsuper, rows);
}

static void expect_no_change(const char* option, int condim) {
  ig_Case alone = ig_case(blocks_text(option, condim));
  if (!alone.d) return;
  mj_fwdPosition(alone.m, alone.d);
  mj_fwdVelocity(alone.m, alone.d);
  CHECK(alone.d->ncon > 700);
  CHECK(alone.d->nisland > 2);
  for (int threads = 1; threads <= 3; threads++) {
    mjThreadPool* pool = mju_threadPoolCreate((size_t)threads);
    mjData* d = mj_makeData(alone.m);
    mju_bindThreadPool(d, pool);
    mj_fwdPosition(alone.m, d);
    mj_fwdVelocity(alone.m, d);
    expect_same_rows(alone.m, alone.d, d);
    mj_deleteData(d);
    mju_threadPoolDestroy(pool);
  }
  ig_case_free(&alone);
}

TEST(threads_write_the_rows_of_one) {
  expect_no_change("jacobian='sparse'", 3);
  expect_no_change("jacobian='sparse' cone='elliptic'", 4);
  expect_no_change("jacobian='dense'", 1);
}

// rows after `row` with its columns, up to `end`
static int followers(const int* nnz, const int* adr, const int* colind, int row, int end) {
  int next = row + 1;
  while (next < end && nnz[next] == nnz[row] && same(colind + adr[next], colind + adr[row], sizeof(int) * (size_t)nnz[row]))
    next++;
  return next - row - 1;
}

// copies are made in runs of rows and of trees
TEST(islands_have_the_rows_and_the_inertia_of_the_whole) {
  ig_Case c = ig_case(blocks_text("jacobian='sparse'", 3));
  if (!c.d) return;
  const mjModel* m = c.m;
  const mjData* d = c.d;
  mj_fwdPosition(c.m, c.d);
  int wrong = 0, lone = 0;
  for (int k = 0; k < d->nefc; k++) {
    int row = d->map_iefc2efc[k], island = d->efc_island[row], from = d->efc_J_rowadr[row], adr = d->iefc_J_rowadr[k];
    int n = d->efc_J_rownnz[row], end = d->island_iefcadr[island] + d->island_nefc[island];
    wrong += d->iefc_J_rownnz[k] != n || !same(d->iefc_J + adr, d->efc_J + from, sizeof(mjtNum) * (size_t)n);
    for (int i = 0; i < n; i++) {
      wrong += d->map_idof2dof[d->island_idofadr[island] + d->iefc_J_colind[adr + i]] != d->efc_J_colind[from + i];
    }
    wrong += d->efc_J_rowsuper[row] != followers(d->efc_J_rownnz, d->efc_J_rowadr, d->efc_J_colind, row, d->nefc);
    wrong += d->iefc_J_rowsuper[k] != followers(d->iefc_J_rownnz, d->iefc_J_rowadr, d->iefc_J_colind, k, end);
  }
  for (int idof = 0; idof < d->nidof; idof++) {
    int dof = d->map_idof2dof[idof], from = m->M_rowadr[dof], adr = d->iM_rowadr[idof], n = m->M_rownnz[dof];
    size_t bytes = sizeof(mjtNum) * (size_t)n;
    wrong += d->iM_rownnz[idof] != n || d->iLDiagInv[idof] != d->qLDiagInv[dof];
    wrong += !same(d->iM + adr, d->M + from, bytes) || !same(d->iLD + adr, d->qLD + from, bytes);
    for (int i = 0; i < n; i++) {
      wrong += d->map_idof2dof[d->island_idofadr[d->dof_island[dof]] + d->iM_colind[adr + i]] != m->M_colind[from + i];
    }
    lone += idof && d->map_idof2dof[idof - 1] + 1 != dof;
  }
  CHECK_INT(wrong, 0);
  CHECK(lone > 0);
  ig_case_free(&c);
}

// rows that come with a warning are written by the caller, who may leave by it
TEST(warnings_of_rows_are_those_of_one_thread) {
  ig_Case c = ig_case(blocks_text("jacobian='sparse'", 3));
  if (!c.d) return;
  int warnings[2];
  for (int threads = 0; threads < 2; threads++) {
    mjData* d = mj_makeData(c.m);
    mjThreadPool* pool = mju_threadPoolCreate(2);
    if (threads) mju_bindThreadPool(d, pool);
    c.m->geom_solref[2 * (c.m->ngeom - 1) + 1] = -1;
    ig_catches = 0;
    CHECK_WARNING(mj_fwdPosition(c.m, d), "solref");
    warnings[threads] = ig_catches;
    mj_deleteData(d);
    mju_threadPoolDestroy(pool);
  }
  CHECK(warnings[0] > 0);
  CHECK_INT(warnings[1], warnings[0]);
  ig_case_free(&c);
}
