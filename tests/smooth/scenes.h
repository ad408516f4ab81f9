// SPDX-License-Identifier: Apache-2.0
// Small models that between them have every joint type, frame, camera and light mode of the smooth stages, long and
// branched chains, tendons, flexes, mocap bodies and given inertias.
#ifndef INGOT_TESTS_SMOOTH_SCENES_H_
#define INGOT_TESTS_SMOOTH_SCENES_H_

#include <mujoco/mujoco.h>

typedef struct {
  const char* name;
  const char* xml;
} ig_Scene;

enum { ig_scene_dofs = 48 };  // no scene has more

extern const ig_Scene ig_scenes[];
extern const int ig_nscene;

// a random state: qpos (quaternions not of unit length), qvel, qacc, mocap poses, applied forces
void ig_scene_state(const mjModel* m, mjData* d, unsigned seed);

#endif  // INGOT_TESTS_SMOOTH_SCENES_H_
