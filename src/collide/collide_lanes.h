// SPDX-License-Identifier: Apache-2.0
// Collisions of the worlds of a vector: contacts side by side (batch/ragged.h), with the bits of mj_collision.
#ifndef INGOT_COLLIDE_COLLIDE_LANES_H_
#define INGOT_COLLIDE_COLLIDE_LANES_H_

#include "batch/data.h"
#include "collide/pair_table.h"
#include "lane/stride.h"

#if IG_WIDTH > 1

// The table of the model, which has to outlive the lanes, and room to work in. False: no memory.
bool IG_NAME(ig_lanes_set_pairs)(const mjModel* m, ig_Data* d, const ig_PairTable* pairs);

// Contacts of all lanes that have not left: d->contact and their counts.
void IG_NAME(ig_collide)(const mjModel* m, ig_Data* d);

// The same on a GPU, in two parts: what touches, and the contacts. Models with pairs that have no closed formula have another
// first part.
#ifdef IG_GPU
void IG_NAME(ig_find_contacts)(const mjModel* m, ig_Data* d, ig_Stride stride);
void IG_NAME(ig_find_contacts_open)(const mjModel* m, ig_Data* d, ig_Stride stride);
void IG_NAME(ig_place_contacts)(const mjModel* m, ig_Data* d, ig_Stride stride);
#endif

// the contacts of active lanes into the worlds beside them; a world with too small an arena warns
void IG_NAME(ig_send_contacts)(ig_Data* d);

#endif
#endif  // INGOT_COLLIDE_COLLIDE_LANES_H_
