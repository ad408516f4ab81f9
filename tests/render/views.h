// SPDX-License-Identifier: Apache-2.0
// Views that have a recorded hash: a model, a camera, and one thing that is switched.
#ifndef INGOT_TESTS_RENDER_VIEWS_H_
#define INGOT_TESTS_RENDER_VIEWS_H_

#include "stage.h"

typedef struct {
  const char *name, *model, *camera;
  int render_flag, visual_flag, label, frame;  // to be turned on or off; -1: none
  int stereo, samples;
  uint64_t hash;
} ig_View;

#endif  // INGOT_TESTS_RENDER_VIEWS_H_
