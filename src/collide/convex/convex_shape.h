// SPDX-License-Identifier: Apache-2.0
// Convex shapes as values: a pose, a size and, for polyhedra, their corners. A query never reads or writes mjData.
#ifndef INGOT_COLLIDE_CONVEX_CONVEX_SHAPE_H_
#define INGOT_COLLIDE_CONVEX_CONVEX_SHAPE_H_

#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "collide/local.h"

typedef enum {
  IG_POINT,    // a sphere without its radius
  IG_SEGMENT,  // a capsule without its radius
  IG_BALL,
  IG_CAPSULE,
  IG_ELLIPSOID,
  IG_CYLINDER,
  IG_BOX,
  IG_CLOUD,      // mesh vertices, searched one by one
  IG_HULL,       // mesh vertices on a hull graph, searched by climbing
  IG_PRISM,      // height field cell: three corners below, three above
  IG_CORNERS,    // flex vertex or element
  IG_SHAPELESS,  // no support function
} ig_ConvexKind;

typedef struct {
  ig_ConvexKind kind;
  num pos[3], mat[9], size[3];
  num margin;  // summed margin of the pair, half of it belongs to this shape
  num skin;    // thickness added along the support direction

  const mjModel* m;  // of the mesh
  int mesh;
  const float* vert;  // mesh vertices, local frame
  int nvert;
  const int* graph;  // hull graph of the mesh, or NULL

  num corner[6][3];  // prism or flex corners, in the frame of the query
  int ncorner;
  num centre[3];  // of flex shapes

  int feature;  // box corner or mesh vertex that answered last; -1: none
  int hull;     // hull vertex that answered last: the next climb starts here; -1: none
} ig_Convex;

// mesh vertices below this number are searched one by one even when there is a graph
enum { IG_CLIMB_MIN = 10 };

void ig_convex_geom(ig_Convex* s, const mjModel* m, const ig_Posed* posed, mjtNum margin);

// element elem of a flex, or its vertex vert when elem is negative
void ig_convex_flex(ig_Convex* s, const mjModel* m, const mjData* d, int flex, int elem, int vert, mjtNum margin);

// a point inside, where the search starts
void ig_convex_centre(num r[3], const ig_Convex* s);

// farthest point along the unit vector dir, skin included
void ig_support(num r[3], ig_Convex* s, const num dir[3]);

// of two hulls along opposite directions
void ig_support_hulls(num ra[3], num rb[3], ig_Convex* a, ig_Convex* b, const num dir[3], const num back[3]);

// corners of a polyhedron without skin: searches end exactly, after finitely many steps
bool ig_convex_faceted(const ig_Convex* s);

#endif  // INGOT_COLLIDE_CONVEX_CONVEX_SHAPE_H_
