// SPDX-License-Identifier: Apache-2.0
#include "gpu/module.h"

#include <stddef.h>

#ifdef IG_GPU_MODULES

// the texts lie in the library as the build made them, each with the zero that the driver wants at its end
#define TEXT(symbol, file)              \
  __asm__(                              \
      ".section .rodata\n"              \
      ".balign 16\n" #symbol            \
      ":\n"                             \
      ".incbin \"" IG_GPU_MODULES file \
      "\"\n"                            \
      ".byte 0\n"                       \
      ".previous\n");                   \
  extern const char symbol[] __attribute__((visibility("hidden")))
TEXT(ig_gpu_module_main, "/ingot.ptx");
TEXT(ig_gpu_module_open, "/ingot_open.ptx");
TEXT(ig_gpu_module_crew, "/ingot_crew.ptx");

const char* ig_gpu_module(ig_GpuModuleId id) {
  return id == IG_GPU_MAIN ? ig_gpu_module_main : id == IG_GPU_OPEN ? ig_gpu_module_open : ig_gpu_module_crew;
}

#else

const char* ig_gpu_module(ig_GpuModuleId id) { return NULL; }

#endif
