// SPDX-License-Identifier: Apache-2.0
#include "model.h"

#include <string.h>

#include "test.h"

mjModel* ig_test_compile(const char* xml, char* error, int size) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "test.xml", xml, (int)strlen(xml));
  mjModel* m = mj_loadXML("test.xml", &vfs, error, size);
  mj_deleteVFS(&vfs);
  return m;
}

mjModel* ig_test_model(const char* xml) {
  char error[500] = "";
  mjModel* m = ig_test_compile(xml, error, sizeof error);
  if (!m) ig_test_fail(__FILE__, __LINE__, "the model does not compile: %s", error);
  return m;
}

double ig_test_random(unsigned* seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 23) - 1;
}
