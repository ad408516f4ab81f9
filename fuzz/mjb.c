// SPDX-License-Identifier: Apache-2.0
// Fuzz target: bytes through the MJB reader; what is accepted must run (docs/fuzz.md).
#include "run.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  int64_t before = fuzz_begin();
  mju_user_error = fuzz_give_up;
  mjModel* m = setjmp(fuzz_escape) ? NULL : mj_loadModelBuffer(data, (int)size);
  mju_user_error = NULL;
  fuzz_run(m);
  mj_deleteModel(m);
  fuzz_end(before);
  return 0;
}
