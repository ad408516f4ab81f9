// SPDX-License-Identifier: Apache-2.0
// GJK and the polytope give one pair of points, but two flat faces that lie on each other need several contacts, or a box would
// tip over. The nearest face of the polytope tells which features touch: its three vertices are differences of corners, so each
// shape shows one, two or three of its corners, that is a vertex, an edge or a face.
//
//   faces of both look at each other            the face of A is clipped against that of B (clip.c)
//   an edge of one lies along a face of other   the edge is clipped against that face
//   anything else                               the single point stays
//
// A vertex belongs to several faces and edges: the first parallel pair is taken. "Parallel" is within 1.6e-3 radians, a tolerance
// wide enough for the rounding of single-precision mesh vertices and narrow enough not to call a leaning box flat; it is that of
// MuJoCo, whose contacts these have to be. All points get the depth of the single one, along the normal of the face.
#include "collide/convex/face_contact.h"

#include <math.h>

#include "collide/convex/clip.h"
#include "math/vec3.h"

// how parallel two faces, and an edge and a face, have to be: cosine and sine of 1.6e-3
static const num face_cosine = 0.99999872;
static const num edge_sine = 0.00159999931;

// what one shape brings to the touching face of the polytope: a corner, an edge or three corners
typedef struct {
  const ig_Convex* shape;
  int dim;           // 1 corner, 2 edge, 3 face
  int id[3];         // corners
  const num* at[3];  // where they are
  int nnormal;       // candidates: face normals, or edge directions
  num normal[IG_MAX_POLYGON][3];
  int face[IG_MAX_POLYGON];
} Side;

static void place(num r[3], const ig_Convex* s, num x, num y, num z) {
  num local[3] = {x, y, z};
  ig_mulmatvec3(r, s->mat, local);
  ig_addto3(r, s->pos);
}

static void rotate(num r[3], const ig_Convex* s, num x, num y, num z) {
  num local[3] = {x, y, z};
  ig_mulmatvec3(r, s->mat, local);
}

//---- boxes: faces are numbered +x -x +y -y +z -z, corners by the bits of their positive axes

static void add_box_face(Side* side, int axis, bool positive) {
  num local[3] = {0, 0, 0};
  local[axis] = positive ? 1 : -1;
  rotate(side->normal[side->nnormal], side->shape, local[0], local[1], local[2]);
  side->face[side->nnormal++] = 2 * axis + !positive;
}

// faces that contain all the corners; when they are not as many as corners tell, the face that looks along n
static void box_normals(Side* side, const num n[3]) {
  int all = 7, any = 0;
  for (int i = 0; i < side->dim; i++) {
    all &= side->id[i];
    any |= side->id[i];
  }
  side->nnormal = 0;
  for (int axis = 0; axis < 3; axis++) {
    if (all >> axis & 1)
      add_box_face(side, axis, true);
    else if (!(any >> axis & 1))
      add_box_face(side, axis, false);
  }
  if (side->nnormal == 4 - side->dim) return;
  num local[3];
  ig_mulmattvec3(local, side->shape->mat, n);
  ig_scl3(local, local, 1 / sqrt(ig_dot3(local, local)));
  side->nnormal = 0;
  for (int face = 0; face < 6 && !side->nnormal; face++) {
    num along = face & 1 ? -local[face / 2] : local[face / 2];
    if (along > face_cosine) add_box_face(side, face / 2, !(face & 1));
  }
}

static void place_corner(num r[3], const ig_Convex* s, int c) {
  place(r, s, c & 1 ? s->size[0] : -s->size[0], c & 2 ? s->size[1] : -s->size[1], c & 4 ? s->size[2] : -s->size[2]);
}

//---- meshes: flat faces may be polygons of many corners

// the polygons around a mesh vertex
static const int* polygons_at(const ig_Convex* s, int vert, int* n) {
  int at = s->m->mesh_vertadr[s->mesh] + vert;
  *n = s->m->mesh_polymapnum[at];
  return s->m->mesh_polymap + s->m->mesh_polymapadr[at];
}

// up to two polygons that two lists have in common
static int common(int r[2], const int* list1, int n1, const int* list2, int n2) {
  int n = 0;
  for (int i = 0; i < n1; i++) {
    for (int j = 0; j < n2; j++) {
      if (list1[i] != list2[j]) continue;
      r[n++] = list1[i];
      if (n == 2) return 2;
    }
  }
  return n;
}

static void mesh_normals(Side* side) {
  const ig_Convex* s = side->shape;
  int n, other_n, both[2], three[2];
  const int* list = polygons_at(s, side->id[0], &n);
  if (side->dim > 1) {
    const int* other = polygons_at(s, side->id[1], &other_n);
    n = common(both, list, n, other, other_n);
    list = both;
  }
  if (side->dim > 2) {
    const int* other = polygons_at(s, side->id[2], &other_n);
    n = common(three, both, n, other, other_n);
    list = three;
    if (n > 1) n = 1;
  }
  if (n > IG_MAX_POLYGON) n = IG_MAX_POLYGON;
  side->nnormal = n;
  for (int i = 0; i < n; i++) {
    const num* local = s->m->mesh_polynormal + 3 * (s->m->mesh_polyadr[s->mesh] + list[i]);
    rotate(side->normal[i], s, local[0], local[1], local[2]);
    side->face[i] = list[i];
  }
}

// in each polygon at the corner, the edge that comes from the corner before
static void mesh_edges(Side* side, num (*end)[3]) {
  const ig_Convex* s = side->shape;
  int n;
  const int* list = polygons_at(s, side->id[0], &n);
  if (n > IG_MAX_POLYGON) n = IG_MAX_POLYGON;
  side->nnormal = n;
  for (int i = 0; i < n; i++) {
    int polygon = s->m->mesh_polyadr[s->mesh] + list[i], size = s->m->mesh_polyvertnum[polygon], before = size - 1;
    const int* vert = s->m->mesh_polyvert + s->m->mesh_polyvertadr[polygon];
    for (int j = 0; j < size && vert[j] != side->id[0]; j++) before = j;
    const float* v = s->vert + 3 * vert[before];
    place(end[i], s, v[0], v[1], v[2]);
  }
}

//---- either

static void face_normals(Side* side, const num toward[3]) {
  if (side->shape->kind == IG_BOX) {
    box_normals(side, toward);
  } else {
    mesh_normals(side);
  }
}

// directions of the edges at the corner, or of the one edge; end: their far ends
static void edge_directions(Side* side, num (*end)[3]) {
  if (side->dim == 2) {
    ig_copy3(end[0], side->at[1]);
    side->nnormal = 1;
  } else if (side->shape->kind == IG_BOX) {
    for (int axis = 0; axis < 3; axis++) place_corner(end[axis], side->shape, side->id[0] ^ (1 << axis));
    side->nnormal = 3;
  } else {
    mesh_edges(side, end);
  }
  for (int i = 0; i < side->nnormal; i++) {
    ig_sub3(side->normal[i], end[i], side->at[0]);
    ig_normalize3(side->normal[i]);
  }
}

// corners of a face, in the order in which the clipping expects them
static int face_polygon(num (*r)[3], const Side* side, int choice) {
  static const int box[6][4] = {{7, 3, 1, 5}, {2, 6, 4, 0}, {2, 3, 7, 6}, {4, 5, 1, 0}, {6, 7, 5, 4}, {3, 2, 0, 1}};
  const ig_Convex* s = side->shape;
  int face = side->face[choice];
  if (s->kind == IG_BOX) {
    for (int i = 0; i < 4; i++) place_corner(r[i], s, box[face][i]);
    return 4;
  }
  int polygon = s->m->mesh_polyadr[s->mesh] + face, n = s->m->mesh_polyvertnum[polygon];
  const int* vert = s->m->mesh_polyvert + s->m->mesh_polyvertadr[polygon];
  if (n > IG_MAX_POLYGON) n = IG_MAX_POLYGON;
  for (int i = 0; i < n; i++) {
    const float* v = s->vert + 3 * vert[n - 1 - i];
    place(r[i], s, v[0], v[1], v[2]);
  }
  return n;
}

// distinct corners, moved to the front
static void count_corners(Side* side) {
  int* id = side->id;
  if (id[0] != id[1]) {
    side->dim = id[2] == id[0] || id[2] == id[1] ? 2 : 3;
  } else if (id[0] != id[2]) {
    id[1] = id[2];
    side->at[1] = side->at[2];
    side->dim = 2;
  } else {
    side->dim = 1;
  }
}

// the first pair of faces that look at each other
static bool opposite_faces(const Side* a, const Side* b, int* i, int* j) {
  for (*i = 0; *i < a->nnormal; ++*i) {
    for (*j = 0; *j < b->nnormal; ++*j) {
      if (ig_dot3(a->normal[*i], b->normal[*j]) < -face_cosine) return true;
    }
  }
  return false;
}

// the first face of one side with an edge of the other lying along it
static bool edge_on_face(const Side* edges, const Side* faces, int* edge, int* face) {
  for (*face = 0; *face < faces->nnormal; ++*face) {
    for (*edge = 0; *edge < edges->nnormal; ++*edge) {
      if (fabs(ig_dot3(edges->normal[*edge], faces->normal[*face])) < edge_sine) return true;
    }
  }
  return false;
}

// clip the edge of one side against a face of the other
static void edge_contact(ig_Ccd* q, Side* edges, const Side* faces, num depth) {
  num end[IG_MAX_POLYGON][3], polygon[IG_MAX_POLYGON][3], segment[2][3], shift[3];
  int edge, face;
  edge_directions(edges, end);
  if (!edge_on_face(edges, faces, &edge, &face)) return;
  ig_copy3(segment[0], edges->at[0]);
  ig_copy3(segment[1], end[edge]);
  int n = face_polygon(polygon, faces, face);
  ig_scl3(shift, faces->normal[face], depth);
  ig_clip_contact(q, polygon, n, segment, 2, faces->normal[face], shift);
}

// all points get the depth of the single one, along the normal of the face
void ig_face_contact(ig_Ccd* q, const ig_Polytope* p, int face, const ig_Convex* a, const ig_Convex* b) {
  Side sa, sb;  // large, and set as far as they are read
  sa.shape = a;
  sb.shape = b;
  for (int i = 0; i < 3; i++) {
    const ig_Difference* v = &p->vert[p->face[face].vert[i]];
    sa.id[i] = v->feature_a;
    sa.at[i] = v->a;
    sb.id[i] = v->feature_b;
    sb.at[i] = v->b;
  }
  count_corners(&sa);
  count_corners(&sb);
  num dir[3], back[3];
  ig_sub3(dir, q->xb, q->xa);
  ig_sub3(back, q->xa, q->xb);
  num depth = ig_norm3(dir);
  face_normals(&sa, back);
  face_normals(&sb, dir);

  int i, j;
  if (opposite_faces(&sa, &sb, &i, &j)) {
    num polygon_a[IG_MAX_POLYGON][3], polygon_b[IG_MAX_POLYGON][3], shift[3];
    int na = face_polygon(polygon_a, &sa, i), nb = face_polygon(polygon_b, &sb, j);
    ig_scl3(shift, sb.normal[j], depth);
    ig_clip_contact(q, polygon_a, na, polygon_b, nb, sa.normal[i], shift);
  } else if (sa.dim < 3 && sa.dim <= sb.dim) {
    edge_contact(q, &sa, &sb, depth);
  } else if (sb.dim < 3) {
    edge_contact(q, &sb, &sa, -depth);
  }
}
