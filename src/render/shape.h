// SPDX-License-Identifier: Apache-2.0
// Surfaces of triangles as they are kept for drawing.
//
// Flat parts are kept as whole patches, not as the many small quads that per-vertex lighting asks for: a patch knows the grid
// of its quads, and a pixel finds the corners of its own quad when it is lit. That gives the picture of the finely divided
// surface for the price of two triangles.
#ifndef INGOT_RENDER_SHAPE_H_
#define INGOT_RENDER_SHAPE_H_

#include <stdbool.h>

// points O + u U + v V + u v Q for u, v in [0, 1]; a parallelogram, or a fan's triangle (U = 0, u the angle, v the radius)
typedef struct {
  float o[3], u[3], v[3], q[3];
  float n0[3], n1[3];    // normals at u = 0 and u = 1
  const float *gu, *gv;  // grid lines: nu + 1 and nv + 1 numbers from 0 to 1
  int nu, nv;
  bool fan;
} ig_Patch;

typedef struct {
  int nvert, nface;
  const float* pos;         // nvert x 3
  const int* face;          // nface x 3
  const float* normal;      // per corner: nface x 9, or by index
  const int* normal_index;  // nface x 3, NULL: 3 face + corner
  const float* texcoord;    // per corner: nface x 6, or by index; NULL: none
  const int* texcoord_index;
  const int* patch_of;    // patch of a face, -1: none; NULL: none at all
  const float* patch_uv;  // nface x 6: u, v of the corners (fans: u v, v)
  const ig_Patch* patch;
  int npatch;
  const float* grids;  // of all patches
  const float* alpha;  // per vertex, for haze; NULL: 1
  int nline;           // lines of the wireframe besides those of patches; a shape without any has the edges of its faces
  const int* line;     // nline x 2, vertices in wire_pos
  const float* wire_pos;
  const float* wire_normal;
  float centre[3], radius;  // bounding sphere
  bool closed;              // has no border, at least together with its neighbours, and its outside is counter-clockwise
} ig_DrawShape;

// Shapes are built by adding; when memory ends, `failed` is set and the rest does nothing.
typedef struct {
  bool failed;
  bool plain;  // no lines for the wireframe: it has the edges of the faces
  int nvert, nface, npatch, nline, nwire;
  int room_vert, room_face, room_patch, room_line, room_wire;
  float *pos, *normal, *texcoord, *patch_uv, *alpha, *wire_pos, *wire_normal;
  int *face, *patch_of, *line;
  ig_Patch* patch;
  float* grids;
  int ngrid, room_grid;
} ig_ShapeBuilder;

int ig_shape_vertex(ig_ShapeBuilder* b, const float pos[3], float alpha);
// triangle with normals at its corners and, if not NULL, texture coordinates
void ig_shape_face(ig_ShapeBuilder* b, const int vertex[3], const float normal[9], const float* texcoord);
void ig_shape_quad(ig_ShapeBuilder* b, const int vertex[4], const float normal[12]);
// a grid for patches: count + 1 numbers
int ig_shape_grid(ig_ShapeBuilder* b, const double* lines, int count);
int ig_shape_even_grid(ig_ShapeBuilder* b, int count);
void ig_shape_parallelogram(ig_ShapeBuilder* b, const float o[3], const float u[3], const float v[3], const float n0[3],
                            const float n1[3], int grid_u, int nu, int grid_v, int nv);
void ig_shape_fan(ig_ShapeBuilder* b, const float centre[3], const float first[3], const float second[3], const float normal[3],
                  int grid_v, int nv);
// hand the arrays over; false: no memory, nothing is kept
bool ig_shape_finish(ig_ShapeBuilder* b, ig_DrawShape* out);
void ig_shape_free(ig_DrawShape* shape);
// bounding sphere from the vertices
void ig_shape_bound(ig_DrawShape* shape);

// the unit shapes; slices, stacks and quads as in mjVisual
typedef enum {
  IG_UNIT_SPHERE,
  IG_UNIT_DOME,  // upper half of a sphere that sits on the end of a unit cylinder
  IG_UNIT_BOWL,  // lower half
  IG_UNIT_CYLINDER,
  IG_UNIT_TUBE,  // a cylinder without ends
  IG_UNIT_BOX,
  IG_UNIT_CONE,
  IG_UNIT_HAZE,
  IG_UNIT_SQUARE,  // plane from -1 to 1
  IG_UNIT_SKY,     // cylinder seen from inside
  IG_UNIT_TRIANGLE,
  IG_NUNIT
} ig_UnitShape;
bool ig_shape_unit(ig_DrawShape* out, ig_UnitShape kind, int slices, int stacks, int quads, float haze);

#endif  // INGOT_RENDER_SHAPE_H_
