// SPDX-License-Identifier: Apache-2.0
// What the processor offers.
#ifndef INGOT_BASE_CPU_H_
#define INGOT_BASE_CPU_H_

#include <stdbool.h>

// in ascending order for each kind of processor: x86 has the first three, ARM the first and the last
typedef enum { IG_CPU_BASE, IG_CPU_AVX2, IG_CPU_AVX512, IG_CPU_NEON } ig_CpuLevel;

// The highest level that this processor and its operating system support. INGOT_CPU=base or avx2 in the environment
// lowers it: the bits are those of every level, which is what one does it for.
ig_CpuLevel ig_cpu_level(void);

#endif  // INGOT_BASE_CPU_H_
