// SPDX-License-Identifier: Apache-2.0
// Containers in the memory layout of libc++: what stands in which byte, and that nothing leaks or aliases.
#include "test.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "spec/container.h"

TEST(short_text_lives_in_its_24_bytes) {
  ig_String s = {0};
  ig_text_set(&s, "body");
  CHECK_INT(sizeof(s), 24);
  CHECK_INT(((unsigned char*)&s)[0], 2 * 4);  // size, doubled; bit 0 clear
  CHECK_INT(memcmp((char*)&s + 1, "body", 5), 0);
  ig_text_set(&s, "1234567890123456789012");  // 22 characters still fit
  CHECK_INT(((unsigned char*)&s)[0], 2 * 22);
  CHECK_TEXT(ig_text(&s), "1234567890123456789012");
  ig_text_free(&s);
}

TEST(long_text_is_capacity_size_pointer) {
  ig_String s = {0};
  ig_text_set(&s, "12345678901234567890123");
  size_t word[3];
  memcpy(word, &s, sizeof(word));
  CHECK_INT(word[0] & 1, 1);
  CHECK((word[0] & ~(size_t)1) > 23);
  CHECK_INT(word[1], 23);
  CHECK((const char*)word[2] == ig_text(&s));
  ig_text_set(&s, "short");  // keeps the memory it has
  CHECK_TEXT(ig_text(&s), "short");
  CHECK_INT(ig_text_size(&s), 5);
  ig_text_free(&s);
  CHECK(ig_text_empty(&s));
}

TEST(text_can_be_set_to_a_part_of_itself) {
  ig_String s = {0};
  ig_text_set(&s, "a text that is too long to stand locally");
  ig_text_set(&s, ig_text(&s) + 7);
  CHECK_TEXT(ig_text(&s), "that is too long to stand locally");
  ig_text_wrap(&s, "<", ">");
  CHECK_TEXT(ig_text(&s), "<that is too long to stand locally>");
  ig_text_free(&s);
}

TEST(vector_is_begin_end_limit) {
  ig_Vector v = {0};
  const double x[3] = {1, 2, 3};
  ig_vec_assign(&v, x, 3, sizeof(double));
  CHECK_INT(IG_COUNT(double, &v), 3);
  CHECK_INT(v.end - v.begin, 24);
  CHECK(v.limit >= v.end);
  ig_vec_append(&v, x, 2, sizeof(double));
  CHECK_NEAR(IG_ITEMS(double, &v)[4], 2, 0);
  ig_vec_resize(&v, 7, sizeof(double));
  CHECK_NEAR(IG_ITEMS(double, &v)[6], 0, 0);
  ig_vec_assign(&v, NULL, 0, sizeof(double));
  CHECK_INT(IG_COUNT(double, &v), 0);
  ig_vec_free(&v);
}

TEST(texts_split_at_blanks) {
  ig_Vector v = {0};
  ig_texts_append(&v, "gone");
  ig_texts_split(&v, "  one two\n a_word_that_does_not_fit_into_22_bytes\t");
  CHECK_INT(ig_texts_count(&v), 3);
  CHECK_TEXT(ig_texts_at(&v, 1), "two");
  CHECK_TEXT(ig_texts_at(&v, 2), "a_word_that_does_not_fit_into_22_bytes");
  ig_Vector copy = {0};
  ig_container_copy(&copy, &v, IG_TEXTS);
  ig_text_set(ig_texts_slot(&copy, 1), "changed");
  CHECK_TEXT(ig_texts_at(&v, 1), "two");
  ig_texts_free(&copy);
  ig_texts_split(&v, " ");
  CHECK_INT(ig_texts_count(&v), 0);
  ig_texts_free(&v);
}

TEST(vectors_of_vectors) {
  ig_Vector v = {0}, copy = {0};
  ig_vecs_append(&v, (int[]){1, 2}, 2, sizeof(int));
  ig_vecs_append(&v, NULL, 0, sizeof(int));
  ig_container_copy(&copy, &v, IG_VECTORS);
  CHECK_INT(ig_vecs_count(&copy), 2);
  CHECK_INT(IG_COUNT(int, ig_vecs_at(&copy, 0)), 2);
  CHECK_INT(IG_ITEMS(int, ig_vecs_at(&copy, 0))[1], 2);
  CHECK_INT(IG_COUNT(int, ig_vecs_at(&copy, 1)), 0);
  ig_vecs_free(&v);
  ig_vecs_free(&copy);
}

// 32 bytes of node, then key and value; the end node's left child is the root
TEST(map_is_a_tree_in_the_order_of_its_keys) {
  ig_Map map, other;
  ig_map_init(&map);
  ig_map_init(&other);
  CHECK((void*)map.first == (void*)&map.root);
  CHECK_INT(offsetof(ig_MapNode, key), 32);
  static const char* const keys[] = {"m", "c", "x", "a", "d", "z"};
  for (int i = 0; i < 6; i++) ig_map_set(&map, keys[i], "1");
  ig_map_set(&map, "d", "two");
  CHECK_INT(map.size, 6);
  char order[16] = "";
  for (const ig_MapNode* n = ig_map_first(&map); n; n = ig_map_next(&map, n)) strcat(order, ig_text(&n->key));
  CHECK_TEXT(order, "acdmxz");
  CHECK_TEXT(ig_map_get(&map, "d"), "two");
  CHECK(!ig_map_get(&map, "b"));
  ig_map_set(&other, "old", "");
  ig_map_take(&other, &map);
  CHECK_INT(map.size, 0);
  CHECK_INT(other.size, 6);
  CHECK((void*)other.root->parent == (void*)&other.root);
  ig_map_copy(&map, &other);
  CHECK_TEXT(ig_map_get(&map, "z"), "1");
  ig_map_free(&map);
  ig_map_free(&other);
}

// the number of black nodes on every way down; -1: they differ, or a red node has a red child
static int black_height(const ig_MapNode* node) {
  if (!node) return 0;
  int left = black_height(node->left), right = black_height(node->right);
  bool red_pair = !node->black && ((node->left && !node->left->black) || (node->right && !node->right->black));
  bool linked = (!node->left || node->left->parent == node) && (!node->right || node->right->parent == node);
  return left < 0 || left != right || red_pair || !linked ? -1 : left + node->black;
}

TEST(map_is_balanced_whatever_the_order_of_its_keys) {
  for (int way = 0; way < 3; way++) {
    ig_Map map;
    ig_map_init(&map);
    char key[20];
    enum { N = 1000 };
    for (int i = 0; i < N; i++) {
      int number = way == 0 ? i : way == 1 ? N - 1 - i : i * 617 % N;
      snprintf(key, sizeof(key), "%04d", number);
      ig_map_set(&map, key, "");
      CHECK(map.root->black);
    }
    CHECK_INT(map.size, N);
    CHECK(black_height(map.root) > 0);
    int next = 0;
    for (const ig_MapNode* n = ig_map_first(&map); n; n = ig_map_next(&map, n)) CHECK_INT(atoi(ig_text(&n->key)), next++);
    CHECK_INT(next, N);
    ig_map_free(&map);
  }
}
