// SPDX-License-Identifier: Apache-2.0
// Thread pools of the API, beyond the API.
#ifndef INGOT_BASE_THREAD_POOL_H_
#define INGOT_BASE_THREAD_POOL_H_

#include <mujoco/mujoco.h>

// Take a task that no thread has begun out of the queue; else wait until it is done. Unlike mju_taskJoin this ends even when
// all threads of the pool wait for tasks behind their own.
void ig_pool_finish(mjThreadPool* pool, mjTask* task);

// add a new task; without threads it is done here
void ig_pool_enqueue(mjThreadPool* thread_pool, mjTask* task);

#endif  // INGOT_BASE_THREAD_POOL_H_
