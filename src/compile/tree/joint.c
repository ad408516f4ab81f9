// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/joint.h"

#include "compile/record/limit.h"
#include "compile/tree/frame.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/pose.h"

int ig_joint_nq(mjtJoint type) { return type == mjJNT_FREE ? 7 : type == mjJNT_BALL ? 4 : 1; }
int ig_joint_nv(mjtJoint type) { return type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1; }

// range of the joint: which types may have one, order, radians
static bool check_range(ig_Compiler* c, ig_CJoint* joint) {
  mjsJoint* s = &joint->s;
  if (s->type == mjJNT_FREE) {
    s->limited = mjLIMITED_FALSE;
  } else if (!ig_check_autolimit(c, joint, "joint", "", s->limited, s->range)) {
    return false;
  }
  if (!ig_is_limited(s->limited, s->range)) return true;

  if (s->type == mjJNT_BALL) {
    if (s->range[0]) return ig_refuse(c, joint, "ball joint: range must start at 0, not at %g", s->range[0]);
  } else if (s->range[0] >= s->range[1]) {
    return ig_refuse(c, joint, "joint: range %g %g must rise", s->range[0], s->range[1]);
  }
  if (joint->r.from->compiler->degree && s->type != mjJNT_SLIDE) {
    for (int i = 0; i < 2; i++) s->range[i] *= IG_PI / 180.0;
  }
  return true;
}

// limits of the actuator forces on the joint: scalar joints only
static bool check_force_range(ig_Compiler* c, ig_CJoint* joint) {
  mjsJoint* s = &joint->s;
  if (s->type == mjJNT_FREE || s->type == mjJNT_BALL) {
    s->actfrclimited = mjLIMITED_FALSE;
    return true;
  }
  if (!ig_check_autolimit(c, joint, "joint", "actuatorfrc", s->actfrclimited, s->actfrcrange)) return false;
  if (ig_is_limited(s->actfrclimited, s->actfrcrange) && s->actfrcrange[0] >= s->actfrcrange[1]) {
    return ig_refuse(c, joint, "joint: actuatorfrcrange %g %g must rise", s->actfrcrange[0], s->actfrcrange[1]);
  }
  return true;
}

bool ig_compile_joint(ig_Compiler* c, ig_CJoint* joint) {
  mjsJoint* s = &joint->s;
  if (s->type < mjJNT_FREE || s->type > mjJNT_HINGE) return ig_refuse(c, joint, "joint: no such type: %d", (int)s->type);
  joint->r.from->known_type = s->type;
  if (!ig_check_user(c, joint, s->userdata, c->s.nuser_jnt, "nuser_jnt")) return false;
  if ((s->springdamper[0] || s->springdamper[1]) && (s->springdamper[0] <= 0 || s->springdamper[1] <= 0)) {
    return ig_refuse(c, joint, "joint: springdamper %g %g, both numbers must be above 0", s->springdamper[0], s->springdamper[1]);
  }
  if (!check_range(c, joint) || !check_force_range(c, joint)) return false;

  // free and ball joints have no axis, free joints no place of their own
  const ig_CFrame* frame = ig_frame_of(joint);
  if (s->type == mjJNT_FREE || s->type == mjJNT_BALL) {
    ig_set3(s->axis, 0, 0, 1);
  } else if (frame) {
    ig_rotvecquat(s->axis, s->axis, frame->quat);
  }
  if (ig_make_unit(s->axis, 3) < IG_EPS) return ig_refuse(c, joint, "joint: axis has no length");
  if (s->type == mjJNT_FREE) {
    ig_zero3(s->pos);
  } else {
    ig_leave_frame_axis(joint, s->pos, NULL);
  }

  if (s->type == mjJNT_HINGE && joint->r.from->compiler->degree) {
    s->ref *= IG_PI / 180.0;
    s->springref *= IG_PI / 180.0;
  }
  return true;
}

static void write_reference(mjModel* m, const ig_CJoint* joint) {
  mjtNum *at = m->qpos0 + joint->qposadr, *spring = m->qpos_spring + joint->qposadr;
  switch (joint->s.type) {
    case mjJNT_FREE:
      ig_copy3(at, joint->body->s.pos);
      ig_copy4(at + 3, joint->body->s.quat);
      break;
    case mjJNT_BALL: ig_unit4(at); break;
    default:
      at[0] = joint->s.ref;
      spring[0] = joint->s.springref;
      return;
  }
  for (int i = 0; i < ig_joint_nq(joint->s.type); i++) spring[i] = at[i];
}

void ig_write_joint(const ig_Compiler* c, const void* record) {
  const ig_CJoint* joint = record;
  mjModel* m = c->model;
  const mjsJoint* s = &joint->s;
  int id = joint->r.id;
  m->jnt_type[id] = s->type;
  m->jnt_group[id] = s->group;
  m->jnt_limited[id] = ig_is_limited(s->limited, s->range);
  m->jnt_actfrclimited[id] = ig_is_limited(s->actfrclimited, s->actfrcrange);
  m->jnt_actgravcomp[id] = s->actgravcomp;
  m->jnt_qposadr[id] = joint->qposadr;
  m->jnt_dofadr[id] = joint->dofadr;
  m->jnt_bodyid[id] = joint->body->r.id;
  IG_PUT(m->jnt_pos, id, s->pos, 3);
  IG_PUT(m->jnt_axis, id, s->axis, 3);
  m->jnt_stiffness[id] = s->stiffness;
  IG_PUT(m->jnt_range, id, s->range, 2);
  IG_PUT(m->jnt_actfrcrange, id, s->actfrcrange, 2);
  IG_PUT(m->jnt_solref, id, s->solref_limit, mjNREF);
  IG_PUT(m->jnt_solimp, id, s->solimp_limit, mjNIMP);
  m->jnt_margin[id] = s->margin;
  ig_put_user(m->jnt_user, id, m->nuser_jnt, s->userdata);
  write_reference(m, joint);

  for (int dof = joint->dofadr; dof < joint->dofadr + ig_joint_nv(s->type); dof++) {
    m->dof_bodyid[dof] = joint->body->r.id;
    m->dof_jntid[dof] = id;
    IG_PUT(m->dof_solref, dof, s->solref_friction, mjNREF);
    IG_PUT(m->dof_solimp, dof, s->solimp_friction, mjNIMP);
    m->dof_frictionloss[dof] = s->frictionloss;
    m->dof_armature[dof] = s->armature;
    m->dof_damping[dof] = s->damping;
  }
}

void ig_apply_springdampers(ig_Compiler* c) {
  mjModel* m = c->model;
  for (int id = 0; id < m->njnt; id++) {
    const ig_CJoint* joint = IG_RECORD(ig_CJoint, c->list[mjOBJ_JOINT], id);
    double time = joint->s.springdamper[0], ratio = joint->s.springdamper[1];
    if (time <= 0 || ratio <= 0) continue;

    // mean inertia seen by the joint's dofs, then a spring and a damper with that time and ratio
    int adr = m->jnt_dofadr[id], nv = ig_joint_nv(m->jnt_type[id]);
    double weight = 0;
    for (int i = 0; i < nv; i++) weight += m->dof_invweight0[adr + i];
    double inertia = nv / ig_max(mjMINVAL, weight);
    m->jnt_stiffness[id] = inertia / ig_max(mjMINVAL, time * time * ratio * ratio);
    for (int i = 0; i < nv; i++) m->dof_damping[adr + i] = 2 * inertia / ig_max(mjMINVAL, time);
  }
}
