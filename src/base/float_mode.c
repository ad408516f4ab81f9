// SPDX-License-Identifier: Apache-2.0
#include "base/float_mode.h"

// the outermost scope of this thread that found another word than the standard one
static _Thread_local ig_FloatScope outermost;

#if defined(__x86_64__)
// SSE's word below, x87's above: engine code does not use x87, but the C library rounds decimal numbers as it says
static uint64_t read_word(void) {
  uint16_t x87;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  return __builtin_ia32_stmxcsr() | (uint64_t)x87 << 32;
}

static void write_word(uint64_t word) {
  uint32_t sse = (uint32_t)word;
  uint16_t x87 = (uint16_t)(word >> 32);
  __asm__ volatile("fldcw %0\n\tldmxcsr %1" : : "m"(x87), "m"(sse) : "memory");
}

// all exceptions masked, none raised; x87 with 64 bits, as the ABI starts a process
static const uint64_t standard = UINT64_C(0x37f) << 32 | 0x1f80;
#elif defined(__aarch64__)
static uint64_t read_word(void) {
  uint64_t word;
  __asm__ volatile("mrs %0, fpcr" : "=r"(word));
  return word;
}

static void write_word(uint64_t word) { __asm__ volatile("msr fpcr, %0" : : "r"(word) : "memory"); }

static const uint64_t standard = 0;
#else
// WebAssembly has one mode only
static uint64_t read_word(void) { return 0; }
static void write_word(uint64_t word) { (void)word; }
static const uint64_t standard = 0;
#endif

ig_FloatScope ig_float_take(void) {
  ig_FloatScope scope = {true, read_word()};
  write_word(standard);
  outermost = scope;
  return scope;
}

void ig_float_give_back(const ig_FloatScope* scope) {
  write_word(scope->host);
  outermost.changed = false;
}

ig_FloatScope ig_float_save(void) { return outermost; }

ig_FloatScope ig_float_lend(void) {
  ig_FloatScope state = outermost;
  if (state.changed) ig_float_give_back(&state);
  return state;
}

void ig_float_restore(const ig_FloatScope* state) {
  if (state->changed) write_word(standard);
  outermost = *state;
}
