// SPDX-License-Identifier: Apache-2.0
// Scopes of loads: what is noted, kept, dropped and counted.
#include "base/scope.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "catch.h"
#include "test.h"

TEST(a_dropped_scope_frees_what_was_taken_in_it) {
  int64_t blocks = ig_live_blocks();
  void* before = ig_try_alloc(10);
  ig_Scope scope;
  ig_scope_enter(&scope, HUGE_VAL, HUGE_VAL);
  for (int i = 0; i < 1000; i++) {
    void* block = ig_try_alloc(100);
    if (i % 3 == 0) ig_free(block);
  }
  ig_free(before);
  ig_scope_drop(&scope);
  CHECK_INT(ig_live_blocks(), blocks);
}

TEST(a_kept_scope_leaves_its_blocks_to_the_one_around) {
  int64_t blocks = ig_live_blocks();
  ig_Scope outer, inner;
  ig_scope_enter(&outer, HUGE_VAL, HUGE_VAL);
  ig_scope_enter(&inner, HUGE_VAL, HUGE_VAL);
  ig_try_alloc(100);
  ig_scope_keep(&inner);
  CHECK_NEAR(outer.bytes, 100, 0);
  ig_scope_drop(&outer);
  CHECK_INT(ig_live_blocks(), blocks);

  ig_scope_enter(&outer, HUGE_VAL, HUGE_VAL);
  void* block = ig_try_alloc(100);
  ig_scope_keep(&outer);
  CHECK_INT(ig_live_blocks(), blocks + 1);
  ig_free(block);
}

TEST(what_is_paused_is_not_noted) {
  ig_Scope scope;
  ig_scope_enter(&scope, HUGE_VAL, HUGE_VAL);
  ig_Scope* paused = ig_scope_pause();
  void* block = ig_try_alloc(100);
  ig_scope_resume(paused);
  void* user = mju_malloc(50);
  ig_scope_drop(&scope);
  ig_free(block);
  mju_free(user);
}

static int closed;
static void close_it(void* thing) {
  closed++;
  ig_free(thing);
}

// an address that comes and goes must not make the table slow or full
TEST(things_are_released_by_their_functions_once) {
  int64_t blocks = ig_live_blocks();
  ig_Scope scope;
  ig_scope_enter(&scope, HUGE_VAL, HUGE_VAL);
  closed = 0;
  for (int i = 0; i < 500; i++) {
    void* block = ig_try_alloc(8);
    CHECK(ig_scope_took(block, 0, close_it));
    if (i % 2) {
      ig_scope_gave(block);
      ig_free(block);
    }
  }
  int here;
  for (int i = 0; i < 100000; i++) {
    ig_scope_took(&here, 0, close_it);
    ig_scope_gave(&here);
  }
  CHECK(scope.nslot < 4096);
  ig_scope_close(&scope);
  CHECK_INT(closed, 250);
  CHECK_INT(ig_live_blocks(), blocks);
}

TEST(memory_beyond_the_limit_is_not_had) {
  ig_Scope scope;
  ig_scope_enter(&scope, HUGE_VAL, 1000);
  void* block = ig_try_alloc(900);
  CHECK(block != NULL);
  CHECK(ig_try_alloc(200) == NULL);
  CHECK(scope.refused_memory);
  ig_free(block);
  CHECK(ig_try_alloc(200) != NULL);
  CHECK_NEAR(scope.most_bytes, 900, 0);
  ig_scope_drop(&scope);
}

TEST(work_beyond_the_limit_is_an_error) {
  ig_Scope scope;
  ig_spend(1e300);  // nobody counts
  ig_scope_enter(&scope, 1000, HUGE_VAL);
  ig_spend(600);
  CHECK(ig_try_spend(300));
  CHECK(!ig_try_spend(300));
  CHECK_ERROR(ig_spend(1), "ingotLimits.work");
  ig_scope_drop(&scope);
}
