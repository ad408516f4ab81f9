// SPDX-License-Identifier: Apache-2.0
// What the programs that record figures of the reference have in place of tests/test.c: a failure is only printed.
#include <stdarg.h>
#include <stdio.h>

#include "test.h"

void ig_test_fail(const char* file, int line, const char* format, ...) {
  va_list args;
  va_start(args, format);
  vfprintf(stderr, format, args);
  va_end(args);
  fprintf(stderr, " (%s:%d)\n", file, line);
}
