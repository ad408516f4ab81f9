// SPDX-License-Identifier: Apache-2.0
// Reasons not to test a pair, cheapest first.
#ifndef INGOT_COLLIDE_BROAD_FILTER_H_
#define INGOT_COLLIDE_BROAD_FILTER_H_

#include <stdbool.h>
#include <stdint.h>

#include <mujoco/mujoco.h>

#include "batch/data.h"
#include "math/vec3.h"

// what the broad phase pairs: a body (all its geoms), or a flex numbered from nbody on
static inline bool ig_is_body(const mjModel* m, int mover) { return mover < m->nbody; }

typedef struct {
  int contype, conaffinity;
} ig_Mask;

static inline ig_Mask ig_geom_mask(const mjModel* m, int geom) {
  return (ig_Mask){m->geom_contype[geom], m->geom_conaffinity[geom]};
}
static inline ig_Mask ig_flex_mask(const mjModel* m, int flex) {
  return (ig_Mask){m->flex_contype[flex], m->flex_conaffinity[flex]};
}
// of a body: the union of its geoms
static inline ig_Mask ig_mover_mask(const mjModel* m, int mover) {
  if (!ig_is_body(m, mover)) return ig_flex_mask(m, mover - m->nbody);
  return (ig_Mask){m->body_contype[mover], m->body_conaffinity[mover]};
}

static inline bool ig_mask_empty(ig_Mask a) { return !a.contype && !a.conaffinity; }
static inline bool ig_masks_meet(ig_Mask a, ig_Mask b) { return (a.contype & b.conaffinity) || (b.contype & a.conaffinity); }

// two bodies are excluded by the model; signatures are sorted: binary search
static inline bool ig_bodies_excluded(const mjModel* m, uint32_t signature) {
  int low = 0, high = m->nexclude;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if ((uint32_t)m->exclude_signature[middle] < signature) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low < m->nexclude && (uint32_t)m->exclude_signature[low] == signature;
}

static inline bool ig_midphase(const mjModel* m) { return !(m->opt.disableflags & mjDSBL_MIDPHASE); }

// the geoms of two bodies are searched by their trees: there are more than two of them
static inline bool ig_bodies_use_trees(const mjModel* m, int body1, int body2) {
  if (m->body_geomnum[body1] == 1 && m->body_geomnum[body2] == 1) return false;
  return ig_midphase(m) && m->body_bvhadr[body1] >= 0 && m->body_bvhadr[body2] >= 0;
}

// boxes along the world axes (centre, half-sizes)
static inline bool ig_boxes_apart(const num box1[6], const num box2[6], num margin) {
  for (int k = 0; k < 3; k++) {
    if (box1[k] + box1[3 + k] + margin < box2[k] - box2[3 + k]) return true;
    if (box2[k] + box2[3 + k] + margin < box1[k] - box1[3 + k]) return true;
  }
  return false;
}

// the sphere counts as a box too
static inline bool ig_sphere_box_apart(const num centre[3], num radius, const num box[6]) {
  for (int k = 0; k < 3; k++) {
    if (centre[k] + radius < box[k] - box[3 + k] || centre[k] - radius > box[k] + box[3 + k]) return true;
  }
  return false;
}

// bounding spheres, or a plane and a bounding sphere; only planes have no bounding sphere
IG_INLINE mask ig_geoms_apart(const mjModel* m, const ig_Data* d, int geom1, int geom2, real margin) {
  real bound1 = ig_param(m, d, geom_rbound, geom1), bound2 = ig_param(m, d, geom_rbound, geom2), offset[3];
  if (m->geom_rbound[geom1] > 0 && m->geom_rbound[geom2] > 0) {
    real reach = bound1 + bound2 + margin;
    ig_sub3(offset, d->geom_xpos + 3 * geom1, d->geom_xpos + 3 * geom2);
    return ig_lt(reach * reach, ig_dot3(offset, offset));
  }
  mask apart = ig_false();
  for (int i = 0; i < 2; i++) {
    int plane = i ? geom2 : geom1, other = i ? geom1 : geom2;
    if (m->geom_type[plane] != mjGEOM_PLANE || !(m->geom_rbound[other] > 0)) continue;
    const real* mat = d->geom_xmat + 9 * plane;
    real normal[3] = {mat[2], mat[5], mat[8]};
    ig_sub3(offset, d->geom_xpos + 3 * other, d->geom_xpos + 3 * plane);
    apart = ig_or(apart, ig_lt(margin + (i ? bound1 : bound2), ig_dot3(offset, normal)));
  }
  return apart;
}

#endif  // INGOT_COLLIDE_BROAD_FILTER_H_
