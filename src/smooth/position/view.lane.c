// SPDX-License-Identifier: Apache-2.0
// Cameras and lights. Both have a place in a body and one of five modes: fixed in it, following its position or
// its subtree's centre with a constant orientation, or looking at another body or the centre of its subtree.
#include "smooth/awake.h"
#include "smooth/position/frame.h"
#include "smooth/position/kinematics.h"

// nothing that the view depends on moves
static bool still(const mjModel* m, const ig_Data* d, bool asleep, int body, int target) {
  return asleep && d->body_awake[body] != mjS_AWAKE && (target < 0 || d->body_awake[target] != mjS_AWAKE);
}

static bool follows(int mode) { return mode == mjCAMLIGHT_TRACK || mode == mjCAMLIGHT_TRACKCOM; }
static bool looks(int mode, int target) {
  return (mode == mjCAMLIGHT_TARGETBODY || mode == mjCAMLIGHT_TARGETBODYCOM) && target >= 0;
}

// what is followed or looked at: the body's frame or the centre of its subtree
static const real* goal(const ig_Data* d, int mode, int body) {
  bool centre = mode == mjCAMLIGHT_TRACKCOM || mode == mjCAMLIGHT_TARGETBODYCOM;
  return (centre ? d->subtree_com : d->xpos) + 3 * body;
}

// columns: right, up, back; up is as near to the world's z as it can be
static void look_at(real xmat[9], const real eye[3], const real at[3]) {
  real right[3], up[3] = {ig_broadcast(0), ig_broadcast(0), ig_broadcast(1)}, back[3];
  ig_sub3(back, eye, at);
  ig_normalize3(back);
  ig_cross(right, up, back);
  ig_normalize3(right);
  ig_cross(up, back, right);
  ig_normalize3(up);
  for (int k = 0; k < 3; k++) xmat[3 * k] = right[k], xmat[3 * k + 1] = up[k], xmat[3 * k + 2] = back[k];
}

static void pose_camera(const mjModel* m, ig_Data* d, int cam) {
  int body = m->cam_bodyid[cam], target = m->cam_targetbodyid[cam], mode = m->cam_mode[cam];
  real *xpos = d->cam_xpos + 3 * cam, *xmat = d->cam_xmat + 9 * cam, pos[3], quat[4];
  if (follows(mode)) {
    if (mode == mjCAMLIGHT_TRACK) {
      ig_param3(pos, m, d, cam_pos0, 3 * cam);
    } else {
      ig_param3(pos, m, d, cam_poscom0, 3 * cam);
    }
    ig_add3(xpos, goal(d, mode, body), pos);
    ig_param9(xmat, m, d, cam_mat0, 9 * cam);
    return;
  }
  ig_param3(pos, m, d, cam_pos, 3 * cam);
  ig_param4(quat, m, d, cam_quat, 4 * cam);
  ig_place(d, xpos, pos, body, mjSAMEFRAME_NONE);
  if (looks(mode, target)) {
    look_at(xmat, xpos, goal(d, mode, target));
  } else {
    ig_orient(d, xmat, quat, body, mjSAMEFRAME_NONE);
  }
}

static void pose_light(const mjModel* m, ig_Data* d, int light) {
  int body = m->light_bodyid[light], target = m->light_targetbodyid[light], mode = m->light_mode[light];
  real *xpos = d->light_xpos + 3 * light, *xdir = d->light_xdir + 3 * light, pos[3], dir[3];
  if (follows(mode)) {
    if (mode == mjCAMLIGHT_TRACK) {
      ig_param3(pos, m, d, light_pos0, 3 * light);
    } else {
      ig_param3(pos, m, d, light_poscom0, 3 * light);
    }
    ig_add3(xpos, goal(d, mode, body), pos);
    ig_param3(xdir, m, d, light_dir0, 3 * light);
  } else {
    ig_param3(pos, m, d, light_pos, 3 * light);
    ig_place(d, xpos, pos, body, mjSAMEFRAME_NONE);
    if (looks(mode, target)) {
      ig_sub3(xdir, goal(d, mode, target), xpos);
    } else {
      ig_param3(dir, m, d, light_dir, 3 * light);
      ig_rotvecquat(xdir, dir, d->xquat + 4 * body);
    }
  }
  ig_normalize3(xdir);
}

void IG_NAME(ig_pose_views)(const mjModel* m, ig_Data* d) {
  bool asleep = ig_bodies_asleep(m, d);
  for (int cam = 0; cam < m->ncam; cam++) {
    if (!still(m, d, asleep, m->cam_bodyid[cam], m->cam_targetbodyid[cam])) pose_camera(m, d, cam);
  }
  for (int light = 0; light < m->nlight; light++) {
    if (!still(m, d, asleep, m->light_bodyid[light], m->light_targetbodyid[light])) pose_light(m, d, light);
  }
}
