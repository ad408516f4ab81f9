// SPDX-License-Identifier: Apache-2.0
// The floating-point control word. A host may have set flush-to-zero, denormals-are-zero, a rounding mode or traps (torch
// does on request, libraries linked with -ffast-math do unasked): results would depend on it. Entry points that compute
// begin with IG_FLOAT_SCOPE: within it the word is the standard one (to nearest, denormals kept, nothing trapped), and
// when the scope is left the host has its own again. Reading the word costs a few cycles; it is written only if it differs.
#ifndef INGOT_BASE_FLOAT_MODE_H_
#define INGOT_BASE_FLOAT_MODE_H_

#include <stdbool.h>
#include <stdint.h>

#include "base/target.h"

typedef struct {
  bool changed;   // the host's word was another one
  uint64_t host;  // that word
} ig_FloatScope;

// false: some bit that changes results or traps is not as it should be. Sticky exception flags do not count.
static inline bool ig_float_is_standard(void) {
#if defined(__x86_64__) && !defined(IG_GPU)
  return (__builtin_ia32_stmxcsr() & 0xffc0u) == 0x1f80u;
#elif defined(__aarch64__)
  uint64_t word;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  return word == 0;
#else
  return true;
#endif
}

// the ways out of the common case
ig_FloatScope ig_float_take(void) __attribute__((cold));
void ig_float_give_back(const ig_FloatScope* scope) __attribute__((cold));

static inline ig_FloatScope ig_float_enter(void) {
  if (__builtin_expect(ig_float_is_standard(), 1)) return (ig_FloatScope){false, 0};
  return ig_float_take();
}

static inline void ig_float_leave(const ig_FloatScope* scope) {
  if (__builtin_expect(scope->changed, 0)) ig_float_give_back(scope);
}

// until the end of the block, also when a handler of the host throws through it
#define IG_FLOAT_SCOPE __attribute__((cleanup(ig_float_leave), unused)) ig_FloatScope float_scope_ = ig_float_enter()

// Handlers of the host may leave by longjmp, which ends scopes without a word: the host's own control word is in place
// while one runs. Whoever catches such a jump within the library saves the thread's state before and restores it after.
ig_FloatScope ig_float_lend(void);
void ig_float_restore(const ig_FloatScope* state);
ig_FloatScope ig_float_save(void);

#endif  // INGOT_BASE_FLOAT_MODE_H_
