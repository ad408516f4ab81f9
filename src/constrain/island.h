// Islands: sets of trees that constraints tie together, with a copy of the constrained problem sorted by island.
#ifndef INGOT_CONSTRAIN_ISLAND_H_
#define INGOT_CONSTRAIN_ISLAND_H_

#include <mujoco/mujoco.h>

// all of mjData's island arrays; when the arena is full: no rows, and a warning
void ig_find_islands(const mjModel* m, mjData* d);

#endif  // INGOT_CONSTRAIN_ISLAND_H_
