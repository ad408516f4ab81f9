// Mid phase: two bounding volume trees against each other.
#ifndef INGOT_COLLIDE_BROAD_TREE_H_
#define INGOT_COLLIDE_BROAD_TREE_H_

#include <mujoco/mujoco.h>

#include "collide/pair.h"

// movers are bodies and flexes as in filter.h; a body comes before a flex, and a flex may meet itself.
// both have trees. Contacts are appended in the order of the search.
void ig_collide_trees(const mjModel* m, mjData* d, int mover1, int mover2, ig_TestedPairs tested);

#endif  // INGOT_COLLIDE_BROAD_TREE_H_
