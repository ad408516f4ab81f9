// SPDX-License-Identifier: Apache-2.0
// The text of the kernels: nothing in it may fuse or approximate, or the bits would differ from those of a CPU.
#include "test.h"

#include <string.h>

#include "batch/gpu_layout.h"
#include "gpu/module.h"

#ifdef IG_GPU_EMULATOR

static int count(const char* text, const char* word) {
  int n = 0;
  for (const char* at = text; (at = strstr(at, word)); at++) n++;
  return n;
}

// at least so many additions and products, and some of the others
static void look_at(const char* text, int least) {
  CHECK(text != NULL);
  if (!text) return;
  static const char* const never[] = {"fma.",    "mad.f",   "mad.rn.f64", "add.f64",  "sub.f64", "mul.f64",
                                      "div.f64", ".approx", "div.full",   "sqrt.f64", ".ftz",    ".contract"};
  for (size_t i = 0; i < sizeof never / sizeof never[0]; i++) CHECK_INT(count(text, never[i]), 0);
  // and there is arithmetic to look at
  CHECK(count(text, "add.rn.f64") > least && count(text, "mul.rn.f64") > least && count(text, "div.rn.f64") > least / 100 &&
        count(text, "sqrt.rn.f64") > least / 100);
}

TEST(arithmetic_of_kernels_rounds_to_nearest_and_is_never_fused) {
  look_at(ig_gpu_module(IG_GPU_MAIN), 1000);
  look_at(ig_gpu_module(IG_GPU_OPEN), 1000);
  look_at(ig_gpu_module(IG_GPU_CREW), 100);
}

TEST(every_kernel_of_a_step_is_in_the_module) {
  const char *text = ig_gpu_module(IG_GPU_MAIN), *open = ig_gpu_module(IG_GPU_OPEN), *crew = ig_gpu_module(IG_GPU_CREW);
  if (!text || !open || !crew) return;
#define X(id, name) CHECK(strstr(text, ".entry ig_gpu_" #name "(") != NULL);
  IG_GPU_STAGES
#undef X
#define X(name) CHECK(strstr(strstr(#name, "_open") ? open : strstr(#name, "_crew") ? crew : text, ".entry ig_gpu_" #name "(") != NULL);
  IG_GPU_OTHERS
#undef X
}

#endif
