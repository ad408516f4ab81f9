// SPDX-License-Identifier: Apache-2.0
// Box against box: separating axes, then a patch of contacts.
//
// Two convex polyhedra are apart exactly when a plane separates them that is parallel to a face of one or to an edge of each
// (Gottschalk, Lin, Manocha 1996, "OBBTree"): for boxes 15 directions, the face normals of either box and the cross products of
// one edge of each. In the frame of box 1, with R the orientation and t the centre of box 2, half sizes a and b, the overlap
// along a unit vector n is
//   depth(n) = sum_k a_k |n_k| + sum_k b_k |(R^T n)_k| - |n . t|
// and the direction of least overlap is the normal of the contact. For n = e_i x R e_j, before it is normalised, both sums have
// only two terms, entries of |R|, and dividing by |n| <= 1 makes a positive depth larger: the undivided number is a bound that
// spares most of the nine square roots. Directions of edges win only when better by more than rounding: nearly parallel edges
// give a cross product that is the face normal but for rounding, and the face is the right answer then.
//
// With the direction known, contacts are a patch:
//   face   the face of the other box that looks at it most is clipped against that face, seen from above
//   edges  the face of box 2 beside its nearest edge is projected along the normal onto the face of box 1 beside its own
//          nearest edge, and clipped there; contacts lie half way between a point and its projection
// In both cases everything happens in a frame where the chosen face is z = 0 and looks up, with its centre at the origin.
// Which points are kept, and their order, matter to users who index contacts: the rules below are those of MuJoCo.
#include "collide/collide.h"

#include <mujoco/mujoco.h>

#include "base/error.h"
#include "collide/primitive/shape.h"
#include "math/vec3.h"

enum { MAX_POINT = 24 };  // 16 crossings, 4 corners of the rectangle, 4 corners of the patch

// the signed permutation that turns a face to +z; faces are numbered +x +y +z -x -y -z
typedef struct {
  int index[3];
  num sign[3];
} Turn;

static const Turn turn_up[6] = {
    {{2, 1, 0}, {-1, 1, 1}}, {{0, 2, 1}, {1, -1, 1}}, {{0, 1, 2}, {1, 1, 1}},
    {{2, 1, 0}, {1, 1, -1}}, {{0, 2, 1}, {1, 1, -1}}, {{0, 1, 2}, {-1, 1, -1}},
};

static void turn_vector(num r[3], const Turn* turn, const num v[3]) {
  for (int k = 0; k < 3; k++) r[k] = v[turn->index[k]] * turn->sign[k];
}

static void turn_size(num r[3], const Turn* turn, const num size[3]) {
  for (int k = 0; k < 3; k++) r[k] = ig_abs(size[turn->index[k]]);
}

// turn * mat
static void turn_rows(num r[9], const Turn* turn, const num mat[9]) {
  for (int k = 0; k < 3; k++) ig_scl3(r + 3 * k, mat + 3 * turn->index[k], turn->sign[k]);
}

// mat * turn': from the turned frame back to the world
static void turn_back(num r[9], const Turn* turn, const num mat[9]) {
  for (int k = 0; k < 9; k++) r[k] = mat[k / 3 * 3 + turn->index[k % 3]] * turn->sign[k % 3];
}

typedef struct {
  ig_Shape box[2];
  num other[2][3];  // centre of the other box, in the frame of each
  num rot[2][9];    // orientation of the other box, in the frame of each
  num absrot[9];    // of rot[0]
  num margin;
} Boxes;

// where the boxes overlap least
typedef struct {
  int box, face;         // face of which box; box is -1 for a pair of edges
  int edge1, edge2;      // axes of the edges
  int corner1, corner2;  // sign bits that tell the parallel edges of a box apart
  num normal[3];         // of a pair of edges, in the frame of box 1
  bool inward;           // the normal points from box 2 to box 1
} Overlap;

// sign bits of the edges that touch, for the normal e1 x e2 of edges edge1 and edge2
static void set_edges(const Boxes* b, Overlap* best, int edge1, int edge2, const num normal[3], bool inward) {
  *best = (Overlap){.box = -1, .edge1 = edge1, .edge2 = edge2, .inward = inward};
  ig_copy3(best->normal, normal);
  for (int k = 0; k < 3; k++) {
    if (k != edge1) best->corner1 |= ((normal[k] > 0) ^ inward) << k;
    if (k != edge2) {
      bool next = k == (edge2 + 1) % 3;
      best->corner2 |= ((b->rot[0][3 * edge1 + 3 - k - edge2] > 0) ^ inward ^ next) << k;
    }
  }
}

// The sine of two edges below which they are parallel but for rounding; how much a bound may be off; and the depth that a
// direction of edges has to stay below to be better than another: in double precision by some thousands of units in the last
// place, in single precision by what rounding of the sizes becomes when it is divided by such a sine.
#define PARALLEL IG_BY_PRECISION(mjMINVAL, 1e-3)
#define ROUNDING IG_BY_PRECISION(1e-12, 1e-5)
#define BETTER_THAN(depth, sizes) IG_BY_PRECISION((depth) * (1 - 1e-12), (depth) * (1 - 1e-5) - 1e-4 * (sizes))

// overlap along unit vector `edge1` of box 1 times column `edge2` of rot, normalised; false if there is no such direction
static bool edge_depth(const Boxes* b, int edge1, int edge2, num normal[3], num* depth, num* shift) {
  int i1 = (edge1 + 1) % 3, i2 = (edge1 + 2) % 3;
  normal[edge1] = 0;
  normal[i1] = -b->rot[1][3 * edge2 + i2];
  normal[i2] = b->rot[1][3 * edge2 + i1];
  num length = ig_normalize3(normal), sum = 0;
  if (length < PARALLEL) return false;
  *shift = ig_dot3(b->other[0], normal);
  for (int k = 0; k < 3; k++) {
    if (k != edge1) sum += b->box[0].size[k] * ig_abs(normal[k]);
  }
  for (int k = 0; k < 3; k++) {
    if (k != edge2) sum += b->box[1].size[k] * b->absrot[3 * edge1 + 3 - k - edge2] / length;
  }
  *depth = sum - ig_abs(*shift);
  return true;
}

// the direction of least overlap; false if one separates
static bool find_overlap(const Boxes* b, Overlap* best) {
  num most = b->margin;
  for (int k = 0; k < 3; k++) most += b->box[0].size[k] * 3 + b->box[1].size[k] * 3;
  num least = most;
  best->face = -1;

  // the six face normals
  num extent[2][3];  // of the other box along the axes of each
  ig_mulmatvec3(extent[0], b->absrot, b->box[1].size);
  ig_mulmattvec3(extent[1], b->absrot, b->box[0].size);
  for (int axis = 0; axis < 3; axis++) {
    for (int i = 0; i < 2; i++) {
      num depth = -ig_abs(b->other[i][axis]) + b->box[i].size[axis] + extent[i][axis];
      if (depth < -b->margin) return false;
      if (depth < least) {
        least = depth;
        best->box = i;
        best->face = axis + 3 * (b->other[i][axis] < 0);
      }
    }
  }

  // The nine cross products of edges, each first without normalising, which can only make the depth smaller: a bound that needs
  // no square root. Rounding decides between directions of boxes that just touch: bounds leave room for it.
  static const int next[3] = {1, 2, 0}, last[3] = {2, 0, 1};
  const num *size1 = b->box[0].size, *size2 = b->box[1].size, *centre = b->other[0], *rot = b->rot[0], *all = b->absrot;
  num slack = ROUNDING * most;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      int i1 = next[i], i2 = last[i], j1 = next[j], j2 = last[j];
      num normal[3], depth, shift = centre[i2] * rot[3 * i1 + j] - centre[i1] * rot[3 * i2 + j];
      num bound = size1[i1] * all[3 * i2 + j] + size1[i2] * all[3 * i1 + j] + size2[j1] * all[3 * i + j2] +
                  size2[j2] * all[3 * i + j1] - ig_abs(shift);
      if (bound > slack && bound > least + slack) continue;
      if (!edge_depth(b, i, j, normal, &depth, &shift)) continue;
      if (depth < -b->margin) return false;

      // edges win only if clearly better
      if (depth < BETTER_THAN(least, most)) {
        least = depth;
        set_edges(b, best, i, j, normal, shift < 0);
      }
    }
  }
  return best->box < 0 || best->face >= 0;
}

// a corner and up to two sides of a face; with both it is a parallelogram
typedef struct {
  num corner[3], side[2][3];
  int nside;
} Patch;

// origin and direction of the patch's border lines; returns how many
static int patch_lines(num line[4][2][3], const Patch* patch) {
  static const int direction[4] = {0, 1, 1, 0};
  int count = patch->nside < 2 ? patch->nside : 4;
  for (int i = 0; i < count; i++) {
    ig_copy3(line[i][0], patch->corner);
    if (i >= 2) ig_addto3(line[i][0], patch->side[i - 2]);
    ig_copy3(line[i][1], patch->side[direction[i]]);
  }
  return count;
}

// where a border line crosses a side of the rectangle |x| <= half[0], |y| <= half[1]
typedef struct {
  int line, axis;  // the side is at `level` along the axis
  num at, level, across;
} Crossing;

static int cross_rectangle(Crossing out[16], num line[4][2][3], int nline, const num half[2]) {
  int count = 0;
  for (int i = 0; i < nline; i++) {
    for (int axis = 0; axis < 2; axis++) {
      const num *origin = line[i][0], *direction = line[i][1];
      if (!(ig_abs(direction[axis]) > mjMINVAL)) continue;
      num slowness = 1 / direction[axis];
      for (int side = -1; side <= 1; side += 2) {
        num level = half[axis] * side, at = (level - origin[axis]) * slowness;
        if (at < 0 || at > 1) continue;
        num across = origin[1 - axis] + direction[1 - axis] * at;
        if (ig_abs(across) > half[1 - axis]) continue;
        out[count++] = (Crossing){i, axis, at, level, across};
      }
    }
  }
  return count;
}

// determinant of the patch's sides seen from above
static num patch_area(const Patch* patch) {
  return patch->side[0][0] * patch->side[1][1] - patch->side[1][0] * patch->side[0][1];
}

// coordinates of a point along the patch's sides, given the determinant
static void patch_coordinates(num uv[2], const Patch* patch, const num point[2], num area) {
  const num *s = patch->side[0], *t = patch->side[1];
  num x = point[0] - patch->corner[0], y = point[1] - patch->corner[1];
  uv[0] = (x * t[1] - y * t[0]) * (1 / area);
  uv[1] = (y * s[0] - x * s[1]) * (1 / area);
}

static void rectangle_corner(num point[2], const num half[2], int i) {
  point[0] = i / 2 ? half[0] : -half[0];
  point[1] = i % 2 ? half[1] : -half[1];
}

// from the turned frame (face at z = 0) to the world; all contacts share the normal
static void to_world(mjContact* con, int count, num point[][3], const ig_Shape* box, const num mat[9], num height,
                     const num normal[3]) {
  for (int i = 0; i < count; i++) {
    point[i][2] += height;
    ig_mulmatvec3(con[i].pos, mat, point[i]);
    ig_addto3(con[i].pos, box->pos);
    ig_set_normal(con + i, normal);
  }
}

// crossings of the borders; the rectangle's corners above the patch; the patch's corners above the rectangle, of which
// the lowest counts wherever it is
static int face_points(num point[MAX_POINT][3], const Patch* patch, const num half[2]) {
  num line[4][2][3];
  Crossing crossing[16];
  int count = cross_rectangle(crossing, line, patch_lines(line, patch), half);
  for (int i = 0; i < count; i++) {
    ig_addscl3(point[i], line[crossing[i].line][0], line[crossing[i].line][1], crossing[i].at);
  }

  if (patch->nside == 2) {
    num area = patch_area(patch), uv[2];
    for (int i = 0; i < 4; i++) {
      num* p = point[count];
      rectangle_corner(p, half, i);
      patch_coordinates(uv, patch, p, area);
      if (uv[0] <= 0 || uv[1] <= 0 || uv[0] >= 1 || uv[1] >= 1) continue;
      p[2] = patch->corner[2] + uv[0] * patch->side[0][2] + uv[1] * patch->side[1][2];
      count++;
    }
  }

  for (int i = 0; i < 1 << patch->nside; i++) {
    num* p = point[count];
    ig_copy3(p, patch->corner);
    if (i & 1) ig_addto3(p, patch->side[0]);
    if (i & 2) ig_addto3(p, patch->side[1]);
    if (i && (p[0] <= -half[0] || p[0] >= half[0] || p[1] <= -half[1] || p[1] >= half[1])) continue;
    count++;
  }
  return count;
}

static int face_contacts(mjContact* con, const Boxes* b, const Overlap* best) {
  const Turn* turn = &turn_up[best->face];
  const ig_Shape *reference = &b->box[best->box], *other = &b->box[1 - best->box];
  num centre[3], rot[9], axis[9], half[3], point[MAX_POINT][3];
  turn_vector(centre, turn, b->other[best->box]);
  turn_rows(rot, turn, b->rot[best->box]);
  ig_transpose3(axis, rot);
  turn_size(half, turn, reference->size);
  centre[2] -= half[2];

  // the face of the other box that looks at the reference face: from its lowest corner, the sides that are flat enough
  Patch patch = {.nside = 0};
  ig_copy3(patch.corner, centre);
  for (int k = 0; k < 3; k++) ig_addtoscl3(patch.corner, axis + 3 * k, other->size[k] * (rot[6 + k] < 0 ? 1 : -1));
  for (int k = 0; k < 3; k++) {
    if (ig_abs(rot[6 + k]) < 0.5) ig_scl3(patch.side[patch.nside++], axis + 3 * k, other->size[k] * (rot[6 + k] < 0 ? -2 : 2));
  }

  // points between the faces, half way between a point and the face
  int all = face_points(point, &patch, half), count = 0;
  for (int i = 0; i < all; i++) {
    if (point[i][2] > b->margin) continue;
    con[count].dist = point[i][2];
    ig_set3(point[count], point[i][0], point[i][1], point[i][2] * 0.5);
    count++;
  }

  num mat[9], normal[3];
  turn_back(mat, turn, reference->mat);
  ig_column(normal, mat, 2);
  if (best->box == 1) ig_scl3(normal, normal, -1);
  to_world(con, count, point, reference, mat, half[2], normal);
  return count;
}

// all that the pair of edges leaves to be clipped
typedef struct {
  num half[3];        // of box 1, turned
  num normal[3];      // turned
  num scale;          // from height along z to distance along the normal
  num corner[4][3];   // of the face of box 2
  num shadow[4][3];   // the same, projected along the normal
  Patch solid, flat;  // the faces these span
  num margin;
  num (*point)[3];  // results
  num* depth;
  int count;
} EdgeClip;

// the two axes other than `edge`, the one with the larger component first
static void order_axes(int axis[2], int edge, const num component[3]) {
  static const int order[3][2] = {{1, 2}, {0, 2}, {1, 0}};
  bool swap = component[order[edge][0]] < component[order[edge][1]];
  axis[0] = order[edge][swap];
  axis[1] = order[edge][!swap];
}

static void span(Patch* patch, num corner[4][3]) {
  patch->nside = 2;
  ig_copy3(patch->corner, corner[0]);
  ig_sub3(patch->side[0], corner[1], corner[0]);
  ig_sub3(patch->side[1], corner[2], corner[0]);
}

static void keep(EdgeClip* c, const num point[3], num depth) {
  IG_ASSERT(c->count < MAX_POINT);
  ig_copy3(c->point[c->count], point);
  c->depth[c->count++] = depth;
}

// where the shadow's border leaves the rectangle
static void edge_crossings(EdgeClip* c) {
  num flat[4][2][3], solid[4][2][3], point[3];
  Crossing crossing[16];
  int all = cross_rectangle(crossing, flat, patch_lines(flat, &c->flat), c->half);
  patch_lines(solid, &c->solid);
  for (int i = 0; i < all; i++) {
    const Crossing* x = &crossing[i];
    const num *origin = solid[x->line][0], *direction = solid[x->line][1];
    if ((origin[2] + direction[2] * x->at) * c->scale > c->margin) continue;
    ig_scl3(point, origin, 0.5);
    ig_addtoscl3(point, direction, 0.5 * x->at);
    point[x->axis] += 0.5 * x->level;
    point[1 - x->axis] += 0.5 * x->across;
    keep(c, point, point[2] * c->scale * 2);
  }
}

// the rectangle's corners in the shadow. With no crossing found, a corner outside along one side only is moved to it
static void edge_rectangle_corners(EdgeClip* c, bool crossed) {
  // the divisor of the coordinates is not reset after a corner has been measured: what follows in the list depends on it
  num divisor = patch_area(&c->flat);
  for (int i = 0; i < 4; i++) {
    num point[3] = {0}, uv[2], above[3], gap[3];
    rectangle_corner(point, c->half, i);
    patch_coordinates(uv, &c->flat, point, divisor);
    bool out_u = uv[0] < 0 || uv[0] > 1, out_v = uv[1] < 0 || uv[1] > 1;
    if (crossed ? out_u || out_v : out_u && out_v) continue;
    num u = ig_clip(uv[0], 0, 1), v = ig_clip(uv[1], 0, 1);
    ig_scl3(above, c->corner[0], 1 - u - v);
    ig_addtoscl3(above, c->corner[1], u);
    ig_addtoscl3(above, c->corner[2], v);

    ig_sub3(gap, point, above);
    divisor = ig_dot3(gap, gap);
    if (above[2] > 0 && divisor > c->margin * c->margin) continue;
    ig_addto3(point, above);
    ig_scl3(point, point, 0.5);
    keep(c, point, ig_sqrt(divisor) * (above[2] < 0 ? -1 : 1));
  }
}

// the shadow's corners in the rectangle, with similar concessions when little else was found
static void edge_patch_corners(EdgeClip* c, bool crossed) {
  bool found = c->count > 0;
  for (int i = 0; i < 4; i++) {
    const num *corner = c->corner[i], *shadow = c->shadow[i];
    bool out[2];
    num square = 0, point[3] = {0};
    for (int k = 0; k < 2; k++) {
      num inside = ig_clip(shadow[k], -c->half[k], c->half[k]);
      out[k] = inside != shadow[k];
      square += (shadow[k] - inside) * (shadow[k] - inside);
      point[k] = inside * 0.5;
    }
    if (crossed ? out[0] || out[1] : found && out[0] && out[1]) continue;
    square += corner[2] * c->scale * corner[2] * c->scale;
    if (corner[2] > 0 && square > c->margin * c->margin) continue;
    ig_addtoscl3(point, corner, 0.5);
    keep(c, point, ig_sqrt(square) * (corner[2] < 0 ? -1 : 1));
  }
}

static int edge_contacts(mjContact* con, const Boxes* b, const Overlap* best) {
  // the face of box 1 beside its edge: of the two, the one that is flatter to the edge of box 2
  num component[3], point[MAX_POINT][3], depth[MAX_POINT];
  int axis[2];
  for (int k = 0; k < 3; k++) component[k] = b->absrot[3 * k + best->edge2];
  order_axes(axis, best->edge1, component);
  const Turn* turn = &turn_up[best->corner1 & (1 << axis[1]) ? axis[1] : axis[1] + 3];

  EdgeClip c = {.margin = b->margin, .point = point, .depth = depth};
  turn_vector(c.normal, turn, best->normal);
  turn_size(c.half, turn, b->box[0].size);
  if (ig_abs(c.normal[2]) < mjMINVAL) return 0;
  num steep = 1 / c.normal[2];
  c.scale = steep * (best->inward ? -1 : 1);

  // corners of the face of box 2 along its edge, the nearest edge first, then the opposite one; and what they are seen along the
  // normal
  num centre[3], rot[9], columns[9];
  const num* size = b->box[1].size;
  int edge = best->edge2;
  order_axes(axis, edge, b->absrot + 3 * best->edge1);
  turn_vector(centre, turn, b->other[0]);
  turn_rows(rot, turn, b->rot[0]);
  ig_transpose3(columns, rot);
  centre[2] -= c.half[2];
  num near = best->corner2 & (1 << axis[0]) ? 1 : -1, up = best->corner2 & (1 << axis[1]) ? 1 : -1;
  for (int i = 0; i < 4; i++) {
    ig_addscl3(c.corner[i], centre, columns + 3 * axis[0], size[axis[0]] * (i < 2 ? near : -near));
    ig_addtoscl3(c.corner[i], columns + 3 * axis[1], size[axis[1]] * up);
    ig_addtoscl3(c.corner[i], columns + 3 * edge, i % 2 ? -size[edge] : size[edge]);
    ig_addscl3(c.shadow[i], c.corner[i], c.normal, -c.corner[i][2] * steep);
  }
  span(&c.solid, c.corner);
  span(&c.flat, c.shadow);

  edge_crossings(&c);
  bool crossed = c.count > 0;
  edge_rectangle_corners(&c, crossed);
  edge_patch_corners(&c, crossed);

  num mat[9], normal[3];
  turn_back(mat, turn, b->box[0].mat);
  ig_mulmatvec3(normal, mat, c.normal);
  ig_scl3(normal, normal, best->inward ? -1 : 1);
  for (int i = 0; i < c.count; i++) con[i].dist = depth[i];
  to_world(con, c.count, point, &b->box[0], mat, c.half[2], normal);
  return c.count;
}

// 1: outside the box, -1: inside, 0: within one percent of its surface
static int outside(const num point[3], const ig_Shape* box, num margin) {
  static const num ratio = 1.01;
  num local[3];
  bool inside = true;
  ig_sub3(local, point, box->pos);
  ig_mulmattvec3(local, box->mat, local);
  for (int k = 0; k < 3; k++) {
    num size = box->size[k] + margin, x = ig_abs(local[k]);
    if (x > size * ratio) return 1;
    inside = inside && x < size / ratio;
  }
  return inside ? -1 : 0;
}

// drop contacts that are outside of one box without being inside of the other; of equal positions keep the last
static int prune(mjContact* con, int count, const Boxes* b) {
  IG_ASSERT(count <= MAX_POINT);
  int kept = 0;
  bool good[MAX_POINT];
  for (int i = 0; i < count; i++) {
    int out1 = outside(con[i].pos, &b->box[0], b->margin), out2 = outside(con[i].pos, &b->box[1], b->margin);
    good[i] = !((out1 == 1 && out2 != -1) || (out2 == 1 && out1 != -1));
  }
  for (int i = 0; i < count; i++) {
    for (int j = i + 1; j < count && good[i]; j++) {
      const num *here = con[i].pos, *there = con[j].pos;
      if (good[j] && here[0] == there[0] && here[1] == there[1] && here[2] == there[2]) good[i] = false;
    }
    if (!good[i]) continue;
    if (kept < i) con[kept] = con[i];
    kept++;
  }
  return kept;
}

int ig_box_box(mjContact* con, num margin, const ig_Shape* box1, const ig_Shape* box2) {
  Boxes b = {.box = {*box1, *box2}, .margin = margin};
  num offset[3];
  ig_sub3(offset, box2->pos, box1->pos);
  ig_mulmattvec3(b.other[0], box1->mat, offset);
  ig_sub3(offset, box1->pos, box2->pos);
  ig_mulmattvec3(b.other[1], box2->mat, offset);
  ig_mulmattmat3(b.rot[0], box1->mat, box2->mat);
  ig_transpose3(b.rot[1], b.rot[0]);
  for (int i = 0; i < 9; i++) b.absrot[i] = ig_abs(b.rot[0][i]);

  Overlap best = {0};
  if (!find_overlap(&b, &best)) return 0;
  int count = best.box < 0 ? edge_contacts(con, &b, &best) : face_contacts(con, &b, &best);
  return prune(con, count, &b);
}

IG_COLLIDER(ig_collide_box_box) {
  ig_Shape box1 = ig_geom_shape(m, d, g1), box2 = ig_geom_shape(m, d, g2);
  return ig_box_box(con, margin, &box1, &box2);
}
