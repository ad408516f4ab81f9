// The table of colliders, which users may change.
#ifndef INGOT_COLLIDE_TABLE_H_
#define INGOT_COLLIDE_TABLE_H_

#include <stdbool.h>

// no entry was replaced
bool ig_colliders_are_ours(void);

#endif  // INGOT_COLLIDE_TABLE_H_
