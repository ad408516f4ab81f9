// SPDX-License-Identifier: Apache-2.0
// Problems from anywhere, as many side by side as there are lanes.
//
// Which problems share a vector does not change a bit of any of them: rows and dofs that a lane has not got are exact
// zeros. Like sizes together are most of the gain, since all lanes do the work of the largest.
#ifndef INGOT_SOLVE_SIDE_BY_SIDE_H_
#define INGOT_SOLVE_SIDE_BY_SIDE_H_

#include "solve/primal.h"
#include "solve/problem.h"
#include "solve/problem_view.h"

#if IG_WIDTH > 1

// the room when n <= IG_WIDTH problems together have taken what they take
ig_Room IG_NAME(ig_side_by_side_room)(const ig_ProblemView* const* views, int n, const ig_Method* method, ig_Room room);

// Solve n <= IG_WIDTH problems that fit; results, statistics and iterations go to where each of them is from. The room's block is
// aligned to 64 bytes.
void IG_NAME(ig_side_by_side)(ig_ProblemView* const* views, int n, const ig_Method* method, ig_Room room);

// ------------------------------------------------ its parts, for callers that fill them in otherwise

typedef struct {
  int ne, nf, ni, ncone;  // ends of the parts of rows, and cones: the most of all lanes
  int n;                  // rows, at most
  int nv, nefc;           // the most of all lanes
  int chunks;             // of J, if rows have no others than those that are not zero (in a group only); 0: they have all
} ig_ProblemShape;

typedef struct {
  ig_Index* place[IG_LANES];         // of the rows of a lane
  ig_Index* cone_contact[IG_LANES];  // of its cones, -1: it has none there
  ig_Cone* cone;
} ig_LanePlaces;

ig_ProblemShape IG_NAME(ig_shape_of)(const ig_ProblemView* const* views, int n);
void IG_NAME(ig_lay_lanes)(ig_Problem* p, ig_LanePlaces* places, const ig_ProblemShape* shape, bool newton, ig_Room* room);
void IG_NAME(ig_place_lanes)(ig_Problem* p, ig_LanePlaces* places, const ig_ProblemShape* shape,
                             const ig_ProblemView* const* views, int n);

// What a problem without dofs and rows has, but for J, M and its factor. Chunks of M are noted, then cleared.
void IG_NAME(ig_clear_lanes)(ig_Problem* p);
void IG_NAME(ig_note_inertia)(ig_Problem* p, const ig_ProblemView* g);
void IG_NAME(ig_clear_inertia)(ig_Problem* p, bool newton);

void IG_NAME(ig_fill_rows)(ig_Problem* p, const ig_ProblemView* g, int lane, const ig_Index* place, const ig_Index* cone_contact);
void IG_NAME(ig_fill_jacobian)(ig_Problem* p, const ig_ProblemView* g, int lane, const ig_Index* place);
void IG_NAME(ig_join_masks)(ig_Problem* p);
void IG_NAME(ig_result_view)(const ig_ProblemView* g, const ig_LanePlaces* places, int lane, ig_ResultView* results);

#endif
#endif  // INGOT_SOLVE_SIDE_BY_SIDE_H_
