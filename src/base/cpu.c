#include "base/cpu.h"

#include <stdlib.h>
#include <string.h>

#include "base/target.h"

static ig_CpuLevel level_of_processor(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return IG_CPU_AVX512;
  }
  if (__builtin_cpu_supports("avx2")) return IG_CPU_AVX2;
  return IG_CPU_BASE;
#elif defined(__aarch64__)
  return IG_CPU_NEON;
#else
  return IG_CPU_BASE;
#endif
}

ig_CpuLevel ig_cpu_level(void) {
  static const char* const names[] = {"base", "avx2", "avx512", "neon"};
  ig_CpuLevel level = level_of_processor();
  const char* wanted = getenv("INGOT_CPU");
  for (int i = 0; wanted && i < (int)level; i++) {
    if (!strcmp(wanted, names[i])) return (ig_CpuLevel)i;
  }
  return level;
}
