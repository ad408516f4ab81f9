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
                   "<mujoco><size memory='300M'/><option %s/><default><geom condim='%d'/></default><worldbody><geom type='plane' size='9 9 .1'/><body pos='0 -3 1'><joint "
                   "name='j' axis='0 1 0' range='-1 -.5' limited='true' frictionloss='.1'/><geom size='.1' pos='.2 0 0'/></body>",
                   option, condim);
  for (int i = 0; i < 240; i++) {
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
  CHECK(alone.d->ncon > 700);
  CHECK(alone.d->nisland > 2);
  for (int threads = 1; threads <= 3; threads++) {
    mjThreadPool* pool = mju_threadPoolCreate((size_t)threads);
    mjData* d = mj_makeData(alone.m);
    mju_bindThreadPool(d, pool);
    mj_fwdPosition(alone.m, d);
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
