// SPDX-License-Identifier: Apache-2.0
// Islands: sets of trees that constraints tie together, with a copy of the constrained problem sorted by island.
#ifndef INGOT_CONSTRAIN_ISLAND_H_
#define INGOT_CONSTRAIN_ISLAND_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "base/target.h"

// all of mjData's island arrays; when the arena is full: no rows, and a warning
void ig_find_islands(const mjModel* m, mjData* d);

// one island has all dofs, and then all rows: its order is that of the model
static inline bool ig_one_island(const mjModel* m, const mjData* d) { return d->nisland == 1 && d->nidof == m->nv; }

// Trees of a row that follow from what made it, without looking at its numbers; false when they do not. geom: the two of a
// contact. A tree that does not exist is -1, and stands last.
IG_LOCAL bool ig_known_trees(const mjModel* m, int type, int id, const int geom[2], int tree[2]);

#endif  // INGOT_CONSTRAIN_ISLAND_H_
