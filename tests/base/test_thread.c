// The thread pool, and the registry of plugins.
#include <stdatomic.h>

#include "base/memory.h"
#include "base/thread_pool.h"
#include "catch.h"

static atomic_int sum;
static atomic_int strange;
static void* add(void* argument) {
  if (ig_worker_id() < 1) strange++;
  sum += *(int*)argument;
  return NULL;
}

TEST(tasks_of_a_pool_all_run) {
  int64_t before = ig_live_bytes();
  enum { N = 200 };
  mjTask tasks[N];
  int values[N];
  sum = strange = 0;
  mjThreadPool* pool = mju_threadPoolCreate(3);
  CHECK_INT(pool->nworker, 3);
  for (int i = 0; i < N; i++) {
    values[i] = i;
    mju_defaultTask(&tasks[i]);
    CHECK_INT(tasks[i].status, mjTASK_NEW);
    tasks[i].func = add;
    tasks[i].args = &values[i];
    mju_threadPoolEnqueue(pool, &tasks[i]);
  }
  for (int i = 0; i < N; i++) {
    mju_taskJoin(&tasks[i]);
    CHECK_INT(tasks[i].status, mjTASK_COMPLETED);
  }
  CHECK_INT(sum, N * (N - 1) / 2);
  CHECK_INT(strange, 0);
  CHECK_INT(ig_worker_id(), 0);
  mju_threadPoolDestroy(pool);
  CHECK_INT(ig_live_bytes(), before);
}

TEST(destroying_a_pool_finishes_its_tasks) {
  enum { N = 50 };
  mjTask tasks[N];
  int one = 1;
  sum = 0;
  mjThreadPool* pool = mju_threadPoolCreate(2);
  for (int i = 0; i < N; i++) {
    mju_defaultTask(&tasks[i]);
    tasks[i].func = add;
    tasks[i].args = &one;
    mju_threadPoolEnqueue(pool, &tasks[i]);
  }
  mju_threadPoolDestroy(pool);
  CHECK_INT(sum, N);
}

static int no_state(const mjModel* m, int instance) {
  (void)m, (void)instance;
  return 0;
}
static int fine(const mjModel* m, mjData* d, int instance) {
  (void)m, (void)d, (void)instance;
  return 0;
}
static void nothing(const mjModel* m, mjtNum* s, void* p, int i) { (void)m, (void)s, (void)p, (void)i; }
static void compute(const mjModel* m, mjData* d, int i, int c) { (void)m, (void)d, (void)i, (void)c; }

TEST(plugins_are_found_by_name_and_slot) {
  static const char* names[] = {"a", "b"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "ingot.test.plugin";
  plugin.nattribute = 2;
  plugin.attributes = names;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = no_state;
  plugin.init = fine;
  plugin.reset = nothing;
  plugin.compute = compute;
  int count = mjp_pluginCount(), slot = mjp_registerPlugin(&plugin), found = -1;
  CHECK_INT(slot, count);
  CHECK_INT(mjp_registerPlugin(&plugin), slot);
  CHECK_INT(mjp_pluginCount(), count + 1);
  CHECK(mjp_getPlugin("ingot.test.plugin", &found) == mjp_getPluginAtSlot(slot));
  CHECK_INT(found, slot);
  CHECK(mjp_getPlugin("ingot.test.none", NULL) == NULL);
  CHECK(mjp_getPluginAtSlot(slot + 1000) == NULL);
  plugin.nattribute = 1;
  CHECK_ERROR(mjp_registerPlugin(&plugin), "ingot.test.plugin");
}
