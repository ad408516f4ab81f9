// SPDX-License-Identifier: Apache-2.0
// Models from seeds: a chain of joints, and what its features add. A feature that is left out changes no other, but where they
// meet.
#ifndef INGOT_TESTS_WORLD_CHECKER_SCENE_H_
#define INGOT_TESTS_WORLD_CHECKER_SCENE_H_

#include <mujoco/mujoco.h>

#include "program.h"

enum { SCENE_BYTES = 1 << 16 };

// the MJCF text
void scene_text(Scene scene, char text[SCENE_BYTES]);

// compiled; NULL: it does not compile, which `error` explains
mjModel* scene_model(Scene scene, char* error, int size);

#endif  // INGOT_TESTS_WORLD_CHECKER_SCENE_H_
