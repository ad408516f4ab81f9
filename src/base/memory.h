// SPDX-License-Identifier: Apache-2.0
// Heap memory. Every allocation of the library passes here; the live byte count must come back to zero.
#ifndef INGOT_BASE_MEMORY_H_
#define INGOT_BASE_MEMORY_H_

#include <stddef.h>
#include <stdint.h>

#include "base/target.h"

// 64-byte aligned; NULL when there is no memory or the size cannot be had (no error is raised)
void* ig_try_alloc(size_t bytes);

// the same, but a failure goes to mju_error: for what is made while a model is loaded
void* ig_alloc(size_t bytes);

// zeroed, n times the size
void* ig_try_zero(size_t n, size_t size);
// for growing lists and text of unknown length: NULL on failure, the old block stays
void* ig_try_realloc(void* block, size_t bytes);
char* ig_try_copy_text(const char* text);

// as mju_free
void ig_free(void* block);

// bytes and blocks allocated through the built-in allocator and not freed yet
int64_t ig_live_bytes(void);
int64_t ig_live_blocks(void);

// for a user: it outlives the load during which it is taken; a failure goes to mju_error
void* ig_user_alloc(size_t size);

#endif  // INGOT_BASE_MEMORY_H_
