// SPDX-License-Identifier: Apache-2.0
// Fuzz target: MJCF text through the reader, the spec, the compiler and a few steps (docs/fuzz.md).
#include <string.h>

#include "run.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  char* text = malloc(size + 1);
  if (!text) return 0;
  memcpy(text, data, size);
  text[size] = 0;
  int64_t before = fuzz_begin();
  fuzz_load(text, NULL);
  fuzz_end(before);
  free(text);
  return 0;
}
