// SPDX-License-Identifier: Apache-2.0
// One world of a batch, on its way to mjData and back.
#ifndef INGOT_GPU_ONE_WORLD_H_
#define INGOT_GPU_ONE_WORLD_H_

#include "gpu/batch_inside.h"

// ig_gpu_put_world; entire: more than the state, all that a step leaves
ingotStatus ig_gpu_send_world(ig_GpuBatch* b, int world, const mjData* d, bool entire, ingotReport* report);

#endif  // INGOT_GPU_ONE_WORLD_H_
