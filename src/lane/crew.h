// SPDX-License-Identifier: Apache-2.0
// A crew: threads of a GPU that work on one world together. At every other width a crew is one thread, and what is here is
// the plain loop.
//
// All members run the same code. Numbers in variables are computed by each of them, with the same bits; arrays are shared.
// A loop over independent entries of arrays is written IG_SHARE: each member takes some of them. Before a member reads what
// others wrote, or writes what others may still read, they meet:
//
//   IG_SHARE(i, n)       i from 0 to n; IG_SHARE_2(i, n, j, k) all pairs; IG_SHARE_PACKS steps by packs, IG_SHARE_FOURS by fours
//   ig_meet()            all members are here, and see what the others wrote
//   IG_SHARE_GROUPS(i, from, to)  the same for groups of four members
//   IG_ALONE             what one member does
//   ig_vote(x)           the members that say so, as bits; ig_votes_before: how many of them come before this one
//   ig_unite(bits)       bits of all members together; ig_total(n), in a crew only: their numbers added up
//   ig_of_mate(x, k)     the number of member k; ig_bits_of_mate likewise; ig_across(x, apart): of the one whose number
//                        differs in the bits of `apart`
//
// Arrays lie in memory that is near to the members. IG_POINTER(type) is a pointer to such an array, in structs and where
// functions are called: a plain one everywhere but on the device, whose instructions for near memory take addresses of 32 bits.
// Worlds that need more of it than they have are left to a build of the same code that knows nothing of it (IG_CREW_FAR).
//
// A four (solve/pack.h) belongs to a group of four members, each of which holds one of its parts: IG_SPOT(k) is where part k
// of this thread lies in it, IG_EACH_OF_FOUR(i) the entries of a four that this thread looks after.
#ifndef INGOT_LANE_CREW_H_
#define INGOT_LANE_CREW_H_

#include "lane/quad.h"

#if defined(IG_CREW) && !defined(IG_CREW_FAR) && !defined(IG_GPU_HOST)

template <class T>
struct ig_NearPointer {
  typedef __attribute__((address_space(3))) T Near;
  unsigned at;
  ig_NearPointer() = default;
  IG_INLINE_MEMBER ig_NearPointer(T* p) {
    uint64_t near;
    __asm__("cvta.to.shared.u64 %0, %1;" : "=l"(near) : "l"(p));
    at = p ? (unsigned)near : 0;
  }
  IG_INLINE_MEMBER operator T*() const { return (T*)(Near*)(uint64_t)at; }
  template <class U>
  IG_INLINE_MEMBER ig_NearPointer(const ig_NearPointer<U>& p) : at(p.at) {}  // from one that may be written through
  explicit IG_INLINE_MEMBER operator bool() const { return at; }
};
#define IG_POINTER(type) ig_NearPointer<type>

#else
#define IG_POINTER(type) type*
#endif

#ifdef IG_CREW

#ifdef IG_CREW_FAR
enum { IG_ONLY_NEAR = 0 };
#else
enum { IG_ONLY_NEAR = 1 };
#endif

#ifdef IG_GPU_HOST
// threads are taken one after the other, each from one meeting to the next: see gpu/crew_host.gpu.c
extern "C" {
int ig_crew_size(void);
int ig_crew_member(void);
void ig_crew_meet(void);
uint64_t ig_crew_exchange(uint64_t mine, int from);
}
#ifdef IG_CREW_WARP
IG_INLINE int ig_crew(void) { return 32; }
#else
IG_INLINE int ig_crew(void) { return ig_crew_size(); }
#endif
IG_INLINE int ig_mate(void) { return ig_crew_member(); }
IG_INLINE void ig_meet(void) { ig_crew_meet(); }
IG_INLINE unsigned ig_bits_of_mate(unsigned mine, int from) { return (unsigned)ig_crew_exchange(mine, from); }
IG_INLINE num ig_of_mate(num mine, int from) {
  return __builtin_bit_cast(num, ig_crew_exchange(__builtin_bit_cast(uint64_t, mine), from));
}
IG_INLINE num ig_across(num mine, int apart) { return ig_of_mate(mine, ig_mate() ^ apart); }
IG_INLINE unsigned ig_vote(bool mine) {
  unsigned all = 0;
  for (int k = 0; k < ig_crew(); k++) all |= ig_bits_of_mate(mine, k) << k;
  return all;
}
#else
// The members are neighbours in a warp: the first dimension of a block of threads. Where the first of them is in it, and all of
// them as bits; a whole warp (IG_CREW_WARP) needs no arithmetic for that.
IG_INLINE int ig_mate(void) { return __nvvm_read_ptx_sreg_tid_x(); }
#ifdef IG_CREW_WARP
IG_INLINE int ig_crew(void) { return 32; }
IG_INLINE unsigned ig_crew_first(void) { return 0; }
IG_INLINE unsigned ig_crew_lanes(void) { return ~0u; }
#else
IG_INLINE int ig_crew(void) { return __nvvm_read_ptx_sreg_ntid_x(); }
IG_INLINE unsigned ig_crew_first(void) { return (__nvvm_read_ptx_sreg_tid_y() * ig_crew()) % 32; }
IG_INLINE unsigned ig_crew_lanes(void) { return (unsigned)(((uint64_t)1 << ig_crew()) - 1) << ig_crew_first(); }
#endif
IG_INLINE void ig_meet(void) { __asm__ volatile("bar.warp.sync %0;" : : "r"(ig_crew_lanes()) : "memory"); }
IG_INLINE unsigned ig_bits_of_mate(unsigned mine, int from) {
  unsigned theirs, lane = ig_crew_first() + from;
  __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, %3;" : "=r"(theirs) : "r"(mine), "r"(lane), "r"(ig_crew_lanes()));
  return theirs;
}
IG_INLINE num ig_of_mate(num mine, int from) {
  uint64_t bits = __builtin_bit_cast(uint64_t, mine);
  uint64_t low = ig_bits_of_mate((unsigned)bits, from), high = ig_bits_of_mate((unsigned)(bits >> 32), from);
  return __builtin_bit_cast(num, high << 32 | low);
}
IG_INLINE num ig_across(num mine, int apart) {
  uint64_t bits = __builtin_bit_cast(uint64_t, mine);
  unsigned low, high, lanes = ig_crew_lanes();
  __asm__ volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, %3;" : "=r"(low) : "r"((unsigned)bits), "r"(apart), "r"(lanes));
  __asm__ volatile("shfl.sync.bfly.b32 %0, %1, %2, 0x1f, %3;" : "=r"(high) : "r"((unsigned)(bits >> 32)), "r"(apart), "r"(lanes));
  return __builtin_bit_cast(num, (uint64_t)high << 32 | low);
}
IG_INLINE unsigned ig_vote(bool mine) {
  unsigned all, lanes = ig_crew_lanes();
  __asm__ volatile("{\n\t.reg .pred mine;\n\tsetp.ne.s32 mine, %1, 0;\n\tvote.sync.ballot.b32 %0, mine, %2;\n\t}"
                   : "=r"(all)
                   : "r"((int)mine), "r"(lanes));
  return all >> ig_crew_first();
}
#endif

IG_INLINE int ig_part(void) { return ig_mate() % 4; }
IG_INLINE int ig_votes_before(unsigned votes) { return __builtin_popcount(votes & ((1u << ig_mate()) - 1)); }

// of all members: with the neighbour, then of pairs with the next pair, and so on
#define IG_OF_ALL(name, with)                                                                              \
  IG_INLINE unsigned name(unsigned mine) {                                                                 \
    for (int apart = 1; apart < ig_crew(); apart *= 2) mine with ig_bits_of_mate(mine, ig_mate() ^ apart); \
    return mine;                                                                                           \
  }
IG_OF_ALL(ig_unite, |=)
IG_OF_ALL(ig_total, +=)
#undef IG_OF_ALL

#define IG_SHARE(i, n) for (int i = ig_mate(); i < (n); i += ig_crew())
#define IG_SHARE_PACKS(i, n) IG_SHARE(i, n)
#define IG_SHARE_FOURS(i, n) for (int i = ig_mate() & ~3; i < (n); i += ig_crew())
#define IG_SHARE_GROUPS(i, from, to) for (int i = (from) + ig_mate() / 4; i < (to); i += ig_crew() / 4)
#define IG_SHARE_2(i, n, j, k) \
  for (int ij = ig_mate(), i, j; ij < (n) * (k) && (i = ij / (k), j = ij % (k), true); ij += ig_crew())
#define IG_ALONE if (ig_mate() == 0)
#define IG_EACH_OF_FOUR(i) for (size_t i = (size_t)ig_part(), i##_end = i + 1; i < i##_end; i++)

#else

IG_INLINE int ig_crew(void) { return 1; }
IG_INLINE int ig_mate(void) { return 0; }
IG_INLINE int ig_part(void) { return 0; }
IG_INLINE void ig_meet(void) {}
IG_INLINE unsigned ig_vote(bool mine) { return mine; }
IG_INLINE int ig_votes_before(unsigned votes) {
  (void)votes;
  return 0;
}
IG_INLINE unsigned ig_unite(unsigned bits) { return bits; }
IG_INLINE real ig_of_mate(real mine, int from) {
  (void)from;
  return mine;
}
IG_INLINE unsigned ig_bits_of_mate(unsigned mine, int from) {
  (void)from;
  return mine;
}

#define IG_SHARE(i, n) for (int i = 0; i < (n); i++)
#define IG_SHARE_PACKS(i, n) for (int i = 0; i < (n); i += IG_PACK)
#define IG_SHARE_FOURS(i, n) for (int i = 0; i < (n); i += 4)
#define IG_SHARE_GROUPS(i, from, to) for (int i = (from); i < (to); i++)
#define IG_SHARE_2(i, n, j, k)  \
  for (int i = 0; i < (n); i++) \
    for (int j = 0; j < (k); j++)
#define IG_ALONE
#define IG_EACH_OF_FOUR(i) for (size_t i = 0; i < 4; i++)

#endif

// where part k of a four lies that this thread holds
#define IG_SPOT(k) ((k)*IG_PACK + ig_part())

#endif  // INGOT_LANE_CREW_H_
