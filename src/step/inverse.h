// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics.
#ifndef INGOT_STEP_INVERSE_H_
#define INGOT_STEP_INVERSE_H_

#include <stdbool.h>

#include "batch/data.h"

// qfrc_inverse, the forces that give qacc, by the stages past `done`; without sensors if `quiet`
void IG_NAME(ig_inverse_past)(const mjModel* m, ig_Data* d, mjtStage done, bool quiet);

// Its own stages: qacc as of continuous time where it is a difference of velocities (after ig_implicit_matrix, if the integrator
// has one), and qfrc_inverse of the forces that are known.
void IG_NAME(ig_continuous_acceleration)(const mjModel* m, ig_Data* d);
void IG_NAME(ig_inverse_force)(const mjModel* m, ig_Data* d);

// the same for users, in one world
void ig_inverse(const mjModel* m, mjData* d);
void ig_inverse_skip(const mjModel* m, mjData* d, int skipstage, int skipsensor);

// how far inverse dynamics is from undoing forward dynamics: solver_fwdinv
void ig_compare_inverse(const mjModel* m, mjData* d);

#endif  // INGOT_STEP_INVERSE_H_
