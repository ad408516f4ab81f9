// SPDX-License-Identifier: Apache-2.0
// Most contacts lie between two simple features: a point, a line, a circle or a plane of each geom, with a radius around it.
// Which ones is read from the contact: its position, half the distance and the radius along the normal lead to the points of both
// features. The nearest points of lines and circles slide; the conditions that hold them nearest,
//   x . a1 = 0, x . a2 = 0,  x = p2 - p1,  tangents a1, a2,
// are differentiated for the speeds of sliding. What is clipped or rolls (boxes on boxes, capsules along boxes, cylinders on
// planes) is differentiated by differences of the collider alone, extrapolated (Richardson): it is a closed formula, and exact to
// some 1e-10.
#include "derive/shape_rate.h"

#include <math.h>

#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/stack.h"

// ------------------------------------------------ simple features

typedef enum { POINT, LINE, CIRCLE, PLANE, OTHER } Kind;

typedef struct {
  Kind kind;
  mjtNum point[3];          // of the feature, at the contact
  mjtNum direction[3];      // of a line, a circle's tangent
  mjtNum radius;            // around it
  mjtNum outward[3], bend;  // of a circle: from its centre, and its radius
} Feature;

// coordinates at the border of a box
static void box_feature(Feature* f, const mjtNum local[3], const mjtNum size[3], const mjtNum mat[9]) {
  int at_border = 0, free = 0;
  for (int k = 0; k < 3; k++) {
    bool border = mju_abs(mju_abs(local[k]) - size[k]) < 1e-9 * (1 + size[k]);
    at_border += border;
    if (!border) free = k;
  }
  static const Kind kinds[] = {OTHER, PLANE, LINE, POINT};
  f->kind = kinds[at_border];
  if (f->kind == LINE) ig_set3(f->direction, mat[free], mat[3 + free], mat[6 + free]);
}

static void cylinder_feature(Feature* f, const mjtNum local[3], const mjtNum size[3], const mjtNum mat[9], const mjtNum normal[3],
                             mjtNum sign) {
  mjtNum across = mju_sqrt(local[0] * local[0] + local[1] * local[1]), border = 1e-9 * (1 + size[0] + size[1]);
  bool cap = mju_abs(mju_abs(local[2]) - size[1]) < border, side = mju_abs(across - size[0]) < border;
  const mjtNum axis[3] = {mat[2], mat[5], mat[8]};
  if (cap && side) {
    const mjtNum outward[3] = {local[0] / across, local[1] / across, 0};
    f->kind = CIRCLE;
    f->bend = size[0];
    ig_mulmatvec3(f->outward, mat, outward);
    ig_cross(f->direction, axis, f->outward);
  } else if (cap) {
    f->kind = PLANE;
  } else if (side) {
    // a line in the middle, with the cylinder's radius
    f->kind = LINE;
    f->radius = size[0];
    ig_copy3(f->direction, axis);
    ig_addtoscl3(f->point, normal, sign * size[0]);
  }
}

// side 0: the geom that the normal leaves, 1: the one it points to
static Feature feature_of(const mjModel* m, const mjData* d, const mjContact* con, int side) {
  int geom = con->geom[side], type = m->geom_type[geom];
  const mjtNum *size = m->geom_size + 3 * geom, *mat = d->geom_xmat + 9 * geom, *normal = con->frame;
  mjtNum sign = side ? 1 : -1, offset[3], local[3];
  Feature f = {.kind = OTHER};
  if (type == mjGEOM_SPHERE || type == mjGEOM_CAPSULE) f.radius = size[0];
  ig_addscl3(f.point, con->pos, normal, sign * (0.5 * con->dist + f.radius));
  ig_sub3(offset, f.point, d->geom_xpos + 3 * geom);
  ig_mulmattvec3(local, mat, offset);
  switch (type) {
    case mjGEOM_PLANE: f.kind = PLANE; break;
    case mjGEOM_SPHERE: f.kind = POINT; break;
    case mjGEOM_CAPSULE:
      f.kind = mju_abs(local[2]) < size[1] * (1 - 1e-9) ? LINE : POINT;
      ig_set3(f.direction, mat[2], mat[5], mat[8]);
      break;
    case mjGEOM_BOX: box_feature(&f, local, size, mat); break;
    case mjGEOM_CYLINDER: cylinder_feature(&f, local, size, mat, normal, sign); break;
    default: break;
  }
  return f;
}

// the motion of a point of the second geom by one of the six twists
static void twist_point(mjtNum motion[3], const mjContact* con, int twist, const mjtNum point[3]) {
  mjtNum arm[3], turn[3] = {twist == 0, twist == 1, twist == 2};
  ig_zero3(motion);
  if (twist >= 3) {
    motion[twist - 3] = 1;
    return;
  }
  ig_sub3(arm, point, con->pos);
  ig_cross(motion, turn, arm);
}

static void turn_direction(mjtNum change[3], int twist, const mjtNum direction[3]) {
  mjtNum turn[3] = {twist == 0, twist == 1, twist == 2};
  ig_cross(change, turn, direction);
}

// a plane and a point, the plane of the first geom or of the second: normals from the first to the second
static void plane_point(const mjContact* con, const Feature f[2], ig_ShapeRate* rate) {
  const mjtNum* n = con->frame;
  bool first = f[0].kind == PLANE;
  for (int twist = 0; twist < 6; twist++) {
    mjtNum motion[3], dn[3] = {0};
    twist_point(motion, con, twist, f[first].point);
    rate->dist[twist] = ig_dot3(n, motion);
    if (!first) turn_direction(dn, twist, n);
    // the position is half the distance and the radius off the point, which stands still if it is the first's
    mjtNum back = 0.5 * con->dist + f[first].radius, sign = first ? -1 : 1;
    for (int k = 0; k < 3; k++) {
      rate->normal[twist][k] = dn[k];
      rate->pos[twist][k] = (first ? motion[k] : 0) + sign * (back * dn[k] + 0.5 * rate->dist[twist] * n[k]);
    }
  }
}

// points, lines, circles
static void nearest_points(const mjContact* con, const Feature f[2], ig_ShapeRate* rate) {
  const mjtNum *n = con->frame, *a1 = f[0].direction, *a2 = f[1].direction;
  bool slides1 = f[0].kind == LINE, slides2 = f[1].kind != POINT;
  mjtNum x[3], c = slides1 && slides2 ? ig_dot3(a1, a2) : 0;
  ig_sub3(x, f[1].point, f[0].point);
  mjtNum length = ig_norm3(x), bend = f[1].kind == CIRCLE ? ig_dot3(x, f[1].outward) / f[1].bend : 0;
  for (int twist = 0; twist < 6; twist++) {
    mjtNum move[3], turn[3], s1 = 0, s2 = 0;
    twist_point(move, con, twist, f[1].point);
    if (slides2) {
      turn_direction(turn, twist, a2);
      mjtNum lead = slides1 ? c * ig_dot3(a1, move) : 0;
      s2 = (lead - ig_dot3(a2, move) - ig_dot3(x, turn)) / (1 - c * c - bend);
    }
    if (slides1) s1 = ig_dot3(a1, move) + c * s2;
    if (slides2) ig_addtoscl3(move, a2, s2);
    if (slides1) ig_addtoscl3(move, a1, -s1);
    mjtNum dist = ig_dot3(n, move);
    rate->dist[twist] = dist;
    for (int k = 0; k < 3; k++) {
      rate->normal[twist][k] = (move[k] - n[k] * dist) / length;
      rate->pos[twist][k] = a1[k] * s1 + rate->normal[twist][k] * (f[0].radius + 0.5 * con->dist) + 0.5 * n[k] * dist;
    }
  }
}

// ------------------------------------------------ differences of the collider

enum { LEVELS = 3, NUMBERS = 10 };

// dist, pos, normal, hint of contact `index` of the pair, with the second geom moved
static bool collide_moved(const mjModel* m, mjData* d, const mjContact* con, int index, int count, int twist, mjtNum step,
                          mjtNum out[NUMBERS]) {
  int geom = con->geom[1];
  mjtNum *pos = d->geom_xpos + 3 * geom, *mat = d->geom_xmat + 9 * geom, keep_pos[3], keep_mat[9], move[3];
  ig_copy3(keep_pos, pos);
  ig_copy9(keep_mat, mat);
  if (twist < 3) {
    mjtNum axis[3] = {twist == 0, twist == 1, twist == 2}, quat[4], turn[9], arm[3];
    ig_axisangle2quat(quat, axis, step);
    ig_quat2mat(turn, quat);
    ig_mulmat3(mat, turn, keep_mat);
    ig_sub3(arm, keep_pos, con->pos);
    ig_mulmatvec3(move, turn, arm);
    ig_add3(pos, con->pos, move);
  } else {
    pos[twist - 3] += step;
  }
  mjContact all[mjMAXCONPAIR];
  int g1 = con->geom[0], n = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[geom]](m, d, all, g1, geom, con->includemargin);
  ig_copy3(pos, keep_pos);
  ig_copy9(mat, keep_mat);
  if (n != count) return false;
  out[0] = all[index].dist;
  ig_copy3(out + 1, all[index].pos);
  ig_copy(out + 4, all[index].frame, 6);
  return true;
}

// which of the pair's contacts it is
static bool find_in_pair(const mjModel* m, const mjData* d, const mjContact* con, int* index, int* count, mjtNum hint[3]) {
  mjContact all[mjMAXCONPAIR];
  int g1 = con->geom[0], g2 = con->geom[1];
  *count = mjCOLLISIONFUNC[m->geom_type[g1]][m->geom_type[g2]](m, d, all, g1, g2, con->includemargin);
  for (*index = 0; *index < *count; ++*index) {
    if (all[*index].dist != con->dist || ig_dist3(all[*index].pos, con->pos) != 0) continue;
    ig_copy3(hint, all[*index].frame + 3);
    return true;
  }
  return false;
}

// Returns an estimate of the error: how far the last two columns of the table are apart; infinite where the collider finds
// another number of contacts nearby.
static mjtNum extrapolate(const mjModel* m, mjData* d, const mjContact* con, int index, int count, int twist, mjtNum h,
                          mjtNum out[NUMBERS]) {
  mjtNum table[LEVELS][NUMBERS], up[NUMBERS], down[NUMBERS], error = 0;
  for (int level = 0; level < LEVELS; level++, h /= 2) {
    if (!collide_moved(m, d, con, index, count, twist, h, up)) return INFINITY;
    if (!collide_moved(m, d, con, index, count, twist, -h, down)) return INFINITY;
    for (int i = 0; i < NUMBERS; i++) {
      mjtNum value = (up[i] - down[i]) / (2 * h), factor = 4;
      for (int k = 0; k < level; k++, factor *= 4) {
        mjtNum before = table[k][i];
        table[k][i] = value;
        value += (value - before) / (factor - 1);
      }
      table[level][i] = value;
      if (level == LEVELS - 1) error = ig_max(error, ig_abs(value - table[level - 1][i]));
    }
  }
  ig_copy(out, table[LEVELS - 1], NUMBERS);
  return error;
}

// The collider may change its mind nearby (another face, other corners): then smaller steps are taken.
static bool difference(const mjModel* m, mjData* d, const mjContact* con, int index, int count, int twist, mjtNum out[NUMBERS]) {
  static const mjtNum good = 1e-8, fair = 1e-6, smallest = 1e-7;
  mjtNum best = INFINITY, trial[NUMBERS] = {0};
  for (mjtNum h = 1e-3; h > smallest && best > good; h /= 10) {
    mjtNum error = extrapolate(m, d, con, index, count, twist, h, trial);
    if (error >= best) continue;
    best = error;
    ig_copy(out, trial, NUMBERS);
  }
  return best < fair;
}

static const char* by_differences(const mjModel* m, mjData* d, const mjContact* con, ig_ShapeRate* rate) {
  int index, count;
  mjtNum hint[3];
  if (!find_in_pair(m, d, con, &index, &count, hint)) return "a contact that its collider does not find again";
  rate->moving = ig_dot3(hint, hint) >= 0.25;
  if (rate->moving) ig_copy3(rate->along, hint);
  for (int twist = 0; twist < 6; twist++) {
    mjtNum out[NUMBERS] = {0};
    if (!difference(m, d, con, index, count, twist, out)) return "a contact at which its collider is not smooth";
    rate->dist[twist] = out[0];
    ig_copy3(rate->pos[twist], out + 1);
    ig_copy3(rate->normal[twist], out + 4);
    ig_copy3(rate->hint[twist], out + 7);
  }
  return NULL;
}

// ------------------------------------------------ all of them

// the world's y axis, or z where the normal is close to it: see ig_complete_frame
static void world_hint(const mjContact* con, ig_ShapeRate* rate) {
  bool flat = mju_abs(con->frame[1]) < 0.5;
  ig_set3(rate->along, 0, flat, !flat);
}

static bool simple(const mjModel* m, const mjContact* con) {
  int a = m->geom_type[con->geom[0]], b = m->geom_type[con->geom[1]];
  if (a == mjGEOM_PLANE) return b == mjGEOM_SPHERE || b == mjGEOM_CAPSULE || b == mjGEOM_BOX;
  if (a == mjGEOM_SPHERE) return b == mjGEOM_SPHERE || b == mjGEOM_CAPSULE || b == mjGEOM_BOX || b == mjGEOM_CYLINDER;
  return a == mjGEOM_CAPSULE && b == mjGEOM_CAPSULE;
}

static bool has_field(const mjModel* m, int geom) {
  return m->geom_type[geom] == mjGEOM_HFIELD || m->geom_type[geom] == mjGEOM_SDF;
}

const char* ig_shape_rate(const mjModel* m, mjData* d, const mjContact* con, ig_ShapeRate* rate) {
  if (con->geom[0] < 0 || con->geom[1] < 0) return "a contact of a flex";
  *rate = (ig_ShapeRate){0};
  world_hint(con, rate);
  if (!simple(m, con)) {
    if (has_field(m, con->geom[0]) || has_field(m, con->geom[1])) return "a contact of a height field or signed distance field";
    const char* obstacle = by_differences(m, d, con, rate);
    if (!obstacle || m->geom_type[con->geom[0]] != mjGEOM_PLANE) return obstacle;
    // a cylinder that stands, say: the point stays where it is on the geom
    Feature held[2] = {feature_of(m, d, con, 0), feature_of(m, d, con, 1)};
    *rate = (ig_ShapeRate){0};
    world_hint(con, rate);
    plane_point(con, held, rate);
    return NULL;
  }
  Feature f[2] = {feature_of(m, d, con, 0), feature_of(m, d, con, 1)};
  // a capsule on a plane leads the tangent
  if (f[0].kind == PLANE && m->geom_type[con->geom[1]] == mjGEOM_CAPSULE) {
    rate->moving = true;
    ig_copy3(rate->along, f[1].direction);
    for (int twist = 0; twist < 3; twist++) turn_direction(rate->hint[twist], twist, f[1].direction);
  }
  if (f[0].kind == PLANE || f[1].kind == PLANE) {
    plane_point(con, f, rate);
  } else if (f[0].kind == OTHER || f[1].kind == OTHER) {
    return by_differences(m, d, con, rate);
  } else {
    nearest_points(con, f, rate);
  }
  return NULL;
}
