// SPDX-License-Identifier: Apache-2.0
// Where the numbers of a quantity lie in the blocks of a batch.
#ifndef INGOT_GPU_NUMBERS_H_
#define INGOT_GPU_NUMBERS_H_

#include "gpu/batch_inside.h"

// the rows, their number and the bytes of one number into the call; false: it is no array that the device has
bool ig_gpu_rows(const ig_GpuBatch* b, int quantity, ig_GpuCall* call);

#endif  // INGOT_GPU_NUMBERS_H_
