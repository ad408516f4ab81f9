// SPDX-License-Identifier: Apache-2.0
// The table of pair colliders, mjCOLLISIONFUNC.
#ifndef INGOT_COLLIDE_TABLE_H_
#define INGOT_COLLIDE_TABLE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// what collides a geom of one type with one of another, smaller type first; NULL: such pairs do not touch
mjfCollision ig_collider(int type1, int type2);

// no entry was replaced by a user
bool ig_colliders_untouched(void);

#endif  // INGOT_COLLIDE_TABLE_H_
