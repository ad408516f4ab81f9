// Fuzz target: bytes through the MJB reader; what is accepted must run.
//
//   make fuzz            builds and runs it; fuzz/seeds.py makes the corpus
//   build/fuzz/fuzz_mjb file...      runs single inputs
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"

static jmp_buf escape;

// an error of the API is an answer, not a crash
static void give_up(const char* text) {
  (void)text;
  longjmp(escape, 1);
}

static void quiet(const char* text) { (void)text; }

// sizes and counts that are legal but would only measure the machine
static int is_small(const mjModel* m) {
  const mjOption* o = &m->opt;
  if (o->iterations > 500 || o->ls_iterations > 500 || o->noslip_iterations > 500 || o->ccd_iterations > 500) return 0;
  if (o->sdf_initpoints > 500 || o->sdf_iterations > 500) return 0;
  return m->narena < (1 << 24) && m->nbuffer < (1 << 24) && m->nv < 2000;
}

static void run(const mjModel* m) {
  mjData* volatile d = NULL;
  if (!setjmp(escape)) {
    d = mj_makeData(m);
    if (d) {
      mj_forward(m, d);
      mj_step(m, d);
      mj_step(m, d);
      mj_inverse(m, d);
    }
  }
  mj_deleteData(d);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  mju_user_warning = quiet;
  mju_user_error = give_up;
  int64_t before = ig_live_bytes();
  mjModel* m = mj_loadModelBuffer(data, (int)size);
  if (m && is_small(m)) run(m);
  mj_deleteModel(m);
  if (ig_live_bytes() != before) abort();
  return 0;
}
