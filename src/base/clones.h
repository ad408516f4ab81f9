// SPDX-License-Identifier: Apache-2.0
// Functions of long loops that are built twice, once with AVX2, and picked when the library is loaded. Both give the same
// bits: the order of sums is in the source, and nothing is fused. The choice is made by the loader, which glibc's can.
#ifndef INGOT_BASE_CLONES_H_
#define INGOT_BASE_CLONES_H_

#include "base/target.h"  // and with it the name of the C library

#if defined(IG_X86_LEVELS) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__clang__)
#define IG_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define IG_CLONES
#endif

// the same for a kernel function: at width 1 only, wider ones are built per level anyway
#if defined(IG_WIDTH) && IG_WIDTH > 1
#define IG_KERNEL_CLONES
#else
#define IG_KERNEL_CLONES IG_CLONES
#endif

// For functions that take or give vectors of 32 bytes. The two builds pass these differently, so a clone must not call a
// function that was built once: it has to become a part of the clone, without optimisation too.
#define IG_WIDE_INLINE static inline __attribute__((always_inline, unused))

#endif  // INGOT_BASE_CLONES_H_
