// SPDX-License-Identifier: Apache-2.0
#include "base/cpu.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/target.h"

#if defined(__x86_64__)
#include <cpuid.h>

static bool has(unsigned bits, int bit) { return bits >> bit & 1; }
#endif

static ig_CpuLevel level_of_processor(void) {
#if defined(__x86_64__)
  enum { OSXSAVE = 27, AVX = 28, AVX2 = 5, AVX512F = 16, AVX512DQ = 17, AVX512VL = 31 };
  enum { WIDE = 0x6, WIDER = 0xe6 };  // halves and masks of the vector registers that the system saves
  unsigned a, b, c, d;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !has(c, OSXSAVE) || !has(c, AVX)) return IG_CPU_BASE;
  // Asked of the processor itself: the compilers' own functions need a part of their runtime that not every linker has.
  // (Intel 64 and IA-32 manual, volume 1, chapters 14.7 and 15.2: what the processor has, and what the system keeps.)
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  unsigned long long kept = ((unsigned long long)high << 32) | low;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (kept & WIDE) != WIDE) return IG_CPU_BASE;
  bool wider = (kept & WIDER) == WIDER && has(b, AVX512F) && has(b, AVX512DQ) && has(b, AVX512VL);
  if (wider) return IG_CPU_AVX512;
  if (has(b, AVX2)) return IG_CPU_AVX2;
  return IG_CPU_BASE;
#elif defined(__aarch64__)
  return IG_CPU_NEON;
#else
  return IG_CPU_BASE;
#endif
}

// In a virtual machine each question takes microseconds. The answer never changes, so any thread may write it.
static ig_CpuLevel known_level(void) {
  static _Atomic int known = -1;
  int level = atomic_load_explicit(&known, memory_order_relaxed);
  if (level < 0) atomic_store_explicit(&known, level = (int)level_of_processor(), memory_order_relaxed);
  return (ig_CpuLevel)level;
}

ig_CpuLevel ig_cpu_level(void) {
  static const char* const names[] = {"base", "avx2", "avx512", "neon"};
  ig_CpuLevel level = known_level();
  const char* wanted = getenv("INGOT_CPU");
  for (int i = 0; wanted && i < (int)level; i++) {
    if (!strcmp(wanted, names[i])) return (ig_CpuLevel)i;
  }
  return level;
}
