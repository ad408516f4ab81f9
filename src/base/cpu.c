#include "base/cpu.h"

ig_CpuLevel ig_cpu_level(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return IG_CPU_AVX512;
  }
  if (__builtin_cpu_supports("avx2")) return IG_CPU_AVX2;
#endif
  return IG_CPU_BASE;
}
