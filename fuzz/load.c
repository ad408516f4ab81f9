// Fuzz target: XML text through the reader, the spec and the compiler.
//
//   cmake -B build/fuzz -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=Debug -DINGOT_SIMD=OFF -DINGOT_FUZZ=ON
//   cmake --build build/fuzz --target fuzz_load
//   python3 fuzz/dictionary.py build/fuzz/libingot.so > mjcf.dict
//   build/fuzz/fuzz_load -dict=mjcf.dict -max_len=4096 -timeout=20 -rss_limit_mb=4096 corpus
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"

// every byte must be given back, refused or not
static void check_balance(int64_t before) {
  if (ig_live_bytes() != before) abort();
}

static void quiet(const char* text) { (void)text; }

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  char* text = malloc(size + 1);
  if (!text) return 0;
  memcpy(text, data, size);
  text[size] = 0;
  mju_user_warning = quiet;

  int64_t before = ig_live_bytes();
  char error[500];
  mjSpec* spec = mj_parseXMLString(text, NULL, error, sizeof(error));
  if (spec) {
    mjModel* m = mj_compile(spec, NULL);
    if (!m && !*mjs_getError(spec)) abort();
    mj_deleteModel(m);
    mj_deleteSpec(spec);
  } else if (!*error) {
    abort();
  }
  check_balance(before);
  free(text);
  return 0;
}
