// SPDX-License-Identifier: Apache-2.0
// Prints of what pictures are made of: 128 bits by which a thing is known again. Two things that differ have the same print
// about once in 2^128 times.
#ifndef INGOT_RENDER_PRINT_H_
#define INGOT_RENDER_PRINT_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct {
  uint64_t a, b;
} ig_Print;

static inline uint64_t ig_rotate(uint64_t x, int by) { return x << by | x >> (64 - by); }

// two chains of multiplications with odd constants, which feed each other
static inline ig_Print ig_print_word(ig_Print p, uint64_t word) {
  p.a = ig_rotate((p.a ^ word) * 0x9e3779b97f4a7c15u, 29) + p.b;
  p.b = ig_rotate((p.b + word) * 0xc2b2ae3d27d4eb4fu, 37) ^ p.a;
  return p;
}

static inline ig_Print ig_print_bytes(ig_Print p, const void* data, size_t bytes) {
  const char* at = data;
  uint64_t word;
  p = ig_print_word(p, bytes);
  for (; bytes >= sizeof word; bytes -= sizeof word, at += sizeof word) {
    memcpy(&word, at, sizeof word);
    p = ig_print_word(p, word);
  }
  word = 0;
  if (bytes) memcpy(&word, at, bytes);
  return ig_print_word(p, word);
}

static inline bool ig_print_equal(ig_Print x, ig_Print y) { return x.a == y.a && x.b == y.b; }

#endif  // INGOT_RENDER_PRINT_H_
