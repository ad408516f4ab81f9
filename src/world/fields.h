// SPDX-License-Identifier: Apache-2.0
// State fields of the worlds of one group, as arrays over the worlds: number i of world e is at data[i * worlds + e].
#ifndef INGOT_WORLD_FIELDS_H_
#define INGOT_WORLD_FIELDS_H_

#include <stdbool.h>

#include <ingot/worlds.h>

#include "step/width.h"

typedef struct {
  int worlds;
  int count[INGOT_NFIELD];     // numbers per world
  double* data[INGOT_NFIELD];  // into one block
  double* block;
} ig_Fields;

// some worlds of the fields, laid side by side in lanes
typedef struct {
  const ig_Width* width;
  void* lanes;
  const mjModel* m;
  int index[8];   // of the world in each lane; lanes without a world have that of another
  bool adjacent;  // index[k] is index[0] + k
} ig_LaneSlots;

bool ig_fields_make(ig_Fields* fields, const mjModel* m, int worlds);
void ig_fields_free(ig_Fields* fields);

// the quantity (batch/quantity.h) that a field is
int ig_field_quantity(ingotField field);

// all fields of a world to its data, and back
void ig_fields_to_data(const ig_Fields* fields, int world, mjData* d);
void ig_fields_from_data(const ig_Fields* fields, int world, const mjData* d);

// the fields of n worlds, from others of the same shape
void ig_fields_copy(const ig_Fields* to, const ig_Fields* from, int first, int n);

// the same with lanes: all inputs into all lanes, or into one; what a step changes out of the lanes of `which` (bits).
// Controls are among these when they were given for each step.
void ig_fields_to_lanes(const ig_Fields* fields, const ig_LaneSlots* slots);
void ig_fields_to_lane(const ig_Fields* fields, const ig_LaneSlots* slots, int lane);
void ig_fields_from_lanes(const ig_Fields* fields, const ig_LaneSlots* slots, unsigned which, bool controls);

// sensors of the lanes
void ig_sensors_from_lanes(const ig_Fields* fields, const ig_LaneSlots* slots, unsigned which);

// n numbers of each lane of `which`, to an array over worlds
void ig_numbers_from_lanes(double* data, int worlds, const double* lanes, int n, const ig_LaneSlots* slots, unsigned which);

#endif  // INGOT_WORLD_FIELDS_H_
