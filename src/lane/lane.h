// SPDX-License-Identifier: Apache-2.0
// The number type of the kernels. A kernel file is compiled once per width: at width 1 `real` is a num (lane/num.h) and
// belongs to one world, at width W it is a vector of W of them, one world per lane.
//
//   mask      what ig_lt and its kin return; read only by ig_select, ig_and, ig_or, ig_xor, ig_not, ig_any, ig_all
//   IG_LANES  how many lanes a kernel sees: the width, but one on a GPU, where each thread is a lane of its own
//   IG_SLOT   IG_SLOT(type): the type, in arrays whose entries differ between the worlds of a row on a GPU
//   ig_Cell   `real` where worlds lie side by side: in their data always, in scratch unless it is a crew's (lane/crew.h);
//             IG_CELL(type) likewise
//   ig_LocalReal   `real` in arrays of a function that are indexed by variables
//   IG_NAME   the name of a kernel function at this width and CPU level: IG_NAME(ig_crb) is ig_crb at width 1
//
// Nothing here fuses, reorders or calls libm: the bits of a lane do not depend on the width.
#ifndef INGOT_LANE_LANE_H_
#define INGOT_LANE_LANE_H_

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/target.h"
#include "lane/num.h"

#ifndef IG_WIDTH
#define IG_WIDTH 1
#define IG_LEVEL base
#endif

#if IG_WIDTH > 1 && !defined(IG_GPU)
#include "lane/instructions.h"
#endif

#define IG_INLINE static inline __attribute__((always_inline, unused))
#ifdef IG_SINGLE
#define IG_PASTE4(a, b, c, d) a##_f##b##_##c##d
#else
#define IG_PASTE4(a, b, c, d) a##_w##b##_##c##d
#endif
#define IG_PASTE(a, b, c) IG_PASTE4(a, b, c, )

#ifdef IG_GPU

#define IG_NAME(name) IG_PASTE(name, IG_WIDTH, IG_LEVEL)
#include "lane/gpu.h"

#elif IG_WIDTH == 1

#define IG_NAME(name) name
#define IG_LANES 1
typedef num real;
typedef bool mask;

#include "lane/single.h"

#else

#define IG_NAME(name) IG_PASTE(name, IG_WIDTH, IG_LEVEL)
#define IG_LANES IG_WIDTH
typedef num real __attribute__((vector_size(sizeof(num) * IG_WIDTH)));
typedef ig_NumInt mask __attribute__((vector_size(sizeof(num) * IG_WIDTH)));

IG_INLINE real ig_broadcast(num x) { return x - (real){0}; }
IG_INLINE mask ig_lt(real a, real b) { return a < b; }
IG_INLINE mask ig_le(real a, real b) { return a <= b; }
IG_INLINE mask ig_eq(real a, real b) { return a == b; }
IG_INLINE mask ig_and(mask a, mask b) { return a & b; }
IG_INLINE mask ig_or(mask a, mask b) { return a | b; }
IG_INLINE mask ig_xor(mask a, mask b) { return a ^ b; }
IG_INLINE mask ig_not(mask a) { return ~a; }
// lanes of a mask as bits, lane 0 lowest
IG_INLINE unsigned ig_mask_bits(mask m) {
#ifdef ig_movemask
  return ig_movemask(m);
#else
  unsigned bits = 0;
  for (int i = 0; i < IG_WIDTH; i++) bits |= (unsigned)(m[i] & 1) << i;
  return bits;
#endif
}
IG_INLINE mask ig_mask_of(unsigned bits) {
#ifdef ig_movem
  return ig_movem(bits);
#else
  mask m;
  for (int i = 0; i < IG_WIDTH; i++) m[i] = -(ig_NumInt)(bits >> i & 1);
  return m;
#endif
}
IG_INLINE bool ig_any(mask a) { return ig_mask_bits(a) != 0; }
IG_INLINE bool ig_all(mask a) { return ig_mask_bits(a) == (1u << IG_WIDTH) - 1; }
IG_INLINE real ig_select(mask m, real a, real b) { return (real)((m & (mask)a) | (~m & (mask)b)); }
IG_INLINE real ig_sqrt(real x) {
#ifdef ig_vector_sqrt
  return ig_vector_sqrt(x);
#else
  real y;
  for (int i = 0; i < IG_WIDTH; i++) y[i] = ig_num_sqrt(x[i]);
  return y;
#endif
}
IG_INLINE real ig_abs(real x) { return (real)((mask)x & (ig_NumInt)((ig_NumBits)-1 >> 1)); }
IG_INLINE num ig_lane(real x, int lane) { return x[lane]; }
IG_INLINE void ig_set_lane(real* x, int lane, num value) { (*x)[lane] = value; }

#endif

#ifndef IG_GPU
#define IG_SLOT(type) type
#define IG_CELL(type) type
typedef real ig_Cell;
typedef real ig_LocalReal;
IG_INLINE ig_LocalReal ig_local(real x) { return x; }
#endif

// hold a number that is used again in a register: the compiler would rather load it twice
#ifdef IG_VECTOR_REGISTER
#define IG_KEEP(x) __asm__("" : "+v"(x))
#else
#define IG_KEEP(x) ((void)(x))
#endif

IG_INLINE real ig_min(real a, real b) { return ig_select(ig_lt(a, b), a, b); }
IG_INLINE real ig_max(real a, real b) { return ig_select(ig_lt(b, a), a, b); }

#endif  // INGOT_LANE_LANE_H_
