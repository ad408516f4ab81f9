// SPDX-License-Identifier: Apache-2.0
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include <mujoco/mujoco.h>

#include "collide/collide.h"
#include "collide/field/sdf_field.h"
#include "collide/frame.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/scalar.h"
#include "math/vec3.h"

// backtracking along the gradient: the first step, its reduction, its smallest value, the decrease asked for
static const mjtNum first_step = 2, shorten = .5, smallest_step = 1e-4, decrease = .1;

typedef struct {
  mjtNum pos[3], quat[4];
} Pose;

// a in the frame of b
static void relative_pose(mjtNum pos[3], mjtNum mat[9], const Pose* a, const Pose* b) {
  mjtNum pos_inv[3], quat_inv[4], quat[4];
  ig_negpose(pos_inv, quat_inv, b->pos, b->quat);
  ig_mulpose(pos, quat, pos_inv, quat_inv, a->pos, a->quat);
  ig_quat2mat(mat, quat);
}

static bool usable(mjtNum x) { return x <= mjMAXVAL && x >= -mjMAXVAL; }

// descend from x; returns the distance reached, or mjMAXVAL when there is no usable gradient
static mjtNum descend(mjtNum x[3], const mjModel* m, const mjData* d, const mjSDF* s, int steps) {
  mjtNum dist = mjMAXVAL;
  for (int k = 0; k < steps; k++) {
    mjtNum grad[3], from[3], step = first_step;
    ig_sdf_gradient(grad, m, d, s, x);
    if (!usable(grad[0]) || !usable(grad[1]) || !usable(grad[2])) return mjMAXVAL;
    ig_copy3(from, x);
    mjtNum before = ig_sdf_distance(m, d, s, from), slope = -decrease * ig_dot3(grad, grad);
    // shorter and shorter, until the distance falls by a part of what the gradient promises (Armijo 1966)
    for (bool enough = false; !enough;) {
      step *= shorten;
      ig_addscl3(x, from, grad, -step);
      dist = ig_sdf_distance(m, d, s, x);
      enough = step <= smallest_step || !(dist - before > step * slope);
    }
    if (before < dist) break;
  }
  return dist;
}

static bool known(mjtNum (*point)[3], int n, const mjtNum x[3]) {
  for (int i = 0; i < n; i++) {
    if (ig_dist3(x, point[i]) < mjMINVAL) return true;
  }
  return false;
}

// x in the frame of the geom with the given pose
static void put_contact(mjContact* con, const mjModel* m, const mjData* d, const mjSDF* s, const Pose* pose, const mjtNum x[3],
                        mjtNum dist) {
  mjtNum normal[3];
  ig_sdf_gradient(normal, m, d, s, x);
  ig_scl3(normal, normal, -1);
  con->dist = dist;
  ig_rotvecquat(con->frame, normal, pose->quat);
  ig_zero3(con->frame + 3);
  ig_complete_frame(con->frame);
  ig_rotvecquat(con->pos, x, pose->quat);
  ig_addto3(con->pos, pose->pos);
  ig_addtoscl3(con->pos, con->frame, -dist / 2);
}

// overlap of the boxes of both geoms in the frame of the first; false when there is none
static bool common_box(mjtNum low[3], mjtNum high[3], const mjtNum box1[6], const mjtNum box2[6], const mjtNum pos21[3],
                       const mjtNum mat21[9]) {
  mjtNum low2[3] = {mjMAXVAL, mjMAXVAL, mjMAXVAL}, high2[3] = {-mjMAXVAL, -mjMAXVAL, -mjMAXVAL};
  for (int i = 0; i < 8; i++) {
    mjtNum corner[3];
    for (int k = 0; k < 3; k++) corner[k] = i >> k & 1 ? box2[k] + box2[3 + k] : box2[k] - box2[3 + k];
    ig_mulmatvec3(corner, mat21, corner);
    ig_addto3(corner, pos21);
    for (int k = 0; k < 3; k++) {
      low2[k] = ig_min(low2[k], corner[k]);
      high2[k] = ig_max(high2[k], corner[k]);
    }
  }
  for (int k = 0; k < 3; k++) {
    low[k] = ig_max(box1[k] - box1[3 + k], low2[k]);
    high[k] = ig_min(box1[k] + box1[3 + k], high2[k]);
    if (high[k] < low[k]) return false;
  }
  return true;
}

// how a geom appears in an SDF description: an SDF by plugin instance or mesh, others by geom
static int describe(const mjpPlugin** plugin, const mjModel* m, int geom) {
  *plugin = NULL;
  if (m->geom_type[geom] != mjGEOM_SDF) return geom;
  if (m->geom_plugin[geom] == -1) return m->geom_dataid[geom];
  *plugin = ig_sdf_plugin(m, geom);
  return m->geom_plugin[geom];
}

// from quasi-random points of the common box, descend on a + b + |max(a, b)|, then one step towards the overlap:
// this drops what inexact fields pretend. Contacts lie on the surface where both distances are equal.
IG_COLLIDER(ig_collide_sdf) {
  if (m->geom_type[g2] != mjGEOM_SDF) mju_error("geom %d should be a signed distance field", g2);
  Pose pose1, pose2;
  ig_copy3(pose1.pos, d->geom_xpos + 3 * g1);
  ig_copy3(pose2.pos, d->geom_xpos + 3 * g2);
  ig_mat2quat(pose1.quat, d->geom_xmat + 9 * g1);
  ig_mat2quat(pose2.quat, d->geom_xmat + 9 * g2);
  mjtNum pos11[3], mat11[9], pos21[3], mat21[9], pos12[3], mat12[9], low[3], high[3];
  relative_pose(pos11, mat11, &pose1, &pose1);
  relative_pose(pos21, mat21, &pose2, &pose1);
  relative_pose(pos12, mat12, &pose1, &pose2);
  if (!common_box(low, high, m->geom_aabb + 6 * g1, m->geom_aabb + 6 * g2, pos21, mat21)) return 0;

  const mjpPlugin* plugin[2];
  mjtGeom type[2] = {m->geom_type[g2], m->geom_type[g1]};
  int id[2] = {describe(&plugin[0], m, g2), describe(&plugin[1], m, g1)};
  if (plugin[0]) plugin[0]->reset(m, NULL, (void*)d->plugin_data[id[0]], id[0]);
  mjSDF s = {.plugin = plugin, .id = id, .relpos = pos21, .relmat = mat21, .geomtype = type};

  mjtNum point[mjMAXCONPAIR][3];
  int n = 0;
  for (int i = 0; i < m->opt.sdf_initpoints && n < mjMAXCONPAIR; i++) {
    static const int base[3] = {2, 3, 5};
    mjtNum x[3];
    for (int k = 0; k < 3; k++) x[k] = low[k] + (high[k] - low[k]) * ig_halton(i, base[k]);
    ig_mulmatvec3(x, mat11, x);
    ig_addto3(x, pos11);
    ig_mulmatvec3(x, mat12, x);
    ig_addto3(x, pos12);
    if (plugin[0]) plugin[0]->compute(m, (mjData*)d, id[0], mjPLUGIN_SDF);
    s.type = mjSDFTYPE_COLLISION;
    descend(x, m, d, &s, m->opt.sdf_iterations);
    s.type = mjSDFTYPE_INTERSECTION;
    mjtNum dist = descend(x, m, d, &s, 1);
    if (!(dist <= 0) || known(point, n, x)) continue;
    ig_copy3(point[n], x);
    s.type = mjSDFTYPE_MIDSURFACE;
    put_contact(con + n, m, d, &s, &pose2, x, dist);
    n++;
  }
  return n;
}

IG_COLLIDER(ig_collide_mesh_sdf) { return ig_collide_sdf(m, d, con, g1, g2, margin); }

IG_COLLIDER(ig_collide_hfield_sdf) {
  mju_warning("height fields do not collide with signed distance fields");
  return 0;
}
