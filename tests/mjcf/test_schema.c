// SPDX-License-Identifier: Apache-2.0
// mj_printSchema and the tables behind it.
#include "mjcf/table/schema.h"
#include "test.h"

static char text[100000];

static int count_rules(const ig_Rule* rule) {
  int count = 1;
  for (int i = 0; i < rule->nchild; i++) count += count_rules(&rule->children[i]);
  return count;
}

// one number for the whole text
static unsigned hash(const char* p) {
  unsigned h = 2166136261u;
  for (; *p; p++) h = (h ^ (unsigned char)*p) * 16777619u;
  return h;
}

// recorded: ctypes.CDLL("libmujoco.so.3.5.0").mj_printSchema(None, buffer, size, html, pad), FNV-1a of the text
TEST(the_printed_schema_is_that_of_3_5_0) {
  CHECK_INT(mj_printSchema(NULL, text, sizeof(text), 0, 0), (int)strlen(text));
  CHECK_INT(hash(text), 3500499608u);
  mj_printSchema(NULL, text, sizeof(text), 1, 1);
  CHECK_INT(hash(text), 4249495796u);
  mj_printSchema(NULL, text, sizeof(text), 1, 0);
  CHECK_INT(hash(text), 894280097u);
}

TEST(a_short_buffer_gets_the_beginning_and_the_whole_length_is_told) {
  char little[7];
  int length = mj_printSchema(NULL, little, sizeof(little), 0, 0);
  CHECK_TEXT(little, "mujoco");
  CHECK_INT(mj_printSchema(NULL, NULL, 0, 0, 0), length);
}

static void check_names(const ig_Rule* rule) {
  for (int i = 0; i < rule->table->nrow; i++) {
    const ig_Attr* row = &rule->table->rows[i];
    if (ig_rule_has(rule, row)) CHECK(ig_rule_row(rule, row->name) == row);
    bool keyword = row->kind == IG_ATTR_WORD || row->kind == IG_ATTR_BYTE || row->kind == IG_ATTR_BITS;
    if (keyword) CHECK(row->words != NULL);
  }
  for (int i = 0; i < rule->nchild; i++) check_names(&rule->children[i]);
}

TEST(no_attribute_of_an_element_stands_twice) {
  check_names(&ig_rule_mujoco);
  CHECK(count_rules(&ig_rule_mujoco) > 150);
}
