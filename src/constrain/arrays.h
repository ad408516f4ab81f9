// SPDX-License-Identifier: Apache-2.0
// The arrays of rows and of islands in the arena. Each list of mjxmacro.h becomes one block.
#ifndef INGOT_CONSTRAIN_ARRAYS_H_
#define INGOT_CONSTRAIN_ARRAYS_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "batch/arena_need.h"

// the arrays of rows, behind the contacts, sized by d->nefc and d->nJ; false when the arena is full (see ig_rows_alloc)
bool ig_alloc_rows(const mjModel* m, mjData* d);

// the arrays of islands, sized by d->nisland, d->nidof and d->nefc; false when the arena is full
bool ig_alloc_islands(const mjModel* m, mjData* d);

// bytes that these are at most, with the rows as they are
size_t ig_most_island_bytes(const mjModel* m, const mjData* d);

// what contacts and rows of a world can take, with the scratch that is in use meanwhile
ig_ArenaNeed ig_arena_need(const mjModel* m);

#endif  // INGOT_CONSTRAIN_ARRAYS_H_
