// SPDX-License-Identifier: Apache-2.0
// Rays against shapes with a closed formula, each in its own frame.
#include "collide/ray/ray.h"

#include <mujoco/mujoco.h>

#include "math/vec3.h"

// a x^2 + 2 b x + c = 0: both solutions in order (-1, -1 if there are none); returns the smallest that is not negative, or -1
static mjtNum solve(mjtNum x[2], mjtNum a, mjtNum b, mjtNum c) {
  mjtNum det = b * b - a * c;
  x[0] = x[1] = -1;
  if (det < 0 || a < mjMINVAL) return -1;
  det = ig_sqrt(det);
  x[0] = (-b - det) / a;
  x[1] = (-b + det) / a;
  return x[0] >= 0 ? x[0] : x[1] >= 0 ? x[1] : -1;
}

static void along(mjtNum r[3], const ig_Ray* ray, mjtNum x) { ig_addscl3(r, ray->point, ray->vec, x); }

// sphere about the origin of the ray's frame
static mjtNum sphere_hits(mjtNum x[2], const mjtNum point[3], const mjtNum vec[3], mjtNum square) {
  return solve(x, ig_dot3(vec, vec), ig_dot3(vec, point), ig_dot3(point, point) - square);
}

// endless tube about z
static mjtNum tube_hit(const ig_Ray* ray, mjtNum radius) {
  const mjtNum *p = ray->point, *v = ray->vec;
  mjtNum x[2];
  return solve(x, v[0] * v[0] + v[1] * v[1], v[0] * p[0] + v[1] * p[1], p[0] * p[0] + p[1] * p[1] - radius * radius);
}

// from the front, within the rectangle that is drawn
static mjtNum ray_plane(const ig_Ray* ray, const mjtNum size[3], mjtNum normal[3]) {
  if (ray->vec[2] > -mjMINVAL) return -1;
  mjtNum x = -ray->point[2] / ray->vec[2];
  if (x < 0) return -1;
  for (int k = 0; k < 2; k++) {
    if (size[k] > 0 && ig_abs(ray->point[k] + x * ray->vec[k]) > size[k]) return -1;
  }
  if (normal) ig_set3(normal, 0, 0, 1);
  return x;
}

// the side between the caps' centres, then the outer half of each cap's sphere
static mjtNum ray_capsule(const ig_Ray* ray, const mjtNum size[3], mjtNum normal[3]) {
  mjtNum radius = size[0], half = size[1], best = -1, x = tube_hit(ray, radius);
  int where = 0;
  if (x >= 0 && ig_abs(ray->point[2] + x * ray->vec[2]) <= half) best = x;
  for (int cap = 1; cap >= -1; cap -= 2) {
    mjtNum hit[2], offset[3] = {ray->point[0], ray->point[1], ray->point[2] - cap * half};
    sphere_hits(hit, offset, ray->vec, radius * radius);
    for (int i = 0; i < 2; i++) {
      if (cap * (ray->point[2] + hit[i] * ray->vec[2]) >= half && ig_ray_nearer(&best, hit[i])) where = cap;
    }
  }
  if (normal && best >= 0) {
    along(normal, ray, best);
    normal[2] = where ? normal[2] - half * where : 0;
    ig_normalize3(normal);
  }
  return best;
}

// x.x = 1 in the metric of the ellipsoid
static mjtNum ray_ellipsoid(const ig_Ray* ray, const mjtNum size[3], mjtNum normal[3]) {
  mjtNum s[3], hit[2], a = 0, b = 0, c = 0;
  for (int k = 0; k < 3; k++) {
    s[k] = 1 / (size[k] * size[k]);
    mjtNum sv = s[k] * ray->vec[k];
    a += sv * ray->vec[k];
    b += sv * ray->point[k];
    c += s[k] * ray->point[k] * ray->point[k];
  }
  mjtNum x = solve(hit, a, b, c - 1);
  if (normal && x >= 0) {
    along(normal, ray, x);
    for (int k = 0; k < 3; k++) normal[k] *= s[k];
    ig_normalize3(normal);
  }
  return x;
}

// the flat ends, then the side between them
static mjtNum ray_cylinder(const ig_Ray* ray, const mjtNum size[3], mjtNum normal[3]) {
  mjtNum best = -1, at[3];
  int where = 0;
  for (int end = -1; end <= 1 && ig_abs(ray->vec[2]) > mjMINVAL; end += 2) {
    mjtNum x = (end * size[1] - ray->point[2]) / ray->vec[2];
    along(at, ray, x);
    if (at[0] * at[0] + at[1] * at[1] <= size[0] * size[0] && ig_ray_nearer(&best, x)) where = end;
  }
  mjtNum x = tube_hit(ray, size[0]);
  if (ig_abs(ray->point[2] + x * ray->vec[2]) <= size[1] && ig_ray_nearer(&best, x)) where = 0;
  if (normal && best >= 0) {
    along(at, ray, best);
    ig_set3(normal, where ? 0 : at[0], where ? 0 : at[1], where);
    ig_normalize3(normal);
  }
  return best;
}

// box in its frame; side[2*axis] and side[2*axis + 1] get the hits of the low and high side, if wanted
static mjtNum ray_box(const ig_Ray* ray, const mjtNum size[3], mjtNum side[6], mjtNum normal[3]) {
  mjtNum best = -1, outward = 1;
  int axis = 0;
  for (int k = 0; side && k < 6; k++) side[k] = -1;
  for (int face = 0; face < 6; face++) {
    int k = face / 2, k1 = k == 0 ? 1 : 0, k2 = k == 2 ? 1 : 2;
    if (!(ig_abs(ray->vec[k]) > mjMINVAL)) continue;
    mjtNum sign = face % 2 ? 1 : -1, x = (sign * size[k] - ray->point[k]) / ray->vec[k];
    if (!(x >= 0)) continue;
    if (ig_abs(ray->point[k1] + x * ray->vec[k1]) > size[k1] || ig_abs(ray->point[k2] + x * ray->vec[k2]) > size[k2]) continue;
    if (side) side[face] = x;
    if (ig_ray_nearer(&best, x)) {
      axis = k;
      outward = sign;
    }
  }
  if (normal && best >= 0) {
    ig_zero3(normal);
    normal[axis] = outward;
  }
  return best;
}

mjtNum ig_ray_posed_box(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3], const mjtNum point[3],
                        const mjtNum vec[3], mjtNum side[6], mjtNum normal[3]) {
  for (int k = 0; side && k < 6; k++) side[k] = -1;
  if (normal) ig_zero3(normal);
  if (ig_ray_misses_sphere(pos, ig_dot3(size, size), point, vec)) return -1;
  ig_Ray ray = ig_ray_local(pos, mat, point, vec);
  mjtNum x = ray_box(&ray, size, side, normal);
  if (normal && x >= 0) ig_mulmatvec3(normal, mat, normal);
  return x;
}

// spheres have no orientation: mat may be NULL
static mjtNum posed_sphere(const mjtNum pos[3], mjtNum radius, const mjtNum point[3], const mjtNum vec[3], mjtNum normal[3]) {
  mjtNum offset[3], hit[2];
  if (ig_ray_misses_sphere(pos, radius * radius, point, vec)) return -1;
  ig_sub3(offset, point, pos);
  mjtNum x = sphere_hits(hit, offset, vec, radius * radius);
  if (normal && x >= 0) {
    ig_addscl3(normal, point, vec, x);
    ig_subfrom3(normal, pos);
    ig_normalize3(normal);
  }
  return x;
}

mjtNum ig_ray_shape(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3], const mjtNum point[3], const mjtNum vec[3],
                    int type, mjtNum normal[3]) {
  mjtNum bound = 0, x = -1;
  switch (type) {
    case mjGEOM_SPHERE: return posed_sphere(pos, size[0], point, vec, normal);
    case mjGEOM_BOX: return ig_ray_posed_box(pos, mat, size, point, vec, NULL, normal);
    case mjGEOM_CAPSULE: bound = (size[0] + size[1]) * (size[0] + size[1]); break;
    case mjGEOM_CYLINDER: bound = size[0] * size[0] + size[1] * size[1]; break;
    case mjGEOM_PLANE:
    case mjGEOM_ELLIPSOID: break;
#ifdef IG_DEVICE
    default: return -1;
#else
    default: mju_error("geom type %d has no ray formula", type); return -1;
#endif
  }
  if (bound > 0 && ig_ray_misses_sphere(pos, bound, point, vec)) return -1;

  ig_Ray ray = ig_ray_local(pos, mat, point, vec);
  switch (type) {
    case mjGEOM_PLANE: x = ray_plane(&ray, size, normal); break;
    case mjGEOM_CAPSULE: x = ray_capsule(&ray, size, normal); break;
    case mjGEOM_ELLIPSOID: x = ray_ellipsoid(&ray, size, normal); break;
    case mjGEOM_CYLINDER: x = ray_cylinder(&ray, size, normal); break;
  }
  if (normal && x >= 0) ig_mulmatvec3(normal, mat, normal);
  return x;
}

mjtNum mju_rayGeom(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3], const mjtNum pnt[3], const mjtNum vec[3],
                   int geomtype, mjtNum normal[3]) {
  if (normal) ig_zero3(normal);
  return ig_ray_shape(pos, mat, size, pnt, vec, geomtype, normal);
}
