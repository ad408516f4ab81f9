// SPDX-License-Identifier: Apache-2.0
// Rays against all geoms, in lanes: the same number of them in every world.
#ifndef INGOT_COLLIDE_RAY_LANES_H_
#define INGOT_COLLIDE_RAY_LANES_H_

#include "batch/data.h"
#include "collide/ray/ray_local.h"

// Plain numbers, of each lane: ray i from origin + 3 i along direction + 3 i, answers at i. geom and normal may be NULL.
typedef struct ig_LaneRays_ {
  int count;
  ig_RayMask who;
  const mjtNum *origin[16], *direction[16];
  mjtNum *distance[16], *normal[16];
  int* geom[8];
} ig_LaneRays;

#if IG_WIDTH > 1

// What ig_ray gives in each lane of d->active, from geom_xpos and geom_xmat. Lanes with a ray that has no direction leave, all
// where a geom is a signed distance field; their answers are void.
void IG_NAME(ig_rays_lanes)(const mjModel* m, ig_Data* d, const ig_LaneRays* rays);

#endif
#endif  // INGOT_COLLIDE_RAY_LANES_H_
