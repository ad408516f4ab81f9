// State fields of the worlds of one group, as arrays over the worlds.
#ifndef INGOT_WORLD_FIELDS_H_
#define INGOT_WORLD_FIELDS_H_

#include <stdbool.h>

#include <ingot/worlds.h>

typedef struct {
  int worlds;
  int count[INGOT_NFIELD];     // numbers per world
  double* data[INGOT_NFIELD];  // into one block
  double* block;
} ig_Fields;

bool ig_fields_make(ig_Fields* fields, const mjModel* m, int worlds);
void ig_fields_free(ig_Fields* fields);

// inputs of a step from the fields, and all fields after it
void ig_fields_to_data(const ig_Fields* fields, int world, mjData* d);
void ig_fields_from_data(const ig_Fields* fields, int world, const mjData* d);

#endif  // INGOT_WORLD_FIELDS_H_
