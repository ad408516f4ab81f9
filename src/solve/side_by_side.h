// Problems from anywhere, as many side by side as there are lanes.
//
// Which problems share a vector does not change a bit of any of them: rows and dofs that a lane has not got are exact
// zeros. Like sizes together are most of the gain, since all lanes do the work of the largest.
#ifndef INGOT_SOLVE_SIDE_BY_SIDE_H_
#define INGOT_SOLVE_SIDE_BY_SIDE_H_

#include "solve/given.h"
#include "solve/primal.h"
#include "solve/problem.h"

#if IG_WIDTH > 1

// whether a problem can be solved in a lane: large ones are solved at width 1
static inline bool ig_fits_lane(int nv) { return nv <= IG_SMALL_DOFS; }

// bytes of scratch for n <= IG_WIDTH problems together
size_t IG_NAME(ig_side_by_side_bytes)(const ig_Given* const* given, int n, const ig_Method* method);

// Solve n <= IG_WIDTH problems that fit; results, statistics and iterations go to where each of them is from. Scratch is
// aligned to 64 bytes.
void IG_NAME(ig_side_by_side)(ig_Given* const* given, int n, const ig_Method* method, char* scratch);

#endif
#endif  // INGOT_SOLVE_SIDE_BY_SIDE_H_
