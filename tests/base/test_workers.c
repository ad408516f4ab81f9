// SPDX-License-Identifier: Apache-2.0
// Workers do each item once, whatever the number of threads and items.
#include "base/workers.h"

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
    ig_Workers* workers = ig_workers_make(threads);
    for (int round = 1; round < 500; round++) {
      Tally tally = {.number = round};
      int count = round % ITEMS;
      ig_workers_run(workers, add, &tally, count);
      for (int i = 0; i < ITEMS; i++) wrong += tally.hits[i] != (i < count ? round : 0);
    }
    ig_workers_free(workers);
  }
  CHECK_INT(wrong, 0);
}

TEST(workers_that_never_worked_leave_nothing_behind) {
  int64_t before = ig_live_blocks();
  ig_workers_free(ig_workers_make(4));
  ig_workers_free(NULL);
  CHECK_INT(ig_live_blocks(), before);
}
