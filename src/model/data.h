// SPDX-License-Identifier: Apache-2.0
// mjData as memory: one struct, one block of arrays, one arena.
#ifndef INGOT_MODEL_DATA_H_
#define INGOT_MODEL_DATA_H_

#include <mujoco/mujoco.h>

// Allocated and linked to its blocks, contents undefined; NULL with an error raised when there is no memory.
mjData* ig_make_raw_data(const mjModel* m);

// create the plugin instances of a raw data; the first that refuses, or -1 if all are well. Whatever happens in between,
// mj_deleteData destroys those that were made.
int ig_init_plugins(const mjModel* m, mjData* d);

// raw data with its plugin instances; NULL with an error raised if there is no memory or an instance refuses
mjData* ig_make_plugin_data(const mjModel* m);

// with its plugin instances and its companion; NULL is nothing
void ig_delete_data(mjData* d);

// What a layer above keeps with the data to use it again, and what deletes it when the data goes. It is no part of the data:
// resets leave it, copies have none.
typedef struct {
  void* thing;  // NULL: none
  void (*free)(void* thing);
} ig_Companion;
ig_Companion* ig_companion(mjData* d);

// everything back to the model's initial state, without the trees that start asleep and with mocap bodies at the origin;
// arrays are filled with `fill` first, then what a user may set or read before the first step gets its value
void ig_clear_data(const mjModel* m, mjData* d, unsigned char fill);

// mocap bodies to the poses the model gives them
void ig_place_mocap(const mjModel* m, mjData* d);

#endif  // INGOT_MODEL_DATA_H_
