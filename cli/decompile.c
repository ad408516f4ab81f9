// SPDX-License-Identifier: Apache-2.0
// The compiled numbers are taken as they are: explicit inertias, radians, no default classes. What the compiler would
// compute again (inertia from geoms, fitted frames) is switched off, so that compiling gives the same model back.
#include "decompile.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  const mjModel* m;
  mjSpec* spec;
  mjsElement** elements[mjNOBJECT];  // by type and id
} Work;

#define COPY(to, from, n)                                                  \
  do {                                                                     \
    for (int copy_ = 0; copy_ < (n); copy_++) (to)[copy_] = (from)[copy_]; \
  } while (0)

// what cannot be written back, NULL if nothing
static const char* obstacle(const mjModel* m) {
  const struct {
    mjtSize count;
    const char* what;
  } obstacles[] = {{m->nflex, "flexes"}, {m->nskin, "skins"}, {m->nplugin, "plugins"}, {m->nhistory, "delays"}};
  for (size_t i = 0; i < sizeof obstacles / sizeof obstacles[0]; i++) {
    if (obstacles[i].count) return obstacles[i].what;
  }
  return NULL;
}

// keep the element under its id, with its name
static void keep(Work* work, int type, int id, mjsElement* element) {
  const char* name = mj_id2name(work->m, type, id);
  work->elements[type][id] = element;
  if (name && *name) mjs_setName(element, name);
}

// the name of something referred to; unnamed things get one
static const char* refer(Work* work, int type, int id) {
  if (id < 0) return "";
  if (type == mjOBJ_XBODY) type = mjOBJ_BODY;
  if (type == mjOBJ_BODY && id == 0) return "world";
  mjsElement* element = work->elements[type] ? work->elements[type][id] : NULL;
  if (!element) return "";
  const char* name = mjs_getString(mjs_getName(element));
  if (name && *name) return name;
  char made[64];
  snprintf(made, sizeof made, "%s_%d", mju_type2Str(type), id);
  mjs_setName(element, made);
  return mjs_getString(mjs_getName(element));
}

static void set_globals(Work* work) {
  const mjModel* m = work->m;
  mjSpec* s = work->spec;
  mjs_setString(s->modelname, m->names);
  s->compiler.degree = 0;
  s->compiler.inertiafromgeom = mjINERTIAFROMGEOM_FALSE;
  s->compiler.alignfree = mjALIGNFREE_FALSE;
  s->option = m->opt;
  s->visual = m->vis;
  s->stat = m->stat;
  s->memory = m->narena;
  s->nuserdata = (int)m->nuserdata;
  s->nuser_body = (int)m->nuser_body;
  s->nuser_jnt = (int)m->nuser_jnt;
  s->nuser_geom = (int)m->nuser_geom;
  s->nuser_site = (int)m->nuser_site;
  s->nuser_cam = (int)m->nuser_cam;
  s->nuser_tendon = (int)m->nuser_tendon;
  s->nuser_actuator = (int)m->nuser_actuator;
  s->nuser_sensor = (int)m->nuser_sensor;
}

static void add_assets(Work* work) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->nmat; i++) {
    mjsMaterial* material = mjs_addMaterial(work->spec, NULL);
    keep(work, mjOBJ_MATERIAL, i, material->element);
    COPY(material->rgba, m->mat_rgba + 4 * i, 4);
    COPY(material->texrepeat, m->mat_texrepeat + 2 * i, 2);
    material->texuniform = m->mat_texuniform[i];
    material->emission = m->mat_emission[i];
    material->specular = m->mat_specular[i];
    material->shininess = m->mat_shininess[i];
    material->reflectance = m->mat_reflectance[i];
    material->metallic = m->mat_metallic[i];
    material->roughness = m->mat_roughness[i];
  }
  for (int i = 0; i < m->nmesh; i++) {
    mjsMesh* mesh = mjs_addMesh(work->spec, NULL);
    keep(work, mjOBJ_MESH, i, mesh->element);
    mjs_setFloat(mesh->uservert, m->mesh_vert + 3 * m->mesh_vertadr[i], 3 * m->mesh_vertnum[i]);
    mjs_setInt(mesh->userface, m->mesh_face + 3 * m->mesh_faceadr[i], 3 * m->mesh_facenum[i]);
  }
  for (int i = 0; i < m->nhfield; i++) {
    mjsHField* field = mjs_addHField(work->spec);
    keep(work, mjOBJ_HFIELD, i, field->element);
    COPY(field->size, m->hfield_size + 4 * i, 4);
    field->nrow = m->hfield_nrow[i];
    field->ncol = m->hfield_ncol[i];
    mjs_setFloat(field->userdata, m->hfield_data + m->hfield_adr[i], field->nrow * field->ncol);
  }
}

static void add_joint(Work* work, mjsBody* body, int id) {
  const mjModel* m = work->m;
  int dof = m->jnt_dofadr[id], type = m->jnt_type[id];
  mjsJoint* joint = mjs_addJoint(body, NULL);
  keep(work, mjOBJ_JOINT, id, joint->element);
  joint->type = (mjtJoint)type;
  COPY(joint->pos, m->jnt_pos + 3 * id, 3);
  COPY(joint->axis, m->jnt_axis + 3 * id, 3);
  if (type == mjJNT_HINGE || type == mjJNT_SLIDE) {
    joint->ref = m->qpos0[m->jnt_qposadr[id]];
    joint->springref = m->qpos_spring[m->jnt_qposadr[id]];
  }
  joint->stiffness = m->jnt_stiffness[id];
  joint->limited = m->jnt_limited[id];
  COPY(joint->range, m->jnt_range + 2 * id, 2);
  joint->margin = m->jnt_margin[id];
  COPY(joint->solref_limit, m->jnt_solref + mjNREF * id, mjNREF);
  COPY(joint->solimp_limit, m->jnt_solimp + mjNIMP * id, mjNIMP);
  joint->actfrclimited = m->jnt_actfrclimited[id];
  COPY(joint->actfrcrange, m->jnt_actfrcrange + 2 * id, 2);
  joint->actgravcomp = m->jnt_actgravcomp[id];
  joint->armature = m->dof_armature[dof];
  joint->damping = m->dof_damping[dof];
  joint->frictionloss = m->dof_frictionloss[dof];
  COPY(joint->solref_friction, m->dof_solref + mjNREF * dof, mjNREF);
  COPY(joint->solimp_friction, m->dof_solimp + mjNIMP * dof, mjNIMP);
  joint->group = m->jnt_group[id];
  mjs_setDouble(joint->userdata, m->jnt_user + m->nuser_jnt * id, (int)m->nuser_jnt);
}

static void add_geom(Work* work, mjsBody* body, int id) {
  const mjModel* m = work->m;
  mjsGeom* geom = mjs_addGeom(body, NULL);
  keep(work, mjOBJ_GEOM, id, geom->element);
  geom->type = (mjtGeom)m->geom_type[id];
  COPY(geom->pos, m->geom_pos + 3 * id, 3);
  COPY(geom->quat, m->geom_quat + 4 * id, 4);
  COPY(geom->size, m->geom_size + 3 * id, 3);
  if (geom->type == mjGEOM_MESH) mjs_setString(geom->meshname, refer(work, mjOBJ_MESH, m->geom_dataid[id]));
  if (geom->type == mjGEOM_HFIELD) mjs_setString(geom->hfieldname, refer(work, mjOBJ_HFIELD, m->geom_dataid[id]));
  geom->contype = m->geom_contype[id];
  geom->conaffinity = m->geom_conaffinity[id];
  geom->condim = m->geom_condim[id];
  geom->priority = m->geom_priority[id];
  COPY(geom->friction, m->geom_friction + 3 * id, 3);
  geom->solmix = m->geom_solmix[id];
  COPY(geom->solref, m->geom_solref + mjNREF * id, mjNREF);
  COPY(geom->solimp, m->geom_solimp + mjNIMP * id, mjNIMP);
  geom->margin = m->geom_margin[id];
  geom->gap = m->geom_gap[id];
  geom->fluid_ellipsoid = m->geom_fluid[mjNFLUID * id] > 0;
  if (geom->fluid_ellipsoid) COPY(geom->fluid_coefs, m->geom_fluid + mjNFLUID * id + 1, 5);
  mjs_setString(geom->material, refer(work, mjOBJ_MATERIAL, m->geom_matid[id]));
  COPY(geom->rgba, m->geom_rgba + 4 * id, 4);
  geom->group = m->geom_group[id];
  mjs_setDouble(geom->userdata, m->geom_user + m->nuser_geom * id, (int)m->nuser_geom);
}

static void add_sites(Work* work, mjsBody** bodies) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->nsite; i++) {
    mjsSite* site = mjs_addSite(bodies[m->site_bodyid[i]], NULL);
    keep(work, mjOBJ_SITE, i, site->element);
    site->type = (mjtGeom)m->site_type[i];
    COPY(site->pos, m->site_pos + 3 * i, 3);
    COPY(site->quat, m->site_quat + 4 * i, 4);
    COPY(site->size, m->site_size + 3 * i, 3);
    mjs_setString(site->material, refer(work, mjOBJ_MATERIAL, m->site_matid[i]));
    COPY(site->rgba, m->site_rgba + 4 * i, 4);
    site->group = m->site_group[i];
    mjs_setDouble(site->userdata, m->site_user + m->nuser_site * i, (int)m->nuser_site);
  }
}

static void add_views(Work* work, mjsBody** bodies) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->ncam; i++) {
    mjsCamera* camera = mjs_addCamera(bodies[m->cam_bodyid[i]], NULL);
    keep(work, mjOBJ_CAMERA, i, camera->element);
    camera->mode = (mjtCamLight)m->cam_mode[i];
    COPY(camera->pos, m->cam_pos + 3 * i, 3);
    COPY(camera->quat, m->cam_quat + 4 * i, 4);
    camera->ipd = m->cam_ipd[i];
    COPY(camera->resolution, m->cam_resolution + 2 * i, 2);
    if (m->cam_sensorsize[2 * i + 1] > 0) {
      COPY(camera->sensor_size, m->cam_sensorsize + 2 * i, 2);
      COPY(camera->focal_length, m->cam_intrinsic + 4 * i, 2);
      COPY(camera->principal_length, m->cam_intrinsic + 4 * i + 2, 2);
    } else {
      camera->fovy = m->cam_fovy[i];
    }
    mjs_setString(camera->targetbody, refer(work, mjOBJ_BODY, m->cam_targetbodyid[i]));
  }
  for (int i = 0; i < m->nlight; i++) {
    mjsLight* light = mjs_addLight(bodies[m->light_bodyid[i]], NULL);
    keep(work, mjOBJ_LIGHT, i, light->element);
    light->mode = (mjtCamLight)m->light_mode[i];
    light->type = (mjtLightType)m->light_type[i];
    COPY(light->pos, m->light_pos + 3 * i, 3);
    COPY(light->dir, m->light_dir + 3 * i, 3);
    light->castshadow = m->light_castshadow[i];
    light->active = m->light_active[i];
    COPY(light->attenuation, m->light_attenuation + 3 * i, 3);
    light->cutoff = m->light_cutoff[i];
    light->exponent = m->light_exponent[i];
    COPY(light->ambient, m->light_ambient + 3 * i, 3);
    COPY(light->diffuse, m->light_diffuse + 3 * i, 3);
    COPY(light->specular, m->light_specular + 3 * i, 3);
    mjs_setString(light->targetbody, refer(work, mjOBJ_BODY, m->light_targetbodyid[i]));
  }
}

// a model knows masses but not where they came from: they are given as they are
static mjsBody* add_body(Work* work, mjsBody* parent, int id) {
  const mjModel* m = work->m;
  mjsBody* body = mjs_addBody(parent, NULL);
  keep(work, mjOBJ_BODY, id, body->element);
  COPY(body->pos, m->body_pos + 3 * id, 3);
  COPY(body->quat, m->body_quat + 4 * id, 4);
  body->explicitinertial = 1;
  body->mass = m->body_mass[id];
  COPY(body->ipos, m->body_ipos + 3 * id, 3);
  COPY(body->iquat, m->body_iquat + 4 * id, 4);
  COPY(body->inertia, m->body_inertia + 3 * id, 3);
  body->mocap = m->body_mocapid[id] >= 0;
  body->gravcomp = m->body_gravcomp[id];
  // the policy stands at the root of a tree
  int tree = m->body_treeid[id], policy = tree >= 0 ? m->tree_sleep_policy[tree] : mjSLEEP_AUTO;
  if (m->body_parentid[id] == 0 && policy >= mjSLEEP_NEVER) body->sleep = (mjtSleepPolicy)policy;
  mjs_setDouble(body->userdata, m->body_user + m->nuser_body * id, (int)m->nuser_body);
  return body;
}

// in the order of the model: parents before children, so ids come out the same
static void add_tree(Work* work) {
  const mjModel* m = work->m;
  mjsBody** bodies = calloc((size_t)m->nbody, sizeof *bodies);
  if (!bodies) return;
  for (int i = 0; i < m->nbody; i++) {
    bodies[i] = i ? add_body(work, bodies[m->body_parentid[i]], i) : mjs_findBody(work->spec, "world");
    for (int k = 0; k < m->body_jntnum[i]; k++) add_joint(work, bodies[i], m->body_jntadr[i] + k);
    for (int k = 0; k < m->body_geomnum[i]; k++) add_geom(work, bodies[i], m->body_geomadr[i] + k);
  }
  add_sites(work, bodies);
  add_views(work, bodies);
  free(bodies);
}

// a signature is body1 << 16 | body2
static void add_contacts(Work* work) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->npair; i++) {
    mjsPair* pair = mjs_addPair(work->spec, NULL);
    keep(work, mjOBJ_PAIR, i, pair->element);
    mjs_setString(pair->geomname1, refer(work, mjOBJ_GEOM, m->pair_geom1[i]));
    mjs_setString(pair->geomname2, refer(work, mjOBJ_GEOM, m->pair_geom2[i]));
    pair->condim = m->pair_dim[i];
    COPY(pair->solref, m->pair_solref + mjNREF * i, mjNREF);
    COPY(pair->solreffriction, m->pair_solreffriction + mjNREF * i, mjNREF);
    COPY(pair->solimp, m->pair_solimp + mjNIMP * i, mjNIMP);
    pair->margin = m->pair_margin[i];
    pair->gap = m->pair_gap[i];
    COPY(pair->friction, m->pair_friction + 5 * i, 5);
  }
  for (int i = 0; i < m->nexclude; i++) {
    mjsExclude* exclude = mjs_addExclude(work->spec);
    keep(work, mjOBJ_EXCLUDE, i, exclude->element);
    mjs_setString(exclude->bodyname1, refer(work, mjOBJ_BODY, m->exclude_signature[i] >> 16));
    mjs_setString(exclude->bodyname2, refer(work, mjOBJ_BODY, m->exclude_signature[i] & 0xFFFF));
  }
}

static void add_path(Work* work, mjsTendon* tendon, int id) {
  const mjModel* m = work->m;
  for (int i = m->tendon_adr[id]; i < m->tendon_adr[id] + m->tendon_num[id]; i++) {
    int object = m->wrap_objid[i];
    switch (m->wrap_type[i]) {
      case mjWRAP_JOINT: mjs_wrapJoint(tendon, refer(work, mjOBJ_JOINT, object), m->wrap_prm[i]); break;
      case mjWRAP_PULLEY: mjs_wrapPulley(tendon, m->wrap_prm[i]); break;
      case mjWRAP_SITE: mjs_wrapSite(tendon, refer(work, mjOBJ_SITE, object)); break;
      default: mjs_wrapGeom(tendon, refer(work, mjOBJ_GEOM, object), refer(work, mjOBJ_SITE, (int)m->wrap_prm[i])); break;
    }
  }
}

static void add_tendons(Work* work) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->ntendon; i++) {
    mjsTendon* tendon = mjs_addTendon(work->spec, NULL);
    keep(work, mjOBJ_TENDON, i, tendon->element);
    tendon->stiffness = m->tendon_stiffness[i];
    COPY(tendon->springlength, m->tendon_lengthspring + 2 * i, 2);
    tendon->damping = m->tendon_damping[i];
    tendon->frictionloss = m->tendon_frictionloss[i];
    COPY(tendon->solref_friction, m->tendon_solref_fri + mjNREF * i, mjNREF);
    COPY(tendon->solimp_friction, m->tendon_solimp_fri + mjNIMP * i, mjNIMP);
    tendon->armature = m->tendon_armature[i];
    tendon->limited = m->tendon_limited[i];
    tendon->actfrclimited = m->tendon_actfrclimited[i];
    COPY(tendon->range, m->tendon_range + 2 * i, 2);
    COPY(tendon->actfrcrange, m->tendon_actfrcrange + 2 * i, 2);
    tendon->margin = m->tendon_margin[i];
    COPY(tendon->solref_limit, m->tendon_solref_lim + mjNREF * i, mjNREF);
    COPY(tendon->solimp_limit, m->tendon_solimp_lim + mjNIMP * i, mjNIMP);
    mjs_setString(tendon->material, refer(work, mjOBJ_MATERIAL, m->tendon_matid[i]));
    tendon->width = m->tendon_width[i];
    COPY(tendon->rgba, m->tendon_rgba + 4 * i, 4);
    tendon->group = m->tendon_group[i];
    mjs_setDouble(tendon->userdata, m->tendon_user + m->nuser_tendon * i, (int)m->nuser_tendon);
    add_path(work, tendon, i);
  }
}

static void add_equalities(Work* work) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->neq; i++) {
    mjsEquality* equality = mjs_addEquality(work->spec, NULL);
    keep(work, mjOBJ_EQUALITY, i, equality->element);
    equality->type = (mjtEq)m->eq_type[i];
    equality->objtype = (mjtObj)m->eq_objtype[i];
    COPY(equality->data, m->eq_data + mjNEQDATA * i, mjNEQDATA);
    equality->active = m->eq_active0[i];
    int object = equality->type == mjEQ_JOINT ? mjOBJ_JOINT : equality->type == mjEQ_TENDON ? mjOBJ_TENDON : m->eq_objtype[i];
    mjs_setString(equality->name1, refer(work, object, m->eq_obj1id[i]));
    mjs_setString(equality->name2, refer(work, object, m->eq_obj2id[i]));
    COPY(equality->solref, m->eq_solref + mjNREF * i, mjNREF);
    COPY(equality->solimp, m->eq_solimp + mjNIMP * i, mjNIMP);
  }
}

// mjtTrn to the type of the target
static void set_transmission(Work* work, mjsActuator* actuator, int id) {
  static const int objects[] = {mjOBJ_JOINT, mjOBJ_JOINT, mjOBJ_SITE, mjOBJ_TENDON, mjOBJ_SITE, mjOBJ_BODY};
  const mjModel* m = work->m;
  int type = m->actuator_trntype[id];
  actuator->trntype = (mjtTrn)type;
  if (type < 0 || type > mjTRN_BODY) return;
  mjs_setString(actuator->target, refer(work, objects[type], m->actuator_trnid[2 * id]));
  const char* second =
      refer(work, mjOBJ_SITE, type == mjTRN_SLIDERCRANK || type == mjTRN_SITE ? m->actuator_trnid[2 * id + 1] : -1);
  if (type == mjTRN_SLIDERCRANK) mjs_setString(actuator->slidersite, second);
  if (type == mjTRN_SITE) mjs_setString(actuator->refsite, second);
}

static void add_actuators(Work* work) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->nu; i++) {
    mjsActuator* actuator = mjs_addActuator(work->spec, NULL);
    keep(work, mjOBJ_ACTUATOR, i, actuator->element);
    set_transmission(work, actuator, i);
    actuator->gaintype = (mjtGain)m->actuator_gaintype[i];
    actuator->biastype = (mjtBias)m->actuator_biastype[i];
    actuator->dyntype = (mjtDyn)m->actuator_dyntype[i];
    COPY(actuator->gainprm, m->actuator_gainprm + mjNGAIN * i, mjNGAIN);
    COPY(actuator->biasprm, m->actuator_biasprm + mjNBIAS * i, mjNBIAS);
    COPY(actuator->dynprm, m->actuator_dynprm + mjNDYN * i, mjNDYN);
    actuator->actearly = m->actuator_actearly[i];
    COPY(actuator->gear, m->actuator_gear + 6 * i, 6);
    actuator->cranklength = m->actuator_cranklength[i];
    COPY(actuator->lengthrange, m->actuator_lengthrange + 2 * i, 2);
    actuator->ctrllimited = m->actuator_ctrllimited[i];
    COPY(actuator->ctrlrange, m->actuator_ctrlrange + 2 * i, 2);
    actuator->forcelimited = m->actuator_forcelimited[i];
    COPY(actuator->forcerange, m->actuator_forcerange + 2 * i, 2);
    actuator->actlimited = m->actuator_actlimited[i];
    COPY(actuator->actrange, m->actuator_actrange + 2 * i, 2);
    actuator->group = m->actuator_group[i];
    mjs_setDouble(actuator->userdata, m->actuator_user + m->nuser_actuator * i, (int)m->nuser_actuator);
  }
}

// data types and stages are those that the compiler found, which finds them again
static void add_sensors(Work* work) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->nsensor; i++) {
    mjsSensor* sensor = mjs_addSensor(work->spec);
    keep(work, mjOBJ_SENSOR, i, sensor->element);
    sensor->type = (mjtSensor)m->sensor_type[i];
    sensor->objtype = (mjtObj)m->sensor_objtype[i];
    sensor->reftype = (mjtObj)m->sensor_reftype[i];
    mjs_setString(sensor->objname, refer(work, m->sensor_objtype[i], m->sensor_objid[i]));
    mjs_setString(sensor->refname, refer(work, m->sensor_reftype[i], m->sensor_refid[i]));
    COPY(sensor->intprm, m->sensor_intprm + mjNSENS * i, mjNSENS);
    sensor->datatype = (mjtDataType)m->sensor_datatype[i];
    sensor->needstage = (mjtStage)m->sensor_needstage[i];
    sensor->dim = m->sensor_dim[i];
    sensor->cutoff = m->sensor_cutoff[i];
    sensor->noise = m->sensor_noise[i];
    mjs_setDouble(sensor->userdata, m->sensor_user + m->nuser_sensor * i, (int)m->nuser_sensor);
  }
}

static void add_custom(Work* work) {
  const mjModel* m = work->m;
  for (int i = 0; i < m->nnumeric; i++) {
    mjsNumeric* numeric = mjs_addNumeric(work->spec);
    keep(work, mjOBJ_NUMERIC, i, numeric->element);
    numeric->size = m->numeric_size[i];
    mjs_setDouble(numeric->data, m->numeric_data + m->numeric_adr[i], m->numeric_size[i]);
  }
  for (int i = 0; i < m->ntext; i++) {
    mjsText* text = mjs_addText(work->spec);
    keep(work, mjOBJ_TEXT, i, text->element);
    mjs_setString(text->data, m->text_data + m->text_adr[i]);
  }
  for (int i = 0; i < m->nkey; i++) {
    mjsKey* key = mjs_addKey(work->spec);
    keep(work, mjOBJ_KEY, i, key->element);
    key->time = m->key_time[i];
    mjs_setDouble(key->qpos, m->key_qpos + m->nq * i, (int)m->nq);
    mjs_setDouble(key->qvel, m->key_qvel + m->nv * i, (int)m->nv);
    mjs_setDouble(key->act, m->key_act + m->na * i, (int)m->na);
    mjs_setDouble(key->ctrl, m->key_ctrl + m->nu * i, (int)m->nu);
    mjs_setDouble(key->mpos, m->key_mpos + 3 * m->nmocap * i, (int)(3 * m->nmocap));
    mjs_setDouble(key->mquat, m->key_mquat + 4 * m->nmocap * i, (int)(4 * m->nmocap));
  }
}

// room for the elements of each type
static bool make_room(Work* work) {
  const mjModel* m = work->m;
  const struct {
    int type;
    mjtSize count;
  } kinds[] = {{mjOBJ_BODY, m->nbody},     {mjOBJ_JOINT, m->njnt},   {mjOBJ_GEOM, m->ngeom},       {mjOBJ_SITE, m->nsite},
               {mjOBJ_CAMERA, m->ncam},    {mjOBJ_LIGHT, m->nlight}, {mjOBJ_MESH, m->nmesh},       {mjOBJ_HFIELD, m->nhfield},
               {mjOBJ_MATERIAL, m->nmat},  {mjOBJ_PAIR, m->npair},   {mjOBJ_EXCLUDE, m->nexclude}, {mjOBJ_EQUALITY, m->neq},
               {mjOBJ_TENDON, m->ntendon}, {mjOBJ_ACTUATOR, m->nu},  {mjOBJ_SENSOR, m->nsensor},   {mjOBJ_NUMERIC, m->nnumeric},
               {mjOBJ_TEXT, m->ntext},     {mjOBJ_KEY, m->nkey}};
  bool made = true;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    work->elements[kinds[i].type] = calloc((size_t)kinds[i].count + 1, sizeof(mjsElement*));
    made = made && work->elements[kinds[i].type];
  }
  return made;
}

static void build(Work* work) {
  set_globals(work);
  add_assets(work);
  add_tree(work);
  add_contacts(work);
  add_tendons(work);
  add_equalities(work);
  add_actuators(work);
  add_sensors(work);
  add_custom(work);
}

mjSpec* ig_decompile(const mjModel* m, const char** what, int* left_out) {
  *what = obstacle(m);
  *left_out = (int)(m->ntex + m->ntuple);
  if (*what) return NULL;
  Work work = {.m = m, .spec = mj_makeSpec()};
  bool room = make_room(&work);
  if (room) build(&work);
  for (int i = 0; i < mjNOBJECT; i++) free(work.elements[i]);
  if (room) return work.spec;
  *what = "no room in memory";
  mj_deleteSpec(work.spec);
  return NULL;
}
