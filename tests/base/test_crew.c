// SPDX-License-Identifier: Apache-2.0
// A crew does each item once, whatever the number of threads and items.
#include "base/crew.h"

#include "base/memory.h"
#include "test.h"

enum { ITEMS = 40 };

typedef struct {
  int number, hits[ITEMS];
} Tally;

static void add(int item, void* context) {
  Tally* tally = context;
  tally->hits[item] += tally->number;
}

TEST(every_item_is_done_once_in_each_round) {
  int wrong = 0;
  for (int threads = 1; threads < 6; threads++) {
    ig_Crew* crew = ig_crew_make(threads);
    for (int round = 1; round < 500; round++) {
      Tally tally = {.number = round};
      int count = round % ITEMS;
      ig_crew_run(crew, add, &tally, count);
      for (int i = 0; i < ITEMS; i++) wrong += tally.hits[i] != (i < count ? round : 0);
    }
    ig_crew_free(crew);
  }
  CHECK_INT(wrong, 0);
}

TEST(a_crew_that_never_worked_leaves_nothing_behind) {
  int64_t before = ig_live_blocks();
  ig_crew_free(ig_crew_make(4));
  ig_crew_free(NULL);
  CHECK_INT(ig_live_blocks(), before);
}
