// SPDX-License-Identifier: Apache-2.0
#include "test.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static ig_Test* first;
static ig_Test** last = &first;
static int failures;
static const char* skipped;

void ig_test_register(ig_Test* test) {
  *last = test;
  last = &test->next;
}

void ig_test_fail(const char* file, int line, const char* format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "%s:%d: ", file, line);
  vfprintf(stderr, format, args);
  fputc('\n', stderr);
  va_end(args);
  failures++;
}

void ig_test_skip(const char* why) { skipped = why; }

// run all tests, or those whose name starts with the first argument
int main(int argc, char** argv) {
  const char* prefix = argc > 1 ? argv[1] : "";
  int passed = 0, failed = 0, skips = 0;
  for (ig_Test* test = first; test; test = test->next) {
    if (strncmp(test->name, prefix, strlen(prefix))) continue;
    failures = 0;
    skipped = NULL;
    test->run();
    if (failures) {
      fprintf(stderr, "FAILED %s\n", test->name);
      failed++;
    } else if (skipped) {
      printf("skipped %s: %s\n", test->name, skipped);
      skips++;
    } else {
      passed++;
    }
  }
  printf("%d passed, %d failed, %d skipped\n", passed, failed, skips);
  return failed || passed + skips == 0;
}
