// SPDX-License-Identifier: Apache-2.0
// Bad input gets a message that says what, where, and what would be right; nothing is left behind.
#include <stdio.h>
#include <stdlib.h>

#include <ingot/read.h>

#include "base/memory.h"
#include "parsed.h"
#include "test.h"

typedef struct Case_ {
  const char *contents, *words;
} Case;

static const Case cases[] = {
#include "refusals.inc"
};

TEST(every_rule_of_the_schema_has_its_message) {
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    char xml[2000];
    snprintf(xml, sizeof(xml), "<mujoco>%s</mujoco>", cases[i].contents);
    ig_check_refused(xml, cases[i].words);
  }
}

TEST(a_refused_model_leaves_no_memory_behind) {
  mj_deleteSpec(ig_parsed("<mujoco/>", NULL));
  int64_t blocks = ig_live_blocks();
  for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
    char xml[2000];
    snprintf(xml, sizeof(xml), "<mujoco><worldbody><body name='b'/></worldbody>%s</mujoco>", cases[i].contents);
    mjSpec* s = ig_parsed(xml, NULL);
    if (s) mj_deleteSpec(s);
  }
  CHECK_INT(ig_live_blocks(), blocks);
}

TEST(the_message_names_element_attribute_value_and_place) {
  ig_check_refused("<mujoco>\n  <worldbody>\n    <geom name='g'\n          size='1 x'/>\n  </worldbody>\n</mujoco>",
                   "Element 'geom', line 3\nattribute 'size' = '1 x', at 4:11");
}

TEST(text_that_is_not_well_formed_is_refused_with_its_place) {
  ig_check_refused("<mujoco>\n<worldbody>\n</mujoco>", "XML parse error: mismatched tag, line 3");
  ig_check_refused("<mujoco model='a & b'/>", "XML parse error");
  ig_check_refused("<mujoco/><mujoco/>", "XML parse error");
  ig_check_refused("<mujoco><!-- a -- b --></mujoco>", "XML parse error");
  ig_check_refused("", "XML parse error");
  ig_check_refused("<robots/>", "Unrecognized XML model type: 'robots'");
}

TEST(attributes_may_follow_each_other_without_a_blank) {
  mjSpec* s = ig_parsed(
      "<!-- it's --><mujoco><?x a='1'b='2'?>\n<worldbody><body name=\"b\"pos='1 2 3'childclass=\"main\"><geom name='g'\n"
      "size='\"'/></body></worldbody></mujoco>",
      NULL);
  CHECK(!s);
  CHECK_HAS(ig_parsed_error(), "Element 'geom', line 2\nattribute 'size' = '\"', at 3:1");
  s = ig_parsed("<mujoco><worldbody><body name=\"b\"pos='1 2 3'><site name='s'size='.5'/></body></worldbody></mujoco>", NULL);
  CHECK(s != NULL);
  CHECK_NEAR(mjs_findBody(s, "b")->pos[2], 3, 0);
  CHECK_NEAR(mjs_asSite(mjs_findElement(s, mjOBJ_SITE, "s"))->size[0], 0.5, 0);
  mj_deleteSpec(s);
}

TEST(a_text_may_be_given_with_the_zero_that_ends_it) {
  static const char inner[] = "<mujoco><worldbody><site name='s'/></worldbody></mujoco>";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  CHECK_INT(mj_addBufferVFS(&vfs, "inner.xml", inner, sizeof(inner)), 0);
  mjSpec* s = ig_parsed("<mujoco><include file='inner.xml'/></mujoco>", &vfs);
  CHECK(s && mjs_findElement(s, mjOBJ_SITE, "s"));
  if (s) mj_deleteSpec(s);
  mj_deleteVFS(&vfs);
}

TEST(names_taken_when_a_model_is_attached_are_refused_where_that_happens) {
  static const char inner[] =
      "<mujoco><worldbody><body name='b'><joint name='j'/><geom size='1'/></body></worldbody>"
      "<actuator><motor name='a' joint='j'/></actuator></mujoco>";
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "inner.xml", inner, (int)strlen(inner));
  mjSpec* s = ig_parsed(
      "<mujoco><asset><model name='m' file='inner.xml'/></asset><worldbody><body><joint name='k'/><geom size='1'/>"
      "<attach model='m' body='b' prefix='_'/></body></worldbody><actuator><motor name='_a' joint='k'/></actuator></mujoco>",
      &vfs);
  CHECK(!s);
  CHECK_HAS(ig_parsed_error(), "repeated name '_a' in actuator\nElement 'attach', line 1");
  mj_deleteVFS(&vfs);
}

TEST(keyframes_of_the_wrong_size_are_told_when_a_replicate_meets_them) {
  ig_check_refused(
      "<mujoco><worldbody><replicate count='2'><body><joint/><geom size='1'/></body></replicate></worldbody>"
      "<keyframe><key name='k' qpos='1 2 3'/></keyframe></mujoco>",
      "Keyframe 'k' has invalid qpos size, got 3, should be 1");
}

TEST(input_that_would_grow_without_bound_is_refused) {
  ig_check_refused("<!DOCTYPE m [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;&a;'>]><mujoco model='&b;'/>",
                   "entity declarations are not accepted");
  ig_check_refused(
      "<mujoco><worldbody><replicate count='1000'><replicate count='1000'><replicate count='1000'><geom "
      "size='1'/></replicate></replicate></replicate></worldbody></mujoco>",
      "replicate makes more than");
  char* deep = malloc(600 * 13 + 100);
  strcpy(deep, "<mujoco><worldbody>");
  for (int i = 0; i < 600; i++) strcat(deep, "<body>");
  for (int i = 0; i < 600; i++) strcat(deep, "</body>");
  strcat(deep, "</worldbody></mujoco>");
  ig_check_refused(deep, "nested more than 500 deep");
  free(deep);
}

TEST(nan_and_infinity_are_refused_where_they_mean_nothing) {
  ig_check_refused("<mujoco><worldbody><geom pos='0 nan 0'/></worldbody></mujoco>", "NaN is not allowed");
  ig_check_refused("<mujoco><option timestep='inf'/></mujoco>", "infinite number in attribute 'timestep'");
  mjSpec* s = ig_parsed("<mujoco><actuator><motor joint='j' ctrlrange='-inf inf' user='nan'/></actuator></mujoco>", NULL);
  CHECK(s != NULL);
  if (s) mj_deleteSpec(s);
}

TEST(a_short_buffer_gets_as_much_of_the_message_as_fits) {
  char error[10];
  memset(error, 'x', sizeof(error));
  CHECK(mj_parseXMLString("<mujoco><foo/></mujoco>", NULL, error, 6) == NULL);
  CHECK_TEXT(error, "XML E");
  CHECK(error[6] == 'x');
  CHECK(mj_parseXMLString("<mujoco><foo/></mujoco>", NULL, NULL, 0) == NULL);
  CHECK(mj_parseXML(NULL, NULL, error, 10) == NULL);
  CHECK(mj_loadXML("/no/such/file.xml", NULL, error, 10) == NULL);
}

TEST(a_caller_may_set_other_limits) {
  const char* xml = "<mujoco><worldbody><replicate count='10' sep='-'><body name='b'/></replicate></worldbody></mujoco>";
  ingotLimits limits;
  ingotReport report;
  mjSpec* s = NULL;
  ingot_defaultLimits(&limits);
  CHECK_INT(ingot_parseText(xml, NULL, &limits, &s, &report), INGOT_OK);
  mj_deleteSpec(s);
  limits.copies = 10;
  CHECK_INT(ingot_parseText(xml, NULL, &limits, &s, &report), INGOT_BAD_MODEL);
  CHECK_HAS(report.text, "replicate makes more than 10 elements");
  CHECK(s == NULL);
  limits.bytes = 20;
  CHECK_INT(ingot_parseText(xml, NULL, &limits, &s, NULL), INGOT_BAD_MODEL);
  CHECK_INT(ingot_parse(NULL, NULL, NULL, &s, NULL), INGOT_BAD_ARGUMENT);
}
