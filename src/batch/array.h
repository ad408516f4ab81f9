// SPDX-License-Identifier: Apache-2.0
// Arrays that are laid out anew for several worlds, in lanes (batch/data.h) or on a GPU (gpu/layout.h): what both have to know of
// the arrays of mjData, by quantity, and of the numbers of mjModel that a world can have its own of, by name.
#ifndef INGOT_BATCH_ARRAY_H_
#define INGOT_BATCH_ARRAY_H_

#include <stddef.h>

#include "batch/quantity.h"

enum { IG_NARRAY = IG_Q_time };  // quantities below are arrays of mjData

// what a caller fills in before a step; ends with IG_Q_END
extern const uint8_t ig_state_quantities[];

// Whether a quantity is numbers (mjtNum) of mjData, the time and the energies among them; bytes of an element of an array; how
// many a world has, 0 for what is not in mjData or of varying length; and where they are, NULL likewise.
bool ig_is_numbers(int q);
size_t ig_element_bytes(int q);
int ig_array_length(const mjModel* m, int q);
void* ig_array_of(const mjData* d, int q);

// Text for the arrays of mjModel that are numbers, none for others: the type in a row of MJMODEL_POINTERS chooses.
#define IG_NUMBERS_mjtNum(...) __VA_ARGS__
#define IG_NUMBERS_int(...)
#define IG_NUMBERS_float(...)
#define IG_NUMBERS_char(...)
#define IG_NUMBERS_mjtByte(...)
#define IG_NUMBERS_mjtSize(...)

// numbers of mjOption that a world can have its own of, with their lengths
#define IG_PARAM_OPTIONS X(timestep, 1) X(gravity, 3) X(wind, 3) X(magnetic, 3) X(density, 1) X(viscosity, 1)

// Numbers that a world can have its own of: the arrays in the order of MJMODEL_POINTERS, then the options, then the mean inertia.
typedef struct {
  const char* name;
  int index;  // in that order
  int length;
  const mjtNum* shared;  // the model's own
} ig_Parameter;
bool ig_find_parameter(const mjModel* m, const char* name, ig_Parameter* found);

// nodes of the trees of bodies, which come before those of meshes: worlds have no others of their own
int ig_body_nodes(const mjModel* m);

// room for contacts and rows at first: some contacts, all equalities and friction, some limits
void ig_guess_room(const mjModel* m, int* con, int* rows);

#endif  // INGOT_BATCH_ARRAY_H_
