#include "smooth/kernels.h"

#include <stddef.h>

extern const ig_Kernels ig_smooth_kernels, ig_smooth_kernels_w4_base, ig_smooth_kernels_w8_base;
#ifdef IG_X86_LEVELS
extern const ig_Kernels ig_smooth_kernels_w4_avx2, ig_smooth_kernels_w8_avx512;
#endif

const ig_Kernels* ig_kernels(int i) {
  static const ig_Kernels* const all[] = {
      &ig_smooth_kernels,         &ig_smooth_kernels_w4_base,   &ig_smooth_kernels_w8_base,
#ifdef IG_X86_LEVELS
      &ig_smooth_kernels_w4_avx2, &ig_smooth_kernels_w8_avx512,
#endif
  };
  int n = (int)(sizeof all / sizeof all[0]);
  return i >= 0 && i < n ? all[i] : NULL;
}

bool ig_kernels_run_here(const ig_Kernels* kernels) { return kernels->level <= ig_cpu_level(); }

// vectors without their instructions are slower than single worlds: such tables exist for the tests
const ig_Kernels* ig_kernels_best(void) {
  const ig_Kernels* best = ig_kernels(0);
  for (int i = 1; ig_kernels(i); i++) {
    const ig_Kernels* next = ig_kernels(i);
    if (next->level > best->level && ig_kernels_run_here(next)) best = next;
  }
  return best;
}
