// SPDX-License-Identifier: Apache-2.0
// Recorded states: a text header that names the model, then the states as numbers, one after the other.
#ifndef INGOT_CLI_TRAJECTORY_H_
#define INGOT_CLI_TRAJECTORY_H_

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
  char model[4096];  // the file, or the name of one of the program's own
  uint64_t hash;     // of the model
  int width;         // numbers of a state
  size_t count;      // states
  double* numbers;
} ig_Trajectory;

// begins such a file: the states follow with ig_trajectory_add
void ig_trajectory_start(FILE* stream, const char* model, uint64_t hash, const mjModel* m);
void ig_trajectory_add(FILE* stream, const mjModel* m, const mjData* d);

// does the file begin as recorded states do
bool ig_is_trajectory(const char* path);
// complains and returns false when it cannot be used
bool ig_trajectory_read(ig_Trajectory* trajectory, const char* path);
void ig_trajectory_free(ig_Trajectory* trajectory);

#endif  // INGOT_CLI_TRAJECTORY_H_
