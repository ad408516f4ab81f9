// SPDX-License-Identifier: Apache-2.0
#include "smooth/position/kinematics.h"

#include "base/clones.h"
#include "smooth/awake.h"
#include "smooth/position/frame.h"

// the pose of one body while its joints are applied
typedef struct {
  real pos[3], quat[4];
} Pose;

static void pose_world(ig_Data* d) {
  ig_zero3(d->xpos);
  ig_zero3(d->xipos);
  ig_unit4(d->xquat);
  for (int k = 0; k < 9; k++) d->xmat[k] = d->ximat[k] = ig_broadcast(k % 4 == 0);
}

// where the body stands with all its joints at zero: its place in the parent, or the mocap pose
IG_INLINE void rest_pose(const mjModel* m, const ig_Data* d, int body, Pose* pose) {
  int parent = m->body_parentid[body], mocap = m->body_mocapid[body];
  real pos[3], quat[4];
  if (mocap >= 0) {
    ig_copy3(pos, d->mocap_pos + 3 * mocap);
    ig_copy4(quat, d->mocap_quat + 4 * mocap);
    ig_normalize4(quat);
  } else {
    ig_param3(pos, m, d, body_pos, 3 * body);
    ig_param4(quat, m, d, body_quat, 4 * body);
  }
  if (parent) {
    ig_mulmatvec3(pose->pos, d->xmat + 9 * parent, pos);
    ig_addto3(pose->pos, d->xpos + 3 * parent);
    ig_mulquat(pose->quat, d->xquat + 4 * parent, quat);
  } else {
    ig_copy3(pose->pos, pos);
    ig_copy4(pose->quat, quat);
  }
}

// a free body is where qpos says
IG_INLINE void free_pose(const mjModel* m, ig_Data* d, int joint, Pose* pose) {
  const real* qpos = d->qpos + m->jnt_qposadr[joint];
  ig_copy3(pose->pos, qpos);
  ig_copy4(pose->quat, qpos + 3);
  ig_normalize4(pose->quat);
  ig_copy3(d->xanchor + 3 * joint, pose->pos);
  ig_param3(d->xaxis + 3 * joint, m, d, jnt_axis, 3 * joint);
}

// the joint sits at the body's origin
IG_INLINE bool centred(const mjModel* m, const ig_Data* d, int joint) {
  // NOLINTNEXTLINE(misc-redundant-expression): above width 1 each of them asks whether worlds have values of their own
  return ig_param_is_zero(m, d, jnt_pos, 3 * joint) && ig_param_is_zero(m, d, jnt_pos, 3 * joint + 1) &&
         ig_param_is_zero(m, d, jnt_pos, 3 * joint + 2);
}

// move the pose by one slide, hinge or ball joint
IG_INLINE void apply_joint(const mjModel* m, ig_Data* d, int joint, Pose* pose) {
  int adr = m->jnt_qposadr[joint], type = m->jnt_type[joint];
  real arm[3], axis[3], local_axis[3], local_pos[3], anchor[3];
  bool offset = !centred(m, d, joint);
  ig_zero3(arm);
  ig_param3(local_axis, m, d, jnt_axis, 3 * joint);
  ig_param3(local_pos, m, d, jnt_pos, 3 * joint);
  ig_rotvecquat(axis, local_axis, pose->quat);
  if (offset) ig_rotvecquat(arm, local_pos, pose->quat);
  ig_add3(anchor, arm, pose->pos);
  ig_copy3(d->xaxis + 3 * joint, axis);
  ig_copy3(d->xanchor + 3 * joint, anchor);
  if (type == mjJNT_SLIDE) {
    ig_addtoscl3(pose->pos, axis, d->qpos[adr] - ig_param(m, d, qpos0, adr));
    return;
  }

  // turn about the anchor
  real turn[4];
  if (type == mjJNT_BALL) {
    ig_copy4(turn, d->qpos + adr);
    ig_normalize4(turn);
  } else {
    ig_axisangle2quat(turn, local_axis, d->qpos[adr] - ig_param(m, d, qpos0, adr));
  }
  ig_mulquat(pose->quat, pose->quat, turn);
  if (offset) ig_rotvecquat(arm, local_pos, pose->quat);
  ig_sub3(pose->pos, anchor, arm);
}

IG_INLINE bool same_pose(const ig_Data* d, int body, const Pose* pose) {
  mask same = ig_eq(pose->quat[0], d->xquat[4 * body]);
  for (int k = 0; k < 3; k++) {
    same = ig_and(same, ig_eq(pose->pos[k], d->xpos[3 * body + k]));
    same = ig_and(same, ig_eq(pose->quat[k + 1], d->xquat[4 * body + k + 1]));
  }
  return ig_all(same);
}

IG_KERNEL_CLONES void IG_NAME(ig_pose_bodies)(const mjModel* m, ig_Data* d) {
  bool sleep = ig_sleep_enabled(m);
  pose_world(d);
  for (int body = 1; body < m->nbody; body++) {
    if (sleep && d->body_awake[body] == mjS_STATIC) continue;
    int joint = m->body_jntadr[body], njoint = m->body_jntnum[body];
    Pose pose;
    if (njoint == 1 && m->jnt_type[joint] == mjJNT_FREE) {
      free_pose(m, d, joint, &pose);
    } else {
      rest_pose(m, d, body, &pose);
      for (int j = joint; j < joint + njoint; j++) apply_joint(m, d, j, &pose);
    }
    ig_normalize4(pose.quat);

    // a sleeping body that was moved wakes its tree later
    if (sleep && njoint && d->body_awake[body] == mjS_ASLEEP) {
      if (same_pose(d, body, &pose)) continue;
      d->tree_awake[m->body_treeid[body]] = 1;
    }
    ig_copy4(d->xquat + 4 * body, pose.quat);
    ig_copy3(d->xpos + 3 * body, pose.pos);
    ig_quat2mat(d->xmat + 9 * body, pose.quat);
  }
}

// geoms and sites are alike: a frame in a body
#define PLACE_FRAME(kind, i, body)                              \
  do {                                                          \
    real pos_[3], quat_[4];                                     \
    mjtByte same_ = m->kind##_sameframe[i];                     \
    ig_param3(pos_, m, d, kind##_pos, 3 * (i));                 \
    ig_param4(quat_, m, d, kind##_quat, 4 * (i));               \
    ig_place(d, d->kind##_xpos + 3 * (i), pos_, body, same_);   \
    ig_orient(d, d->kind##_xmat + 9 * (i), quat_, body, same_); \
  } while (0)

IG_KERNEL_CLONES void IG_NAME(ig_pose_frames)(const mjModel* m, ig_Data* d) {
  bool asleep = ig_bodies_asleep(m, d);
  ig_Subset bodies = ig_awake_bodies(asleep, m, d);
  for (int k = 0; k < bodies.count; k++) {
    int body = ig_member(bodies, k);
    if (body) {
      real pos[3], quat[4];
      ig_param3(pos, m, d, body_ipos, 3 * body);
      ig_param4(quat, m, d, body_iquat, 4 * body);
      ig_place(d, d->xipos + 3 * body, pos, body, m->body_sameframe[body]);
      ig_orient(d, d->ximat + 9 * body, quat, body, m->body_sameframe[body]);
    }
    if (asleep && d->body_awake[body] != mjS_AWAKE) continue;
    int first = m->body_geomadr[body];
    for (int geom = first; geom < first + m->body_geomnum[body]; geom++) PLACE_FRAME(geom, geom, body);
  }
  for (int site = 0; site < m->nsite; site++) {
    int body = m->site_bodyid[site];
    if (asleep && d->body_awake[body] != mjS_AWAKE) continue;
    PLACE_FRAME(site, site, body);
  }
}
