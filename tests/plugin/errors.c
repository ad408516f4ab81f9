// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

#include <stdio.h>
#include <string.h>

#include <ingot/status.h>

const char* ig_caught(void (*function)(void* argument), void* argument) {
  static ingotReport report;
  ingot_guard(function, argument, &report);
  return report.text;
}

static char heard[2000], told[2000];

static void hear(const char* text) {
  size_t length = strlen(heard);
  snprintf(heard + length, sizeof heard - length, "%s\n", text);
}

const char* ig_warned(void) {
  mju_user_warning = hear;
  memcpy(told, heard, sizeof told);
  heard[0] = 0;
  return told;
}
