// SPDX-License-Identifier: Apache-2.0
// A growing triangulated polytope around the origin, for penetration depth (expanding polytope algorithm).
#ifndef INGOT_COLLIDE_CONVEX_POLYTOPE_H_
#define INGOT_COLLIDE_CONVEX_POLYTOPE_H_

#include "collide/convex/gjk.h"

// with up to this many iterations the polytope lives on the C stack
#ifdef IG_DEVICE
enum { IG_POLYTOPE_SHORT = 0 };  // threads of a GPU have little stack
#else
enum { IG_POLYTOPE_SHORT = 170 };
#endif

typedef struct {
  int vert[3];
  int next[3];     // face across the edge vert[i], vert[(i+1)%3]
  num foot[3];     // the origin dropped on the face: its unnormalised outward normal
  num dist2;       // of the foot
  int slot;        // in the list of candidates, or IG_FACE_IDLE, IG_FACE_GONE
  int from;        // trail of the walk over visible faces: where it came from,
  int step, turn;  //   the edge it looks at and how many remain
} ig_Face;

enum { IG_FACE_IDLE = -1, IG_FACE_GONE = -2 };

typedef struct {
  int max_vert, max_face;
  int nvert, nface, ncandidate, nrim;
  ig_Difference* vert;
  ig_Face* face;
  int* candidate;  // faces that may hold the nearest point of the boundary,
  num* reach;      //   and their squared distances side by side, for the search
  int (*rim)[2];   // edges around the faces seen from the newest vertex: face, edge
} ig_Polytope;

// start from the simplex of a query; false when the shapes merely touch or the numbers do not allow a polytope
bool ig_polytope_start(ig_Polytope* p, ig_Ccd* q, ig_Convex* a, ig_Convex* b);

// grow until the nearest face is final; returns it, or -1. The query gets its distance and points.
int ig_polytope_grow(ig_Polytope* p, ig_Ccd* q, ig_Convex* a, ig_Convex* b);

#endif  // INGOT_COLLIDE_CONVEX_POLYTOPE_H_
