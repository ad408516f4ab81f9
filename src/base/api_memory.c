// SPDX-License-Identifier: Apache-2.0
// Memory for users.
#include <mujoco/mujoco.h>

#include "base/memory.h"

void* mju_malloc(size_t size) { return ig_user_alloc(size); }

void mju_free(void* ptr) { ig_free(ptr); }
