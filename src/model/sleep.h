// SPDX-License-Identifier: Apache-2.0
// Sleeping trees: which are asleep, and how they wake up.
//
// tree_asleep is the source of truth. A negative value counts an awake tree up towards -1 (ready to sleep); a
// value >= 0 is the next tree of the sleeping cycle, the trees that fell asleep as one island. Everything else
// (tree_awake, body_awake, the *_awake_ind lists and their counts) is computed from it by ig_update_awake.
#ifndef INGOT_MODEL_SLEEP_H_
#define INGOT_MODEL_SLEEP_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

// tree_asleep of a tree that has just been disturbed
#define IG_FULLY_AWAKE (-(1 + mjMINAWAKE))

// true when the sleep flag is set and some tree is asleep: loops then run over the awake lists
static inline bool ig_some_asleep(const mjModel* m, const mjData* d) {
  return (m->opt.enableflags & mjENBL_SLEEP) && d->ntree_awake < m->ntree;
}

mjtSleepState ig_sleep_state(const mjModel* m, const mjData* d, mjtObj type, int id);

// smallest tree of the sleeping cycle through `tree`, -1 when it is none
int ig_sleep_cycle(const int* tree_asleep, int ntree, int tree);

// wake a tree and its cycle, giving each `value`; returns how many woke up
int ig_wake_tree(const mjModel* m, mjData* d, int tree, int value);

// wake trees that the user disturbed: moved, pushed, or all of them when sleeping was switched off
int ig_wake_disturbed(const mjModel* m, mjData* d);

// nothing pushes the tree and its velocity is below the tolerance (0: exactly zero bits)
bool ig_tree_is_quiet(const mjModel* m, const mjData* d, int tree, mjtNum tolerance);

#endif  // INGOT_MODEL_SLEEP_H_
