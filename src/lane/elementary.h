// Elementary functions on `real`, the same bits at every width.
#ifndef INGOT_LANE_ELEMENTARY_H_
#define INGOT_LANE_ELEMENTARY_H_

#include "lane/lane.h"

#if IG_WIDTH == 1
IG_INLINE real ig_sin(real x) { return sin(x); }
IG_INLINE real ig_cos(real x) { return cos(x); }
IG_INLINE real ig_tan(real x) { return tan(x); }
IG_INLINE real ig_asin(real x) { return asin(x); }
IG_INLINE real ig_acos(real x) { return acos(x); }
IG_INLINE real ig_atan(real x) { return atan(x); }
IG_INLINE real ig_atan2(real y, real x) { return atan2(y, x); }
IG_INLINE real ig_exp(real x) { return exp(x); }
IG_INLINE real ig_log(real x) { return log(x); }
IG_INLINE real ig_log10(real x) { return log10(x); }
IG_INLINE real ig_pow(real x, real y) { return pow(x, y); }
IG_INLINE real ig_tanh(real x) { return tanh(x); }
#endif

#endif  // INGOT_LANE_ELEMENTARY_H_
