// SPDX-License-Identifier: Apache-2.0
// Falling asleep, and what wakes a sleeping tree from the outside: contacts, limited tendons and equalities.
#ifndef INGOT_CONSTRAIN_SLEEP_H_
#define INGOT_CONSTRAIN_SLEEP_H_

#include <mujoco/mujoco.h>

// each returns how many trees woke up; the caller then updates the awake lists
int ig_wake_by_tendons(const mjModel* m, mjData* d);
int ig_wake_by_contacts(const mjModel* m, mjData* d);
int ig_wake_by_equalities(const mjModel* m, mjData* d);

// put quiet islands and quiet free trees to sleep, their velocities and accelerations to zero; returns how many
int ig_fall_asleep(const mjModel* m, mjData* d);

#endif  // INGOT_CONSTRAIN_SLEEP_H_
