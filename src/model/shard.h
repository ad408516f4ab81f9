// SPDX-License-Identifier: Apache-2.0
// A part of the stack for a thread that works beside its owner.
#ifndef INGOT_MODEL_SHARD_H_
#define INGOT_MODEL_SHARD_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

// bytes that a shard takes of the stack besides those that it gives
enum { IG_SHARD_OWN = sizeof(mjData) + 256 };

// mjData as another thread sees it: the same arrays with a stack of its own, without a pool, from the stack of d, which the
// caller has marked. Its user marks it as well. Single numbers that are written in it stay in it, statistics of solvers are not
// there.
mjData* ig_shard_take(mjData* d, size_t bytes);

// after an error: nothing is in use
void ig_shard_clear(mjData* shard);

#endif  // INGOT_MODEL_SHARD_H_
