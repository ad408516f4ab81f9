// SPDX-License-Identifier: Apache-2.0
// Histories of delayed actuators and sensors.
#ifndef INGOT_COMPILE_RELATION_HISTORY_H_
#define INGOT_COMPILE_RELATION_HISTORY_H_

#include <stdint.h>

// numbers that a delay keeps: user value, cursor, times, values
static inline int64_t ig_history_size(int nsample, int dim) { return nsample > 0 ? 2 + nsample + (int64_t)nsample * dim : 0; }

#endif  // INGOT_COMPILE_RELATION_HISTORY_H_
