// SPDX-License-Identifier: Apache-2.0
// Distance of two convex shapes, or a simplex of their difference that surrounds the origin.
#ifndef INGOT_COLLIDE_CONVEX_GJK_H_
#define INGOT_COLLIDE_CONVEX_GJK_H_

#include <float.h>

#include "collide/convex/convex_shape.h"
#include "math/vec3.h"

#define IG_FAR DBL_MAX

// a point of the difference A - B, with the points of both shapes that made it
typedef struct {
  num p[3], a[3], b[3];
  int feature_a, feature_b;  // corner or vertex index of polyhedra
} ig_Difference;

// one query and its answer
typedef struct {
  int iterations;  // limit, for each of the two searches
  num tolerance;
  int max_points;  // contact points wanted; 0: the distance only
  num cutoff;      // largest distance that matters; 0: only whether they touch
  void* scratch;   // of ig_ccd_bytes, for long searches

  num dist;                  // IG_FAR beyond the cutoff
  int npoint;                // points below that are valid
  num xa[3 * mjMAXCONPAIR];  // on A
  num xb[3 * mjMAXCONPAIR];  // on B
  ig_Difference simplex[4];
  int nsimplex;
  int done;  // iterations used so far
} ig_Ccd;

// farthest point of A - B along the unit vector dir
IG_INLINE void ig_difference(ig_Difference* r, ig_Convex* a, ig_Convex* b, const num dir[3]) {
  num back[3] = {-dir[0], -dir[1], -dir[2]};
  if (a->kind == IG_HULL && b->kind == IG_HULL) {
    ig_support_hulls(r->a, r->b, a, b, dir, back);
  } else {
    ig_support(r->a, a, dir);
    ig_support(r->b, b, back);
  }
  ig_sub3(r->p, r->a, r->b);
  r->feature_a = a->feature;
  r->feature_b = b->feature;
}

// expects xa and xb to hold a starting point of each shape
void ig_gjk(ig_Ccd* q, ig_Convex* a, ig_Convex* b);

#endif  // INGOT_COLLIDE_CONVEX_GJK_H_
