// SPDX-License-Identifier: Apache-2.0
// Errors and warnings of the API as values: the text of the last one, and a way back from an error.
#ifndef INGOT_TESTS_CATCH_H_
#define INGOT_TESTS_CATCH_H_

#include <setjmp.h>
#include <stdio.h>

#include "test.h"

static jmp_buf ig_catch_point;
static char ig_caught[1024];
static int ig_catches;

__attribute__((unused)) static void ig_catch_error(const char* text) {
  snprintf(ig_caught, sizeof ig_caught, "%s", text);
  ig_catches++;
  longjmp(ig_catch_point, 1);
}

__attribute__((unused)) static void ig_catch_warning(const char* text) {
  snprintf(ig_caught, sizeof ig_caught, "%s", text);
  ig_catches++;
}

// the statement must raise an error whose text contains the part
#define CHECK_ERROR(statement, part)                                     \
  do {                                                                   \
    void (*volatile before_)(const char*) = mju_user_error;              \
    mju_user_error = ig_catch_error;                                     \
    ig_caught[0] = 0;                                                    \
    if (!setjmp(ig_catch_point)) {                                       \
      statement;                                                         \
      ig_test_fail(__FILE__, __LINE__, "no error from: %s", #statement); \
    }                                                                    \
    mju_user_error = before_;                                            \
    CHECK_HAS(ig_caught, part);                                          \
  } while (0)

// the statement must warn with a text that contains the part
#define CHECK_WARNING(statement, part)               \
  do {                                               \
    void (*before_)(const char*) = mju_user_warning; \
    mju_user_warning = ig_catch_warning;             \
    ig_caught[0] = 0;                                \
    statement;                                       \
    mju_user_warning = before_;                      \
    CHECK_HAS(ig_caught, part);                      \
  } while (0)

#endif  // INGOT_TESTS_CATCH_H_
