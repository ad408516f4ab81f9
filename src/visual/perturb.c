// SPDX-License-Identifier: Apache-2.0
#include "visual/perturb.h"

#include <math.h>

#include "lane/lane.h"
#include "math/dense.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/inertia.h"
#include "smooth/jacobian.h"
#include "smooth/stages.h"
#include "visual/camera.h"

void ig_selected_point(const mjData* d, const mjvPerturb* pert, mjtNum point[3]) {
  ig_mulmatvec3(point, d->xmat + 9 * pert->select, pert->localpos);
  ig_addto3(point, d->xpos + 3 * pert->select);
}

// The mass felt at a point of a body, averaged over directions: 3 / trace(J M^-1 J'). Fixed points count as 1.
static mjtNum mass_at(const mjModel* m, mjData* d, int body, const mjtNum point[3]) {
  mjtNum inverse = 0;
  ig_stack_mark(d);
  mjtNum *jac = IG_SCRATCH(d, 3 * m->nv, mjtNum), *half = IG_SCRATCH(d, 3 * m->nv, mjtNum), *scale = IG_SCRATCH(d, m->nv, mjtNum);
  for (int i = 0; i < m->nv; i++) scale[i] = sqrt(d->qLDiagInv[i]);
  ig_jac(m, d, jac, NULL, point, body);
  ig_half_solve_mass(m, d, half, jac, scale, 3);
  for (int k = 0; k < 3; k++) inverse += ig_dot(half + k * m->nv, half + k * m->nv, m->nv);
  ig_stack_free(d);
  return inverse == 0 ? 1 : 3 / ig_max(inverse, mjMINVAL);
}

void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert) {
  int body = pert->select, flex = pert->flexselect;
  if (!ig_selected_body(m, pert)) return;
  mjtNum point[3], head[3], forward[3], away[3];
  ig_selected_point(d, pert, point);
  pert->localmass = mass_at(m, d, body, point);

  // a vertex of a soft flex takes its neighbours along
  if (flex >= 0 && flex < m->nflex && !m->flex_rigid[flex]) {
    pert->localmass *= (2.0 * m->flex_edgenum[flex]) / (mjtNum)m->flex_vertnum[flex];
  }

  ig_copy3(pert->refselpos, point);
  ig_copy3(pert->refpos, d->xipos + 3 * body);
  ig_mulquat(pert->refquat, d->xquat + 4 * body, m->body_iquat + 4 * body);

  // the point follows the mouse on the screen
  ig_camera_in_model(head, forward, NULL, scn);
  ig_sub3(away, point, head);
  pert->scale = ig_frustum_height(scn) * ig_dot3(away, forward);
  if (scn->camera[0].orthographic) pert->scale *= 0.15;
}

// ------------------------------------------------ pose ----------------------------------

// qpos of a body's only joint if that is free, else NULL
static mjtNum* free_pose(const mjModel* m, mjData* d, int body) {
  int joint = m->body_jntadr[body];
  bool floats = m->body_jntnum[body] == 1 && m->jnt_type[joint] == mjJNT_FREE;
  return floats ? d->qpos + m->jnt_qposadr[joint] : NULL;
}

void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert, int flg_paused) {
  int body = pert->select;
  if (!ig_selected_body(m, pert) || !(pert->active | pert->active2)) return;

  // the reference is that of the inertial frame
  mjtNum pos[3], quat[4], inv_pos[3], inv_quat[4];
  ig_negpose(inv_pos, inv_quat, m->body_ipos + 3 * body, m->body_iquat + 4 * body);
  ig_mulpose(pos, quat, pert->refpos, pert->refquat, inv_pos, inv_quat);

  int mocap = m->body_mocapid[body];
  mjtNum* own = flg_paused ? free_pose(m, d, body) : NULL;
  mjtNum* root = flg_paused ? free_pose(m, d, m->body_rootid[body]) : NULL;
  if (mocap >= 0) {
    ig_copy3(d->mocap_pos + 3 * mocap, pos);
    ig_copy4(d->mocap_quat + 4 * mocap, quat);
  } else if (own) {
    ig_copy3(own, pos);
    ig_copy4(own + 3, quat);
  } else if (root) {
    // the root as seen from the body stays the same
    mjtNum rel_pos[3], rel_quat[4];
    ig_negpose(inv_pos, inv_quat, d->xpos + 3 * body, d->xquat + 4 * body);
    ig_mulpose(rel_pos, rel_quat, inv_pos, inv_quat, root, root + 3);
    ig_mulpose(root, root + 3, pos, quat, rel_pos, rel_quat);
  }
}

// ------------------------------------------------ force ----------------------------------

// Critically damped spring from the selected point to the reference, with some torque against spinning about the line
// between them.
static void pull(const mjModel* m, const mjData* d, const mjvPerturb* pert, const mjtNum velocity[6], mjtNum inertia,
                 mjtNum wrench[6]) {
  const mjtNum* spin = velocity;
  mjtNum *force = wrench, *torque = wrench + 3, point[3], offset[3], arm[3], moving[3];
  mjtNum stiffness = m->vis.map.stiffness, stiffness_rot = m->vis.map.stiffnessrot;
  ig_selected_point(d, pert, point);
  ig_sub3(offset, point, pert->refselpos);
  ig_sub3(arm, point, d->xipos + 3 * pert->select);
  ig_cross(moving, spin, arm);
  ig_addto3(moving, velocity + 3);
  ig_scl3(force, offset, -stiffness * pert->localmass);
  ig_addtoscl3(force, moving, -sqrt(stiffness) * pert->localmass);
  ig_cross(torque, arm, force);
  ig_normalize3(offset);
  ig_addtoscl3(torque, offset, -sqrt(stiffness_rot) * inertia * ig_dot3(offset, spin));
}

// critically damped spring towards the reference orientation
static void twist(const mjModel* m, const mjData* d, const mjvPerturb* pert, const mjtNum velocity[6], mjtNum inertia,
                  mjtNum torque[3]) {
  mjtNum inverse[4], away[4], stiffness = m->vis.map.stiffnessrot;
  ig_mulquat(inverse, d->xquat + 4 * pert->select, m->body_iquat + 4 * pert->select);
  ig_negquat(inverse, inverse);
  ig_mulquat(away, pert->refquat, inverse);
  ig_quat2vel(torque, away, 1.0 / (stiffness * inertia));
  ig_addtoscl3(torque, velocity, -sqrt(stiffness) * inertia);
}

void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert) {
  int body = pert->select, active = pert->active | pert->active2;
  if (body < 0 || body >= m->nbody || !active) return;
  mjtNum velocity[6], weight = m->body_invweight0[2 * body + 1], *wrench = d->xfrc_applied + 6 * body;
  mjtNum inertia = weight != 0 ? 1.0 / ig_max(mjMINVAL, weight) : 1;
  ig_velocity_of(m, d, mjOBJ_BODY, body, false, velocity);
  if (active & mjPERT_TRANSLATE) pull(m, d, pert, velocity, inertia, wrench);
  if (active & mjPERT_ROTATE) twist(m, d, pert, velocity, inertia, wrench + 3);
}
