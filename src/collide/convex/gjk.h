// Distance of two convex shapes, or a simplex of their difference that surrounds the origin.
#ifndef INGOT_COLLIDE_CONVEX_GJK_H_
#define INGOT_COLLIDE_CONVEX_GJK_H_

#include <float.h>

#include "collide/convex/convex_shape.h"

#define IG_FAR DBL_MAX

// a point of the difference A - B, with the points of both shapes that made it
typedef struct {
  mjtNum p[3], a[3], b[3];
  int feature_a, feature_b;  // corner or vertex index of polyhedra
} ig_Difference;

// one query and its answer
typedef struct {
  int iterations;  // limit, for each of the two searches
  mjtNum tolerance;
  int max_points;   // contact points wanted; 0: the distance only
  mjtNum cutoff;    // largest distance that matters; 0: only whether they touch
  mjData* scratch;  // its stack serves long searches

  mjtNum dist;                  // IG_FAR beyond the cutoff
  int npoint;                   // points below that are valid
  mjtNum xa[3 * mjMAXCONPAIR];  // on A
  mjtNum xb[3 * mjMAXCONPAIR];  // on B
  ig_Difference simplex[4];
  int nsimplex;
  int done;  // iterations used so far
} ig_Ccd;

// farthest point of A - B along the unit vector dir
void ig_difference(ig_Difference* r, ig_Convex* a, ig_Convex* b, const mjtNum dir[3]);

// expects xa and xb to hold a starting point of each shape
void ig_gjk(ig_Ccd* q, ig_Convex* a, ig_Convex* b);

#endif  // INGOT_COLLIDE_CONVEX_GJK_H_
