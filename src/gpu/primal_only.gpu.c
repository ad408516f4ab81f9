// SPDX-License-Identifier: Apache-2.0
// The module of the primal solvers is linked with this in place of the dual ones, which most models do without: half of what the
// driver would have to compile.
#include "solve/dual_lanes.h"

void IG_NAME(ig_dual_worlds)(const mjModel* m, ig_Data* d, const ig_ProblemView* views, bool noslip, char* scratch) {}
