// SPDX-License-Identifier: Apache-2.0
// Models for whole steps.
#ifndef INGOT_TESTS_STEP_SCENES_H_
#define INGOT_TESTS_STEP_SCENES_H_

// has something for every flag of mjOption to change
extern const char ig_scene_flags[];

// free bodies that come to rest, for sleep
extern const char ig_scene_sleep[];

// chain in water, with muscles and tendons: all that velocity derivatives know
extern const char ig_scene_fluid[];

// a soft body moved by the nodes of a grid
extern const char ig_scene_soft[];

// A tree that branches after one, two, three and six dofs, so that the solver's blocks have all sizes; limbs touch the floor and
// each other in some states only. Bodies have several geoms, found through trees of boxes.
extern const char ig_scene_limbs[];

#endif  // INGOT_TESTS_STEP_SCENES_H_
