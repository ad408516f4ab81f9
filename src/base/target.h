// SPDX-License-Identifier: Apache-2.0
// What the engine can be built for, checked where the compiler decides it: results are promised to the bit, and these
// builds could not keep that.
#ifndef INGOT_BASE_TARGET_H_
#define INGOT_BASE_TARGET_H_

#include <stdint.h>

// sums in another order, reciprocals for quotients, no signed zeros, no NaN: each changes results
#if defined(__FAST_MATH__) || defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__) || \
    (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "Ingot cannot be built with -ffast-math, -Ofast or their parts: results would not be the same bits everywhere"
#endif

// WebAssembly's addresses have 32 bits, but its arithmetic is that of a 64-bit machine
#if UINTPTR_MAX < UINT64_MAX && !defined(__wasm__)
#error "Ingot needs a 64-bit target: 32-bit ones are not supported"
#endif

// double expressions that are kept in wider registers are rounded twice
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "Ingot needs double arithmetic in double precision (on x86: SSE2)"
#endif

// A function that is compiled as C everywhere, also where kernels are compiled as C++ for a GPU: on plain numbers of one world.
#ifdef __cplusplus
#define IG_LOCAL extern "C"
#else
#define IG_LOCAL
#endif

#endif  // INGOT_BASE_TARGET_H_
