// SPDX-License-Identifier: Apache-2.0
// Faces of flexes: the elements of one layer, flat, or a smooth skin around all of them.
#include "visual/surface.h"

#include "math/vec3.h"
#include "model/stack.h"
#include "visual/canvas.h"

// where the faces of one flex go: three corners each, with positions, normals and texture coordinates
typedef struct {
  float *face, *normal, *tex;
  const float* texcoord;  // NULL: the flex has none
  const mjtNum* xpos;
  const mjtNum* vertnorm;  // smoothed normals, of a skin
  mjtNum radius;
  bool flat;
  int count, room;
} Faces;

int ig_flex_max_faces(const mjModel* m, int flex) {
  int elements = m->flex_elemnum[flex], shells = m->flex_shellnum[flex], largest = 0;
  if (m->flex_dim[flex] == 2) return 2 * shells + 2 * elements;

  // the skin, or the largest layer
  const int* layers = m->flex_elemlayer + m->flex_elemadr[flex];
  for (int layer = 0, size = 1; size > 0; layer++) {
    size = 0;
    for (int e = 0; e < elements; e++) size += layers[e] == layer;
    if (size > largest) largest = size;
  }
  return shells > 4 * largest ? shells : 4 * largest;
}

// unit normal of a triangle
static void triangle_normal(const mjtNum* xpos, const int corner[3], mjtNum normal[3]) {
  mjtNum a[3], b[3];
  ig_sub3(a, xpos + 3 * corner[1], xpos + 3 * corner[0]);
  ig_sub3(b, xpos + 3 * corner[2], xpos + 3 * corner[0]);
  ig_cross(normal, a, b);
  ig_normalize3(normal);
}

// room for one more face, false when there is none
static bool begin_face(Faces* f) {
  if (f->count >= f->room) {
    mju_error("mjv_updateScene: too many flex faces");
    return false;
  }
  return true;
}

// one corner of the current face: a vertex shifted by `shift` along a direction
static void put_corner(Faces* f, int k, int vertex, mjtNum shift, const mjtNum along[3], mjtNum sign, const mjtNum normal[3]) {
  for (int i = 0; i < 3; i++) {
    f->face[9 * f->count + 3 * k + i] = (float)(f->xpos[3 * vertex + i] + shift * along[i]);
    f->normal[9 * f->count + 3 * k + i] = (float)(sign * normal[i]);
  }
}

static void end_face(Faces* f, int tex0, int tex1, int tex2) {
  int index[3] = {tex0, tex1, tex2};
  for (int k = 0; f->texcoord && k < 3; k++) {
    f->tex[6 * f->count + 2 * k] = f->texcoord[2 * index[k]];
    f->tex[6 * f->count + 2 * k + 1] = f->texcoord[2 * index[k] + 1];
  }
  f->count++;
}

// ------------------------------------------------ elements ----------------------------------

// a face moved out by the radius
static void put_flat(Faces* f, const int* vertex, const int* tex, int a, int b, int c) {
  int corner[3] = {vertex[a], vertex[b], vertex[c]};
  mjtNum normal[3];
  if (!begin_face(f)) return;
  triangle_normal(f->xpos, corner, normal);
  for (int k = 0; k < 3; k++) put_corner(f, k, corner[k], f->radius, normal, 1, normal);
  end_face(f, tex[a], tex[b], tex[c]);
}

// triangles from both sides, tetrahedra from outside
static void put_elements(const mjModel* m, int flex, int layer, Faces* f) {
  static const int sides[6][3] = {{0, 1, 2}, {0, 2, 1}, {0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  int dim = m->flex_dim[flex], data = m->flex_elemdataadr[flex];
  for (int e = 0; e < m->flex_elemnum[flex]; e++, data += dim + 1) {
    if (dim == 3 && m->flex_elemlayer[m->flex_elemadr[flex] + e] != layer) continue;
    for (int s = dim == 2 ? 0 : 2; s < (dim == 2 ? 2 : 6); s++) {
      put_flat(f, m->flex_elem + data, m->flex_elemtexcoord + data, sides[s][0], sides[s][1], sides[s][2]);
    }
  }
}

// ------------------------------------------------ skin ----------------------------------

// a face whose corners move along their smoothed normals
static void put_smooth(Faces* f, mjtNum radius, int v0, int v1, int v2, int tex0, int tex1, int tex2) {
  int corner[3] = {v0, v1, v2};
  mjtNum own[3], sign = radius > 0 ? 1 : -1;
  if (!begin_face(f)) return;
  triangle_normal(f->xpos, corner, own);
  for (int k = 0; k < 3; k++) {
    const mjtNum* smooth = f->vertnorm + 3 * corner[k];
    put_corner(f, k, corner[k], radius, smooth, sign, f->flat ? own : smooth);
  }
  end_face(f, tex0, tex1, tex2);
}

// half of the rim between the two sides of a cloth
static void put_rim(Faces* f, mjtNum radius, int from, int to) {
  mjtNum edge[3], normal[3];
  if (!begin_face(f)) return;
  ig_sub3(edge, f->xpos + 3 * to, f->xpos + 3 * from);
  ig_cross(normal, edge, f->vertnorm + 3 * to);
  if (radius < 0) ig_scl3(normal, normal, -1);
  ig_normalize3(normal);
  put_corner(f, 0, from, radius, f->vertnorm + 3 * from, 1, normal);
  put_corner(f, 1, to, -radius, f->vertnorm + 3 * to, 1, normal);
  put_corner(f, 2, to, radius, f->vertnorm + 3 * to, 1, normal);
  end_face(f, from, to, to);
}

// around the elements of a cloth with its rim, or the outside of a solid
static void put_skin(const mjModel* m, mjData* d, int flex, Faces* f) {
  bool cloth = m->flex_dim[flex] == 2;
  int vertices = m->flex_vertnum[flex], shells = m->flex_shellnum[flex];
  const int *elem = m->flex_elem + m->flex_elemdataadr[flex], *tex = m->flex_elemtexcoord + m->flex_elemdataadr[flex];
  const int* shell = m->flex_shell + m->flex_shelldataadr[flex];
  int faces = cloth ? m->flex_elemnum[flex] : shells;
  const int* triangles = cloth ? elem : shell;

  ig_stack_mark(d);
  mjtNum* vertnorm = IG_SCRATCH(d, 3 * vertices, mjtNum);
  for (int i = 0; i < 3 * vertices; i++) vertnorm[i] = 0;
  for (int t = 0; t < faces; t++) {
    mjtNum normal[3];
    triangle_normal(f->xpos, triangles + 3 * t, normal);
    for (int k = 0; k < 3; k++) ig_addto3(vertnorm + 3 * triangles[3 * t + k], normal);
  }
  for (int i = 0; i < vertices; i++) ig_normalize3(vertnorm + 3 * i);
  f->vertnorm = vertnorm;
  for (int t = 0; t < faces; t++) {
    const int *v = triangles + 3 * t, *x = cloth ? tex + 3 * t : v;
    put_smooth(f, f->radius, v[0], v[1], v[2], x[0], x[1], x[2]);
    if (cloth) put_smooth(f, -f->radius, v[0], v[2], v[1], x[0], x[2], x[1]);
  }
  for (int s = 0; cloth && s < shells; s++) {
    put_rim(f, f->radius, shell[2 * s], shell[2 * s + 1]);
    put_rim(f, -f->radius, shell[2 * s + 1], shell[2 * s]);
  }
  ig_stack_free(d);
}

// ------------------------------------------------ all flexes ----------------------------------

void ig_update_flexes(const mjModel* m, mjData* d, mjvScene* scn, const mjvOption* opt) {
  bool skin = opt->flags[mjVIS_FLEXSKIN], elements = opt->flags[mjVIS_FLEXFACE] && !skin;
  scn->flexvertopt = opt->flags[mjVIS_FLEXVERT];
  scn->flexedgeopt = opt->flags[mjVIS_FLEXEDGE];
  scn->flexfaceopt = opt->flags[mjVIS_FLEXFACE];
  scn->flexskinopt = opt->flags[mjVIS_FLEXSKIN];
  ig_to_float(scn->flexvert, d->flexvert_xpos, 3 * m->nflexvert);
  for (int i = 0; i < m->nflex; i++) {
    size_t first = (size_t)scn->flexfaceadr[i];
    int texcoord = m->flex_texcoordadr[i];
    Faces faces = {.face = scn->flexface + 9 * first,
                   .normal = scn->flexnormal + 9 * first,
                   .tex = scn->flextexcoord + 6 * first,
                   .texcoord = texcoord >= 0 ? m->flex_texcoord + 2 * texcoord : NULL,
                   .xpos = d->flexvert_xpos + 3 * m->flex_vertadr[i],
                   .radius = m->flex_radius[i],
                   .flat = m->flex_flatskin[i],
                   .room = scn->flexfacenum[i]};
    bool surface = m->flex_dim[i] > 1;
    if (surface && skin) put_skin(m, d, i, &faces);
    if (surface && elements) put_elements(m, i, opt->flex_layer, &faces);
    scn->flexfaceused[i] = faces.count;
  }
}
