// SPDX-License-Identifier: Apache-2.0
// The public functions of thread pools that the library calls too.
#include <mujoco/mujoco.h>

#include "base/thread_pool.h"

void mju_threadPoolEnqueue(mjThreadPool* thread_pool, mjTask* task) { ig_pool_enqueue(thread_pool, task); }
