// What the processor offers, asked once per question: nothing is cached here, the answer never changes.
#ifndef INGOT_BASE_CPU_H_
#define INGOT_BASE_CPU_H_

#include <stdbool.h>

typedef enum { IG_CPU_BASE, IG_CPU_AVX2, IG_CPU_AVX512 } ig_CpuLevel;

// the highest level that this processor and its operating system support
ig_CpuLevel ig_cpu_level(void);

#endif  // INGOT_BASE_CPU_H_
