// SPDX-License-Identifier: Apache-2.0
// The <flexcomp> macro: a flex with its bodies, joints and constraints, from a grid, a shape, a mesh or given points.
#ifndef INGOT_SPEC_MACRO_FLEXCOMP_H_
#define INGOT_SPEC_MACRO_FLEXCOMP_H_

#include "spec/spec.h"

// in the order of the keywords
typedef enum ig_FlexcompType_ {
  IG_FLEXCOMP_GRID,
  IG_FLEXCOMP_BOX,
  IG_FLEXCOMP_CYLINDER,
  IG_FLEXCOMP_ELLIPSOID,
  IG_FLEXCOMP_SQUARE,
  IG_FLEXCOMP_DISC,
  IG_FLEXCOMP_CIRCLE,
  IG_FLEXCOMP_MESH,
  IG_FLEXCOMP_GMSH,
  IG_FLEXCOMP_DIRECT,
} ig_FlexcompType;

typedef enum ig_FlexcompDof_ {
  IG_FLEXDOF_FULL,
  IG_FLEXDOF_RADIAL,
  IG_FLEXDOF_TRILINEAR,
  IG_FLEXDOF_QUADRATIC,
} ig_FlexcompDof;

// what the reader fills in, between ig_flexcomp_init and ig_flexcomp_make; ig_flexcomp_free in any case
typedef struct ig_Flexcomp_ {
  ig_String name;
  int type;
  int count[3];
  double spacing[3];
  double scale[3];
  double origin[3];
  double mass;
  double inertiabox;
  int equality;  // of <edge>: 0 no equality, 1 of edges, 2 of vertices
  ig_String file;
  int dof;

  ig_Vector pinid, pinrange, pingrid, pingridrange;  // ints, appended over all <pin>

  ig_Default* def;  // flex, and equality for the solref and solimp of <edge>

  double pos[3];
  double quat[4];
  mjsOrientation alt;

  mjtByte rigid;
  ig_Vector point;         // doubles
  ig_Vector element;       // ints
  ig_Vector texcoord;      // floats
  ig_Vector elemtexcoord;  // ints, from mesh files

  mjsPlugin plugin;  // name and plugin_name point to the two strings
  ig_String plugin_name;
  ig_String plugin_instance;

  char message[600];
} ig_Flexcomp;

void ig_flexcomp_init(ig_Flexcomp* f);
void ig_flexcomp_free(ig_Flexcomp* f);

// build it below a body; NULL, or what is wrong (valid until the next call for this flexcomp)
const char* ig_flexcomp_make(ig_Flexcomp* f, mjsBody* body, const mjVFS* vfs);

#endif  // INGOT_SPEC_MACRO_FLEXCOMP_H_
