// SPDX-License-Identifier: Apache-2.0
#include "visual/perturb.h"

#include <math.h>

#include "lane/lane.h"
#include "math/dense.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec.h"
#include "model/stack.h"
#include "smooth/inertia.h"
#include "smooth/jacobian.h"
#include "smooth/stages.h"
#include "visual/camera.h"

static bool is_active(const mjvPerturb* pert) { return (pert->active | pert->active2) != 0; }

void ig_selected_point(const mjData* d, const mjvPerturb* pert, mjtNum point[3]) {
  ig_mulmatvec3(point, d->xmat + 9 * pert->select, pert->localpos);
  ig_addto3(point, d->xpos + 3 * pert->select);
}

// orientation of the selected body's inertial frame
static void inertial_quat(const mjModel* m, const mjData* d, const mjvPerturb* pert, mjtNum quat[4]) {
  ig_mulquat(quat, d->xquat + 4 * pert->select, m->body_iquat + 4 * pert->select);
}

// The mass felt at a point of a body, averaged over directions: 3 / trace(J M^-1 J'). Fixed points count as 1. With
// M = L' D L, the trace is the sum of squares of J L^-1 D^-1/2.
static mjtNum mass_at(const mjModel* m, mjData* d, int body, const mjtNum point[3]) {
  ig_stack_mark(d);
  mjtNum *jac = IG_SCRATCH(d, 3 * m->nv, mjtNum), *half = IG_SCRATCH(d, 3 * m->nv, mjtNum), *scale = IG_SCRATCH(d, m->nv, mjtNum);
  for (int i = 0; i < m->nv; i++) scale[i] = sqrt(d->qLDiagInv[i]);
  ig_jac(m, d, jac, NULL, point, body);
  ig_half_solve_mass(m, d, half, jac, scale, 3);
  mjtNum trace = 0;
  for (const mjtNum* row = half; row < half + 3 * m->nv; row += m->nv) trace += ig_dot(row, row, m->nv);
  ig_stack_free(d);
  return trace == 0 ? 1 : 3 / ig_max(trace, mjMINVAL);
}

// a vertex of a soft flex takes its neighbours along: as many as two ends of each edge make per vertex
static mjtNum neighbours(const mjModel* m, int flex) {
  bool soft = flex >= 0 && flex < m->nflex && !m->flex_rigid[flex];
  return soft ? (2.0 * m->flex_edgenum[flex]) / (mjtNum)m->flex_vertnum[flex] : 1;
}

void mjv_initPerturb(const mjModel* m, mjData* d, const mjvScene* scn, mjvPerturb* pert) {
  if (!ig_selected_body(m, pert)) return;
  ig_selected_point(d, pert, pert->refselpos);
  ig_copy3(pert->refpos, d->xipos + 3 * pert->select);
  inertial_quat(m, d, pert, pert->refquat);
  pert->localmass = mass_at(m, d, pert->select, pert->refselpos) * neighbours(m, pert->flexselect);
  pert->scale = ig_window_height_at(scn, pert->refselpos, scn->camera[0].orthographic);
}

// ------------------------------------------------ pose ----------------------------------

typedef struct {
  mjtNum pos[3], quat[4];
} Pose;

static Pose pose(const mjtNum pos[3], const mjtNum quat[4]) {
  Pose p;
  ig_copy3(p.pos, pos);
  ig_copy4(p.quat, quat);
  return p;
}

static Pose times(Pose a, Pose b) {
  Pose p;
  ig_mulpose(p.pos, p.quat, a.pos, a.quat, b.pos, b.quat);
  return p;
}

static Pose inverse(Pose a) {
  Pose p;
  ig_negpose(p.pos, p.quat, a.pos, a.quat);
  return p;
}

// what places a body: the numbers of its mocap body, or of a free joint, its own or its root's
typedef struct {
  int body;  // that they are the pose of; -1: nothing places it
  mjtNum *pos, *quat;
} Handle;

// joints may be placed only while the simulation does not move them
static Handle handle_of(const mjModel* m, mjData* d, int body, bool paused) {
  int mocap = m->body_mocapid[body];
  if (mocap >= 0) return (Handle){body, d->mocap_pos + 3 * mocap, d->mocap_quat + 4 * mocap};
  const int bodies[2] = {body, m->body_rootid[body]};
  for (int k = 0; k < 2 && paused; k++) {
    int joint = m->body_jntadr[bodies[k]];
    if (m->body_jntnum[bodies[k]] != 1 || m->jnt_type[joint] != mjJNT_FREE) continue;
    mjtNum* qpos = d->qpos + m->jnt_qposadr[joint];
    return (Handle){bodies[k], qpos, qpos + 3};
  }
  return (Handle){-1, NULL, NULL};
}

void mjv_applyPerturbPose(const mjModel* m, mjData* d, const mjvPerturb* pert, int flg_paused) {
  int body = pert->select;
  if (!ig_selected_body(m, pert) || !is_active(pert)) return;
  Handle handle = handle_of(m, d, body, flg_paused);
  if (handle.body < 0) return;

  // the reference is that of the inertial frame; a root keeps its place as the body sees it
  Pose inertial = pose(m->body_ipos + 3 * body, m->body_iquat + 4 * body);
  Pose wanted = times(pose(pert->refpos, pert->refquat), inverse(inertial));
  if (handle.body != body) {
    Pose now = pose(d->xpos + 3 * body, d->xquat + 4 * body), root = pose(handle.pos, handle.quat);
    wanted = times(wanted, times(inverse(now), root));
  }
  ig_copy3(handle.pos, wanted.pos);
  ig_copy4(handle.quat, wanted.quat);
}

// ------------------------------------------------ force ----------------------------------

// a body as a spring sees it: spin and velocity at its origin, and the inertia against turning
typedef struct {
  ig_Vec spin, velocity;
  mjtNum inertia;
} Motion;

static Motion motion_of(const mjModel* m, const mjData* d, int body) {
  mjtNum velocity[6], weight = m->body_invweight0[2 * body + 1];
  ig_velocity_of(m, d, mjOBJ_BODY, body, false, velocity);
  return (Motion){ig_vec(velocity), ig_vec(velocity + 3), weight != 0 ? 1.0 / ig_max(mjMINVAL, weight) : 1};
}

// Critically damped spring from the selected point to the reference, -m (k x + sqrt(k) v), which acts at that point, with some
// torque against spinning about the line between them.
static void pull(const mjModel* m, const mjData* d, const mjvPerturb* pert, const Motion* motion, mjtNum wrench[6]) {
  mjtNum stiffness = m->vis.map.stiffness, at[3];
  ig_selected_point(d, pert, at);
  ig_Vec point = ig_vec(at), stretch = ig_minus(point, ig_vec(pert->refselpos));
  ig_Vec arm = ig_minus(point, ig_vec(d->xipos + 3 * pert->select));
  ig_Vec moving = ig_plus(ig_outer(motion->spin, arm), motion->velocity), line = ig_direction(stretch);
  ig_Vec force = ig_along(ig_times(-stiffness * pert->localmass, stretch), -sqrt(stiffness) * pert->localmass, moving);
  mjtNum damping = -sqrt(m->vis.map.stiffnessrot) * motion->inertia * ig_inner(line, motion->spin);
  ig_put_vec(wrench, force);
  ig_put_vec(wrench + 3, ig_along(ig_outer(arm, force), damping, line));
}

// critically damped spring towards the reference orientation
static void twist(const mjModel* m, const mjData* d, const mjvPerturb* pert, const Motion* motion, mjtNum torque[3]) {
  mjtNum stiffness = m->vis.map.stiffnessrot, body[4], back[4], away[4], pulling[3];
  inertial_quat(m, d, pert, body);
  ig_negquat(back, body);
  ig_mulquat(away, pert->refquat, back);
  ig_quat2vel(pulling, away, 1.0 / (stiffness * motion->inertia));
  ig_put_vec(torque, ig_along(ig_vec(pulling), -sqrt(stiffness) * motion->inertia, motion->spin));
}

void mjv_applyPerturbForce(const mjModel* m, mjData* d, const mjvPerturb* pert) {
  int body = pert->select;
  if (body < 0 || body >= m->nbody || !is_active(pert)) return;
  int active = pert->active | pert->active2;
  Motion motion = motion_of(m, d, body);
  if (active & mjPERT_TRANSLATE) pull(m, d, pert, &motion, d->xfrc_applied + 6 * body);
  if (active & mjPERT_ROTATE) twist(m, d, pert, &motion, d->xfrc_applied + 6 * body + 3);
}
