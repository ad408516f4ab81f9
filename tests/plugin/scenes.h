// SPDX-License-Identifier: Apache-2.0
// Small models with the first-party plugins.
#ifndef INGOT_TESTS_PLUGIN_SCENES_H_
#define INGOT_TESTS_PLUGIN_SCENES_H_

#include <mujoco/mujoco.h>

typedef struct {
  const char *name, *xml;
  double tolerance;  // of its figures
  int steps;         // before the later figures
} ig_Scene;

extern const ig_Scene ig_scenes[];
extern const int ig_nscene;

#endif  // INGOT_TESTS_PLUGIN_SCENES_H_
