// SPDX-License-Identifier: Apache-2.0
// Room and model: where the viewer stands, and where the scene's transformation puts the model in front of them.
#include "visual/room.h"

#include <stddef.h>

#include <mujoco/mujoco.h>

#include "math/pose.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/vec3.h"

static void to_num(mjtNum* out, const float* in, int n) {
  for (int i = 0; i < n; i++) out[i] = in[i];
}

// the model's pose in the room; false if there is no transformation, or its scale is of no use
static int model_pose(const mjvScene* scn, mjtNum pos[3], mjtNum quat[4]) {
  if (scn->scale < mjMINVAL) {
    mju_error("the scale of a scene must be positive, it is %g", scn->scale);
    return 0;
  }
  to_num(pos, scn->translate, 3);
  to_num(quat, scn->rotate, 4);
  return scn->enabletransform;
}

void mjv_room2model(mjtNum modelpos[3], mjtNum modelquat[4], const mjtNum roompos[3], const mjtNum roomquat[4],
                    const mjvScene* scn) {
  mjtNum pos[3], quat[4], inv_pos[3], inv_quat[4];
  if (model_pose(scn, pos, quat)) {
    ig_negpose(inv_pos, inv_quat, pos, quat);
    ig_mulpose(modelpos, modelquat, inv_pos, inv_quat, roompos, roomquat);
    ig_scl3(modelpos, modelpos, 1.0 / scn->scale);
  } else {
    ig_copy3(modelpos, roompos);
    ig_copy4(modelquat, roomquat);
  }
}

void mjv_model2room(mjtNum roompos[3], mjtNum roomquat[4], const mjtNum modelpos[3], const mjtNum modelquat[4],
                    const mjvScene* scn) {
  mjtNum pos[3], quat[4];
  if (model_pose(scn, pos, quat)) {
    ig_mulpose(roompos, roomquat, pos, quat, modelpos, modelquat);
    ig_scl3(roompos, roompos, scn->scale);
  } else {
    ig_copy3(roompos, modelpos);
    ig_copy4(roomquat, modelquat);
  }
}

// Mean of the two eyes. `see` gives one eye in the space that is asked for; the parts that are NULL are not wanted.
typedef struct {
  mjtNum pos[3], forward[3], up[3];
} Eye;

static void eye_in_room(const mjvScene* scn, int k, Eye* eye) {
  to_num(eye->pos, scn->camera[k].pos, 3);
  to_num(eye->forward, scn->camera[k].forward, 3);
  to_num(eye->up, scn->camera[k].up, 3);
}

// a camera is a frame: left, up, forward
static void eye_in_model(const mjvScene* scn, int k, Eye* eye) {
  mjtNum left[3], roomquat[4], modelpos[3], modelquat[4], mat[9];
  eye_in_room(scn, k, eye);
  ig_normalize3(eye->forward);
  ig_normalize3(eye->up);
  ig_cross(left, eye->up, eye->forward);
  ig_normalize3(left);
  for (int i = 0; i < 3; i++) {
    mat[3 * i] = left[i];
    mat[3 * i + 1] = eye->up[i];
    mat[3 * i + 2] = eye->forward[i];
  }
  ig_mat2quat(roomquat, mat);
  mjv_room2model(modelpos, modelquat, eye->pos, roomquat, scn);
  ig_quat2mat(mat, modelquat);
  ig_copy3(eye->pos, modelpos);
  ig_set3(eye->up, mat[1], mat[4], mat[7]);
  ig_set3(eye->forward, mat[2], mat[5], mat[8]);
}

static void mean_eye(const mjvScene* scn, void (*see)(const mjvScene*, int, Eye*), mjtNum* headpos, mjtNum* forward, mjtNum* up) {
  if (scn->camera[0].frustum_near < mjMINVAL || scn->camera[1].frustum_near < mjMINVAL) {
    mju_error("frustum_near must be positive, it is %g and %g", scn->camera[0].frustum_near, scn->camera[1].frustum_near);
    return;
  }
  Eye mean = {{0}, {0}, {0}}, eye;
  for (int k = 0; k < 2; k++) {
    see(scn, k, &eye);
    ig_addtoscl3(mean.pos, eye.pos, 0.5);
    ig_addtoscl3(mean.forward, eye.forward, 0.5);
    ig_addtoscl3(mean.up, eye.up, 0.5);
  }
  ig_normalize3(mean.forward);
  ig_normalize3(mean.up);
  if (headpos) ig_copy3(headpos, mean.pos);
  if (forward) ig_copy3(forward, mean.forward);
  if (up) ig_copy3(up, mean.up);
}

void ig_camera_in_model(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  mean_eye(scn, eye_in_model, headpos, forward, up);
}

void mjv_cameraInModel(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  ig_camera_in_model(headpos, forward, up, scn);
}

void ig_camera_in_room(mjtNum headpos[3], mjtNum forward[3], mjtNum up[3], const mjvScene* scn) {
  mean_eye(scn, eye_in_room, headpos, forward, up);
}
