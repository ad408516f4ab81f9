// SPDX-License-Identifier: Apache-2.0
// The thread pool.
#include <pthread.h>
#include <stdatomic.h>

#include "base/memory.h"
#include "test.h"

static atomic_int sum;
static atomic_int strange;
static pthread_t caller;
static void* add(void* argument) {
  if (pthread_equal(pthread_self(), caller)) strange++;
  sum += *(int*)argument;
  return NULL;
}

TEST(tasks_of_a_pool_all_run) {
  int64_t before = ig_live_bytes();
  enum { N = 200 };
  mjTask tasks[N];
  int values[N];
  sum = strange = 0;
  caller = pthread_self();
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
