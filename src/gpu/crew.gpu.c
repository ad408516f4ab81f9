// SPDX-License-Identifier: Apache-2.0
// Kernels in which a crew of threads has a world: its matrices fit into memory that is near, where those of a world for each
// thread would not. Worlds whose numbers are too many are passed on to a second build of the same code (IG_CREW_FAR), in which
// some lie near and the others do not.
#include "lane/crew.h"
#include "gpu/kernel.h"
#include "solve/solve_lanes.h"

#ifndef IG_CREW_FAR

CREW_KERNEL(solve_crew) {
  if (!d->active) return;
  d->large = 0;
  ig_meet();
  IG_NAME(ig_solve_lanes)(model(), d, near, (size_t)call.near);
  drop_leaving(d);
}

#else

CREW_KERNEL(solve_far_crew) {
  if (!d->active || !d->large) return;
  IG_NAME(ig_solve_lanes)(model(), d, near, (size_t)call.near);
  drop_leaving(d);
}

#endif
