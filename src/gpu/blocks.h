// SPDX-License-Identifier: Apache-2.0
// Memory of a batch on its device: the model, what worlds share, and the blocks of worlds.
#ifndef INGOT_GPU_BLOCKS_H_
#define INGOT_GPU_BLOCKS_H_

#include "gpu/batch_inside.h"

// the model's block and the table of pairs, with their pointers moved to the device
ingotStatus ig_gpu_upload_model(ig_GpuBatch* b, ingotReport* report);

// integers of mjData that do not differ between worlds
ingotStatus ig_gpu_upload_shared(ig_GpuBatch* b, ingotReport* report);

// blocks for the room and the fields that worlds have their own of; what the worlds hold goes with them
ingotStatus ig_gpu_lay_blocks(ig_GpuBatch* b, ig_GpuRoom room, int nparam, ingotReport* report);

// every number of mjData into all worlds
ingotStatus ig_gpu_fill(ig_GpuBatch* b, const mjData* d, ingotReport* report);

#endif  // INGOT_GPU_BLOCKS_H_
