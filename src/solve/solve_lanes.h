// SPDX-License-Identifier: Apache-2.0
// Constraint forces and accelerations of lanes: what ig_solve does, for the worlds of a vector.
#ifndef INGOT_SOLVE_SOLVE_LANES_H_
#define INGOT_SOLVE_SOLVE_LANES_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "batch/data.h"
#include "solve/problem_view.h"

// whether worlds of the model are solved in lanes: those of many dofs are solved one by one
bool ig_solve_serves(const mjModel* m);

#if IG_WIDTH > 1

#ifndef IG_GPU
// What the solver finds of a model once, for lanes that are to solve for it: after its structure has changed as well. False: no
// memory.
bool IG_NAME(ig_solve_prepare)(const mjModel* m, ig_Data* d);
#endif

// From the rows, qacc_smooth, qacc_warmstart and the inertia to qacc, qfrc_constraint, efc_b, efc_force, efc_state, the cone
// Hessians of the contacts; the numbers of iterations go to the worlds of the lanes. Lanes that meet too little room or anything
// rare leave.
#ifdef IG_CREW
// by a crew, which has that many bytes of near memory
void IG_NAME(ig_solve_lanes)(const mjModel* m, ig_Data* d, char* near, size_t near_room);
#else
void IG_NAME(ig_solve_lanes)(const mjModel* m, ig_Data* d);
#endif

// The whole world of a lane as a problem, or as what islands are taken from; a lane without rows, or that holds no world, is a
// problem without rows.
void IG_NAME(ig_lane_problem_view)(const mjModel* m, ig_Data* d, int lane, bool island, ig_ProblemView* g);

// forces and states to the rows of the worlds, which have them already
void IG_NAME(ig_send_forces)(ig_Data* d);

#endif
#endif  // INGOT_SOLVE_SOLVE_LANES_H_
