// SPDX-License-Identifier: Apache-2.0
// Rays against shapes with a closed formula, each in its own frame.
#include "collide/ray/ray.h"

#include <mujoco/mujoco.h>

#include "math/vec3.h"

static const num NONE = -1;

// a x^2 + 2 b x + c = 0: both solutions in order (-1, -1 if there are none); returns the smallest that is not negative, or -1
IG_INLINE real solve(real x[2], real a, real b, real c) {
  const real none = ig_broadcast(NONE), zero = ig_broadcast(0);
  real det = b * b - a * c;
  mask misses = ig_or(ig_lt(det, zero), ig_lt(a, ig_broadcast(mjMINVAL)));
  x[0] = x[1] = none;
  if (ig_all(misses)) return none;
  det = ig_sqrt(det);
  x[0] = ig_select(misses, none, (-b - det) / a);
  x[1] = ig_select(misses, none, (-b + det) / a);
  return ig_select(ig_le(zero, x[0]), x[0], ig_select(ig_le(zero, x[1]), x[1], none));
}

IG_INLINE void along(real r[3], const ig_Ray* ray, real x) { ig_addscl3(r, ray->point, ray->vec, x); }

// a coordinate there
IG_INLINE real coordinate(const ig_Ray* ray, int k, real x) { return ray->point[k] + x * ray->vec[k]; }

IG_INLINE mask is_hit(real x) { return ig_le(ig_broadcast(0), x); }

// sphere about the origin of the ray's frame
IG_INLINE real sphere_hits(real x[2], const real point[3], const real vec[3], real square) {
  return solve(x, ig_dot3(vec, vec), ig_dot3(vec, point), ig_dot3(point, point) - square);
}

// endless tube about z
IG_INLINE real tube_hit(const ig_Ray* ray, real radius) {
  const real *p = ray->point, *v = ray->vec;
  real x[2];
  return solve(x, v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1], p[0] * p[0] + p[1] * p[1] - radius * radius);
}

// Normals are written where some lane is hit, in all of them; those of the others are not read.

// from the front, within the rectangle that is drawn
IG_INLINE real ray_plane(const ig_Ray* ray, const real size[3], real normal[3]) {
  const real none = ig_broadcast(NONE), zero = ig_broadcast(0);
  mask misses = ig_lt(ig_broadcast(-mjMINVAL), ray->vec[2]);
  if (ig_all(misses)) return none;
  real x = -ray->point[2] / ray->vec[2];
  misses = ig_or(misses, ig_lt(x, zero));
  for (int k = 0; k < 2; k++) {
    mask beyond = ig_lt(size[k], ig_abs(coordinate(ray, k, x)));
    misses = ig_or(misses, ig_and(ig_lt(zero, size[k]), beyond));
  }
  x = ig_select(misses, none, x);
  if (normal && ig_any(is_hit(x))) ig_set3(normal, zero, zero, ig_broadcast(1));
  return x;
}

// the side between the caps' centres, then the outer half of each cap's sphere
IG_INLINE real ray_capsule(const ig_Ray* ray, const real size[3], real normal[3]) {
  const real none = ig_broadcast(NONE), zero = ig_broadcast(0);
  real radius = size[0], half = size[1], x = tube_hit(ray, radius), where = zero;
  real best = ig_select(ig_and(is_hit(x), ig_le(ig_abs(coordinate(ray, 2, x)), half)), x, none);
  for (int side = 0; side < 2; side++) {
    const num cap = side ? -1 : 1;
    real hit[2], offset[3] = {ray->point[0], ray->point[1], ray->point[2] - cap * half};
    sphere_hits(hit, offset, ray->vec, radius * radius);
    for (int i = 0; i < 2; i++) {
      mask outer = ig_le(half, cap * coordinate(ray, 2, hit[i]));
      where = ig_select(ig_ray_nearer_among(&best, hit[i], outer), ig_broadcast(cap), where);
    }
  }
  if (normal && ig_any(is_hit(best))) {
    along(normal, ray, best);
    normal[2] = ig_select(ig_eq(where, zero), zero, normal[2] - half * where);
    ig_normalize3(normal);
  }
  return best;
}

// x.x = 1 in the metric of the ellipsoid
IG_INLINE real ray_ellipsoid(const ig_Ray* ray, const real size[3], real normal[3]) {
  real s[3], hit[2], a = ig_broadcast(0), b = ig_broadcast(0), c = ig_broadcast(0);
  for (int k = 0; k < 3; k++) {
    s[k] = 1 / (size[k] * size[k]);
    real sv = s[k] * ray->vec[k];
    a += sv * ray->vec[k];
    b += sv * ray->point[k];
    c += s[k] * ray->point[k] * ray->point[k];
  }
  real x = solve(hit, a, b, c - 1);
  if (normal && ig_any(is_hit(x))) {
    along(normal, ray, x);
    for (int k = 0; k < 3; k++) normal[k] *= s[k];
    ig_normalize3(normal);
  }
  return x;
}

// the flat ends, then the side between them
IG_INLINE real ray_cylinder(const ig_Ray* ray, const real size[3], real normal[3]) {
  const real zero = ig_broadcast(0);
  real best = ig_broadcast(NONE), where = zero, at[3];
  mask steep = ig_lt(ig_broadcast(mjMINVAL), ig_abs(ray->vec[2]));
  for (int side = 0; side < 2 && ig_any(steep); side++) {
    const num end = side ? 1 : -1;
    real x = (end * size[1] - ray->point[2]) / ray->vec[2];
    along(at, ray, x);
    mask within = ig_and(steep, ig_le(at[0] * at[0] + at[1] * at[1], size[0] * size[0]));
    where = ig_select(ig_ray_nearer_among(&best, x, within), ig_broadcast(end), where);
  }
  real x = tube_hit(ray, size[0]);
  mask within = ig_le(ig_abs(coordinate(ray, 2, x)), size[1]);
  where = ig_select(ig_ray_nearer_among(&best, x, within), zero, where);
  if (normal && ig_any(is_hit(best))) {
    mask side = ig_eq(where, zero);
    along(at, ray, best);
    ig_set3(normal, ig_select(side, at[0], zero), ig_select(side, at[1], zero), where);
    ig_normalize3(normal);
  }
  return best;
}

// box in its frame; side[2*axis] and side[2*axis + 1] get the hits of the low and high side, if wanted
IG_INLINE real ray_box(const ig_Ray* ray, const real size[3], real side[6], real normal[3]) {
  const real none = ig_broadcast(NONE), zero = ig_broadcast(0);
  real best = none, axis = zero, outward = ig_broadcast(1);
  for (int k = 0; side && k < 6; k++) side[k] = none;
  for (int face = 0; face < 6; face++) {
    int k = face / 2, k1 = k == 0 ? 1 : 0, k2 = k == 2 ? 1 : 2;
    num sign = face % 2 ? 1 : -1;
    mask steep = ig_lt(ig_broadcast(mjMINVAL), ig_abs(ray->vec[k]));
    if (!ig_any(steep)) continue;
    real x = (sign * size[k] - ray->point[k]) / ray->vec[k];
    mask meets = ig_and(steep, is_hit(x));
    if (!ig_any(meets)) continue;
    mask beyond = ig_or(ig_lt(size[k1], ig_abs(coordinate(ray, k1, x))), ig_lt(size[k2], ig_abs(coordinate(ray, k2, x))));
    meets = ig_and(meets, ig_not(beyond));
    if (side) side[face] = ig_select(meets, x, none);
    mask nearer = ig_ray_nearer_among(&best, x, meets);
    axis = ig_select(nearer, ig_broadcast(k), axis);
    outward = ig_select(nearer, ig_broadcast(sign), outward);
  }
  if (normal && ig_any(is_hit(best))) {
    for (int k = 0; k < 3; k++) normal[k] = ig_select(ig_eq(axis, ig_broadcast(k)), outward, zero);
  }
  return best;
}

// the box's bounding sphere is tried first
IG_INLINE real posed_box(const real pos[3], const real mat[9], const real size[3], const real point[3], const real vec[3],
                         real side[6], real normal[3]) {
  const real none = ig_broadcast(NONE);
  mask misses = ig_ray_misses_sphere(pos, ig_dot3(size, size), point, vec);
  for (int k = 0; side && k < 6; k++) side[k] = none;
  if (ig_all(misses)) return none;
  ig_Ray ray = ig_ray_local(pos, mat, point, vec);
  real x = ig_select(misses, none, ray_box(&ray, size, side, normal));
  for (int k = 0; side && k < 6; k++) side[k] = ig_select(misses, none, side[k]);
  if (normal && ig_any(is_hit(x))) ig_mulmatvec3(normal, mat, normal);
  return x;
}

// spheres have no orientation: mat may be NULL
IG_INLINE real posed_sphere(const real pos[3], real radius, const real point[3], const real vec[3], real normal[3]) {
  const real none = ig_broadcast(NONE);
  real offset[3], hit[2];
  mask misses = ig_ray_misses_sphere(pos, radius * radius, point, vec);
  if (ig_all(misses)) return none;
  ig_sub3(offset, point, pos);
  real x = ig_select(misses, none, sphere_hits(hit, offset, vec, radius * radius));
  if (normal && ig_any(is_hit(x))) {
    ig_addscl3(normal, point, vec, x);
    ig_subfrom3(normal, pos);
    ig_normalize3(normal);
  }
  return x;
}

// capsules and cylinders lie in a sphere; others have no bound, or try it themselves
IG_INLINE mask misses_bound(const real pos[3], const real size[3], const real point[3], const real vec[3], int type) {
  const real zero = ig_broadcast(0);
  if (type != mjGEOM_CAPSULE && type != mjGEOM_CYLINDER) return ig_lt(zero, zero);
  real bound = type == mjGEOM_CAPSULE ? (size[0] + size[1]) * (size[0] + size[1]) : size[0] * size[0] + size[1] * size[1];
  return ig_and(ig_lt(zero, bound), ig_ray_misses_sphere(pos, bound, point, vec));
}

IG_INLINE real posed_shape(const real pos[3], const real mat[9], const real size[3], const real point[3], const real vec[3],
                           int type, real normal[3]) {
  const real none = ig_broadcast(NONE);
  if (type == mjGEOM_SPHERE) return posed_sphere(pos, size[0], point, vec, normal);
  if (type == mjGEOM_BOX) return posed_box(pos, mat, size, point, vec, NULL, normal);
  mask misses = misses_bound(pos, size, point, vec, type);
  if (ig_all(misses)) return none;
  ig_Ray ray = ig_ray_local(pos, mat, point, vec);
  real x = none;
  switch (type) {
    case mjGEOM_PLANE: x = ray_plane(&ray, size, normal); break;
    case mjGEOM_CAPSULE: x = ray_capsule(&ray, size, normal); break;
    case mjGEOM_ELLIPSOID: x = ray_ellipsoid(&ray, size, normal); break;
    case mjGEOM_CYLINDER: x = ray_cylinder(&ray, size, normal); break;
  }
  if (normal && ig_any(is_hit(x))) ig_mulmatvec3(normal, mat, normal);
  return ig_select(misses, none, x);
}

#if IG_WIDTH == 1

static bool has_formula(int type) { return type == mjGEOM_PLANE || (type >= mjGEOM_SPHERE && type <= mjGEOM_BOX); }

num ig_ray_posed_box(const num pos[3], const num mat[9], const num size[3], const num point[3], const num vec[3], num side[6],
                     num normal[3]) {
  if (normal) ig_zero3(normal);
  return posed_box(pos, mat, size, point, vec, side, normal);
}

num ig_ray_shape(const num pos[3], const num mat[9], const num size[3], const num point[3], const num vec[3], int type,
                 num normal[3]) {
  if (has_formula(type)) return posed_shape(pos, mat, size, point, vec, type, normal);
#ifndef IG_DEVICE
  mju_error("geom type %d has no ray formula", type);
#endif
  return -1;
}

num mju_rayGeom(const num pos[3], const num mat[9], const num size[3], const num pnt[3], const num vec[3], int geomtype,
                num normal[3]) {
  if (normal) ig_zero3(normal);
  return ig_ray_shape(pos, mat, size, pnt, vec, geomtype, normal);
}

#else

void IG_NAME(ig_ray_shape_nearer)(const real pos[3], const real mat[9], const real size[3], const ig_Ray* ray, int type,
                                  const mask* among, real* best, real* normal, mask* nearer) {
  real facing[3] = {ig_broadcast(0), ig_broadcast(0), ig_broadcast(0)};
  real x = posed_shape(pos, mat, size, ray->point, ray->vec, type, normal ? facing : NULL);
  *nearer = ig_ray_nearer_among(best, x, *among);
  for (int k = 0; normal && k < 3; k++) normal[k] = ig_select(*nearer, facing[k], normal[k]);
}

#endif
