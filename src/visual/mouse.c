// SPDX-License-Identifier: Apache-2.0
// The mouse moves the camera, the perturbation or the model. reldx and reldy are fractions of the window's height.
//
// An action turns or shifts. What it acts on has two axes: one to the viewer's right, and another that is up for the vertical
// actions and ahead for the horizontal ones. A shift follows the mouse: right by dx, the other by -dy. A turn is a rotation
// vector, whose axes lie across the motion: right by dy, the other by dx.
#include <math.h>
#include <stdbool.h>

#include <mujoco/mujoco.h>

#include "lane/elementary.h"
#include "math/clip.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec.h"
#include "visual/camera.h"
#include "visual/canvas.h"
#include "visual/room.h"

typedef enum { NO_GESTURE, TURN, SHIFT, SHIFT_RELATIVE, ZOOM } Gesture;

typedef struct {
  Gesture gesture;
  bool upright;         // the other axis is up
  mjtNum right, other;  // by how much along each
} Drag;

static Drag drag_of(int action, mjtNum dx, mjtNum dy) {
  static const struct {
    Gesture gesture;
    bool upright;
  } gestures[] = {
      [mjMOUSE_NONE] = {NO_GESTURE, false},
      [mjMOUSE_ROTATE_V] = {TURN, true},
      [mjMOUSE_ROTATE_H] = {TURN, false},
      [mjMOUSE_MOVE_V] = {SHIFT, true},
      [mjMOUSE_MOVE_H] = {SHIFT, false},
      [mjMOUSE_ZOOM] = {ZOOM, false},
      [mjMOUSE_MOVE_V_REL] = {SHIFT_RELATIVE, true},
      [mjMOUSE_MOVE_H_REL] = {SHIFT_RELATIVE, false},
  };
  bool known = action >= 0 && action < (int)(sizeof(gestures) / sizeof(*gestures));
  Drag drag = {NO_GESTURE, false, dx, -dy};
  if (known) drag.gesture = gestures[action].gesture, drag.upright = gestures[action].upright;
  if (drag.gesture == TURN) drag.right = dy, drag.other = dx;
  return drag;
}

// the sum of both parts along the axes of a frame
static ig_Vec drag_along(const Drag* drag, ig_Vec right, ig_Vec other) {
  return ig_along(ig_times(drag->right, right), drag->other, other);
}

void mjv_alignToCamera(mjtNum res[3], const mjtNum vec[3], const mjtNum forward[3]) {
  mjtNum ahead[2] = {forward[0], forward[1]};
  ig_normalize(ahead, 2);
  ig_Vec right = {ahead[1], -ahead[0], 0}, level = {ahead[0], ahead[1], 0};
  ig_Vec turned = ig_along(ig_times(vec[0], right), vec[1], level);
  turned.z = vec[2];
  ig_put_vec(res, turned);
}

// in the world: its z axis is up, and right and ahead are level
static ig_Vec drag_in_world(const Drag* drag, ig_Vec forward) {
  mjtNum vec[3] = {drag->right, drag->upright ? 0 : drag->other, drag->upright ? drag->other : 0}, ahead[3];
  ig_put_vec(ahead, forward);
  mjv_alignToCamera(vec, vec, ahead);
  return ig_vec(vec);
}

// a rotation vector, as a part of the full turn that a motion over the window's height makes, and a quaternion
static void turn_by(mjtNum quat[4], ig_Vec rotation, mjtNum full) {
  mjtNum axis[3], turn[4];
  ig_put_vec(axis, ig_direction(rotation));
  ig_axisangle2quat(turn, axis, ig_length(rotation) * full);
  ig_mulquat(quat, turn, quat);
  ig_normalize4(quat);
}

static ig_Vec gaze_in_model(const mjvScene* scn) {
  mjtNum forward[3];
  ig_camera_in_model(NULL, forward, NULL, scn);
  return ig_vec(forward);
}

static void move_point(mjtNum point[3], ig_Vec dir, mjtNum amount) { ig_put_vec(point, ig_along(ig_vec(point), amount, dir)); }

// ------------------------------------------------ camera ----------------------------------

// what is at the depth of the lookat point stays under the mouse
static void drag_lookat(const Drag* drag, const mjvScene* scn, mjvCamera* cam) {
  ig_Vec motion = drag_in_world(drag, gaze_in_model(scn));
  move_point(cam->lookat, motion, -ig_window_height_at(scn, cam->lookat, cam->orthographic));
}

// fly: sideways, and ahead or up
static void fly_lookat(const Drag* drag, const mjvScene* scn, mjvCamera* cam) {
  mjtNum forward[3], up[3];
  ig_camera_in_model(NULL, forward, up, scn);
  ig_Vec right = ig_outer(ig_vec(forward), ig_vec(up));
  move_point(cam->lookat, ig_vec(drag->upright ? up : forward), -drag->other);
  move_point(cam->lookat, right, drag->right);
}

void mjv_moveCamera(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn, mjvCamera* cam) {
  mjtNum extent = m->stat.extent;
  if (cam->type == mjCAMERA_FIXED) return;
  Drag drag = drag_of(action, reldx, reldy);
  if (drag.gesture == NO_GESTURE) {
    mju_error("mjv_moveCamera: the mouse has no action %d", action);
    return;
  }
  if (cam->type == mjCAMERA_TRACKING && (drag.gesture == SHIFT || drag.gesture == SHIFT_RELATIVE)) return;
  if (drag.gesture == SHIFT) drag_lookat(&drag, scn, cam);
  if (drag.gesture == SHIFT_RELATIVE) fly_lookat(&drag, scn, cam);
  if (drag.gesture == ZOOM) cam->distance -= ig_log(1 + cam->distance / extent / 3) * reldy * 9 * extent;
  if (drag.gesture == TURN) {
    cam->azimuth -= reldx * 180.0;
    cam->elevation -= reldy * 180.0;
  }

  // one turn is enough: the mouse does not go further in one move
  if (fabs(cam->azimuth) > 180) cam->azimuth += cam->azimuth > 0 ? -360 : 360;
  cam->elevation = ig_clip(cam->elevation, -89, 89);
  cam->distance = ig_clip(cam->distance, 0.01 * extent, 100 * extent);
}

// ------------------------------------------------ perturbation ----------------------------------

static void shift_reference(mjvPerturb* pert, ig_Vec dir, mjtNum amount) {
  move_point(pert->refpos, dir, amount);
  move_point(pert->refselpos, dir, amount);
}

// a reference that has turned away from the body by more than a quarter stays at a quarter
static void limit_reference(const mjModel* m, const mjData* d, mjvPerturb* pert) {
  const mjtNum most = mjPI * 0.5;
  mjtNum body[4], inverse[4], away[4], rotation[3];
  ig_mulquat(body, d->xquat + 4 * pert->select, m->body_iquat + 4 * pert->select);
  ig_negquat(inverse, body);
  ig_mulquat(away, inverse, pert->refquat);
  ig_quat2vel(rotation, away, 1);
  if (!(ig_normalize3(rotation) > most)) return;
  ig_axisangle2quat(away, rotation, most);
  ig_mulquat(pert->refquat, body, away);
}

void mjv_movePerturb(const mjModel* m, const mjData* d, int action, mjtNum reldx, mjtNum reldy, const mjvScene* scn,
                     mjvPerturb* pert) {
  ig_Vec gaze = gaze_in_model(scn);
  Drag drag = drag_of(action, reldx, reldy);
  switch (drag.gesture) {
    case NO_GESTURE: mju_error("the mouse has no action %d", action); break;
    case ZOOM: break;
    case SHIFT: shift_reference(pert, drag_in_world(&drag, gaze), pert->scale); break;
    case SHIFT_RELATIVE: {
      // along axes of the body: z or x for the mouse's way down, y for its way to the right
      const mjtNum* mat = d->xmat + 9 * pert->select;
      shift_reference(pert, ig_vec_column(mat, drag.upright ? 2 : 0), pert->scale * reldy);
      shift_reference(pert, ig_vec_column(mat, 1), pert->scale * reldx);
      break;
    }
    case TURN:
      turn_by(pert->refquat, drag_in_world(&drag, gaze), 2 * mjPI);
      if (pert->select > 0 && pert->select < m->nbody) limit_reference(m, d, pert);
      break;
  }
}

// ------------------------------------------------ model ----------------------------------

// the drag along the axes of the room as the viewer sees it: up as given, the others level
static ig_Vec drag_in_room(const Drag* drag, const mjvScene* scn, const mjtNum roomup[3]) {
  mjtNum gaze[3];
  ig_camera_in_room(NULL, gaze, NULL, scn);
  ig_Vec up = ig_vec(roomup), view = ig_vec(gaze);
  ig_Vec ahead = ig_direction(ig_along(view, -ig_inner(view, up), up)), right = ig_direction(ig_outer(ahead, up));
  return drag_along(drag, right, drag->upright ? up : ahead);
}

static void turn_model(mjvScene* scn, ig_Vec rotation) {
  mjtNum quat[4];
  for (int i = 0; i < 4; i++) quat[i] = scn->rotate[i];
  turn_by(quat, rotation, mjPI);
  ig_to_float(scn->rotate, quat, 4);
}

// distances are rounded to float before the extent of the model scales them
static void shift_model(mjvScene* scn, ig_Vec way, mjtNum extent) {
  const float step[3] = {(float)way.x, (float)way.y, (float)way.z};
  for (int i = 0; i < 3; i++) scn->translate[i] = (float)(scn->translate[i] + step[i] * extent);
}

void mjv_moveModel(const mjModel* m, int action, mjtNum reldx, mjtNum reldy, const mjtNum roomup[3], mjvScene* scn) {
  if (!scn->enabletransform) return;
  Drag drag = drag_of(action, reldx, reldy);
  ig_Vec way = drag_in_room(&drag, scn, roomup);
  switch (drag.gesture) {
    case NO_GESTURE: mju_error("mjv_moveModel: the mouse has no action %d", action); break;
    case TURN: turn_model(scn, way); break;
    case SHIFT:
    case SHIFT_RELATIVE: shift_model(scn, way, m->stat.extent); break;
    case ZOOM:
      scn->scale += (float)(ig_log(1 + scn->scale / 3) * reldy * 3);
      scn->scale = scn->scale < 0.01f ? 0.01f : scn->scale > 100.0f ? 100.0f : scn->scale;
      break;
  }
}
