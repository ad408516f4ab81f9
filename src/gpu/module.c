// SPDX-License-Identifier: Apache-2.0
#include "gpu/module.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifdef IG_GPU_MODULES

typedef struct {
  const char *text, *kernels;  // kernels: names with spaces between them
} Module;

// the texts lie in the library as the build made them, each with the zero that the driver wants at its end
#define MODULE(name, file, kernels) \
  __asm__(                          \
      ".section .rodata\n"          \
      ".balign 16\n"                \
      "ig_gpu_module_" #name        \
      ":\n"                         \
      ".incbin \"" file             \
      "\"\n"                        \
      ".byte 0\n"                   \
      ".previous\n");               \
  extern const char ig_gpu_module_##name[] __attribute__((visibility("hidden")));
#include IG_GPU_MODULES
#undef MODULE

static const Module modules[] = {
#define MODULE(name, file, kernels) {ig_gpu_module_##name, kernels},
#include IG_GPU_MODULES
#undef MODULE
};
_Static_assert(sizeof modules / sizeof modules[0] <= IG_GPU_MOST_MODULES, "more modules than there is room for");

int ig_gpu_module_count(void) { return (int)(sizeof modules / sizeof modules[0]); }
const char* ig_gpu_module(int module) { return modules[module].text; }

static bool has(const char* kernels, const char* name) {
  size_t n = strlen(name);
  for (const char* at = kernels; (at = strstr(at, name)); at += n) {
    if ((at == kernels || at[-1] == ' ') && (!at[n] || at[n] == ' ')) return true;
  }
  return false;
}

int ig_gpu_module_of(const char* kernel) {
  for (int i = 0; i < ig_gpu_module_count(); i++) {
    if (has(modules[i].kernels, kernel)) return i;
  }
  return -1;
}

#else

int ig_gpu_module_count(void) { return 0; }
const char* ig_gpu_module(int module) { return NULL; }
int ig_gpu_module_of(const char* kernel) { return -1; }

#endif
