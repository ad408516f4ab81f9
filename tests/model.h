// Models from text, and reproducible numbers.
#ifndef INGOT_TESTS_MODEL_H_
#define INGOT_TESTS_MODEL_H_

#include <stdlib.h>
#include <unistd.h>

#include "test.h"

// compiled from text; fails the running test and returns NULL when it does not compile
static inline mjModel* ig_test_model(const char* xml) {
  char error[500] = "", path[] = "/tmp/ingot_test_XXXXXX";
  int file = mkstemp(path);
  size_t length = strlen(xml);
  bool written = file >= 0 && write(file, xml, length) == (ssize_t)length;
  if (file >= 0) close(file);
  mjModel* m = written ? mj_loadXML(path, NULL, error, sizeof error) : NULL;
  if (file >= 0) unlink(path);
  if (!m) ig_test_fail(__FILE__, __LINE__, "model does not compile: %s", error);
  return m;
}

// in [-1, 1)
static inline double ig_test_random(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}

#endif  // INGOT_TESTS_MODEL_H_
