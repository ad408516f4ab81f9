// SPDX-License-Identifier: Apache-2.0
// One hook under every allocation: the count of live bytes, alignment, the user's allocator.
#include <stdint.h>
#include <stdlib.h>

#include "base/memory.h"
#include "catch.h"

TEST(live_bytes_come_back_to_what_they_were) {
  int64_t bytes = ig_live_bytes(), blocks = ig_live_blocks();
  void* a = mju_malloc(100);
  void* b = mju_malloc(1);
  CHECK(ig_live_bytes() >= bytes + 101);
  CHECK_INT(ig_live_blocks(), blocks + 2);
  mju_free(a);
  mju_free(b);
  mju_free(NULL);
  CHECK_INT(ig_live_bytes(), bytes);
  CHECK_INT(ig_live_blocks(), blocks);
}

TEST(blocks_are_aligned_to_64_bytes) {
  for (size_t size = 1; size < 300; size += 37) {
    void* block = mju_malloc(size);
    CHECK_INT((uintptr_t)block % 64, 0);
    mju_free(block);
  }
}

TEST(a_size_that_cannot_be_had_is_an_error) {
  CHECK(ig_try_alloc(SIZE_MAX - 10) == NULL);
  CHECK_ERROR(mju_malloc(SIZE_MAX - 10), "memory");
}

TEST(growing_keeps_the_contents) {
  int64_t bytes = ig_live_bytes();
  char* text = ig_try_copy_text("words");
  text = ig_try_realloc(text, 1000);
  CHECK_TEXT(text, "words");
  ig_free(text);
  CHECK_INT(ig_live_bytes(), bytes);
}

static int calls[2];
static void* own_malloc(size_t size) {
  calls[0]++;
  return aligned_alloc(64, (size + 63) / 64 * 64);
}
static void own_free(void* block) {
  calls[1]++;
  free(block);
}

TEST(the_allocator_of_the_user_serves) {
  calls[0] = calls[1] = 0;
  mju_user_malloc = own_malloc;
  mju_user_free = own_free;
  mju_free(mju_malloc(10));
  mju_user_malloc = NULL;
  mju_user_free = NULL;
  CHECK_INT(calls[0], 1);
  CHECK_INT(calls[1], 1);
}
