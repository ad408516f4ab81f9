// SPDX-License-Identifier: Apache-2.0
// A test is a function that registers itself; a failed check prints both values and the run goes on.
#ifndef INGOT_TESTS_TEST_H_
#define INGOT_TESTS_TEST_H_

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include <mujoco/mujoco.h>

typedef struct ig_Test_ {
  const char* name;
  void (*run)(void);
  struct ig_Test_* next;
} ig_Test;

void ig_test_register(ig_Test* test);
void ig_test_fail(const char* file, int line, const char* format, ...) __attribute__((format(printf, 3, 4)));
void ig_test_skip(const char* why);

#define TEST(name)                                                 \
  static void test_##name(void);                                   \
  __attribute__((constructor)) static void register_##name(void) { \
    static ig_Test test = {#name, test_##name, NULL};              \
    ig_test_register(&test);                                       \
  }                                                                \
  static void test_##name(void)

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) ig_test_fail(__FILE__, __LINE__, "not true: %s", #condition); \
  } while (0)

#define CHECK_INT(value, expected)                                                               \
  do {                                                                                           \
    long long v_ = (long long)(value), e_ = (long long)(expected);                               \
    if (v_ != e_) ig_test_fail(__FILE__, __LINE__, "%s is %lld, expected %lld", #value, v_, e_); \
  } while (0)

// |value - expected| <= tolerance * max(1, |expected|)
#define CHECK_NEAR(value, expected, tolerance)                                                                \
  do {                                                                                                        \
    double v_ = (value), e_ = (expected), s_ = fabs(e_) > 1 ? fabs(e_) : 1;                                   \
    if (!(fabs(v_ - e_) <= (tolerance)*s_))                                                                   \
      ig_test_fail(__FILE__, __LINE__, "%s is %.17g, expected %.17g (off by %.3g)", #value, v_, e_, v_ - e_); \
  } while (0)

#define CHECK_TEXT(value, expected)                                                                                           \
  do {                                                                                                                        \
    const char *v_ = (value), *e_ = (expected);                                                                               \
    if (!v_ || strcmp(v_, e_)) ig_test_fail(__FILE__, __LINE__, "%s is '%s', expected '%s'", #value, v_ ? v_ : "(null)", e_); \
  } while (0)

// the text contains the part
#define CHECK_HAS(value, part)                                                                                     \
  do {                                                                                                             \
    const char *v_ = (value), *p_ = (part);                                                                        \
    if (!v_ || !strstr(v_, p_))                                                                                    \
      ig_test_fail(__FILE__, __LINE__, "%s is '%s', expected it to contain '%s'", #value, v_ ? v_ : "(null)", p_); \
  } while (0)

#define SKIP(why)      \
  do {                 \
    ig_test_skip(why); \
    return;            \
  } while (0)

#endif  // INGOT_TESTS_TEST_H_
