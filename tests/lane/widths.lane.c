// SPDX-License-Identifier: Apache-2.0
#include "widths.h"

#include <string.h>

#include "lane/elementary.h"

#define IG_CPU_LEVEL_base IG_CPU_BASE
#define IG_CPU_LEVEL_avx2 IG_CPU_AVX2
#define IG_CPU_LEVEL_avx512 IG_CPU_AVX512
#define LEVEL_OF(level) IG_CPU_LEVEL_##level
#define LEVEL(level) LEVEL_OF(level)

#define FUNCTION(name, expression)                                           \
  static void run_##name(const void* from_x, const void* from_y, void* to) { \
    real x, y;                                                               \
    memcpy(&x, from_x, sizeof x);                                            \
    memcpy(&y, from_y, sizeof y);                                            \
    real r = expression;                                                     \
    memcpy(to, &r, sizeof r);                                                \
    (void)y;                                                                 \
  }
FUNCTION(sin, ig_sin(x))
FUNCTION(cos, ig_cos(x))
FUNCTION(tan, ig_tan(x))
FUNCTION(asin, ig_asin(x))
FUNCTION(acos, ig_acos(x))
FUNCTION(atan, ig_atan(x))
FUNCTION(exp, ig_exp(x))
FUNCTION(log, ig_log(x))
FUNCTION(log10, ig_log10(x))
FUNCTION(tanh, ig_tanh(x))
FUNCTION(sqrt, ig_sqrt(x))
FUNCTION(pow, ig_pow(x, y))
FUNCTION(atan2, ig_atan2(x, y))

#if defined(IG_SINGLE) && IG_WIDTH == 1
#define ig_width_table ig_width_table_f1_base
#endif
extern const ig_WidthTable IG_NAME(ig_width_table);
const ig_WidthTable IG_NAME(ig_width_table) = {IG_WIDTH,
                                               LEVEL(IG_LEVEL),
                                               {run_sin, run_cos, run_tan, run_asin, run_acos, run_atan, run_exp, run_log,
                                                run_log10, run_tanh, run_sqrt, run_pow, run_atan2}};
