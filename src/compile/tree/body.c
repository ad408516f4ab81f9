// SPDX-License-Identifier: Apache-2.0
#include "compile/tree/body.h"

#include <math.h>

#include "compile/record/inertia.h"
#include "compile/record/instance.h"
#include "compile/tree/camera.h"
#include "compile/tree/frame.h"
#include "compile/tree/geom.h"
#include "compile/tree/joint.h"
#include "compile/tree/light.h"
#include "compile/tree/site.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "spec/pose.h"

// orientations to quaternions: of the body, and of its inertia
static bool set_frames(ig_Compiler* c, ig_CBody* body) {
  mjsBody* s = &body->s;
  const mjsCompiler* settings = body->r.from->compiler;
  ig_make_unit(s->quat, 4);
  ig_make_unit(s->iquat, 4);
  const char* wrong = ig_resolve_orientation(s->quat, settings, &s->alt);
  if (wrong) return ig_refuse(c, body, "body: orientation can not be read, %s", wrong);

  // inertial: full matrix, or moments with a frame
  if (ig_given(s->fullinertia[0])) {
    if (s->ialt.type != mjORIENTATION_QUAT) {
      return ig_refuse(c, body, "inertial: fullinertia brings its own orientation, leave the other out");
    }
    if (s->inertia[0] || s->inertia[1] || s->inertia[2]) {
      return ig_refuse(c, body, "inertial: fullinertia and diagonal inertia cannot both be given");
    }
    if (!ig_principal_axes(s->iquat, s->inertia, s->fullinertia)) {
      return ig_refuse(c, body, "inertial: fullinertia must have positive eigenvalues");
    }
  }
  wrong = ig_resolve_orientation(s->iquat, settings, &s->ialt);
  return !wrong || ig_refuse(c, body, "inertial: orientation can not be read, %s", wrong);
}

// mass, centre and principal axes of the geoms in the chosen groups
static bool infer_inertia(ig_Compiler* c, ig_CBody* body) {
  const int* range = body->r.from->compiler->inertiagrouprange;
  ig_Part* parts = IG_NEW(&c->arena, body->geoms.n, ig_Part);
  int n = 0;
  for (int i = 0; i < body->geoms.n; i++) {
    const ig_CGeom* geom = IG_RECORD(ig_CGeom, body->geoms, i);
    if (geom->s.group < range[0] || geom->s.group > range[1] || !(geom->mass > IG_EPS)) continue;
    ig_Part* part = &parts[n++];
    part->mass = geom->mass;
    ig_copy3(part->moments, geom->moments);
    ig_copy3(part->pos, geom->s.pos);
    ig_copy4(part->quat, geom->s.quat);
  }
  if (!n) return true;

  // a single geom is taken as it is: no rounding, its own axes
  ig_Part whole = parts[0];
  if (n > 1 && !ig_combine_parts(&whole, body->s.fullinertia, parts, n)) {
    return ig_refuse(c, body, "body: the inertia of its geoms must be finite, with positive eigenvalues");
  }
  body->s.mass = whole.mass;
  ig_copy3(body->s.ipos, whole.pos);
  ig_copy4(body->s.iquat, whole.quat);
  ig_copy3(body->s.inertia, whole.moments);
  return true;
}

// least values, and the triangle inequality that moments of real bodies obey
static bool bound_inertia(ig_Compiler* c, ig_CBody* body) {
  const mjsCompiler* settings = body->r.from->compiler;
  mjsBody* s = &body->s;
  double* I = s->inertia;
  s->mass = mjMAX(s->mass, settings->boundmass);
  for (int k = 0; k < 3; k++) I[k] = mjMAX(I[k], settings->boundinertia);
  if (s->mass < 0 || I[0] < 0 || I[1] < 0 || I[2] < 0) {
    return ig_refuse(c, body, "body: negative mass or inertia: mass %g, inertia %g %g %g", s->mass, I[0], I[1], I[2]);
  }
  if (I[0] + I[1] < I[2] || I[0] + I[2] < I[1] || I[1] + I[2] < I[0]) {
    if (!settings->balanceinertia) {
      return ig_refuse(c, body, "body: inertia %g %g %g is not physical, A + B >= C must hold; balanceinertia evens it out", I[0],
                       I[1], I[2]);
    }
    I[0] = I[1] = I[2] = (I[0] + I[1] + I[2]) / 3.0;
  }
  return true;
}

// as given or from the geoms; the world has none
static bool set_inertia(ig_Compiler* c, ig_CBody* body) {
  mjsBody* s = &body->s;
  int rule = body->r.from->compiler->inertiafromgeom;
  bool world = body->r.id == 0;
  bool infer = rule == mjINERTIAFROMGEOM_TRUE || (rule == mjINERTIAFROMGEOM_AUTO && !ig_given(s->ipos[0]));
  if (!world && infer && !infer_inertia(c, body)) return false;

  // no inertia from anywhere: the numbers of the body frame stand in
  if (!ig_given(s->ipos[0])) {
    ig_copy3(s->ipos, s->pos);
    ig_copy4(s->iquat, s->quat);
  }
  return world || bound_inertia(c, body);
}

// what the broad phase asks of a body: may any of its geoms touch something, and from how far
void ig_gather_contact(ig_CBody* body) {
  body->contype = body->conaffinity = 0;
  body->margin = 0;
  for (int i = 0; i < body->geoms.n; i++) {
    const mjsGeom* s = &IG_RECORD(ig_CGeom, body->geoms, i)->s;
    body->contype |= s->contype;
    body->conaffinity |= s->conaffinity;
    body->margin = mjMAX(body->margin, s->margin);
  }
}

// at most six dofs; after a ball nothing may turn, a free joint stands alone and at the top, and mocap bodies have none
static bool compile_joints(ig_Compiler* c, ig_CBody* body) {
  const char* name = ig_record_name(body);
  bool ball = false;
  for (int i = 0; i < body->joints.n; i++) {
    ig_CJoint* joint = IG_RECORD(ig_CJoint, body->joints, i);
    if (!ig_compile_joint(c, joint)) return false;
    body->dofnum += ig_joint_nv(joint->s.type);
  }
  if (body->dofnum > 6) return ig_refuse(c, body, "body '%s': its joints have more than 6 dofs", name);
  for (int i = 0; i < body->joints.n; i++) {
    mjtJoint type = IG_RECORD(ig_CJoint, body->joints, i)->s.type;
    if (ball && (type == mjJNT_BALL || type == mjJNT_HINGE)) {
      return ig_refuse(c, body, "body '%s': no hinge or ball can come after a ball joint", name);
    }
    ball = ball || type == mjJNT_BALL;
  }
  bool top = body->parent && body->parent->r.id == 0;
  if (body->s.mocap && (body->dofnum || (body->parent && !top))) {
    return ig_refuse(c, body, "body '%s': mocap is for children of the world without joints", name);
  }
  return true;
}

// a lone free body may be moved to its inertial frame
static bool aligns(const ig_CBody* body) {
  if (body->joints.n != 1 || body->bodies.n) return false;
  const mjsJoint* s = &IG_RECORD(ig_CJoint, body->joints, 0)->s;
  if (s->type != mjJNT_FREE) return false;
  return s->align == mjALIGNFREE_TRUE || (s->align == mjALIGNFREE_AUTO && body->r.from->compiler->alignfree);
}

// geoms first learn whether their mass counts
static bool compile_geoms(ig_Compiler* c, ig_CBody* body) {
  const mjsCompiler* settings = body->r.from->compiler;
  bool infer = body->r.id > 0 && (!body->s.explicitinertial || settings->inertiafromgeom == mjINERTIAFROMGEOM_TRUE);
  for (int i = 0; i < body->geoms.n; i++) {
    ig_CGeom* geom = IG_RECORD(ig_CGeom, body->geoms, i);
    int group = geom->s.group;
    geom->infer = infer && group >= settings->inertiagrouprange[0] && group <= settings->inertiagrouprange[1];
    if (!ig_compile_geom(c, geom)) return false;
  }
  return true;
}

// everything the body holds stays where it is while its frame moves by the inverse of (pos, quat)
static void shift_geoms(ig_CBody* body, const double pos[3], const double quat[4]) {
  for (int i = 0; i < body->geoms.n; i++) {
    mjsGeom* s = &IG_RECORD(ig_CGeom, body->geoms, i)->s;
    ig_pose_prepend(pos, quat, s->pos, s->quat);
  }
}

static void shift_rest(const ig_Compiler* c, ig_CBody* body, const double pos[3], const double quat[4]) {
  for (int i = 0; i < body->sites.n; i++) {
    mjsSite* s = &IG_RECORD(ig_CSite, body->sites, i)->s;
    ig_pose_prepend(pos, quat, s->pos, s->quat);
  }

  // with fusestatic the reference reads cameras and lights anew afterwards, in the frame that was written
  if (c->s.compiler.fusestatic) return;
  for (int i = 0; i < body->cameras.n; i++) {
    mjsCamera* s = &IG_RECORD(ig_CCamera, body->cameras, i)->s;
    ig_pose_prepend(pos, quat, s->pos, s->quat);
  }
  for (int i = 0; i < body->lights.n; i++) {
    mjsLight* s = &IG_RECORD(ig_CLight, body->lights, i)->s;
    double none[4] = {1, 0, 0, 0};
    ig_pose_prepend(pos, quat, s->pos, none);
    ig_rotvecquat(s->dir, s->dir, quat);
  }
}

bool ig_compile_body(ig_Compiler* c, void* record) {
  ig_CBody* body = record;
  mjsBody* s = &body->s;
  if (!ig_check_user(c, body, s->userdata, c->s.nuser_body, "nuser_body")) return false;
  body->moving = body->joints.n || (body->parent && body->parent->moving);
  if (!set_frames(c, body) || !compile_geoms(c, body) || !set_inertia(c, body)) return false;
  ig_leave_frame(body, s->pos, s->quat);
  ig_gather_contact(body);

  // moving the frame to the centre of mass decouples the six dofs of a free body
  double backpos[3], backquat[4];
  body->aligned = aligns(body);
  if (body->aligned) {
    ig_copy3(body->ipos, s->ipos);
    ig_copy4(body->iquat, s->iquat);
    ig_pose_append(s->pos, s->quat, s->ipos, s->iquat);
    ig_pose_invert(backpos, backquat, s->ipos, s->iquat);
    ig_zero3(s->ipos);
    ig_unit4(s->iquat);
    shift_geoms(body, backpos, backquat);
  }

  if (!compile_joints(c, body)) return false;
  // pose in the world at qpos0: parents come first
  ig_unit4(body->xquat);
  if (body->parent) {
    ig_rotvecquat(body->xpos, s->pos, body->parent->xquat);
    ig_addto3(body->xpos, body->parent->xpos);
    ig_compose_quat(body->xquat, body->parent->xquat, s->quat);
  }

  // what needs the pose
  for (int i = 0; i < body->sites.n; i++) {
    if (!ig_compile_site(c, IG_RECORD(ig_CSite, body->sites, i))) return false;
  }
  for (int i = 0; i < body->cameras.n; i++) {
    if (!ig_compile_camera(c, IG_RECORD(ig_CCamera, body->cameras, i))) return false;
  }
  for (int i = 0; i < body->lights.n; i++) {
    if (!ig_compile_light(c, IG_RECORD(ig_CLight, body->lights, i))) return false;
  }
  if (s->plugin.active && !ig_use_plugin(c, body, "body", &s->plugin, mjPLUGIN_PASSIVE, &body->plugin)) return false;
  if (body->aligned) shift_rest(c, body, backpos, backquat);
  return true;
}

// a body may also move thanks to what is welded to it
static bool has_mass(const ig_CBody* body) {
  const mjsBody* s = &body->s;
  if (s->mass >= mjMINVAL && s->inertia[0] >= mjMINVAL && s->inertia[1] >= mjMINVAL && s->inertia[2] >= mjMINVAL) return true;
  for (int i = 0; i < body->bodies.n; i++) {
    const ig_CBody* child = IG_RECORD(ig_CBody, body->bodies, i);
    if (!child->joints.n && has_mass(child)) return true;
  }
  return false;
}

bool ig_check_masses(ig_Compiler* c) {
  for (int i = 1; i < c->list[mjOBJ_BODY].n; i++) {
    const ig_CBody* body = IG_RECORD(ig_CBody, c->list[mjOBJ_BODY], i);
    if (body->joints.n && !has_mass(body)) {
      return ig_refuse(c, body,
                       "mass and inertia of moving bodies must be larger than mjMINVAL, mass is %g: give it a geom "
                       "with mass or an inertial",
                       body->s.mass);
    }
  }
  return true;
}

static bool check_free(ig_Compiler* c, const ig_CBody* body) {
  bool free = false, top = body->parent && body->parent->r.id == 0;
  for (int i = 0; i < body->joints.n; i++) free = free || IG_RECORD(ig_CJoint, body->joints, i)->s.type == mjJNT_FREE;
  if (free && body->joints.n > 1) return ig_refuse(c, body, "body: a free joint must be the only joint");
  return !free || top || ig_refuse(c, body, "body: a free joint needs the world as parent");
}

// after the masses: a body that fails both is told about its mass
bool ig_check_free_joints(ig_Compiler* c) {
  for (int i = 0; i < c->list[mjOBJ_BODY].n; i++) {
    if (!check_free(c, IG_RECORD(ig_CBody, c->list[mjOBJ_BODY], i))) return false;
  }
  return true;
}

void ig_write_body(const ig_Compiler* c, const ig_CBody* body) {
  mjModel* m = c->model;
  const mjsBody* s = &body->s;
  int id = body->r.id;
  m->body_weldid[id] = body->weldid;
  m->body_mocapid[id] = body->mocapid;
  IG_PUT(m->body_pos, id, s->pos, 3);
  IG_PUT(m->body_quat, id, s->quat, 4);
  IG_PUT(m->body_ipos, id, s->ipos, 3);
  IG_PUT(m->body_iquat, id, s->iquat, 4);
  m->body_mass[id] = s->mass;
  IG_PUT(m->body_inertia, id, s->inertia, 3);
  m->body_gravcomp[id] = s->gravcomp;
  m->body_margin[id] = body->margin;
  m->body_contype[id] = body->contype;
  m->body_conaffinity[id] = body->conaffinity;
  m->body_plugin[id] = ig_id(body->plugin);
  ig_put_user(m->body_user, id, m->nuser_body, s->userdata);
}
