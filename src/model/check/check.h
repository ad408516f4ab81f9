// SPDX-License-Identifier: Apache-2.0
// Parts of the check of a model from outside; each returns NULL, or what is wrong (static text). They run in this
// order, and a later one relies on what the earlier ones have established.
#ifndef INGOT_MODEL_CHECK_CHECK_H_
#define INGOT_MODEL_CHECK_CHECK_H_

#include <stdbool.h>
#include <stddef.h>

#include <mujoco/mujoco.h>

// is an id one of so many things, or at least `lowest`?
static inline bool ig_id_within(mjtSize id, mjtSize lowest, mjtSize count) { return id >= lowest && id < count; }

// all of n ids
static inline bool ig_ids_within(const int* ids, mjtSize n, mjtSize lowest, mjtSize count) {
  for (mjtSize i = 0; i < n; i++) {
    if (!ig_id_within(ids[i], lowest, count)) return false;
  }
  return true;
}

const char* ig_check_coordinates(const mjModel* m);  // bodies, joints, dofs and trees fit together
const char* ig_check_patterns(const mjModel* m);     // sparse matrices over dofs
const char* ig_check_volumes(const mjModel* m);      // bounding volume trees and octrees
const char* ig_check_meshes(const mjModel* m);       // hull graphs, polygons, normals
const char* ig_check_flexes(const mjModel* m);
const char* ig_check_tendons(const mjModel* m);
const char* ig_check_actuators(const mjModel* m);
const char* ig_check_sensors(const mjModel* m);
const char* ig_check_plugins(const mjModel* m);
const char* ig_check_options(const mjModel* m);

// Are the numbers finite that every step needs? The text says which is not, and whose. Binary models may have such numbers:
// they load, and diverge with a warning.
bool ig_check_numbers(const mjModel* m, char* text, size_t size);

#endif  // INGOT_MODEL_CHECK_CHECK_H_
