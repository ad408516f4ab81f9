// SPDX-License-Identifier: Apache-2.0
// The contacts of mjData: an array at the start of the arena that grows while pairs are tested.
#ifndef INGOT_COLLIDE_CONTACT_H_
#define INGOT_COLLIDE_CONTACT_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "collide/param.h"

// the two sides: on each a geom, or a flex with an element or a vertex; -1 for what does not apply
typedef struct {
  int geom[2], flex[2], elem[2], vert[2];
} ig_ContactIds;

// no contacts, no rows
void ig_contacts_clear(mjData* d);

// room for mjMAXCONPAIR contacts behind the last one; NULL with the warning raised when the arena is full
mjContact* ig_contacts_room(mjData* d);

// n contacts behind the last one, for the caller to fill whole; NULL with the warning raised when the arena is full
mjContact* ig_contacts_reserve(mjData* d, int n);

// all that the collider of a pair has not filled of its contacts
void ig_contacts_complete(mjContact* con, int count, const ig_ContactIds* ids, const ig_ContactParam* p, mjtNum margin);

// complete the first `count` contacts of that room and take them in; the rest of the room is given back
void ig_contacts_take(mjData* d, mjContact* con, int count, const ig_ContactIds* ids, const ig_ContactParam* p, mjtNum margin);

// complete one contact and append it; false with the warning raised when the arena is full
bool ig_contacts_append(const mjModel* m, mjData* d, mjContact* con, const ig_ContactIds* ids, const ig_ContactParam* p,
                        mjtNum margin);

// order the contacts from `first` on by the ids of their two sides, keeping the order within a pair
void ig_contacts_sort(mjData* d, int first);

#endif  // INGOT_COLLIDE_CONTACT_H_
