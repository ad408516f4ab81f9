#ifndef MUJOCO_INCLUDE_MJSAN_H_
#define MUJOCO_INCLUDE_MJSAN_H_ 
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
void mj__markStack(mjData*) __attribute__((noinline));
__attribute__((always_inline)) static inline void mj_markStack(mjData* d) {
  asm volatile("" ::: "memory");
  mj__markStack(d);
  asm volatile("" ::: "memory");
}
void mj__freeStack(mjData*) __attribute__((noinline));
__attribute__((always_inline)) static inline void mj_freeStack(mjData* d) {
  asm volatile("" ::: "memory");
  mj__freeStack(d);
  asm volatile("" ::: "memory");
}
#ifdef __cplusplus
}
#endif
#endif
#endif
