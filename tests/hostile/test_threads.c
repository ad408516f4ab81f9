// SPDX-License-Identifier: Apache-2.0
// Loading, refusing and stepping from four threads at once; the thread sanitizer's build runs this too.
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <ingot/read.h>
#include <ingot/worlds.h>

#include "base/memory.h"
#include "model.h"
#include "test.h"

enum { THREADS = 4, TURNS = 8 };

static const char good[] =
    "<mujoco><asset><mesh name='m' file='m.obj'/><texture name='t' type='2d' builtin='checker' width='16' "
    "height='16'/></asset><worldbody>"
    "<geom type='plane' size='1 1 1'/><body pos='0 0 1'><freejoint/><geom type='mesh' mesh='m'/></body></worldbody></mujoco>";
static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char bad[] = "<mujoco><worldbody><geom size='x'/></worldbody></mujoco>";

// the same file system for all: its mounts are read, its resources opened and closed
static mjVFS vfs;
static int loaded[THREADS], refused[THREADS];

static void* work(void* argument) {
  int me = *(int*)argument;
  for (int i = 0; i < TURNS; i++) {
    char error[500] = "";
    mjModel* m = mj_loadXML("good.xml", &vfs, error, sizeof error);
    if (m) {
      mjData* d = mj_makeData(m);
      for (int k = 0; k < 3; k++) mj_step(m, d);
      loaded[me] += d->time > 0;
      mj_deleteData(d);
    }
    mj_deleteModel(m);
    refused[me] += !mj_loadXML("bad.xml", &vfs, error, sizeof error) && error[0];

    // one that ends early, with an error inside
    ingotLimits limits;
    ingot_defaultLimits(&limits);
    limits.work = 1000;
    mjSpec* spec;
    ingotReport report;
    refused[me] += ingot_parse("good.xml", &vfs, &limits, &spec, &report) == INGOT_BAD_MODEL;
  }
  return NULL;
}

TEST(models_load_in_four_threads_at_once) {
  mj_clearCache(mj_getCache());
  mj_freeLastXML();
  int64_t blocks = ig_live_blocks();
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "good.xml", good, (int)strlen(good));
  mj_addBufferVFS(&vfs, "bad.xml", bad, (int)strlen(bad));
  mj_addBufferVFS(&vfs, "m.obj", obj, (int)strlen(obj));
  pthread_t thread[THREADS];
  int number[THREADS];
  for (int i = 0; i < THREADS; i++) {
    number[i] = i;
    CHECK_INT(pthread_create(&thread[i], NULL, work, &number[i]), 0);
  }
  for (int i = 0; i < THREADS; i++) pthread_join(thread[i], NULL);
  for (int i = 0; i < THREADS; i++) {
    CHECK_INT(loaded[i], TURNS);
    CHECK_INT(refused[i], 2 * TURNS);
  }
  mj_deleteVFS(&vfs);
  mj_clearCache(mj_getCache());
  mj_freeLastXML();
  CHECK_INT(ig_live_blocks(), blocks);
}

TEST(worlds_step_on_four_threads) {
  mjModel* m = ig_test_model(
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .2'><freejoint/><geom size='.1'/></body>"
      "</worldbody></mujoco>");
  if (!m) return;
  enum { WORLDS = 37 };
  const mjModel* models[WORLDS];
  for (int i = 0; i < WORLDS; i++) models[i] = m;
  ingotWorlds* worlds = NULL;
  CHECK_INT(ingot_worldsCreate(models, WORLDS, THREADS, &worlds, NULL), INGOT_OK);
  for (int i = 0; i < 10; i++) CHECK_INT(ingot_worldsStep(worlds, 5, NULL, NULL), INGOT_OK);
  for (int i = 0; i < WORLDS; i++) {
    ingotWorldStatus status;
    ingot_worldsStatus(worlds, i, &status, NULL);
    CHECK_INT(status.state, INGOT_WORLD_OK);
  }
  ingot_worldsDelete(worlds);
  mj_deleteModel(m);
}
