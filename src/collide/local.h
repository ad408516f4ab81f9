// SPDX-License-Identifier: Apache-2.0
// Colliders of one world on plain numbers: what has no closed formula that pays in lanes. They know nothing of mjData
// and of lanes; what they need besides the two geoms (scratch) is an argument.
#ifndef INGOT_COLLIDE_LOCAL_H_
#define INGOT_COLLIDE_LOCAL_H_

#include <stddef.h>

#include <mujoco/mujoco.h>

#include "base/target.h"
#include "lane/num.h"

// a geom in its pose, with those of its numbers that a world may have of its own
typedef struct {
  int geom;
  num pos[3], mat[9], size[3], rbound;
} ig_Posed;

typedef struct {
  const mjModel* m;  // types, meshes, height fields, options
  void* scratch;
  size_t scratch_bytes;  // at least ig_local_bytes
} ig_Local;

// scratch that the colliders may need: none unless many iterations are allowed
size_t ig_local_bytes(const mjModel* m);

// for one call in a single world, from its stack: to be ended by ig_local_end
ig_Local ig_local_begin(const mjModel* m, const mjData* d);
void ig_local_end(const mjModel* m, const mjData* d);
ig_Posed ig_posed(const mjModel* m, const mjData* d, int geom);

// Each fills con as a collider does (collide.h) and returns the number of contacts; a has the smaller type.
#define IG_LOCAL_COLLIDER(name) \
  IG_LOCAL int name(const ig_Local* local, mjContact* con, const ig_Posed* a, const ig_Posed* b, num margin)
IG_LOCAL_COLLIDER(ig_local_convex);
IG_LOCAL_COLLIDER(ig_local_plane_convex);
IG_LOCAL_COLLIDER(ig_local_hfield);

// whichever serves their types: all but signed distance fields, and pairs that only have a kernel (primitive/touch.h)
IG_LOCAL_COLLIDER(ig_local_collide);

#endif  // INGOT_COLLIDE_LOCAL_H_
