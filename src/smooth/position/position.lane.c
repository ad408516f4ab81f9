// SPDX-License-Identifier: Apache-2.0
#include "smooth/position/position.h"

#include "math/quat.h"

// a joint's numbers: some that add up, then perhaps a quaternion
typedef struct {
  int qpos, qvel, linear;
  bool quat;
} Joint;

IG_INLINE Joint joint_layout(const mjModel* m, int joint) {
  int type = m->jnt_type[joint];
  bool quat = type == mjJNT_FREE || type == mjJNT_BALL;
  int linear = type == mjJNT_FREE ? 3 : type == mjJNT_BALL ? 0 : 1;
  return (Joint){m->jnt_qposadr[joint], m->jnt_dofadr[joint], linear, quat};
}

void IG_NAME(ig_integrate_position)(const mjModel* m, real* qpos, const real* qvel, real dt, ig_Subset bodies) {
  for (int k = 1; k < bodies.count; k++) {
    int body = ig_member(bodies, k), first = m->body_jntadr[body];
    for (int joint = first; joint < first + m->body_jntnum[body]; joint++) {
      Joint j = joint_layout(m, joint);
      for (int i = 0; i < j.linear; i++) qpos[j.qpos + i] += dt * qvel[j.qvel + i];
      if (j.quat) ig_quatintegrate(qpos + j.qpos + j.linear, qvel + j.qvel + j.linear, dt);
    }
  }
}

void IG_NAME(ig_position_difference)(const mjModel* m, real* qvel, real dt, const real* from, const real* to) {
  for (int joint = 0; joint < m->njnt; joint++) {
    Joint j = joint_layout(m, joint);
    for (int i = 0; i < j.linear; i++) qvel[j.qvel + i] = (to[j.qpos + i] - from[j.qpos + i]) / dt;
    if (j.quat) {
      real* turn = qvel + j.qvel + j.linear;
      ig_subquat(turn, to + j.qpos + j.linear, from + j.qpos + j.linear);
      ig_scl3(turn, turn, 1 / dt);
    }
  }
}

void IG_NAME(ig_normalize_position)(const mjModel* m, real* qpos) {
  for (int joint = 0; joint < m->njnt; joint++) {
    Joint j = joint_layout(m, joint);
    if (j.quat) ig_normalize4(qpos + j.qpos + j.linear);
  }
}
