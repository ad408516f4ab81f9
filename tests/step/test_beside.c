// SPDX-License-Identifier: Apache-2.0
// Stages beside each other: what a helper runs while contacts are looked for.
#include <stdio.h>
#include <string.h>

#include "case.h"
#include "catch.h"
#include "step/beside.h"
#include "test.h"

static bool has(const uint8_t* list, uint8_t quantity) {
  while (*list != IG_Q_END && *list != quantity) list++;
  return *list == quantity;
}

static bool meet(const uint8_t* a, const uint8_t* b) {
  for (; *a != IG_Q_END; a++) {
    if (has(b, *a)) return true;
  }
  return false;
}

// by the table: neither needs what the other writes
TEST(stages_beside_collisions_need_nothing_of_them) {
  const ig_Stage* collision = ig_stages + IG_STAGE_COLLISION;
  CHECK(ig_nstages_beside > 0);
  for (int i = 0; i < ig_nstages_beside; i++) {
    const ig_Stage* stage = ig_stages + ig_stages_beside[i];
    CHECK(!meet(stage->writes, collision->reads));
    CHECK(!meet(stage->writes, collision->writes));
    CHECK(!meet(stage->reads, collision->writes));
  }
}

// every stage between the first of them and collisions is one of them, or has nothing to do in the models that are meant
TEST(no_stage_is_left_out_beside_collisions) {
  ig_Case c = ig_case("<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>");
  if (!c.d) return;
  for (int stage = IG_STAGE_COM; stage < IG_STAGE_COLLISION; stage++) {
    bool beside = false, wakes = stage == IG_STAGE_WAKE_TENDON;
    for (int i = 0; i < ig_nstages_beside; i++) beside |= (int)ig_stages_beside[i] == stage;
    CHECK(beside || wakes || (ig_stages[stage].wanted && !ig_stages[stage].wanted(c.m)));
  }
  ig_case_free(&c);
}

// so many that a thread is woken for them
enum { SIDE = 35, BODIES = SIDE * SIDE };

static const char* many_bodies(const char* memory) {
  static char text[BODIES * 100 + 1000];
  int n = snprintf(text, sizeof text, "<mujoco><size memory='%s'/><worldbody><geom type='plane' size='9 9 .1'/>", memory);
  for (int i = 0; i < BODIES; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n, "<body pos='%g %g .09'><freejoint/><geom size='.1'/></body>",
                  .3 * (i % SIDE), .3 * (i / SIDE));
  }
  snprintf(text + n, sizeof text - (size_t)n, "</worldbody></mujoco>");
  return text;
}

TEST(threads_run_the_stages_of_one) {
  ig_Case c = ig_case(many_bodies("60M"));
  if (!c.d) return;
  mjThreadPool* pool = mju_threadPoolCreate(1);
  mjData* d = mj_makeData(c.m);
  mju_bindThreadPool(d, pool);
  for (int step = 0; step < 3; step++) {
    mj_step(c.m, c.d);
    mj_step(c.m, d);
  }
  size_t nv = (size_t)c.m->nv, nbody = (size_t)c.m->nbody;
  CHECK(d->ncon >= BODIES);
  CHECK_INT(memcmp(d->qpos, c.d->qpos, sizeof(mjtNum) * (size_t)c.m->nq), 0);
  CHECK_INT(memcmp(d->cinert, c.d->cinert, sizeof(mjtNum) * 10 * nbody), 0);
  CHECK_INT(memcmp(d->cdof, c.d->cdof, sizeof(mjtNum) * 6 * nv), 0);
  CHECK_INT(memcmp(d->qLDiagInv, c.d->qLDiagInv, sizeof(mjtNum) * nv), 0);
  CHECK_INT(d->timer[mjTIMER_POS_INERTIA].number, c.d->timer[mjTIMER_POS_INERTIA].number);
  CHECK_INT(d->timer[mjTIMER_POS_KINEMATICS].number, c.d->timer[mjTIMER_POS_KINEMATICS].number);
  mj_deleteData(d);
  mju_threadPoolDestroy(pool);
  ig_case_free(&c);
}

// contacts that find no room: the warning comes through, once both are done
TEST(warnings_of_collisions_wait_for_the_stages_beside) {
  ig_Case c = ig_case(many_bodies("400K"));
  if (!c.d) return;
  mjThreadPool* pool = mju_threadPoolCreate(1);
  mju_bindThreadPool(c.d, pool);
  ig_catches = 0;
  CHECK_WARNING(mj_fwdPosition(c.m, c.d), "arena");
  // that of the contacts, and that of their rows
  CHECK_INT(ig_catches, 2);
  CHECK(c.d->warning[mjWARN_CONTACTFULL].number > 0);
  for (int i = 0; i < c.m->nv; i++) CHECK(c.d->qLDiagInv[i] > 0);
  ig_case_free(&c);
  mju_threadPoolDestroy(pool);
}
