// SPDX-License-Identifier: Apache-2.0
// The kinds of named objects in a model: how many there are, where their names stand.
#ifndef INGOT_MODEL_OBJECT_H_
#define INGOT_MODEL_OBJECT_H_

#include <stddef.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

enum { IG_NAMED_KINDS = 23, IG_MAP_LOAD = 2 };  // the name map has IG_MAP_LOAD slots per object

typedef struct {
  mjtObj type;
  size_t count;     // offset in mjModel of the number of objects
  size_t name_adr;  // offset in mjModel of the pointer to the name addresses
} ig_NamedKind;

// in the order of the blocks of mjModel.names_map from its start
extern const ig_NamedKind ig_named_kinds[IG_NAMED_KINDS];

// number of objects of a type; -1: the type has none in a model (unknown, default, frame, ...); -2: no such type
int ig_object_count(const mjModel* m, int type);

// first slot to try for a name in a map of n slots
uint64_t ig_name_slot(const char* name, uint64_t n);

// NULL: it has none
const char* ig_object_name(const mjModel* m, int type, int id);

#endif  // INGOT_MODEL_OBJECT_H_
