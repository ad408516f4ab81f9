// SPDX-License-Identifier: Apache-2.0
#include "model/shard.h"

#include <string.h>

#include "model/stack.h"

mjData* ig_shard_take(mjData* d, size_t bytes) {
  mjData* shard = IG_SCRATCH(d, 1, mjData);
  void* block = ig_stack_take(d, bytes, 64);
  // statistics are most of mjData
  const size_t statistics = offsetof(mjData, solver), rest = statistics + sizeof d->solver;
  memcpy(shard, d, statistics);
  memcpy((char*)shard + rest, (const char*)d + rest, sizeof *d - rest);
  shard->arena = block;
  shard->narena = (mjtSize)bytes;
  shard->parena = shard->pstack = shard->pbase = 0;
  shard->threadpool = 0;
  return shard;
}

void ig_shard_clear(mjData* shard) {
  ig_drop_frames(shard);
  shard->pstack = 0;
}
