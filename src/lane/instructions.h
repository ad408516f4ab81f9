// SPDX-License-Identifier: Apache-2.0
// What compilers have no operator for, where the processor has an instruction for vectors of this width:
//
//   ig_movemask, ig_movem   lanes of a mask as bits, and back
//   ig_vector_sqrt          square roots
//   IG_VECTOR_REGISTER      a `real` is one register
//
// What is not defined is left to loops over the lanes (lane/lane.h).
#ifndef INGOT_LANE_INSTRUCTIONS_H_
#define INGOT_LANE_INSTRUCTIONS_H_

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__ARM_NEON)
#include <arm_neon.h>
#endif

#ifdef IG_SINGLE

#if IG_WIDTH == 16 && defined(__AVX512DQ__)
#define IG_VECTOR_REGISTER
#define ig_movemask(m) _mm512_movepi32_mask((__m512i)(m))
#define ig_movem(bits) (mask) _mm512_movm_epi32((__mmask16)(bits))
#define ig_vector_sqrt(x) (real) _mm512_sqrt_ps((__m512)(x))
#elif IG_WIDTH == 8 && defined(__AVX__)
#define IG_VECTOR_REGISTER
#define ig_movemask(m) (unsigned)_mm256_movemask_ps((__m256)(m))
#define ig_vector_sqrt(x) (real) _mm256_sqrt_ps((__m256)(x))
#elif IG_WIDTH == 4 && defined(__SSE2__)
#define IG_VECTOR_REGISTER
#define ig_movemask(m) (unsigned)_mm_movemask_ps((__m128)(m))
#define ig_vector_sqrt(x) (real) _mm_sqrt_ps((__m128)(x))
#elif IG_WIDTH == 4 && defined(__ARM_NEON)
#define ig_vector_sqrt(x) (real) vsqrtq_f32((float32x4_t)(x))
#endif

#else

#if IG_WIDTH == 8 && defined(__AVX512DQ__)
#define IG_VECTOR_REGISTER
#define ig_movemask(m) _mm512_movepi64_mask((__m512i)(m))
#define ig_movem(bits) (mask) _mm512_movm_epi64((__mmask8)(bits))
#define ig_vector_sqrt(x) (real) _mm512_sqrt_pd((__m512d)(x))
#elif IG_WIDTH == 4 && defined(__AVX__)
#define IG_VECTOR_REGISTER
#define ig_movemask(m) (unsigned)_mm256_movemask_pd((__m256d)(m))
#define ig_vector_sqrt(x) (real) _mm256_sqrt_pd((__m256d)(x))
#endif

#endif
#endif  // INGOT_LANE_INSTRUCTIONS_H_
