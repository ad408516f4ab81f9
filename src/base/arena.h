// SPDX-License-Identifier: Apache-2.0
// Memory of one document, compilation or computation: pieces are taken and never given back one by one; dropping the arena
// frees all.
#ifndef INGOT_BASE_ARENA_H_
#define INGOT_BASE_ARENA_H_

#include <stdbool.h>
#include <stddef.h>

typedef struct ig_ArenaBlock_ {
  struct ig_ArenaBlock_* next;
  size_t used, size;
} ig_ArenaBlock;

typedef struct ig_Arena_ {
  ig_ArenaBlock* top;
  bool raises;  // no memory goes to mju_error, for an arena whose owner has a guard
  bool small;   // many short pieces: aligned to 16 bytes instead of a cache line's 64
} ig_Arena;

// zeroed memory; when the system has none left, an error or NULL
void* ig_arena_take(ig_Arena* arena, size_t bytes);
void ig_arena_drop(ig_Arena* arena);

// a copy of these characters, with an end
char* ig_arena_text(ig_Arena* arena, const char* text, size_t length);

// bytes of its blocks
size_t ig_arena_bytes(const ig_Arena* arena);

// n zeroed items of a type; one at least, so that empty lists have an address
#define IG_NEW(arena, n, type) ((type*)ig_arena_take((arena), ((size_t)(n) + 1) * sizeof(type)))

#endif  // INGOT_BASE_ARENA_H_
