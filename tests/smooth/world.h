// SPDX-License-Identifier: Apache-2.0
// A model with its data, for tests of stages.
#ifndef INGOT_TESTS_SMOOTH_WORLD_H_
#define INGOT_TESTS_SMOOTH_WORLD_H_

#include "case.h"

typedef ig_Case ig_World;

// compiled from text, after mj_forward; m is NULL when it does not compile (the test has failed then)
ig_World ig_world(const char* xml);
void ig_world_free(ig_World* w);

// set qpos and qvel (either may be NULL), then mj_forward
void ig_world_at(ig_World* w, const mjtNum* qpos, const mjtNum* qvel);

// a reproducible generic pose and velocity, controls and activations in (0, 1), then mj_forward
void ig_world_random(ig_World* w, unsigned seed);

// dense copies (nv) of a row of the tendon Jacobian and of the actuator moments
void ig_tendon_row(const ig_World* w, int tendon, mjtNum* row);
void ig_moment_row(const ig_World* w, int actuator, mjtNum* row);

// the row (nv) is the slope of a length in mjData along each dof; at most 20 of them
void ig_check_slopes(ig_World* w, const mjtNum* length, const mjtNum* row);

// count allocations of the library from here on; worlds made in between are freed before the end
void ig_count_begin(void);
int ig_count_allocations(void);  // since the last call
void ig_count_end(void);

#endif  // INGOT_TESTS_SMOOTH_WORLD_H_
