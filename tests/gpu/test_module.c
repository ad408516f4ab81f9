// SPDX-License-Identifier: Apache-2.0
// The text of the kernels: nothing in it may fuse or approximate, or the bits would differ from those of a CPU.
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "batch/gpu_layout.h"
#include "gpu/kernel_list.h"
#include "gpu/launch.h"
#include "gpu/module.h"

#ifdef IG_GPU_EMULATOR

static int count(const char* text, const char* word) {
  int n = 0;
  for (const char* at = text; (at = strstr(at, word)); at++) n++;
  return n;
}

TEST(arithmetic_of_kernels_rounds_to_nearest_and_is_never_fused) {
  static const char* const never[] = {"fma.",    "mad.f",   "mad.rn.f64", "add.f64",  "sub.f64", "mul.f64",
                                      "div.f64", ".approx", "div.full",   "sqrt.f64", ".ftz",    ".contract"};
  static const char* const often[] = {"add.rn.f64", "mul.rn.f64", "div.rn.f64", "sqrt.rn.f64"};
  int found[4] = {0};
  for (int i = 0; i < ig_gpu_module_count(); i++) {
    const char* text = ig_gpu_module(i);
    for (size_t k = 0; k < sizeof never / sizeof never[0]; k++) CHECK_INT(count(text, never[k]), 0);
    for (int k = 0; k < 4; k++) found[k] += count(text, often[k]);
  }
  // and there is arithmetic to look at
  CHECK(found[0] > 1000 && found[1] > 1000 && found[2] > 10 && found[3] > 10);
}

TEST(every_kernel_is_in_a_module) {
  for (int i = 0; i < IG_NKERNEL; i++) {
    int module = ig_gpu_module_of(ig_kernel_names[i]);
    char entry[64];
    snprintf(entry, sizeof entry, ".entry ig_gpu_%s(", ig_kernel_names[i]);
    CHECK(module >= 0 && strstr(ig_gpu_module(module), entry) != NULL);
  }
  CHECK_INT(ig_gpu_module_of("collision_ope"), -1);
}

// what most models do without is in modules of its own
TEST(the_module_of_the_primal_solvers_is_linked_without_the_dual_ones) {
  const char *primal = ig_gpu_module(ig_gpu_module_of("solve")), *all = ig_gpu_module(ig_gpu_module_of("solve_dual"));
  CHECK(primal != all && strlen(primal) < strlen(all) * 3 / 4);
}

#endif
