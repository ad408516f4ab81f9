// SPDX-License-Identifier: Apache-2.0
#include "plugin/common/config.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

// a point is a point, whatever the locale of the program says
double ig_text_number(const char* text, const char** end) {
  char* rest = NULL;
  locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
  double number = plain ? strtod_l(text, &rest, plain) : strtod(text, &rest);
  if (plain) freelocale(plain);
  if (end) *end = rest;
  return number;
}

// blanks are passed over wherever they stand
bool ig_text_is_number(const char* text) {
  char word[256];
  size_t length = 0;
  for (; *text && length < sizeof word - 1; text++) {
    bool blank = *text == ' ' || (*text >= '\t' && *text <= '\r');
    if (!blank) word[length++] = *text;
  }
  word[length] = 0;
  const char* end;
  ig_text_number(word, &end);
  return !*text && !*end;
}

// an empty place between two blanks counts as zero
int ig_text_numbers(const char* text, double* numbers, int max) {
  int count = 0;
  while (*text) {
    size_t length = strcspn(text, " ");
    if (count < max) numbers[count] = length ? ig_text_number(text, NULL) : 0;
    count++;
    text += length + (text[length] == ' ');
  }
  return count;
}

const char* ig_config_text(const mjModel* m, int instance, const char* attribute) {
  const char* text = mj_getPluginConfig(m, instance, attribute);
  return text ? text : "";
}

bool ig_config_number(const mjModel* m, int instance, const char* attribute, double* value) {
  const char* text = ig_config_text(m, instance, attribute);
  if (!*text) return false;
  *value = ig_text_number(text, NULL);
  return true;
}
