// SPDX-License-Identifier: Apache-2.0
// Small models for the stages that make forces: tendons, transmissions, passive forces, actuators.
#ifndef INGOT_TESTS_SMOOTH_FORCE_SCENES_H_
#define INGOT_TESTS_SMOOTH_FORCE_SCENES_H_

#include "scenes.h"

extern const ig_Scene ig_force_scenes[];
extern const int ig_nforce_scene;

#endif  // INGOT_TESTS_SMOOTH_FORCE_SCENES_H_
