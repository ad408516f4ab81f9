// SPDX-License-Identifier: Apache-2.0
#ifndef INGOT_MATH_CLIP_H_
#define INGOT_MATH_CLIP_H_

#include "lane/lane.h"

// the nearest number between two others; a NaN stays one
IG_INLINE real ig_clip(real x, real low, real high) { return ig_select(ig_lt(x, low), low, ig_select(ig_lt(high, x), high, x)); }

#endif  // INGOT_MATH_CLIP_H_
