// SPDX-License-Identifier: Apache-2.0
#include "gpu/module.h"

#include <stddef.h>

#ifdef IG_GPU_MODULE

// the text lies in the library as the build made it, with the zero that the driver wants at its end
__asm__(
    ".section .rodata\n"
    ".balign 16\n"
    "ig_gpu_module_text:\n"
    ".incbin \"" IG_GPU_MODULE
    "\"\n"
    ".byte 0\n"
    ".previous\n");
extern const char ig_gpu_module_text[] __attribute__((visibility("hidden")));

const char* ig_gpu_module(void) { return ig_gpu_module_text; }

#else

const char* ig_gpu_module(void) { return NULL; }

#endif
