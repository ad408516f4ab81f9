// The spec is compiled anew and what differs from that model is written: what was not touched keeps the form it was
// written in (frames, angles, inertia from geoms), what was is stated in the form of the model.
#include "compile/copy_back.h"

#include <math.h>
#include <string.h>

#include "compile/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/field.h"
#include "spec/spec.h"

typedef enum Kind_ { REAL, FLOAT, INT } Kind;

// n numbers of an element: where they are in the model and in the public struct
typedef struct Row_ {
  mjtObj type;
  Kind kind;
  size_t model, spec;
  int n;
} Row;

#define ROW(type, kind, array, public, field, n) {type, kind, offsetof(mjModel, array), offsetof(public, field), n}

static const Row rows[] = {
    ROW(mjOBJ_JOINT, REAL, jnt_stiffness, mjsJoint, stiffness, 1),
    ROW(mjOBJ_JOINT, REAL, jnt_solref, mjsJoint, solref_limit, mjNREF),
    ROW(mjOBJ_JOINT, REAL, jnt_solimp, mjsJoint, solimp_limit, mjNIMP),
    ROW(mjOBJ_JOINT, REAL, jnt_margin, mjsJoint, margin, 1),
    ROW(mjOBJ_GEOM, REAL, geom_friction, mjsGeom, friction, 3),
    ROW(mjOBJ_GEOM, REAL, geom_solref, mjsGeom, solref, mjNREF),
    ROW(mjOBJ_GEOM, REAL, geom_solimp, mjsGeom, solimp, mjNIMP),
    ROW(mjOBJ_GEOM, FLOAT, geom_rgba, mjsGeom, rgba, 4),
    ROW(mjOBJ_GEOM, REAL, geom_solmix, mjsGeom, solmix, 1),
    ROW(mjOBJ_GEOM, REAL, geom_margin, mjsGeom, margin, 1),
    ROW(mjOBJ_GEOM, REAL, geom_gap, mjsGeom, gap, 1),
    ROW(mjOBJ_SITE, FLOAT, site_rgba, mjsSite, rgba, 4),
    ROW(mjOBJ_CAMERA, REAL, cam_fovy, mjsCamera, fovy, 1),
    ROW(mjOBJ_CAMERA, REAL, cam_ipd, mjsCamera, ipd, 1),
    ROW(mjOBJ_CAMERA, INT, cam_resolution, mjsCamera, resolution, 2),
    ROW(mjOBJ_LIGHT, FLOAT, light_attenuation, mjsLight, attenuation, 3),
    ROW(mjOBJ_LIGHT, FLOAT, light_cutoff, mjsLight, cutoff, 1),
    ROW(mjOBJ_LIGHT, FLOAT, light_exponent, mjsLight, exponent, 1),
    ROW(mjOBJ_LIGHT, FLOAT, light_ambient, mjsLight, ambient, 3),
    ROW(mjOBJ_LIGHT, FLOAT, light_diffuse, mjsLight, diffuse, 3),
    ROW(mjOBJ_LIGHT, FLOAT, light_specular, mjsLight, specular, 3),
    ROW(mjOBJ_MATERIAL, FLOAT, mat_texrepeat, mjsMaterial, texrepeat, 2),
    ROW(mjOBJ_MATERIAL, FLOAT, mat_emission, mjsMaterial, emission, 1),
    ROW(mjOBJ_MATERIAL, FLOAT, mat_specular, mjsMaterial, specular, 1),
    ROW(mjOBJ_MATERIAL, FLOAT, mat_shininess, mjsMaterial, shininess, 1),
    ROW(mjOBJ_MATERIAL, FLOAT, mat_reflectance, mjsMaterial, reflectance, 1),
    ROW(mjOBJ_MATERIAL, FLOAT, mat_rgba, mjsMaterial, rgba, 4),
    ROW(mjOBJ_PAIR, REAL, pair_solref, mjsPair, solref, mjNREF),
    ROW(mjOBJ_PAIR, REAL, pair_solreffriction, mjsPair, solreffriction, mjNREF),
    ROW(mjOBJ_PAIR, REAL, pair_solimp, mjsPair, solimp, mjNIMP),
    ROW(mjOBJ_PAIR, REAL, pair_margin, mjsPair, margin, 1),
    ROW(mjOBJ_PAIR, REAL, pair_gap, mjsPair, gap, 1),
    ROW(mjOBJ_PAIR, REAL, pair_friction, mjsPair, friction, 5),
    ROW(mjOBJ_EQUALITY, REAL, eq_data, mjsEquality, data, mjNEQDATA),
    ROW(mjOBJ_EQUALITY, REAL, eq_solref, mjsEquality, solref, mjNREF),
    ROW(mjOBJ_EQUALITY, REAL, eq_solimp, mjsEquality, solimp, mjNIMP),
    ROW(mjOBJ_TENDON, REAL, tendon_range, mjsTendon, range, 2),
    ROW(mjOBJ_TENDON, REAL, tendon_actfrcrange, mjsTendon, actfrcrange, 2),
    ROW(mjOBJ_TENDON, REAL, tendon_solref_lim, mjsTendon, solref_limit, mjNREF),
    ROW(mjOBJ_TENDON, REAL, tendon_solimp_lim, mjsTendon, solimp_limit, mjNIMP),
    ROW(mjOBJ_TENDON, REAL, tendon_solref_fri, mjsTendon, solref_friction, mjNREF),
    ROW(mjOBJ_TENDON, REAL, tendon_solimp_fri, mjsTendon, solimp_friction, mjNIMP),
    ROW(mjOBJ_TENDON, FLOAT, tendon_rgba, mjsTendon, rgba, 4),
    ROW(mjOBJ_TENDON, REAL, tendon_width, mjsTendon, width, 1),
    ROW(mjOBJ_TENDON, REAL, tendon_margin, mjsTendon, margin, 1),
    ROW(mjOBJ_TENDON, REAL, tendon_stiffness, mjsTendon, stiffness, 1),
    ROW(mjOBJ_TENDON, REAL, tendon_damping, mjsTendon, damping, 1),
    ROW(mjOBJ_TENDON, REAL, tendon_armature, mjsTendon, armature, 1),
    ROW(mjOBJ_TENDON, REAL, tendon_frictionloss, mjsTendon, frictionloss, 1),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_dynprm, mjsActuator, dynprm, mjNDYN),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_gainprm, mjsActuator, gainprm, mjNGAIN),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_biasprm, mjsActuator, biasprm, mjNBIAS),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_ctrlrange, mjsActuator, ctrlrange, 2),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_forcerange, mjsActuator, forcerange, 2),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_actrange, mjsActuator, actrange, 2),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_lengthrange, mjsActuator, lengthrange, 2),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_gear, mjsActuator, gear, 6),
    ROW(mjOBJ_ACTUATOR, REAL, actuator_cranklength, mjsActuator, cranklength, 1),
    ROW(mjOBJ_SENSOR, REAL, sensor_cutoff, mjsSensor, cutoff, 1),
    ROW(mjOBJ_SENSOR, REAL, sensor_noise, mjsSensor, noise, 1),
};

// the models and the element that is looked at
typedef struct Edit_ {
  const mjModel *m, *base;
  ig_Element* el;
  int id;
} Edit;

#define CHANGED(e, array, n) (memcmp((e)->m->array + (n) * (e)->id, (e)->base->array + (n) * (e)->id, (n) * sizeof(*(e)->m->array)) != 0)

static void put_row(const Edit* e, const Row* row) {
  static const size_t sizes[] = {[REAL] = sizeof(double), [FLOAT] = sizeof(float), [INT] = sizeof(int)};
  size_t bytes = sizes[row->kind] * row->n, at = bytes * e->id;
  const char* now = *(char**)((char*)e->m + row->model) + at;
  const char* before = *(char**)((char*)e->base + row->model) + at;
  if (memcmp(now, before, bytes)) memcpy(IG_PUBLIC(char, e->el) + row->spec, now, bytes);
}

// a pose in the body: no frame around it, no other way of writing it
static void put_pose(const Edit* e, double pos[3], double quat[4], mjsOrientation* alt, const mjtNum* mpos, const mjtNum* mquat) {
  ig_copy3(pos, mpos + 3 * e->id);
  ig_copy4(quat, mquat + 4 * e->id);
  alt->type = mjORIENTATION_QUAT;
  e->el->frame = NULL;
}

static void put_body(const Edit* e) {
  mjsBody* s = IG_PUBLIC(mjsBody, e->el);
  if (CHANGED(e, body_pos, 3) || CHANGED(e, body_quat, 4)) put_pose(e, s->pos, s->quat, &s->alt, e->m->body_pos, e->m->body_quat);
  if (!CHANGED(e, body_mass, 1) && !CHANGED(e, body_inertia, 3) && !CHANGED(e, body_ipos, 3) && !CHANGED(e, body_iquat, 4)) return;
  s->explicitinertial = 1;
  s->mass = e->m->body_mass[e->id];
  ig_copy3(s->ipos, e->m->body_ipos + 3 * e->id);
  ig_copy4(s->iquat, e->m->body_iquat + 4 * e->id);
  ig_copy3(s->inertia, e->m->body_inertia + 3 * e->id);
  s->ialt.type = mjORIENTATION_QUAT;
  s->fullinertia[0] = NAN;
}

// the joint's dofs share their properties
static void put_dofs(const Edit* joint, mjsJoint* s) {
  Edit e = {joint->m, joint->base, joint->el, joint->m->jnt_dofadr[joint->id]};
  if (CHANGED(&e, dof_solref, mjNREF)) memcpy(s->solref_friction, e.m->dof_solref + mjNREF * e.id, sizeof(s->solref_friction));
  if (CHANGED(&e, dof_solimp, mjNIMP)) memcpy(s->solimp_friction, e.m->dof_solimp + mjNIMP * e.id, sizeof(s->solimp_friction));
  if (CHANGED(&e, dof_armature, 1)) s->armature = e.m->dof_armature[e.id];
  if (CHANGED(&e, dof_damping, 1)) s->damping = e.m->dof_damping[e.id];
  if (CHANGED(&e, dof_frictionloss, 1)) s->frictionloss = e.m->dof_frictionloss[e.id];
}

static void put_joint(const Edit* e) {
  mjsJoint* s = IG_PUBLIC(mjsJoint, e->el);
  const mjModel *m = e->m, *base = e->base;
  int adr = m->jnt_qposadr[e->id], type = m->jnt_type[e->id];
  double angle = e->el->compiler->degree && type != mjJNT_SLIDE ? 180.0 / IG_PI : 1;
  bool limited = m->jnt_limited[e->id];
  if (CHANGED(e, jnt_pos, 3) || CHANGED(e, jnt_axis, 3)) {
    ig_copy3(s->pos, m->jnt_pos + 3 * e->id);
    ig_copy3(s->axis, m->jnt_axis + 3 * e->id);
    e->el->frame = NULL;
  }
  for (int k = 0; CHANGED(e, jnt_range, 2) && k < 2; k++) s->range[k] = m->jnt_range[2 * e->id + k] * (limited ? angle : 1);
  put_dofs(e, s);
  if (type == mjJNT_FREE && memcmp(m->qpos0 + adr, base->qpos0 + adr, 7 * sizeof(mjtNum))) {
    mjsBody* body = &e->el->body->s;
    ig_copy3(body->pos, m->qpos0 + adr);
    ig_copy4(body->quat, m->qpos0 + adr + 3);
    body->alt.type = mjORIENTATION_QUAT;
    e->el->body->el.frame = NULL;
  } else if (type == mjJNT_SLIDE || type == mjJNT_HINGE) {
    if (m->qpos0[adr] != base->qpos0[adr]) s->ref = m->qpos0[adr] * angle;
    if (m->qpos_spring[adr] != base->qpos_spring[adr]) s->springref = m->qpos_spring[adr] * angle;
  }
}

static void put_geom(const Edit* e) {
  mjsGeom* s = IG_PUBLIC(mjsGeom, e->el);
  bool moved = CHANGED(e, geom_pos, 3) || CHANGED(e, geom_quat, 4), grown = CHANGED(e, geom_size, 3);
  bool meshed = !ig_text_empty(s->meshname) || !ig_text_empty(s->hfieldname);
  if (meshed || (!moved && !grown)) return;

  // both ends of a fromto are gone when either changes
  if (moved || ig_given(s->fromto[0])) put_pose(e, s->pos, s->quat, &s->alt, e->m->geom_pos, e->m->geom_quat);
  ig_copy3(s->size, e->m->geom_size + 3 * e->id);
  s->fromto[0] = NAN;
}

static void put_site(const Edit* e) {
  mjsSite* s = IG_PUBLIC(mjsSite, e->el);
  bool moved = CHANGED(e, site_pos, 3) || CHANGED(e, site_quat, 4), grown = CHANGED(e, site_size, 3);
  if (!moved && !grown) return;
  if (moved || ig_given(s->fromto[0])) put_pose(e, s->pos, s->quat, &s->alt, e->m->site_pos, e->m->site_quat);
  ig_copy3(s->size, e->m->site_size + 3 * e->id);
  s->fromto[0] = NAN;
}

static void put_camera(const Edit* e) {
  mjsCamera* s = IG_PUBLIC(mjsCamera, e->el);
  if (CHANGED(e, cam_pos, 3) || CHANGED(e, cam_quat, 4)) put_pose(e, s->pos, s->quat, &s->alt, e->m->cam_pos, e->m->cam_quat);
}

static void put_light(const Edit* e) {
  mjsLight* s = IG_PUBLIC(mjsLight, e->el);
  if (!CHANGED(e, light_pos, 3) && !CHANGED(e, light_dir, 3)) return;
  ig_copy3(s->pos, e->m->light_pos + 3 * e->id);
  ig_copy3(s->dir, e->m->light_dir + 3 * e->id);
  e->el->frame = NULL;
}

static void put_vector(void* to, const mjtNum* now, const mjtNum* before, int n) {
  if (n && memcmp(now, before, n * sizeof(mjtNum))) ig_vec_assign(to, now, n, sizeof(double));
}

static void put_key(const Edit* e) {
  mjsKey* s = IG_PUBLIC(mjsKey, e->el);
  const mjModel *m = e->m, *base = e->base;
  int nq = (int)m->nq, nv = (int)m->nv, na = (int)m->na, nu = (int)m->nu, nmocap = (int)m->nmocap, id = e->id;
  s->time = m->key_time[id];
  put_vector(s->qpos, m->key_qpos + id * nq, base->key_qpos + id * nq, nq);
  put_vector(s->qvel, m->key_qvel + id * nv, base->key_qvel + id * nv, nv);
  put_vector(s->act, m->key_act + id * na, base->key_act + id * na, na);
  put_vector(s->ctrl, m->key_ctrl + id * nu, base->key_ctrl + id * nu, nu);
  put_vector(s->mpos, m->key_mpos + id * 3 * nmocap, base->key_mpos + id * 3 * nmocap, 3 * nmocap);
  put_vector(s->mquat, m->key_mquat + id * 4 * nmocap, base->key_mquat + id * 4 * nmocap, 4 * nmocap);
}

static void put_numeric(const Edit* e) {
  int adr = e->m->numeric_adr[e->id];
  put_vector(IG_PUBLIC(mjsNumeric, e->el)->data, e->m->numeric_data + adr, e->base->numeric_data + adr, e->m->numeric_size[e->id]);
}

static void put_tuple(const Edit* e) {
  int adr = e->m->tuple_adr[e->id];
  put_vector(IG_PUBLIC(mjsTuple, e->el)->objprm, e->m->tuple_objprm + adr, e->base->tuple_objprm + adr, e->m->tuple_size[e->id]);
}

// user data per type, and what needs more than a row
static const struct {
  mjtObj type;
  void (*put)(const Edit*);
  size_t user, nuser, userdata;
} special[] = {
#define USER(array, size, public) offsetof(mjModel, array), offsetof(mjModel, size), offsetof(public, userdata)
    {mjOBJ_BODY, put_body, USER(body_user, nuser_body, mjsBody)},
    {mjOBJ_JOINT, put_joint, USER(jnt_user, nuser_jnt, mjsJoint)},
    {mjOBJ_GEOM, put_geom, USER(geom_user, nuser_geom, mjsGeom)},
    {mjOBJ_SITE, put_site, USER(site_user, nuser_site, mjsSite)},
    {mjOBJ_CAMERA, put_camera, USER(cam_user, nuser_cam, mjsCamera)},
    {mjOBJ_TENDON, NULL, USER(tendon_user, nuser_tendon, mjsTendon)},
    {mjOBJ_ACTUATOR, NULL, USER(actuator_user, nuser_actuator, mjsActuator)},
    {mjOBJ_SENSOR, NULL, USER(sensor_user, nuser_sensor, mjsSensor)},
    {mjOBJ_LIGHT, put_light, 0, 0, 0},
    {mjOBJ_KEY, put_key, 0, 0, 0},
    {mjOBJ_NUMERIC, put_numeric, 0, 0, 0},
    {mjOBJ_TUPLE, put_tuple, 0, 0, 0},
};

static void put_element(const Edit* e, mjtObj type) {
  for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
    if (rows[i].type == type) put_row(e, &rows[i]);
  }
  for (size_t i = 0; i < sizeof(special) / sizeof(*special); i++) {
    if (special[i].type != type) continue;
    if (special[i].put) special[i].put(e);
    int n = special[i].user ? (int)ig_size_at(e->m, special[i].nuser) : 0;
    if (!n) continue;
    const mjtNum* now = *(mjtNum**)((char*)e->m + special[i].user) + n * e->id;
    const mjtNum* before = *(mjtNum**)((char*)e->base + special[i].user) + n * e->id;
    put_vector(*(void**)(IG_PUBLIC(char, e->el) + special[i].userdata), now, before, n);
  }
}

static void put_globals(mjSpec* s, const mjModel* m, const mjModel* base) {
  s->option = m->opt;
  s->visual = m->vis;
  if (m->stat.meaninertia != base->stat.meaninertia) s->stat.meaninertia = m->stat.meaninertia;
  if (m->stat.meanmass != base->stat.meanmass) s->stat.meanmass = m->stat.meanmass;
  if (m->stat.meansize != base->stat.meansize) s->stat.meansize = m->stat.meansize;
  if (m->stat.extent != base->stat.extent) s->stat.extent = m->stat.extent;
  if (memcmp(m->stat.center, base->stat.center, sizeof(m->stat.center))) ig_copy3(s->stat.center, m->stat.center);
}

// the same structure and the same sizes of all arrays
static bool matches(const mjModel* m, const mjModel* base) {
  ig_Size sizes[IG_MAX_FIELDS];
  int count = ig_model_sizes(sizes);
  for (int i = 0; i < count; i++) {
    if (!strcmp(sizes[i].name, "narena") || !strcmp(sizes[i].name, "ngravcomp")) continue;
    if (ig_size_at(m, sizes[i].offset) != ig_size_at(base, sizes[i].offset)) return false;
  }
  return m->signature == base->signature;
}

bool ig_copy_back(ig_Spec* spec, const mjModel* m) {
  if (!spec->compiled) return ig_spec_fail(spec, NULL, "the spec has not been compiled, nothing can be copied back to it");
  mjModel* base = ig_compile(spec, NULL, NULL);
  if (!base) return false;
  bool same = matches(m, base);
  if (same) {
    put_globals(&spec->s, m, base);
    for (int type = 0; type < mjNOBJECT; type++) {
      const ig_List* list = &spec->list[type];
      for (int i = 0; i < list->count; i++) {
        Edit e = {m, base, list->item[i], list->item[i]->id};
        if (e.id >= 0) put_element(&e, (mjtObj)type);
      }
    }
  }
  mj_deleteModel(base);
  return same || ig_spec_fail(spec, NULL, "the model was not compiled from this spec: incompatible sizes or structure");
}

int mj_copyBack(mjSpec* s, const mjModel* m) { return s && m && ig_copy_back(ig_spec(s), m); }
