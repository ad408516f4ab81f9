// SPDX-License-Identifier: Apache-2.0
// Thread pools of the API, beyond the API.
#ifndef INGOT_BASE_THREAD_POOL_H_
#define INGOT_BASE_THREAD_POOL_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// add a new task; without threads it is done here
void ig_pool_enqueue(mjThreadPool* thread_pool, mjTask* task);
// the same where it has to be done by a thread and at once: false when there is no thread, or no room to queue it
bool ig_pool_offer(mjThreadPool* thread_pool, mjTask* task);

// whether a task is queued, or the pool is to end
bool ig_pool_waits(mjThreadPool* thread_pool);

// what teams of this pool share, see base/team.h
struct ig_Helpers_* ig_pool_helpers(mjThreadPool* thread_pool);

#endif  // INGOT_BASE_THREAD_POOL_H_
