// SPDX-License-Identifier: Apache-2.0
// A spec says things in its own way (degrees, frames, fromto, automatic values), and a model says them compiled. So only
// numbers of the model that differ from those the compiler wrote go back, each into the attribute it came from; all else
// in the spec stays as it was written.
#include "compile/copyback.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/float_mode.h"
#include "base/memory.h"
#include "spec/access.h"
#include "spec/element.h"
#include "spec/list.h"
#include "spec/pose.h"

typedef enum Unit_ { PLAIN, ANGLE_OF_JOINT, POSE } Unit;

// one array of the model and the attribute of an element that it comes from
typedef struct Row_ {
  mjtObj type;
  short array;      // offset of the pointer in mjModel
  short width;      // numbers per element
  short attribute;  // offset in the public struct
  bool is_float;    // both sides
  Unit unit;
} Row;

#define R(type, array, s, member, width, unit) \
  { type, offsetof(mjModel, array), width, offsetof(s, member), false, unit }
#define F(type, array, s, member, width) \
  { type, offsetof(mjModel, array), width, offsetof(s, member), true, PLAIN }

static const Row rows[] = {
    R(mjOBJ_BODY, body_pos, mjsBody, pos, 3, POSE),
    R(mjOBJ_BODY, body_quat, mjsBody, quat, 4, POSE),
    R(mjOBJ_BODY, body_ipos, mjsBody, ipos, 3, PLAIN),
    R(mjOBJ_BODY, body_iquat, mjsBody, iquat, 4, PLAIN),
    R(mjOBJ_BODY, body_mass, mjsBody, mass, 1, PLAIN),
    R(mjOBJ_BODY, body_inertia, mjsBody, inertia, 3, PLAIN),
    R(mjOBJ_BODY, body_gravcomp, mjsBody, gravcomp, 1, PLAIN),
    R(mjOBJ_JOINT, jnt_pos, mjsJoint, pos, 3, PLAIN),
    R(mjOBJ_JOINT, jnt_axis, mjsJoint, axis, 3, PLAIN),
    R(mjOBJ_JOINT, jnt_stiffness, mjsJoint, stiffness, 1, PLAIN),
    R(mjOBJ_JOINT, jnt_range, mjsJoint, range, 2, ANGLE_OF_JOINT),
    R(mjOBJ_JOINT, jnt_solref, mjsJoint, solref_limit, mjNREF, PLAIN),
    R(mjOBJ_JOINT, jnt_solimp, mjsJoint, solimp_limit, mjNIMP, PLAIN),
    R(mjOBJ_JOINT, jnt_margin, mjsJoint, margin, 1, PLAIN),
    R(mjOBJ_GEOM, geom_pos, mjsGeom, pos, 3, POSE),
    R(mjOBJ_GEOM, geom_quat, mjsGeom, quat, 4, POSE),
    R(mjOBJ_GEOM, geom_size, mjsGeom, size, 3, PLAIN),
    R(mjOBJ_GEOM, geom_friction, mjsGeom, friction, 3, PLAIN),
    R(mjOBJ_GEOM, geom_solref, mjsGeom, solref, mjNREF, PLAIN),
    R(mjOBJ_GEOM, geom_solimp, mjsGeom, solimp, mjNIMP, PLAIN),
    R(mjOBJ_GEOM, geom_solmix, mjsGeom, solmix, 1, PLAIN),
    R(mjOBJ_GEOM, geom_margin, mjsGeom, margin, 1, PLAIN),
    R(mjOBJ_GEOM, geom_gap, mjsGeom, gap, 1, PLAIN),
    F(mjOBJ_GEOM, geom_rgba, mjsGeom, rgba, 4),
    R(mjOBJ_SITE, site_pos, mjsSite, pos, 3, POSE),
    R(mjOBJ_SITE, site_quat, mjsSite, quat, 4, POSE),
    R(mjOBJ_SITE, site_size, mjsSite, size, 3, PLAIN),
    F(mjOBJ_SITE, site_rgba, mjsSite, rgba, 4),
    R(mjOBJ_CAMERA, cam_pos, mjsCamera, pos, 3, POSE),
    R(mjOBJ_CAMERA, cam_quat, mjsCamera, quat, 4, POSE),
    R(mjOBJ_CAMERA, cam_fovy, mjsCamera, fovy, 1, PLAIN),
    R(mjOBJ_CAMERA, cam_ipd, mjsCamera, ipd, 1, PLAIN),
    F(mjOBJ_CAMERA, cam_intrinsic, mjsCamera, intrinsic, 4),
    R(mjOBJ_LIGHT, light_pos, mjsLight, pos, 3, PLAIN),
    R(mjOBJ_LIGHT, light_dir, mjsLight, dir, 3, PLAIN),
    F(mjOBJ_LIGHT, light_attenuation, mjsLight, attenuation, 3),
    F(mjOBJ_LIGHT, light_cutoff, mjsLight, cutoff, 1),
    F(mjOBJ_LIGHT, light_exponent, mjsLight, exponent, 1),
    F(mjOBJ_LIGHT, light_ambient, mjsLight, ambient, 3),
    F(mjOBJ_LIGHT, light_diffuse, mjsLight, diffuse, 3),
    F(mjOBJ_LIGHT, light_specular, mjsLight, specular, 3),
    F(mjOBJ_MATERIAL, mat_texrepeat, mjsMaterial, texrepeat, 2),
    F(mjOBJ_MATERIAL, mat_emission, mjsMaterial, emission, 1),
    F(mjOBJ_MATERIAL, mat_specular, mjsMaterial, specular, 1),
    F(mjOBJ_MATERIAL, mat_shininess, mjsMaterial, shininess, 1),
    F(mjOBJ_MATERIAL, mat_reflectance, mjsMaterial, reflectance, 1),
    F(mjOBJ_MATERIAL, mat_rgba, mjsMaterial, rgba, 4),
    R(mjOBJ_EQUALITY, eq_data, mjsEquality, data, mjNEQDATA, PLAIN),
    R(mjOBJ_EQUALITY, eq_solref, mjsEquality, solref, mjNREF, PLAIN),
    R(mjOBJ_EQUALITY, eq_solimp, mjsEquality, solimp, mjNIMP, PLAIN),
    R(mjOBJ_TENDON, tendon_range, mjsTendon, range, 2, PLAIN),
    R(mjOBJ_TENDON, tendon_actfrcrange, mjsTendon, actfrcrange, 2, PLAIN),
    R(mjOBJ_TENDON, tendon_solref_lim, mjsTendon, solref_limit, mjNREF, PLAIN),
    R(mjOBJ_TENDON, tendon_solimp_lim, mjsTendon, solimp_limit, mjNIMP, PLAIN),
    R(mjOBJ_TENDON, tendon_solref_fri, mjsTendon, solref_friction, mjNREF, PLAIN),
    R(mjOBJ_TENDON, tendon_solimp_fri, mjsTendon, solimp_friction, mjNIMP, PLAIN),
    R(mjOBJ_TENDON, tendon_width, mjsTendon, width, 1, PLAIN),
    R(mjOBJ_TENDON, tendon_margin, mjsTendon, margin, 1, PLAIN),
    R(mjOBJ_TENDON, tendon_stiffness, mjsTendon, stiffness, 1, PLAIN),
    R(mjOBJ_TENDON, tendon_damping, mjsTendon, damping, 1, PLAIN),
    R(mjOBJ_TENDON, tendon_armature, mjsTendon, armature, 1, PLAIN),
    R(mjOBJ_TENDON, tendon_frictionloss, mjsTendon, frictionloss, 1, PLAIN),
    F(mjOBJ_TENDON, tendon_rgba, mjsTendon, rgba, 4),
    R(mjOBJ_ACTUATOR, actuator_dynprm, mjsActuator, dynprm, mjNDYN, PLAIN),
    R(mjOBJ_ACTUATOR, actuator_gainprm, mjsActuator, gainprm, mjNGAIN, PLAIN),
    R(mjOBJ_ACTUATOR, actuator_biasprm, mjsActuator, biasprm, mjNBIAS, PLAIN),
    R(mjOBJ_ACTUATOR, actuator_ctrlrange, mjsActuator, ctrlrange, 2, PLAIN),
    R(mjOBJ_ACTUATOR, actuator_forcerange, mjsActuator, forcerange, 2, PLAIN),
    R(mjOBJ_ACTUATOR, actuator_actrange, mjsActuator, actrange, 2, PLAIN),
    R(mjOBJ_ACTUATOR, actuator_lengthrange, mjsActuator, lengthrange, 2, PLAIN),
    R(mjOBJ_ACTUATOR, actuator_gear, mjsActuator, gear, 6, PLAIN),
    R(mjOBJ_ACTUATOR, actuator_cranklength, mjsActuator, cranklength, 1, PLAIN),
    R(mjOBJ_SENSOR, sensor_cutoff, mjsSensor, cutoff, 1, PLAIN),
    R(mjOBJ_SENSOR, sensor_noise, mjsSensor, noise, 1, PLAIN),
};
enum { NROW = sizeof(rows) / sizeof(rows[0]) };

static int64_t model_count(const mjModel* m, mjtObj type) {
  switch (type) {
    case mjOBJ_BODY: return m->nbody;
    case mjOBJ_JOINT: return m->njnt;
    case mjOBJ_GEOM: return m->ngeom;
    case mjOBJ_SITE: return m->nsite;
    case mjOBJ_CAMERA: return m->ncam;
    case mjOBJ_LIGHT: return m->nlight;
    case mjOBJ_MATERIAL: return m->nmat;
    case mjOBJ_EQUALITY: return m->neq;
    case mjOBJ_TENDON: return m->ntendon;
    case mjOBJ_ACTUATOR: return m->nu;
    case mjOBJ_SENSOR: return m->nsensor;
    default: return 0;
  }
}

static double model_number(const mjModel* m, const Row* row, int64_t i) {
  const void* array = *(void* const*)(const void*)((const char*)m + row->array);
  return row->is_float ? (double)((const float*)array)[i] : ((const double*)array)[i];
}

// The numbers of a model as it was compiled, in the order of the rows; a value of the world body, which lives as long as the
// spec.
typedef struct Written_ {
  mjStatistic stat;
  double numbers[];
} Written;

static const char written_key[] = "ingot written";

void ig_remember_model(ig_Spec* spec, const mjModel* m) {
  int64_t total = 0;
  for (int r = 0; r < NROW; r++) total += rows[r].width * model_count(m, rows[r].type);
  Written* written = ig_value_make(&spec->world->el, written_key, sizeof(Written) + (size_t)total * sizeof(double));
  written->stat = m->stat;
  double* to = written->numbers;
  for (int r = 0; r < NROW; r++) {
    for (int64_t i = 0, n = rows[r].width * model_count(m, rows[r].type); i < n; i++) *to++ = model_number(m, rows + r, i);
  }
}

// ------------------------------------------------ poses

typedef struct Place_ {
  double *pos, *quat;
  mjsOrientation* alt;
  double* fromto;  // NULL: has none
} Place;

static Place place_of(ig_Element* el) {
  switch (el->base.elemtype) {
    case mjOBJ_BODY: {
      mjsBody* s = IG_PUBLIC(mjsBody, el);
      return (Place){s->pos, s->quat, &s->alt, NULL};
    }
    case mjOBJ_GEOM: {
      mjsGeom* s = IG_PUBLIC(mjsGeom, el);
      return (Place){s->pos, s->quat, &s->alt, s->fromto};
    }
    case mjOBJ_SITE: {
      mjsSite* s = IG_PUBLIC(mjsSite, el);
      return (Place){s->pos, s->quat, &s->alt, s->fromto};
    }
    default: {
      mjsCamera* s = IG_PUBLIC(mjsCamera, el);
      return (Place){s->pos, s->quat, &s->alt, NULL};
    }
  }
}

// out of the frames around the element, the outermost first
static void leave_frames(const ig_Frame* frame, double pos[3], double quat[4]) {
  if (!frame) return;
  leave_frames(frame->el.frame, pos, quat);
  double fpos[3], fquat[4], ipos[3], iquat[4];
  memcpy(fpos, frame->s.pos, sizeof(fpos));
  memcpy(fquat, frame->s.quat, sizeof(fquat));
  ig_resolve_orientation(fquat, frame->el.compiler, &frame->s.alt);
  ig_make_unit(fquat, 4);
  ig_pose_invert(ipos, iquat, fpos, fquat);
  ig_pose_prepend(ipos, iquat, pos, quat);
}

// the new pose in place of whatever way the old one was written in
static void set_pose(ig_Element* el, const double pos[3], const double quat[4]) {
  Place place = place_of(el);
  memcpy(place.pos, pos, 3 * sizeof(double));
  memcpy(place.quat, quat, 4 * sizeof(double));
  leave_frames(el->frame, place.pos, place.quat);
  place.alt->type = mjORIENTATION_QUAT;
  if (place.fromto) place.fromto[0] = NAN;
}

// ------------------------------------------------ the back way

static bool in_degrees(const ig_Element* el) {
  mjtJoint type = IG_PUBLIC(mjsJoint, el)->type;
  return el->compiler->degree && (type == mjJNT_HINGE || type == mjJNT_BALL);
}

static bool same(double a, double b) { return a == b || (a != a && b != b); }

// mass, centre and inertia go together: bodies that had them from their geoms now state them
static void set_inertial(ig_Element* el, const mjModel* m) {
  mjsBody* s = IG_PUBLIC(mjsBody, el);
  s->explicitinertial = 1;
  s->mass = m->body_mass[el->id];
  memcpy(s->ipos, m->body_ipos + 3 * el->id, sizeof(s->ipos));
  memcpy(s->iquat, m->body_iquat + 4 * el->id, sizeof(s->iquat));
  memcpy(s->inertia, m->body_inertia + 3 * el->id, sizeof(s->inertia));
  s->ialt.type = mjORIENTATION_QUAT;
  s->fullinertia[0] = NAN;
}

// one row of the table; returns the numbers remembered behind it. Elements stand in the model by their ids: pairs are sorted
static const double* copy_row(ig_Spec* spec, const mjModel* m, const Row* row, const double* written) {
  const ig_List* list = ig_spec_list(spec, row->type);
  for (int n = 0; n < list->count; n++) {
    ig_Element* el = list->item[n];
    char* to = (char*)(el + 1) + row->attribute;
    int i = el->id;
    for (int k = 0; k < row->width; k++) {
      double value = model_number(m, row, (int64_t)i * row->width + k);
      if (same(value, written[i * row->width + k])) continue;
      if (row->unit == ANGLE_OF_JOINT && in_degrees(el)) value *= 180 / mjPI;
      if (row->unit == POSE) {
        // position and orientation go together, when their first row is seen to differ
        const Row* pos = row->width == 3 ? row : row - 1;
        double pose[7];
        for (int j = 0; j < 3; j++) pose[j] = model_number(m, pos, 3 * i + j);
        for (int j = 0; j < 4; j++) pose[3 + j] = model_number(m, pos + 1, 4 * i + j);
        set_pose(el, pose, pose + 3);
        break;
      }
      if (row->is_float) {
        ((float*)(void*)to)[k] = (float)value;
      } else {
        ((double*)(void*)to)[k] = value;
      }
      bool inertial = row->attribute >= (short)offsetof(mjsBody, mass) && row->attribute <= (short)offsetof(mjsBody, inertia);
      if (row->type == mjOBJ_BODY && inertial) set_inertial(el, m);
    }
  }
  return written + (size_t)list->count * row->width;
}

// dof parameters and reference positions belong to joints, but stand in arrays of their own
static void copy_joints(ig_Spec* spec, const mjModel* m) {
  const ig_List* joints = ig_spec_list(spec, mjOBJ_JOINT);
  for (int i = 0; i < joints->count; i++) {
    mjsJoint* joint = IG_ITEM(mjsJoint, *joints, i);
    int dof = m->jnt_dofadr[i], adr = m->jnt_qposadr[i];
    memcpy(joint->solref_friction, m->dof_solref + mjNREF * dof, sizeof(joint->solref_friction));
    memcpy(joint->solimp_friction, m->dof_solimp + mjNIMP * dof, sizeof(joint->solimp_friction));
    joint->armature = m->dof_armature[dof];
    joint->damping = m->dof_damping[dof];
    joint->frictionloss = m->dof_frictionloss[dof];
    if (joint->type != mjJNT_HINGE && joint->type != mjJNT_SLIDE) continue;
    double scale = in_degrees(joints->item[i]) ? 180 / mjPI : 1;
    if (!same(m->qpos0[adr], joint->ref / scale)) joint->ref = m->qpos0[adr] * scale;
    if (!same(m->qpos_spring[adr], joint->springref / scale)) joint->springref = m->qpos_spring[adr] * scale;
  }
}

// user data, where it is not what the spec has already
static void copy_user(ig_Spec* spec, const mjModel* m) {
#define USER(type, array, size, s) \
  { type, offsetof(mjModel, array), offsetof(mjModel, size), offsetof(s, userdata) }
  static const struct {
    mjtObj type;
    size_t array, size, userdata;
  } users[] = {
      USER(mjOBJ_BODY, body_user, nuser_body, mjsBody),         USER(mjOBJ_JOINT, jnt_user, nuser_jnt, mjsJoint),
      USER(mjOBJ_GEOM, geom_user, nuser_geom, mjsGeom),         USER(mjOBJ_SITE, site_user, nuser_site, mjsSite),
      USER(mjOBJ_CAMERA, cam_user, nuser_cam, mjsCamera),       USER(mjOBJ_TENDON, tendon_user, nuser_tendon, mjsTendon),
      USER(mjOBJ_SENSOR, sensor_user, nuser_sensor, mjsSensor), USER(mjOBJ_ACTUATOR, actuator_user, nuser_actuator, mjsActuator),
  };
  for (size_t u = 0; u < sizeof(users) / sizeof(*users); u++) {
    const ig_List* list = ig_spec_list(spec, users[u].type);
    const double* numbers = *(double* const*)(const void*)((const char*)m + users[u].array);
    int n = (int)*(const mjtSize*)(const void*)((const char*)m + users[u].size);
    for (int i = 0; n && i < list->count; i++) {
      void* vector = *(void**)(void*)((char*)(list->item[i] + 1) + users[u].userdata);
      const double* now = numbers + (size_t)n * list->item[i]->id;
      bool changed = false;
      for (int k = 0; k < n; k++)
        changed = changed || !same(now[k], k < IG_COUNT(double, vector) ? IG_ITEMS(double, vector)[k] : 0);
      if (changed) ig_set_doubles(vector, now, n);
    }
  }
}

static bool fits(ig_Spec* spec, const mjModel* m) {
  if (spec->base.signature != m->signature || spec->nq != m->nq || spec->nv != m->nv || spec->na != m->na) return false;
  for (int r = 0; r < NROW; r++) {
    if (ig_spec_list(spec, rows[r].type)->count != model_count(m, rows[r].type)) return false;
  }
  return spec->list[mjOBJ_KEY].count == m->nkey && spec->list[mjOBJ_NUMERIC].count == m->nnumeric &&
         spec->list[mjOBJ_HFIELD].count == m->nhfield && spec->list[mjOBJ_TUPLE].count == m->ntuple;
}

int ig_copy_back(mjSpec* s, const mjModel* m) {
  IG_FLOAT_SCOPE;
  ig_Spec* spec = ig_spec(s);
  if (!m) return ig_spec_fail(spec, NULL, "mj_copyBack: the model is NULL");
  const Written* written = ig_value_get(&spec->world->el, written_key);
  if (!spec->compiled || !written) return ig_spec_fail(spec, NULL, "mj_copyBack: the spec has not been compiled");
  if (!fits(spec, m))
    return ig_spec_fail(spec, NULL, "mj_copyBack: the model is incompatible with the spec: it has other elements");
  spec->s.option = m->opt;
  spec->s.visual = m->vis;

  // statistics, numbers of elements: those that have changed since the model was compiled
  if (m->stat.meaninertia != written->stat.meaninertia) spec->s.stat.meaninertia = m->stat.meaninertia;
  if (m->stat.meanmass != written->stat.meanmass) spec->s.stat.meanmass = m->stat.meanmass;
  if (m->stat.meansize != written->stat.meansize) spec->s.stat.meansize = m->stat.meansize;
  if (m->stat.extent != written->stat.extent) spec->s.stat.extent = m->stat.extent;
  if (memcmp(m->stat.center, written->stat.center, sizeof(written->stat.center))) {
    memcpy(spec->s.stat.center, m->stat.center, sizeof(written->stat.center));
  }
  const double* was = written->numbers;
  for (int r = 0; r < NROW; r++) was = copy_row(spec, m, rows + r, was);
  copy_joints(spec, m);
  copy_user(spec, m);

  // lists of numbers: keyframes, custom data, height fields
  const ig_List* keys = &spec->list[mjOBJ_KEY];
  for (int i = 0; i < keys->count; i++) {
    mjsKey* key = IG_ITEM(mjsKey, *keys, i);
    key->time = m->key_time[i];
    ig_set_doubles(key->qpos, m->key_qpos + i * m->nq, (int)m->nq);
    ig_set_doubles(key->qvel, m->key_qvel + i * m->nv, (int)m->nv);
    ig_set_doubles(key->act, m->key_act + i * m->na, (int)m->na);
    ig_set_doubles(key->ctrl, m->key_ctrl + i * m->nu, (int)m->nu);
    ig_set_doubles(key->mpos, m->key_mpos + i * 3 * m->nmocap, 3 * (int)m->nmocap);
    ig_set_doubles(key->mquat, m->key_mquat + i * 4 * m->nmocap, 4 * (int)m->nmocap);
  }
  const ig_List* numerics = &spec->list[mjOBJ_NUMERIC];
  for (int i = 0; i < numerics->count; i++) {
    ig_set_doubles(IG_ITEM(mjsNumeric, *numerics, i)->data, m->numeric_data + m->numeric_adr[i], m->numeric_size[i]);
  }
  const ig_List* tuples = &spec->list[mjOBJ_TUPLE];
  for (int i = 0; i < tuples->count; i++) {
    ig_set_doubles(IG_ITEM(mjsTuple, *tuples, i)->objprm, m->tuple_objprm + m->tuple_adr[i], m->tuple_size[i]);
  }
  const ig_List* hfields = &spec->list[mjOBJ_HFIELD];
  for (int i = 0; i < hfields->count; i++) {
    mjsHField* hfield = IG_ITEM(mjsHField, *hfields, i);
    int count = m->hfield_nrow[i] * m->hfield_ncol[i];
    const float* data = m->hfield_data + m->hfield_adr[i];
    // those that have their elevations in the spec, not in a file
    if (IG_COUNT(float, hfield->userdata) == count) ig_set_floats(hfield->userdata, data, count);
  }
  return 1;
}
