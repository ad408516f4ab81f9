// SPDX-License-Identifier: Apache-2.0
#include "step/width.h"

#include <stddef.h>

#include "collide/table.h"
#include "model/callback.h"
#include "sense/sensor.h"

// the widths of this number: of doubles up to eight, of floats up to sixteen
#ifdef IG_SINGLE
#define NEON ig_width_table_f4_neon
#define AVX2 ig_width_table_f8_avx2
#define AVX512 ig_width_table_f16_avx512
#else
#define NEON ig_width_table_w4_neon
#define AVX2 ig_width_table_w4_avx2
#define AVX512 ig_width_table_w8_avx512
#endif
#ifdef IG_X86_LEVELS
extern const ig_Width AVX2, AVX512;
#endif
#ifdef IG_ARM_LEVELS
extern const ig_Width NEON;
#endif

const ig_Width* ig_width(int i) {
  static const ig_Width* const all[] = {
#ifdef IG_X86_LEVELS
      &AVX2,
      &AVX512,
#endif
#ifdef IG_ARM_LEVELS
      &NEON,
#endif
      NULL,
  };
  int n = (int)(sizeof all / sizeof all[0]) - 1;
  return i >= 0 && i < n && all[i]->level <= ig_cpu_level() ? all[i] : NULL;
}

const ig_Width* ig_width_best(void) {
  const ig_Width* best = NULL;
  for (int i = 0; ig_width(i); i++) best = ig_width(i);
  return best;
}

const char* ig_width_refusal(const mjModel* m) {
  if (m->nplugin) return "the model has plugins";
  if (m->nflex) return "the model has flexes";
  if (m->opt.enableflags & mjENBL_SLEEP) return "the model has sleep switched on";
  if (m->opt.enableflags & mjENBL_FWDINV) return "the model compares forward with inverse dynamics";
  if (m->nhistory && (m->opt.disableflags & mjDSBL_SENSOR)) return "the model has delays while sensors are switched off";
  // it is measured with the positions, and while energies are computed it shows that of the step before: no state holds it
  if (ig_sensed(m, mjSENS_E_KINETIC)) return "an e_kinetic sensor looks back at the step before";
  if (ig_any_callback()) return "a callback is installed";
  if (!ig_colliders_untouched()) return "mjCOLLISIONFUNC was changed";
  return NULL;
}
