// SPDX-License-Identifier: Apache-2.0
// Thread pools of the API: tasks in the order in which they were queued, taken by whichever thread is free.
#include "base/thread_pool.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/team.h"
#include "base/threads.h"

enum { QUEUE_SIZE = 640 };

typedef struct {
  mjThreadPool shown;  // the part that users see
  ig_Threads threads;
  pthread_mutex_t mutex;
  pthread_cond_t queued, room;
  mjTask* queue[QUEUE_SIZE];
  int first, count;
  bool ending;
  ig_Helpers helpers;
} Pool;

// a task's status is read by other threads while they wait
static void set_status(mjTask* task, int status) { __atomic_store_n(&task->status, status, __ATOMIC_RELEASE); }
static int status_of(const mjTask* task) { return __atomic_load_n(&task->status, __ATOMIC_ACQUIRE); }

// the next task, or NULL when the pool ends and nothing is queued
static mjTask* take(Pool* pool) {
  pthread_mutex_lock(&pool->mutex);
  while (!pool->count && !pool->ending) pthread_cond_wait(&pool->queued, &pool->mutex);
  mjTask* task = NULL;
  if (pool->count) {
    task = pool->queue[pool->first];
    pool->first = (pool->first + 1) % QUEUE_SIZE;
    pool->count--;
    pthread_cond_signal(&pool->room);
  }
  pthread_mutex_unlock(&pool->mutex);
  return task;
}

static void* work(void* argument) {
  Pool* pool = argument;
  for (mjTask* task; (task = take(pool));) {
    task->args = task->func(task->args);
    set_status(task, mjTASK_COMPLETED);
  }
  return NULL;
}

mjThreadPool* mju_threadPoolCreate(size_t number_of_threads) {
  int wanted = number_of_threads < mjMAXTHREAD ? (int)number_of_threads : mjMAXTHREAD;
  Pool* pool = ig_user_alloc(sizeof *pool);
  if (!pool) return NULL;
  *pool = (Pool){.shown = {.nworker = (int)number_of_threads}, .helpers = {.pool = &pool->shown}};
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->queued, NULL);
  pthread_cond_init(&pool->room, NULL);
  ig_threads_start(&pool->threads, wanted, work, pool);
  int started = pool->threads.count;
  if (started < wanted) mju_warning("mju_threadPoolCreate: %d of %d threads could be started", started, wanted);
  return &pool->shown;
}

// the mutex is held, and there is room
static void append(Pool* pool, mjTask* task) {
  pool->queue[(pool->first + pool->count++) % QUEUE_SIZE] = task;
  pthread_cond_signal(&pool->queued);
}

void ig_pool_enqueue(mjThreadPool* thread_pool, mjTask* task) {
  Pool* pool = (Pool*)thread_pool;
  if (status_of(task) != mjTASK_NEW) {
    mju_error("mju_threadPoolEnqueue: task->status is not mjTASK_NEW");
    return;
  }
  set_status(task, mjTASK_QUEUED);
  // without any thread the caller does the work
  if (!pool->threads.count) {
    task->args = task->func(task->args);
    set_status(task, mjTASK_COMPLETED);
    return;
  }
  pthread_mutex_lock(&pool->mutex);
  while (pool->count == QUEUE_SIZE) pthread_cond_wait(&pool->room, &pool->mutex);
  append(pool, task);
  pthread_mutex_unlock(&pool->mutex);
}

bool ig_pool_offer(mjThreadPool* thread_pool, mjTask* task) {
  Pool* pool = (Pool*)thread_pool;
  pthread_mutex_lock(&pool->mutex);
  bool room = pool->threads.count && pool->count < QUEUE_SIZE;
  if (room) {
    set_status(task, mjTASK_QUEUED);
    append(pool, task);
  }
  pthread_mutex_unlock(&pool->mutex);
  return room;
}

bool ig_pool_waits(mjThreadPool* thread_pool) {
  Pool* pool = (Pool*)thread_pool;
  pthread_mutex_lock(&pool->mutex);
  bool waits = pool->count > 0 || pool->ending;
  pthread_mutex_unlock(&pool->mutex);
  return waits;
}

ig_Helpers* ig_pool_helpers(mjThreadPool* thread_pool) { return &((Pool*)thread_pool)->helpers; }

void mju_threadPoolDestroy(mjThreadPool* thread_pool) {
  Pool* pool = (Pool*)thread_pool;
  if (!pool) return;
  pthread_mutex_lock(&pool->mutex);
  pool->ending = true;
  pthread_cond_broadcast(&pool->queued);
  pthread_mutex_unlock(&pool->mutex);
  ig_threads_join(&pool->threads);
  pthread_cond_destroy(&pool->queued);
  pthread_cond_destroy(&pool->room);
  pthread_mutex_destroy(&pool->mutex);
  ig_free(pool);
}

void mju_defaultTask(mjTask* task) { *task = (mjTask){.status = mjTASK_NEW}; }

void mju_taskJoin(mjTask* task) {
  while (status_of(task) != mjTASK_COMPLETED) sched_yield();
}

// the pool helps the steps of this mjData where there is enough to do: see solve/parallel.c
void mju_bindThreadPool(mjData* d, void* thread_pool) {
  if (d->threadpool && d->threadpool != (uintptr_t)thread_pool) {
    mju_error("mju_bindThreadPool: mjData has another thread pool already");
    return;
  }
  d->threadpool = (uintptr_t)thread_pool;
}
