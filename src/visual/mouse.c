// SPDX-License-Identifier: Apache-2.0
// The mouse moves the camera, the perturbation or the model. reldx and reldy are fractions of the window's height.
#include <math.h>
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "lane/elementary.h"
#include "math/clip.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "visual/camera.h"
#include "visual/canvas.h"
#include "visual/room.h"

void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]) {
  mjtNum ahead[2] = {forward[0], forward[1]};
  ig_normalize(ahead, 2);
  mjtNum x = vec[0] * ahead[1] + vec[1] * ahead[0], y = vec[0] * -ahead[0] + vec[1] * ahead[1];
  ig_set3(res, x, y, vec[2]);
}

// the mouse's path in the plane that an action moves in, turned to where the camera looks; false for no known action
static bool world_motion(mjtNum res[3], int action, mjtNum dx, mjtNum dy, const mjtNum forward[3]) {
  mjtNum vec[3] = {0, 0, 0};
  switch (action) {
    case mjMOUSE_ROTATE_V: ig_set3(vec, dy, 0, dx); break;
    case mjMOUSE_ROTATE_H: ig_set3(vec, dy, dx, 0); break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_V_REL: ig_set3(vec, dx, 0, -dy); break;
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_H_REL: ig_set3(vec, dx, -dy, 0); break;
    case mjMOUSE_ZOOM: break;
    default: mju_error("the mouse has no action %d", action); return false;
  }
  mjv_alignToCamera(res, vec, forward);
  return true;
}

// ------------------------------------------------ camera ----------------------------------

// drag what is at the depth of the lookat point with the mouse
static void drag_lookat(int action, mjtNum dx, mjtNum dy, const mjvScene* scn, mjvCamera* cam) {
  mjtNum head[3], forward[3], motion[3], away[3];
  ig_camera_in_model(head, forward, NULL, scn);
  world_motion(motion, action, dx, dy, forward);
  ig_sub3(away, cam->lookat, head);
  mjtNum scale = ig_frustum_height(scn) * ig_dot3(away, forward);
  if (cam->orthographic) scale *= 0.15;
  ig_addtoscl3(cam->lookat, motion, -scale);
}

// fly: sideways, and ahead or up
static void fly_lookat(int action, mjtNum dx, mjtNum dy, const mjvScene* scn, mjvCamera* cam) {
  mjtNum head[3], forward[3], up[3], right[3];
  ig_camera_in_model(head, forward, up, scn);
  ig_cross(right, forward, up);
  ig_addtoscl3(cam->lookat, action == mjMOUSE_MOVE_V_REL ? up : forward, dy);
  ig_addtoscl3(cam->lookat, right, dx);
}

void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn, mjvCamera* cam) {
  mjtNum extent = m->stat.extent;
  bool tracking = cam->type == mjCAMERA_TRACKING;
  if (cam->type == mjCAMERA_FIXED) return;
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H:
      cam->azimuth -= reldx * 180.0;
      cam->elevation -= reldy * 180.0;
      break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_H:
      if (tracking) return;
      drag_lookat(action, reldx, reldy, scn, cam);
      break;
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H_REL:
      if (tracking) return;
      fly_lookat(action, reldx, reldy, scn, cam);
      break;
    case mjMOUSE_ZOOM: cam->distance -= ig_log(1 + cam->distance / extent / 3) * reldy * 9 * extent; break;
    default: mju_error("mjv_moveCamera: the mouse has no action %d", action); return;
  }

  // one turn is enough: the mouse does not go further in one move
  if (cam->azimuth > 180) cam->azimuth -= 360;
  if (cam->azimuth < -180) cam->azimuth += 360;
  cam->elevation = ig_clip(cam->elevation, -89, 89);
  cam->distance = ig_clip(cam->distance, 0.01 * extent, 100 * extent);
}

// ------------------------------------------------ perturbation ----------------------------------

static void shift_reference(mjvPerturb* pert, const mjtNum dir[3], mjtNum amount) {
  ig_addtoscl3(pert->refpos, dir, amount);
  ig_addtoscl3(pert->refselpos, dir, amount);
}

// turn the reference, at most a quarter away from the body
static void turn_reference(const mjModel* m, const mjData* d, mjtNum axis[3], mjvPerturb* pert) {
  int body = pert->select;
  mjtNum turn[4], inertial[4], inverse[4], relative[4], away[3];
  mjtNum amount = ig_normalize3(axis);
  ig_axisangle2quat(turn, axis, amount * mjPI * 2);
  ig_mulquat(pert->refquat, turn, pert->refquat);
  ig_normalize4(pert->refquat);
  if (body <= 0 || body >= m->nbody) return;

  ig_mulquat(inertial, d->xquat + 4 * body, m->body_iquat + 4 * body);
  ig_negquat(inverse, inertial);
  ig_mulquat(relative, inverse, pert->refquat);
  ig_quat2vel(away, relative, 1);
  mjtNum angle = ig_normalize3(away), limit = mjPI * 0.5;
  if (angle < -limit || angle > limit) {
    ig_axisangle2quat(relative, away, ig_clip(angle, -limit, limit));
    ig_mulquat(pert->refquat, inertial, relative);
  }
}

void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn,
                     mjvPerturb* pert) {
  mjtNum forward[3], motion[3];
  ig_camera_in_model(NULL, forward, NULL, scn);
  if (!world_motion(motion, action, reldx, reldy, forward)) return;
  if (action == mjMOUSE_MOVE_V || action == mjMOUSE_MOVE_H) {
    shift_reference(pert, motion, pert->scale);
  } else if (action == mjMOUSE_MOVE_V_REL || action == mjMOUSE_MOVE_H_REL) {
    // along the body's own axes: x or z, and y
    const mjtNum* mat = d->xmat + 9 * pert->select;
    int k = action == mjMOUSE_MOVE_H_REL ? 0 : 2;
    mjtNum main_axis[3] = {mat[k], mat[3 + k], mat[6 + k]}, y[3] = {mat[1], mat[4], mat[7]};
    shift_reference(pert, main_axis, pert->scale * reldy);
    shift_reference(pert, y, pert->scale * reldx);
  } else if (action == mjMOUSE_ROTATE_V || action == mjMOUSE_ROTATE_H) {
    turn_reference(m, d, motion, pert);
  }
}

// ------------------------------------------------ model ----------------------------------

static void turn_model(mjvScene* scn, mjtNum axis[3]) {
  mjtNum turn[4], rotate[4];
  mjtNum amount = ig_normalize3(axis);
  for (int i = 0; i < 4; i++) rotate[i] = scn->rotate[i];
  ig_axisangle2quat(turn, axis, amount * mjPI);
  ig_mulquat(rotate, turn, rotate);
  ig_normalize4(rotate);
  ig_to_float(scn->rotate, rotate, 4);
}

void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjtNum roomup[3], mjvScene* scn) {
  if (!scn->enabletransform) return;

  // the room as the viewer sees it: up as given, ahead level
  mjtNum gaze[3], ahead[3], right[3], axis[3];
  ig_camera_in_room(NULL, gaze, NULL, scn);
  ig_addscl3(ahead, gaze, roomup, -ig_dot3(gaze, roomup));
  ig_normalize3(ahead);
  ig_cross(right, ahead, roomup);
  ig_normalize3(right);

  bool upright = action == mjMOUSE_ROTATE_V || action == mjMOUSE_MOVE_V || action == mjMOUSE_MOVE_V_REL;
  const mjtNum* other = upright ? roomup : ahead;
  switch (action) {
    case mjMOUSE_ROTATE_V:
    case mjMOUSE_ROTATE_H:
      for (int i = 0; i < 3; i++) axis[i] = other[i] * reldx + right[i] * reldy;
      turn_model(scn, axis);
      break;
    case mjMOUSE_MOVE_V:
    case mjMOUSE_MOVE_V_REL:
    case mjMOUSE_MOVE_H:
    case mjMOUSE_MOVE_H_REL:
      for (int i = 0; i < 3; i++) {
        float step = (float)(right[i] * reldx - other[i] * reldy);
        scn->translate[i] = (float)(scn->translate[i] + step * m->stat.extent);
      }
      break;
    case mjMOUSE_ZOOM:
      scn->scale += (float)(ig_log(1 + scn->scale / 3) * reldy * 3);
      scn->scale = scn->scale < 0.01f ? 0.01f : scn->scale > 100.0f ? 100.0f : scn->scale;
      break;
    default: mju_error("mjv_moveModel: the mouse has no action %d", action);
  }
}
