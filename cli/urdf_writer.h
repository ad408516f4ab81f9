// SPDX-License-Identifier: Apache-2.0
// A model as URDF: links, joints, inertias, limits and simple shapes.
#ifndef INGOT_CLI_URDF_WRITER_H_
#define INGOT_CLI_URDF_WRITER_H_

#include <mujoco/mujoco.h>
#include <stdio.h>

// why it cannot be written at all, NULL if it can
const char* ig_urdf_obstacle(const mjModel* m);
// what is left out goes to `notes`, one line per kind
void ig_write_urdf(const mjModel* m, FILE* stream, FILE* notes);

#endif  // INGOT_CLI_URDF_WRITER_H_
