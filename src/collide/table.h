// SPDX-License-Identifier: Apache-2.0
// The table of pair colliders, mjCOLLISIONFUNC.
#ifndef INGOT_COLLIDE_TABLE_H_
#define INGOT_COLLIDE_TABLE_H_

#include <stdbool.h>

// no entry was replaced by a user
bool ig_colliders_untouched(void);

#endif  // INGOT_COLLIDE_TABLE_H_
