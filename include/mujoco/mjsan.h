// Copyright The Ingot Authors
// SPDX-License-Identifier: Apache-2.0

// Stack frames under the address sanitizer: frames are marked by inlined wrappers around real calls, so that each
// red zone knows the function that opened it.

#ifndef MUJOCO_INCLUDE_MJSAN_H_
#define MUJOCO_INCLUDE_MJSAN_H_

// without the sanitizer, poisoning does nothing but use its arguments
#ifdef ADDRESS_SANITIZER
  #include <sanitizer/asan_interface.h>
#elif defined(_MSC_VER)
  #define ASAN_POISON_MEMORY_REGION(addr, size)
  #define ASAN_UNPOISON_MEMORY_REGION(addr, size)
#else
  #define ASAN_POISON_MEMORY_REGION(addr, size) ((void)(addr), (void)(size))
  #define ASAN_UNPOISON_MEMORY_REGION(addr, size) ((void)(addr), (void)(size))
#endif

#ifdef ADDRESS_SANITIZER

#ifdef __cplusplus
extern "C" {
#endif

// begin a stack frame; the barriers keep the return address that of the caller
void mj__markStack(mjData*) __attribute__((noinline));
__attribute__((always_inline)) static inline void mj_markStack(mjData* d) {
  asm volatile("" ::: "memory");
  mj__markStack(d);
  asm volatile("" ::: "memory");
}

// free everything since the last mark
void mj__freeStack(mjData*) __attribute__((noinline));
__attribute__((always_inline)) static inline void mj_freeStack(mjData* d) {
  asm volatile("" ::: "memory");
  mj__freeStack(d);
  asm volatile("" ::: "memory");
}

#ifdef __cplusplus
}
#endif

#endif  // ADDRESS_SANITIZER

#endif
