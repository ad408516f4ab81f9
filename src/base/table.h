// SPDX-License-Identifier: Apache-2.0
// Hash tables of words: pointers, or numbers plus one; 0 is a free slot. Open addressing with linear probing (Knuth, "The Art of
// Computer Programming", vol. 3, section 6.4, algorithm L). The caller brings the memory, the hashes and the comparison:
//   uintptr_t* slot = ig_table_first(&table, hash);
//   while (*slot && !same(*slot, key)) slot = ig_table_next(&table, slot);
// leaves the entry, or the free slot where it belongs. Entries with one hash are met in the order they came in.
#ifndef INGOT_BASE_TABLE_H_
#define INGOT_BASE_TABLE_H_

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct ig_Table_ {
  uintptr_t* slot;
  size_t last;  // the number of slots, a power of two, less one
} ig_Table;

// slots for so many entries, at most half of them taken: a free one ends every search
static inline size_t ig_table_slots(size_t entries) {
  size_t slots = 16;
  while (slots < 2 * entries) slots *= 2;
  return slots;
}

// an empty table in the caller's memory
static inline ig_Table ig_table_in(uintptr_t* memory, size_t slots) {
  memset(memory, 0, slots * sizeof(uintptr_t));
  return (ig_Table){memory, slots - 1};
}

static inline uintptr_t* ig_table_first(const ig_Table* table, uint64_t hash) {
  return table->slot + ((hash ^ hash >> 32) & table->last);
}

static inline uintptr_t* ig_table_next(const ig_Table* table, const uintptr_t* slot) {
  return table->slot + ((size_t)(slot - table->slot + 1) & table->last);
}

// ------------------------------------------------ hashes

// 64 bits more, by a multiplication with 2^64 over the golden ratio (Knuth, the same section); the first h is any number
static inline uint64_t ig_hash_bits(uint64_t h, uint64_t bits) {
  h = (h ^ bits) * 0x9E3779B97F4A7C15u;
  return h ^ h >> 29;
}

// a number; both zeros are one
static inline uint64_t ig_hash_number(uint64_t h, double x) {
  uint64_t bits;
  x = x == 0 ? 0 : x;
  memcpy(&bits, &x, sizeof(bits));
  return ig_hash_bits(h, bits);
}

// FNV-1a (Fowler, Noll, Vo)
static inline uint64_t ig_hash_text(uint64_t seed, const char* text) {
  uint64_t h = 0xcbf29ce484222325u ^ seed;
  for (; *text; text++) h = (h ^ (unsigned char)*text) * 0x100000001b3u;
  return h;
}

#endif  // INGOT_BASE_TABLE_H_
