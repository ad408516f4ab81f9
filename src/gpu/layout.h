// SPDX-License-Identifier: Apache-2.0
// Where the rows of a batch lie: made from the model and from how much room contacts and rows have.
#ifndef INGOT_GPU_LAYOUT_H_
#define INGOT_GPU_LAYOUT_H_

#include <stdbool.h>
#include <stddef.h>

#include "batch/array.h"
#include "batch/gpu_layout.h"
#include "collide/pair_table.h"

// room of a batch: the same for all its worlds, so that their blocks are alike
typedef struct {
  int con, rows;
  size_t solve;  // bytes of a block
} ig_GpuRoom;

enum { IG_GPU_NPARAM = 32 };  // most fields that worlds have their own of

typedef struct {
  ig_GpuConstants constants;
  int64_t main;   // bytes of a block that keep what they hold when the room grows
  int64_t block;  // bytes of a block
} ig_GpuLayout;

// a first guess, and what is needed at least: half as much again, so that a pile that grows does not ask at each step
ig_GpuRoom ig_gpu_guess_room(const mjModel* m);
ig_GpuRoom ig_gpu_grow_room(const mjModel* m, ig_GpuRoom room, int want_con, int want_rows, size_t want_solve);

// some pair of geoms has no closed formula: its contacts are found by the colliders of one world
bool ig_gpu_has_open_pairs(const mjModel* m, const ig_PairTable* pairs);

// some rows of actuator_moment are not as mjData has them: see ig_moment_open
bool ig_gpu_has_open_moments(const mjModel* m);

// offsets; addresses are left alone
void ig_gpu_lay(const mjModel* m, const ig_PairTable* pairs, ig_GpuRoom room, const ig_Parameter* params, int nparam,
                ig_GpuLayout* layout);

// the array of a quantity that is numbers: how many a world has and the offset of its first row; false: not an array of numbers
bool ig_gpu_find(const mjModel* m, const ig_GpuLayout* layout, int quantity, int* length, int64_t* row);

// where the constants have the row of an array of mjData, and that of numbers that worlds have their own of (ig_Parameter)
int64_t* ig_gpu_array_slot(ig_GpuConstants* c, int quantity);
int64_t* ig_gpu_param_slot(ig_GpuConstants* c, int index);

#endif  // INGOT_GPU_LAYOUT_H_
