// SPDX-License-Identifier: Apache-2.0
// What a URDF says beyond the engine's reader, and files of a model seen from another folder: for conversions.
#ifndef INGOT_CLI_ROBOT_H_
#define INGOT_CLI_ROBOT_H_

#include <mujoco/mujoco.h>

// A motor for each actuator of the transmissions in a URDF file, whose gear is the reduction; control ranges follow from
// the joints' efforts. Returns how many there are.
int ig_add_transmissions(mjSpec* spec, const char* urdf);

// Names of files in the spec, which are relative to the folder of `input`, as seen from the folder of `output`.
void ig_move_files(mjSpec* spec, const char* input, const char* output);

#endif  // INGOT_CLI_ROBOT_H_
