// SPDX-License-Identifier: Apache-2.0
// What every target does with a model that was accepted: it must run.
#ifndef INGOT_FUZZ_RUN_H_
#define INGOT_FUZZ_RUN_H_

#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"

static jmp_buf fuzz_escape;

// an error of the API is an answer to a state or a model that breaks its rules; while text is read it would be a fault,
// and ends the program
static inline void fuzz_give_up(const char* text) {
  (void)text;
  longjmp(fuzz_escape, 1);
}

static inline void fuzz_quiet(const char* text) { (void)text; }

// the bytes in use
static inline int64_t fuzz_begin(void) {
  mju_user_warning = fuzz_quiet;
  return ig_live_bytes();
}

// every byte must be given back, refused or not
static inline void fuzz_end(int64_t before) {
  mj_clearCache(mj_getCache());
  if (ig_live_bytes() != before) abort();
}

// sizes and counts that are legal but would only measure the machine
static inline int fuzz_is_small(const mjModel* m) {
  const mjOption* o = &m->opt;
  if (o->iterations > 500 || o->ls_iterations > 500 || o->noslip_iterations > 500 || o->ccd_iterations > 500) return 0;
  if (o->sdf_initpoints > 500 || o->sdf_iterations > 500) return 0;
  return m->narena < (1 << 24) && m->nbuffer < (1 << 24) && m->nv < 2000 && m->nuserdata < (1 << 24) &&
         m->nsensordata < (1 << 24) && m->nhistory < (1 << 24) && m->npluginstate < (1 << 24);
}

static inline void fuzz_run(const mjModel* m) {
  if (!m || !fuzz_is_small(m)) return;
  mjData* volatile d = NULL;
  mju_user_error = fuzz_give_up;
  if (!setjmp(fuzz_escape)) {
    d = mj_makeData(m);
    if (d) {
      mj_forward(m, d);
      mj_step(m, d);
      mj_step(m, d);
      mj_inverse(m, d);
    }
  }
  mj_deleteData(d);
  mju_user_error = NULL;
}

// text to spec to model to steps; a refusal must say why
static inline void fuzz_load(const char* xml, const mjVFS* vfs) {
  char error[1000] = "";
  mjSpec* spec = mj_parseXMLString(xml, vfs, error, sizeof(error));
  mjModel* m = spec ? mj_compile(spec, vfs) : NULL;
  if (spec ? !m && !*mjs_getError(spec) : !*error) abort();
  fuzz_run(m);
  mj_deleteModel(m);
  mj_deleteSpec(spec);
}

#endif  // INGOT_FUZZ_RUN_H_
