// SPDX-License-Identifier: Apache-2.0
#include "base/sort.h"
#include "base/table.h"
#include "test.h"

TEST(table_finds_what_was_put_and_nothing_else) {
  enum { N = 1000 };
  static uintptr_t memory[4096];
  size_t slots = ig_table_slots(N);
  CHECK(slots >= 2 * N && slots <= 4096 && !(slots & (slots - 1)));
  ig_Table table = ig_table_in(memory, slots);
  for (uintptr_t i = 0; i < N; i++) {
    uintptr_t* slot = ig_table_first(&table, ig_hash_bits(0, 7 * i));
    while (*slot && *slot != 7 * i + 1) slot = ig_table_next(&table, slot);
    CHECK(!*slot);
    *slot = 7 * i + 1;
  }
  int found = 0;
  for (uintptr_t i = 0; i < 7 * N; i++) {
    uintptr_t* slot = ig_table_first(&table, ig_hash_bits(0, i));
    while (*slot && *slot != i + 1) slot = ig_table_next(&table, slot);
    CHECK_INT(*slot != 0, i % 7 == 0);
    found += *slot != 0;
  }
  CHECK_INT(found, N);
}

TEST(table_meets_entries_of_one_hash_in_the_order_they_came) {
  uintptr_t memory[16];
  ig_Table table = ig_table_in(memory, 16);
  // the last slot: the others go round to the first ones
  for (uintptr_t i = 1; i <= 5; i++) {
    uintptr_t* slot = ig_table_first(&table, 15);
    while (*slot) slot = ig_table_next(&table, slot);
    *slot = i;
  }
  uintptr_t* slot = ig_table_first(&table, 15);
  for (uintptr_t i = 1; i <= 5; i++, slot = ig_table_next(&table, slot)) CHECK_INT((int)*slot, (int)i);
  CHECK_INT((int)*slot, 0);
}

TEST(hash_of_numbers_takes_both_zeros_as_one) {
  CHECK(ig_hash_number(1, 0.0) == ig_hash_number(1, -0.0));
  CHECK(ig_hash_number(1, 0.0) != ig_hash_number(1, 1.0));
  CHECK(ig_hash_text(0, "geom") != ig_hash_text(1, "geom"));
}

typedef struct {
  int key, place;
} Item;

static bool item_before(const Item* a, const Item* b) { return a->key < b->key; }

IG_DEFINE_STABLE_SORT(sort_items, Item, item_before)

TEST(stable_sort_keeps_the_order_of_equals) {
  Item list[100], spare[100];
  for (int n = 0; n <= 100; n++) {
    for (int i = 0; i < n; i++) list[i] = (Item){(i * 37 + n) % 11, i};
    const Item* sorted = sort_items(list, spare, n);
    for (int i = 1; i < n; i++) {
      CHECK(sorted[i - 1].key < sorted[i].key || (sorted[i - 1].key == sorted[i].key && sorted[i - 1].place < sorted[i].place));
    }
  }
}
