// SPDX-License-Identifier: Apache-2.0
// `real` on a GPU: one lane of a row of 32 worlds. Number i of 32 neighbouring worlds lies in 256 bytes in a row, so that
// the 32 threads of a warp, one world each, read and write whole rows. A thread holds the address of its own lane, and the
// step from one number of its world to the next is a row: `d->xpos[3*body + k]` and `d->xpos + 3*body` mean in a kernel
// what they mean at every other width.
//
// The GPU compiler takes the C kernels as C++, which is what lets a struct of 32 numbers behave as the one of them that is
// ours. `others` is never touched: locals of this type are a num in a register. For locals in arrays that are indexed
// by variables there is ig_LocalReal, a plain num here, since such arrays live in memory. IG_SLOT(type) is the same trick for
// other types: an array of such slots has an entry of each world side by side.
//
// The same build works on a CPU (IG_GPU_HOST), a loop over the 32 lanes taking the place of the threads: that is how it is
// tested on machines without a GPU.
#ifndef INGOT_LANE_GPU_H_
#define INGOT_LANE_GPU_H_

#define IG_ROW 32   // worlds of a row
#define IG_LANES 1  // that a thread sees
#define IG_INLINE_MEMBER inline __attribute__((always_inline))

#ifndef IG_CREW

struct real {
  num v;
  num others[IG_ROW - 1];
  real() = default;
  constexpr real(num x) : v(x) {}
  real(const real& a) : v(a.v) {}
  real& operator=(const real& a) {
    v = a.v;
    return *this;
  }
  real& operator+=(const real& a) {
    v += a.v;
    return *this;
  }
  real& operator-=(const real& a) {
    v -= a.v;
    return *this;
  }
  real& operator*=(const real& a) {
    v *= a.v;
    return *this;
  }
  real& operator/=(const real& a) {
    v /= a.v;
    return *this;
  }
  real operator-() const { return -v; }
};

#define IG_REAL_OPERATOR(o)                                                               \
  static inline real operator o(const real& a, const real& b) { return real(a.v o b.v); } \
  static inline real operator o(num a, const real& b) { return real(a o b.v); }           \
  static inline real operator o(const real& a, num b) { return real(a.v o b); }
IG_REAL_OPERATOR(+)
IG_REAL_OPERATOR(-)
IG_REAL_OPERATOR(*)
IG_REAL_OPERATOR(/)
#undef IG_REAL_OPERATOR

// comparisons, where packs of numbers are compared
#define IG_REAL_COMPARISON(o) \
  static inline bool operator o(const real& a, const real& b) { return a.v o b.v; }
IG_REAL_COMPARISON(<)
IG_REAL_COMPARISON(<=)
IG_REAL_COMPARISON(>)
IG_REAL_COMPARISON(>=)
IG_REAL_COMPARISON(==)
#undef IG_REAL_COMPARISON

typedef num ig_LocalReal;
IG_INLINE ig_LocalReal ig_local(const real& x) { return x.v; }

#else

// a crew's own numbers lie one after the other: a row has one world's number (ig_Cell)
typedef num real;
typedef num ig_LocalReal;
IG_INLINE ig_LocalReal ig_local(real x) { return x; }

#endif

typedef bool mask;

template <class T>
struct ig_Slot {
  T v;
  char others[8 * IG_ROW - sizeof(T)];
  ig_Slot() = default;
  constexpr ig_Slot(T x) : v(x) {}
  ig_Slot(const ig_Slot& a) : v(a.v) {}
  operator T() const { return v; }
  ig_Slot& operator=(const ig_Slot& a) {
    v = a.v;
    return *this;
  }
  ig_Slot& operator|=(T x) {
    v |= x;
    return *this;
  }
  ig_Slot& operator&=(T x) {
    v &= x;
    return *this;
  }
  ig_Slot& operator+=(T x) {
    v += x;
    return *this;
  }
};
#ifndef IG_CREW
#define IG_SLOT(type) ig_Slot<type>
typedef real ig_Cell;
#else
#define IG_SLOT(type) type
typedef ig_Slot<num> ig_Cell;
#endif
#define IG_CELL(type) ig_Slot<type>

// Memory of a block of 32 worlds, given by the address that its first row has in this thread's lane. Rows of numbers and
// slots lie there as they are; a thread has `bytes` of its own, of whatever type, in as many rows as it takes.
IG_INLINE size_t ig_private_rows(size_t bytes) { return (bytes + 7) / 8; }
IG_INLINE char* ig_private(char* at, size_t bytes) {
  uintptr_t lane = (uintptr_t)at % (8 * IG_ROW) / 8;
  return at - 8 * lane + lane * 8 * ig_private_rows(bytes);
}

#ifndef IG_CREW

IG_INLINE real ig_broadcast(num x) { return real(x); }
IG_INLINE mask ig_lt(const real& a, const real& b) { return a.v < b.v; }
IG_INLINE mask ig_le(const real& a, const real& b) { return a.v <= b.v; }
IG_INLINE mask ig_eq(const real& a, const real& b) { return a.v == b.v; }
IG_INLINE real ig_select(mask m, const real& a, const real& b) { return real(m ? a.v : b.v); }
IG_INLINE real ig_sqrt(const real& x) { return real(ig_num_sqrt(x.v)); }
IG_INLINE real ig_abs(const real& x) { return real(ig_num_abs(x.v)); }
IG_INLINE num ig_lane(const real& x, int lane) {
  (void)lane;
  return x.v;
}
IG_INLINE void ig_set_lane(real* x, int lane, num value) {
  (void)lane;
  x->v = value;
}

#endif

#include "lane/single.h"

// What the threads of a warp can do together: `warp_any` asks those that are here now. A lane's numbers do not depend on the
// answer, but lanes that go the same way read whole rows. Worth it where problems are small, and much alike therefore.
#ifdef IG_GPU_HOST
IG_INLINE bool ig_warp_any(bool mine) { return mine; }
#else
IG_INLINE bool ig_warp_any(bool mine) {
  int some = 0;
  __asm__ volatile(
      "{\n\t.reg .b32 here;\n\t.reg .pred mine, some;\n\tactivemask.b32 here;\n\tsetp.ne.s32 mine, %1, 0;\n\t"
      "vote.sync.any.pred some, mine, here;\n\tselp.s32 %0, 1, 0, some;\n\t}"
      : "=r"(some)
      : "r"((int)mine));
  return some;
}
#endif
// chunks of dofs up to which problems are alike; worlds with a crew each have nothing to do with each other
#ifdef IG_CREW
enum { IG_ALIKE = 0 };
#else
enum { IG_ALIKE = 4 };
#endif

// in all lanes that work together on problems of n chunks of dofs
IG_INLINE bool ig_all_of(mask a, int n) { return n <= IG_ALIKE ? !ig_warp_any(!a) : a; }
// the chunks that some of them have
IG_INLINE uint32_t ig_union(uint32_t chunks, int n) {
  uint32_t all = n <= IG_ALIKE ? 0 : chunks;
  for (int i = 0; i < n && n <= IG_ALIKE; i++) all |= (uint32_t)ig_warp_any(chunks >> i & 1) << i;
  return all;
}

#endif  // INGOT_LANE_GPU_H_
