// SPDX-License-Identifier: Apache-2.0
// A state on disk, exact to the bit: text with a header, hexadecimal numbers and a check sum.
#ifndef INGOT_CLI_STATEFILE_H_
#define INGOT_CLI_STATEFILE_H_

#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdint.h>

// what a run needs besides the state to go on exactly as it would have
typedef struct {
  char control[16];
  int seed, key;
  long long step;  // steps since the beginning
} ig_RunState;

bool ig_write_statefile(const char* path, const mjModel* m, const mjData* d, uint64_t model_hash, const ig_RunState* run);
// complains and returns false when the file is damaged or belongs to another model; d is unchanged then
bool ig_read_statefile(const char* path, const mjModel* m, mjData* d, uint64_t model_hash, ig_RunState* run);

// of all numbers of the state
uint64_t ig_state_hash(const mjModel* m, const mjData* d);

#endif  // INGOT_CLI_STATEFILE_H_
