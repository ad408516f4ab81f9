// Functions of long loops that are built twice, once with AVX2, and picked when the library is loaded. Both give the same
// bits: the order of sums is in the source, and nothing is fused.
#ifndef INGOT_BASE_CLONES_H_
#define INGOT_BASE_CLONES_H_

#if defined(IG_X86_LEVELS) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define IG_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define IG_CLONES
#endif

#endif  // INGOT_BASE_CLONES_H_
