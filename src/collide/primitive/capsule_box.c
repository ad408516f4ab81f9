// SPDX-License-Identifier: Apache-2.0
// Capsule against box: at most two spheres on the capsule's core are tried against the box.
//
// The first sits where the core comes nearest to the box: at one of its ends over a face, or where it passes nearest to
// one of the twelve edges. The second lies as far from the first as the core stays above the same face or edge, and
// exists only if the core leads along the box rather than away from it. Which way it leads is read from signs: bit k of
// `heading` says that the axis points along +k, bit k of `corner` that the nearest corner lies at +k.
#include "collide/collide.h"

#include <mujoco/mujoco.h>

#include "collide/primitive/shape.h"
#include "math/vec3.h"

// positions along the core and along an edge go from -1 to 1
typedef struct {
  num centre[3], unit[3], half[3];  // of the capsule's core, in the box frame
  num length;                       // half-length
  const num* size;                  // of the box
  int heading;
} Core;

typedef enum { NEAR_NOTHING, NEAR_FACE, NEAR_CORNER, NEAR_EDGE } Feature;

typedef struct {
  Feature feature;
  num square;   // distance, squared
  num at;       // position along the core
  num edge_at;  // position along the edge
  int axis;     // of the face (-1: the end is inside) or of the edge
  int corner;
} Nearest;

// an end that is outside of one pair of faces at most
static void try_end(Nearest* best, const Core* core, int end) {
  num tip[3], gap[3];
  ig_addscl3(tip, core->centre, core->half, end);
  int outside = 0, axis = -1;
  for (int k = 0; k < 3; k++) {
    num clamped = ig_clip(tip[k], -core->size[k], core->size[k]);
    if (clamped != tip[k]) {
      outside++;
      axis = k;
    }
    gap[k] = clamped - tip[k];
  }
  num square = ig_dot3(gap, gap);
  if (outside > 1 || !(square < best->square)) return;
  *best = (Nearest){.feature = NEAR_FACE, .square = square, .at = end, .axis = axis};
}

// clamp to [-1, 1]; returns the side it was clamped to, or 0
static int clamp_unit(num* x) {
  int side = *x > 1 ? 1 : *x < -1 ? -1 : 0;
  if (side) *x = side;
  return side;
}

// the edge along `axis` through `corner`, whose bit of that axis is 0
// an edge is parallel to the core where the squared sine of their angle is rounding; and what a squared distance is rounded by
#define PARALLEL(product) IG_BY_PRECISION(mjMINVAL, 1e-6 * (product))
#define NEARER(square) IG_BY_PRECISION(mjMINVAL, 1e-6 * (square) + mjMINVAL)

static void try_edge(Nearest* best, const Core* core, int axis, int corner) {
  num gap[3], size = core->size[axis];
  ig_box_corner(gap, core->size, corner);
  gap[axis] = 0;
  ig_subfrom3(gap, core->centre);

  // normal equations of the two lines: x along the edge, y along the core
  num mxx = size * size, mxy = -size * core->half[axis], myy = core->length * core->length;
  num u = -size * gap[axis], v = ig_dot3(core->half, gap), det = mxx * myy - mxy * mxy;
  if (ig_abs(det) < PARALLEL(mxx * myy)) return;
  num inv = 1 / det, x = (myy * u - mxy * v) * inv, y = (mxx * v - mxy * u) * inv;
  int x_side = clamp_unit(&x);
  if (x_side) y = (v - x_side * mxy) * (1 / myy);
  int y_side = clamp_unit(&y);
  if (y_side) {
    x = (u - y_side * mxy) * (1 / mxx);
    int side = clamp_unit(&x);
    if (side) x_side = side;
  }

  ig_addtoscl3(gap, core->half, -y);
  gap[axis] += size * x;
  num square = ig_dot3(gap, gap);
  // a face keeps its lead over an edge that is nearer by rounding only
  if (!(square < best->square - NEARER(best->square))) return;
  *best = (Nearest){.feature = x_side ? NEAR_CORNER : NEAR_EDGE,
                    .square = square,
                    .at = y,
                    .edge_at = x,
                    .axis = axis,
                    .corner = corner | (x_side > 0) << axis};
}

// the smaller of step and the step that crosses `width` along an axis
static num limit_step(num step, const Core* core, int axis, num width) {
  num whole = width / ig_abs(core->half[axis]);
  return whole < step ? whole : step;
}

// from the corner, along an edge or across a face; none if the core points at the corner or straight off it
static bool step_from_corner(num* step, const Nearest* near, const Core* core) {
  int bits = core->heading ^ near->corner;
  if (bits == 0 || bits == 7) return false;
  int sign = bits == 1 || bits == 2 || bits == 4 ? 1 : -1;
  if (sign < 0) bits = 7 - bits;
  int axis = bits >> 1;  // 1, 2, 4 to 0, 1, 2
  if (core->unit[axis] * core->unit[axis] > 0.5) {
    *step = sign * limit_step(1 - sign * near->at, core, axis, 2 * core->size[axis]);
  } else {
    int side1 = (axis + 1) % 3, side2 = (axis + 2) % 3;
    num back = limit_step(1 + sign * near->at, core, side1, 2 * core->size[side1]);
    *step = -sign * limit_step(back, core, side2, 2 * core->size[side2]);
  }
  return true;
}

// from the inside of an edge across the face that the core is flatter to; none if they form a T
static bool step_from_edge(num* step, const Nearest* near, const Core* core) {
  int axis = near->axis, bits = (core->heading ^ near->corner) & ~(1 << axis);
  int side1 = (axis + 1) % 3, side2 = (axis + 2) % 3;
  if (bits != 1 << side1 && bits != 1 << side2) return false;
  int across = ig_abs(core->unit[side1]) > ig_abs(core->unit[side2]) ? side1 : side2;
  bool forward = bits & (1 << across), along = core->heading & (1 << axis);
  num sign = forward ? 1 : -1;
  num reach = limit_step(1 - sign * near->at, core, across, 2 * core->size[across]);
  num rest = along == forward ? 1 - near->edge_at : 1 + near->edge_at;
  *step = sign * limit_step(reach, core, axis, core->size[axis] * rest);
  return true;
}

// from the end above a face towards the other end, up to the face's border
static bool step_from_face(num* step, const Nearest* near, const Core* core) {
  if (near->axis < 0) return false;
  num sign = near->at < 0 ? 1 : -1, tip[3], reach = 2;
  ig_addscl3(tip, core->centre, core->half, -sign);
  for (int k = 0; k < 3; k++) {
    for (int side = 1; side >= -1 && k != near->axis; side -= 2) {
      num border = (side * core->size[k] - tip[k]) / core->half[k] * sign;
      if (border > 0 && border < reach) reach = border;
    }
  }
  *step = sign * reach;
  return true;
}

// sphere on the core
static int place(mjContact* con, num margin, const ig_Shape* capsule, const ig_Shape* box, const Core* core, num at) {
  num local[3], centre[3];
  ig_addscl3(local, core->centre, core->half, at);
  ig_mulmatvec3(centre, box->mat, local);
  ig_addto3(centre, box->pos);
  ig_Shape sphere = {centre, capsule->mat, capsule->size};
  return ig_sphere_box(con, margin, &sphere, box);
}

int ig_capsule_box(mjContact* con, num margin, const ig_Shape* capsule, const ig_Shape* box) {
  Core core = {.length = capsule->size[1], .size = box->size};
  num offset[3];
  ig_sub3(offset, capsule->pos, box->pos);
  ig_mulmattvec3(core.centre, box->mat, offset);
  ig_column(offset, capsule->mat, 2);
  ig_mulmattvec3(core.unit, box->mat, offset);
  ig_scl3(core.half, core.unit, core.length);
  for (int k = 0; k < 3; k++) core.heading |= (core.half[k] > 0) << k;

  // where the core comes nearest: its ends, then the edges of the box
  num reach = margin + 2 * (capsule->size[0] + capsule->size[1] + box->size[0] + box->size[1] + box->size[2]);
  Nearest near = {.feature = NEAR_NOTHING, .square = reach};
  try_end(&near, &core, -1);
  try_end(&near, &core, 1);
  for (int axis = 0; axis < 3; axis++) {
    for (int corner = 0; corner < 8; corner++) {
      if (!(corner & (1 << axis))) try_edge(&near, &core, axis, corner);
    }
  }

  // and how far it leads along the box from there
  num step = 0;
  bool second = false;
  switch (near.feature) {
    case NEAR_NOTHING: return 0;
    case NEAR_CORNER: second = step_from_corner(&step, &near, &core); break;
    case NEAR_EDGE: second = step_from_edge(&step, &near, &core); break;
    case NEAR_FACE: second = step_from_face(&step, &near, &core); break;
  }
  int count = place(con, margin, capsule, box, &core, near.at);
  if (second) count += place(con + count, margin, capsule, box, &core, step + near.at);
  return count;
}

IG_COLLIDER(ig_collide_capsule_box) {
  ig_Shape capsule = ig_geom_shape(m, d, g1), box = ig_geom_shape(m, d, g2);
  return ig_capsule_box(con, margin, &capsule, &box);
}
