// SPDX-License-Identifier: Apache-2.0
// Flexes.
#ifndef INGOT_COMPILE_FLEX_FLEX_H_
#define INGOT_COMPILE_FLEX_FLEX_H_

#include "compile/record/bvh.h"
#include "compile/record/record.h"

enum { IG_FLEX_ELEM_STIFFNESS = 21, IG_FLEX_EDGE_BENDING = 17 };

typedef struct ig_CFlex_ {
  ig_Record r;
  mjsFlex s;
  ig_Record* material;
  bool rigid;         // all vertices in one body
  bool centered;      // vertices (nodes, when interpolated) are where their bodies are
  bool interpolated;  // vertices follow a grid of nodes
  int order;          // of the interpolation, 0: none
  int nvert, nnode, nelem, nedge, nshell, nevpair;
  ig_CBody **vertbody, **nodebody;
  double *xpos, *nodexpos;  // in the world, joints at zero
  double *vert0, size[3];   // places in the bounding box, 0 to 1; its half sizes without the radius
  int* elem;                // dim + 1 vertices each
  int* elemedge;            // edges of each element, in the order of flex_topology.c
  int* edge;                // 2 vertices each, the smaller first
  int* flap;                // dim 2: per edge its ends as the first triangle goes, and the vertices across; -1: none
  int* layer;               // of each element, 0 at the border
  int* shell;               // dim vertices per border fragment
  int* evpair;              // element and vertex of its neighbour
  const float* texcoord;
  const int* elemtexcoord;
  int ntexcoord, nelemtexcoord;  // of numbers
  double *stiffness, *bending;   // NULL: none
  ig_Bvh tree;
} ig_CFlex;

bool ig_compile_flex(ig_Compiler* c, void* record);

void ig_count_flex(mjModel* n, const void* record);
void ig_write_flex(const ig_Compiler* c, const void* record);

// nJfe and nJfv in c->n
void ig_count_flex_jacobians(ig_Compiler* c);

#endif  // INGOT_COMPILE_FLEX_FLEX_H_
