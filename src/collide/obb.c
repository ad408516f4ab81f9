#include "collide/obb.h"

#include <mujoco/mujoco.h>

#include "collide/shape.h"
#include "math/vec3.h"

static const mjtNum identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};

static void frame_axes(mjtNum axis[3][3], const mjtNum* mat) {
  for (int k = 0; k < 3; k++) ig_column(axis[k], mat ? mat : identity, k);
}

void ig_frame_pair(ig_FramePair* f, const mjtNum* pos1, const mjtNum* mat1, const mjtNum* pos2, const mjtNum* mat2) {
  const mjtNum* pos[2] = {pos1, pos2};
  mjtNum axis[2][3][3];
  frame_axes(axis[0], mat1);
  frame_axes(axis[1], mat2);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < 2; j++) {
      for (int k = 0; k < 3; k++) {
        for (int l = 0; l < 3; l++) f->dot[i][j][k][l] = ig_dot3(axis[i][l], axis[j][k]);
        f->origin[i][j][k] = pos[i] ? ig_dot3(pos[i], axis[j][k]) : 0;
      }
    }
  }
}

// how many of the half-sizes are infinite
static int count_infinite(const mjtNum box[6]) {
  return (box[3] >= mjMAXVAL) + (box[4] >= mjMAXVAL) + (box[5] >= mjMAXVAL);
}

// half-extent of a box along an axis, given the axis in the box's frame
static mjtNum extent(const mjtNum box[6], const mjtNum axis[3]) {
  return ig_abs(box[3] * axis[0]) + ig_abs(box[4] * axis[1]) + ig_abs(box[5] * axis[2]);
}

bool ig_obb_overlap(const ig_FramePair* f, const mjtNum box1[6], const mjtNum box2[6], mjtNum margin) {
  const mjtNum* box[2] = {box1, box2};
  int infinite[2] = {count_infinite(box1), count_infinite(box2)};
  if (infinite[0] == 3 || infinite[1] == 3) return true;
  for (int j = 0; j < 2; j++) {
    if (infinite[1 - j]) continue;
    for (int k = 0; k < 3; k++) {
      mjtNum center[2], radius[2];
      for (int i = 0; i < 2; i++) {
        const mjtNum* axis = f->dot[i][j][k];
        center[i] = box[i][0] * axis[0] + box[i][1] * axis[1] + box[i][2] * axis[2] + f->origin[i][j][k];
        radius[i] = extent(box[i], axis);
      }
      if (radius[0] + radius[1] + margin < ig_abs(center[1] - center[0])) return false;
    }
  }
  return true;
}

bool ig_obb_overlap_once(const mjtNum box1[6], const mjtNum* pos1, const mjtNum* mat1, const mjtNum box2[6],
                         const mjtNum* pos2, const mjtNum* mat2, mjtNum margin) {
  const mjtNum *box[2] = {box1, box2}, *pos[2] = {pos1, pos2}, *mat[2] = {mat1, mat2};
  int infinite[2] = {count_infinite(box1), count_infinite(box2)};
  if (infinite[0] == 3 || infinite[1] == 3) return true;
  mjtNum center[2][3], axis[2][3][3];
  for (int i = 0; i < 2; i++) {
    frame_axes(axis[i], mat[i]);
    ig_copy3(center[i], box[i]);
    if (mat[i]) ig_mulmatvec3(center[i], mat[i], center[i]);
    if (pos[i]) ig_addto3(center[i], pos[i]);
  }
  for (int j = 0; j < 2; j++) {
    if (infinite[1 - j]) continue;
    for (int k = 0; k < 3; k++) {
      mjtNum along[2], radius[2];
      for (int i = 0; i < 2; i++) {
        mjtNum local[3];
        for (int l = 0; l < 3; l++) local[l] = ig_dot3(axis[i][l], axis[j][k]);
        along[i] = ig_dot3(center[i], axis[j][k]);
        radius[i] = extent(box[i], local);
      }
      if (radius[0] + radius[1] + margin < ig_abs(along[1] - along[0])) return false;
    }
  }
  return true;
}
