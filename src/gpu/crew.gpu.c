// SPDX-License-Identifier: Apache-2.0
// Kernels in which a crew of threads has a world: its matrices fit into memory that is near, where those of a world for each
// thread would not.
#include "gpu/kernel.h"
#include "solve/lanes.h"

#ifdef IG_GPU_HOST
#include "gpu/crew_host.h"
#endif

CREW_KERNEL(solve_crew) {
  if (!d->active) return;
  IG_NAME(ig_solve_lanes)(model(), d, near, (size_t)call.near);
  drop_leaving(d);
}
