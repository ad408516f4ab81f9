// SPDX-License-Identifier: Apache-2.0
// A model in the numbers of the other precision. The engine is built for both (lane/num.h), and an mjModel of one is laid out
// differently from that of the other: one build describes its model in terms that do not depend on numbers, the other makes a
// model of its own from that, each number rounded to nearest once.
#ifndef INGOT_MODEL_CONVERT_H_
#define INGOT_MODEL_CONVERT_H_

#include <mujoco/mujoco.h>

#include "model/field.h"

enum { IG_OPTION_NUMBERS = 64, IG_STATISTIC_NUMBERS = 16 };

typedef struct {
  int nsize, narray;
  mjtSize size[IG_MAX_FIELDS];
  struct {
    const void* data;
    size_t count, bytes;  // elements, and of one
  } array[IG_MAX_FIELDS];
  double option[IG_OPTION_NUMBERS], statistic[IG_STATISTIC_NUMBERS];
  const void *option_rest, *visual;  // integers and floats: the same in both
  size_t option_rest_bytes;
  uint64_t signature;
} ig_ModelView;

// good while the model is
void ig_model_describe(ig_ModelView* view, const mjModel* m);

// NULL: no memory
mjModel* ig_model_convert(const ig_ModelView* view);

#endif  // INGOT_MODEL_CONVERT_H_
