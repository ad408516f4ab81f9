// SPDX-License-Identifier: Apache-2.0
#include "compile/compiler.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/scope.h"
#include "compile/asset/asset.h"
#include "compile/copyback.h"
#include "compile/derived/constants.h"
#include "compile/derived/length_range.h"
#include "compile/derived/names.h"
#include "compile/derived/sparsity.h"
#include "compile/finding.h"
#include "compile/flex/flex.h"
#include "compile/mesh/mesh.h"
#include "compile/mesh/mesh_jobs.h"
#include "compile/pass.h"
#include "compile/relation/actuator.h"
#include "compile/relation/keyframe.h"
#include "compile/tree/body.h"
#include "compile/tree/joint.h"
#include "compile/tree/tree.h"
#include "model/canonical_nan.h"
#include "model/check/check.h"
#include "model/data.h"
#include "model/field.h"
#include "model/model.h"
#include "model/object.h"
#include "smooth/position/position.h"
#include "smooth/stages.h"
#include "spec/delete.h"
#include "spec/keyframe.h"
#include "spec/list.h"
#include "spec/pose.h"
#include "step/reset.h"
#include "step/step.h"

enum { MAX_BODIES = 65534 };

// ------------------------------------------------ user data

// a size left to the compiler is that of the longest data
static bool set_nuser(ig_Compiler* c, int* nuser, int type, size_t userdata, const char* field) {
  const ig_List* list = &c->spec->list[type];
  if (*nuser < -1) return ig_refuse(c, NULL, "%s can not be %d", field, *nuser);
  if (*nuser >= 0) return true;
  *nuser = 0;
  for (int i = 0; i < list->count; i++) {
    const void* data = *(void**)(IG_PUBLIC(char, list->item[i]) + userdata);
    int given = IG_COUNT(double, data);
    if (given > *nuser) *nuser = given;
  }
  return true;
}

static bool set_nusers(ig_Compiler* c) {
  mjSpec* s = &c->s;
  return set_nuser(c, &s->nuser_body, mjOBJ_BODY, offsetof(mjsBody, userdata), "nuser_body") &&
         set_nuser(c, &s->nuser_jnt, mjOBJ_JOINT, offsetof(mjsJoint, userdata), "nuser_jnt") &&
         set_nuser(c, &s->nuser_geom, mjOBJ_GEOM, offsetof(mjsGeom, userdata), "nuser_geom") &&
         set_nuser(c, &s->nuser_site, mjOBJ_SITE, offsetof(mjsSite, userdata), "nuser_site") &&
         set_nuser(c, &s->nuser_cam, mjOBJ_CAMERA, offsetof(mjsCamera, userdata), "nuser_cam") &&
         set_nuser(c, &s->nuser_tendon, mjOBJ_TENDON, offsetof(mjsTendon, userdata), "nuser_tendon") &&
         set_nuser(c, &s->nuser_actuator, mjOBJ_ACTUATOR, offsetof(mjsActuator, userdata), "nuser_actuator") &&
         set_nuser(c, &s->nuser_sensor, mjOBJ_SENSOR, offsetof(mjsSensor, userdata), "nuser_sensor");
}

// ------------------------------------------------ elements

static bool check_spec(ig_Compiler* c) {
  ig_Spec* spec = c->spec;
  if (spec->is_attached) return ig_refuse(c, NULL, "this spec is attached by reference to a parent: compile that one");
  if (spec->world->joints.count) return ig_refuse(c, NULL, "the world body can not have joints");
  if (spec->list[mjOBJ_BODY].count + spec->list[mjOBJ_FLEX].count >= MAX_BODIES) {
    return ig_refuse(c, NULL, "too many bodies and flexes: fewer than %d can be in a model", MAX_BODIES);
  }
  return ig_name_assets(c) && ig_names_are_unique(c);
}

// meshes that collide, or take their inertia from it, need their hull
static void mark_hulls(ig_Compiler* c) {
  for (int i = 0; i < c->list[mjOBJ_MESH].n; i++) IG_RECORD(ig_CMesh, c->list[mjOBJ_MESH], i)->visual = true;
  for (int i = 0; i < c->list[mjOBJ_GEOM].n; i++) {
    const ig_CGeom* geom = IG_RECORD(ig_CGeom, c->list[mjOBJ_GEOM], i);
    if (!geom->mesh || (geom->s.type != mjGEOM_MESH && geom->s.type != mjGEOM_SDF)) continue;
    if (geom->s.contype || geom->s.conaffinity || geom->mesh->s.inertia == mjMESH_INERTIA_CONVEX) geom->mesh->hull = true;
  }
  for (int i = 0; i < c->list[mjOBJ_PAIR].n; i++) {
    const mjsPair* s = &IG_RECORD(ig_CPair, c->list[mjOBJ_PAIR], i)->s;
    const void* names[2] = {s->geomname1, s->geomname2};
    for (int k = 0; k < 2; k++) {
      const ig_CGeom* geom = (const ig_CGeom*)(void*)ig_lookup(c, mjOBJ_GEOM, ig_text(names[k]));
      if (geom && geom->mesh && (geom->s.type == mjGEOM_MESH || geom->s.type == mjGEOM_SDF)) geom->mesh->hull = true;
    }
  }
}

// ------------------------------------------------ sizes

// bytes of the arena: as asked for, or enough for the model's size by an old rule, in whole megabytes
static void set_arena_size(ig_Compiler* c) {
  mjModel* m = c->model;
  if (c->s.memory != -1) {
    m->narena = c->s.memory;
    return;
  }
  const int64_t megabyte = 1 << 20;
  int64_t ncon = m->nconmax == -1 ? 100 : m->nconmax, nrow = m->njmax == -1 ? 500 : m->njmax;
  if (c->s.nstack != -1) {
    m->narena = (int64_t)sizeof(mjtNum) * c->s.nstack;
  } else {
    int64_t rows = nrow + m->neq + m->nv;
    int64_t objects = m->nq + m->nv + m->nu + m->na + m->nbody + m->njnt + m->ngeom + m->nsite + m->neq + m->ntendon + m->nwrap;
    int64_t numbers = 5 * rows * rows + 20 * objects;
    m->narena = (int64_t)sizeof(mjtNum) * (numbers > 1000 ? numbers : 1000);
  }
  int64_t number = sizeof(mjtNum), integer = sizeof(int);
  m->narena += ncon * (int64_t)sizeof(mjContact) + nrow * (8 * integer + 14 * number) + m->nv * 3 * integer +
               nrow * m->nv * (2 * integer + 2 * number) + nrow * nrow * (integer + number);
  m->narena = (m->narena + megabyte - 1) / megabyte * megabyte;
}

// ------------------------------------------------ the model

// a short text can ask for huge arrays: user data, histories, keyframes
static bool check_bytes(ig_Compiler* c, const ig_Field* fields, int count, const char* what) {
  const char* bad = "";
  mjtSize bytes = ig_block_size(fields, count, &bad);
  if (bytes >= 0 && bytes <= ig_compile_limits.bytes) return true;
  return ig_refuse(c, NULL, "%s would be too large: %lld bytes, at most %lld %s", what, (long long)bytes,
                   (long long)ig_compile_limits.bytes, bad);
}

static bool make_model(ig_Compiler* c) {
  char error[300];
  // sizes that are settings of the model
  mjModel* n = &c->n;
  n->nuser_body = c->s.nuser_body, n->nuser_jnt = c->s.nuser_jnt, n->nuser_geom = c->s.nuser_geom;
  n->nuser_site = c->s.nuser_site, n->nuser_cam = c->s.nuser_cam, n->nuser_tendon = c->s.nuser_tendon;
  n->nuser_actuator = c->s.nuser_actuator, n->nuser_sensor = c->s.nuser_sensor;
  n->nuserdata = c->s.nuserdata, n->njmax = c->s.njmax, n->nconmax = c->s.nconmax;
  n->nemax = c->s.nemax;

  // sizes that are counted
  if (!ig_number_tree(c) || !ig_make_body_bvhs(c)) return false;
  ig_count_elements(c);
  ig_count_flex_jacobians(c);
  ig_count_moments(c);
  ig_count_names(c);
  c->n.nbvh = c->n.nbvhstatic + c->n.nbvhdynamic;
  ig_Field fields[IG_MAX_FIELDS];
  if (!check_bytes(c, fields, ig_model_fields(&c->n, fields), "mjModel")) return false;
  if (!check_bytes(c, fields, ig_data_fields(&c->n, fields), "mjData")) return false;
  c->model = ig_make_model(&c->n, error, sizeof(error));
  return c->model || ig_refuse(c, NULL, "could not create mjModel: %s", error);
}

static bool write_model(ig_Compiler* c) {
  mjModel* m = c->model;
  m->opt = c->s.option;
  m->vis = c->s.visual;
  ig_write_names(c);
  if (!ig_write_elements(c)) return false;
  if (c->s.compiler.settotalmass > 0) ig_set_total_mass(m, c->s.compiler.settotalmass);
  set_arena_size(c);
  ig_fill_sparsity(m);
  return true;
}

// ------------------------------------------------ what is derived by running the engine

static bool set_length_ranges(ig_Compiler* c) {
  mjModel* m = c->model;
  const mjLROpt* rule = &c->s.compiler.LRopt;
  char error[200];
  mjOption saved = m->opt;
  m->opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER | mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  if (rule->timestep > 0) m->opt.timestep = rule->timestep;
  for (int i = 0; i < m->nu; i++) {
    ig_scope_subject(c->list[mjOBJ_ACTUATOR].item[i]);
    if (!ig_set_length_range(m, c->data, i, rule, error, sizeof(error)))
      return ig_refuse(c, c->list[mjOBJ_ACTUATOR].item[i], "%s", error);
  }
  ig_scope_subject(NULL);
  m->opt = saved;
  return true;
}

// the body at the end of the longest chain: what deriving constants costs is mostly its
static const void* deepest_body(const ig_Compiler* c) {
  const mjModel* m = c->model;
  int deepest = 0;
  for (int dof = 1; dof < m->nv; dof++) {
    if (m->M_rownnz[dof] > m->M_rownnz[deepest]) deepest = dof;
  }
  int body = m->nv ? m->dof_bodyid[deepest] : 0;
  return body && body < c->list[mjOBJ_BODY].n ? c->list[mjOBJ_BODY].item[body] : NULL;
}

static bool derive_constants(ig_Compiler* c) {
  mjModel* m = c->model;
  ig_reset(m, c->data);
  for (int i = 0; i < m->nkey; i++) ig_normalize_position(m, m->key_qpos + i * m->nq);
  ig_scope_subject(deepest_body(c));
  ig_set_constants(m, c->data);
  ig_scope_subject(NULL);
  ig_apply_springdampers(c);
  if (!set_length_ranges(c)) return false;
  // statistics that the model file gives stand over the computed ones
  mjStatistic* to = &m->stat;
  const mjStatistic* given = &c->s.stat;
  if (ig_given(given->extent)) to->extent = given->extent;
  if (ig_given(given->meaninertia)) to->meaninertia = given->meaninertia;
  if (ig_given(given->meanmass)) to->meanmass = given->meanmass;
  if (ig_given(given->meansize)) to->meansize = given->meansize;
  if (ig_given(given->center[0])) memcpy(to->center, given->center, sizeof(to->center));

  const char* wrong = ig_check_model(m);
  if (wrong) return ig_refuse(c, NULL, "%s", wrong);
  char text[300];
  if (!ig_check_numbers(m, text, sizeof(text))) return ig_refuse(c, NULL, "%s", text);
  return true;
}

static bool starts_asleep(const mjModel* m, int enableflags) {
  for (int tree = 0; (enableflags & mjENBL_SLEEP) && tree < m->ntree; tree++) {
    if (m->tree_sleep_policy[tree] == mjSLEEP_INIT) return true;
  }
  return false;
}

// a first step that diverges is a warning of the loaded model, with the joint and the body that it begins at
static void name_divergence(const mjModel* m, const mjData* d, ig_Caught* caught) {
  static const mjtWarning kinds[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
    int dof = d->warning[kinds[i]].lastinfo, joint = -1;
    if (!d->warning[kinds[i]].number) continue;
    // positions have more numbers than velocities
    for (int k = 0; kinds[i] == mjWARN_BADQPOS && k < m->njnt && m->jnt_qposadr[k] <= dof; k++) joint = k;
    if (kinds[i] != mjWARN_BADQPOS && dof >= 0 && dof < m->nv) joint = m->dof_jntid[dof];
    if (joint < 0) continue;
    const char *name = ig_object_name(m, mjOBJ_JOINT, joint), *body = ig_object_name(m, mjOBJ_BODY, m->jnt_bodyid[joint]);
    size_t used = strlen(caught->warning);
    snprintf(caught->warning + used, sizeof(caught->warning) - used,
             "\nThe first step diverges at joint '%s' (id %d) of body '%s' (id %d).", name ? name : "", joint, body ? body : "",
             m->jnt_bodyid[joint]);
    return;
  }
}

// Constants and one step without contacts, to see that the model runs. Both use one mjData, which is in the compiler's hands at
// once: plugins may raise errors.
static bool try_model(ig_Compiler* c) {
  mjModel* m = c->model;
  int disable = m->opt.disableflags, enable = m->opt.enableflags;
  m->opt.disableflags |= mjDSBL_CONTACT;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  c->data = ig_make_raw_data(m);
  if (!c->data) return ig_refuse(c, NULL, "no memory for the mjData of the model");
  if (!derive_constants(c)) return false;

  // trees that start asleep are put to sleep when the data is made, and not stepped
  bool asleep = starts_asleep(m, enable);
  if (asleep) m->opt.disableflags = disable, m->opt.enableflags = enable;
  int refused = ig_init_plugins(m, c->data);
  if (refused >= 0) mju_error("the init callback of plugin instance %d reported an error", refused);
  ig_reset(m, c->data);
  if (!asleep) ig_step(m, c->data, mjSTAGE_NONE, false);
  name_divergence(m, c->data, c->caught);
  m->opt.disableflags = disable;
  m->opt.enableflags = enable;
  ig_delete_data(c->data);
  c->data = NULL;
  return true;
}

static bool compile(ig_Compiler* c) {
  ig_tree_lists(c->spec);
  for (int type = 0; type < mjNOBJECT; type++) {
    if (!ig_in_tree((mjtObj)type)) ig_list_renumber(&c->spec->list[type]);
  }
  if (!ig_add_keyframes(c)) return false;
  if (!check_spec(c) || !ig_make_records(c) || !set_nusers(c)) return false;
  if (!ig_resolve_assets(c)) return false;
  mark_hulls(c);
  if (!ig_compile_meshes(c) || !ig_compile_elements(c) || !make_model(c)) return false;
  if (!ig_check_masses(c) || !ig_check_free_joints(c) || !write_model(c) || !try_model(c)) return false;
  ig_canonical_nans(c->model);
  ig_sign(c->spec);
  c->model->signature = c->spec->base.signature;
  return true;
}

// the old struct stays where it is, with the new contents
static mjModel* move_model(mjModel* to, mjModel* from) {
  if (!to) return from;
  mjModel old = *to;
  *to = *from;
  *from = old;
  ig_delete_model(from);
  return to;
}

// a compilation under guard
typedef struct {
  ig_Compiler* c;
  mjModel *reuse, *made;
} Run;

static void compile_and_finish(void* argument) {
  Run* run = argument;
  ig_Compiler* c = run->c;
  if (!compile(c)) return;
  ig_assign_addresses(c->spec);
  c->spec->numbered = true;
  ig_remember_model(c->spec, c->model);
  ig_note_findings(c);
  run->made = move_model(run->reuse, c->model);
}

static mjModel* compile_guarded(ig_Compiler* c, mjModel* reuse) {
  ig_Spec* spec = c->spec;
  ig_Caught* caught = c->caught;
  ig_Scope scope;
  Run run = {c, reuse, NULL};
  ig_scope_enter(&scope, spec->max_work, spec->max_bytes);
  scope.work = spec->work;
  if (!ig_catch(compile_and_finish, &run, caught)) {
    const char* limit = scope.refused_memory ? "; the limit is ingotLimits.memory" : "";
    ig_refuse(c, scope.subject, "engine error: %s%s%s%s", caught->error, limit, *caught->warning ? "\n" : "", caught->warning);
  }
  spec->compiled = run.made != NULL;
  if (!run.made) {
    // what is left open when the work has ended early, with an error or a message
    ig_delete_data(c->data);
    ig_delete_model(c->model);
    ig_delete_model(reuse);
    // keyframes that stood in for those of attached models
    for (int i = 0; i < spec->npending; i++) {
      ig_List* keys = &spec->list[mjOBJ_KEY];
      if (keys->count) ig_delete_element(&spec->s, &keys->item[keys->count - 1]->base);
    }
  }
  if (run.made && *caught->warning) ig_spec_warn(spec, NULL, "%s", caught->warning);
  ig_drop_records(c);
  spec->spent_work = scope.work;
  if (spec->spent_bytes < scope.most_bytes) spec->spent_bytes = scope.most_bytes;
  if (run.made)
    ig_scope_keep(&scope);
  else
    ig_scope_close(&scope);
  return run.made;
}

mjModel* ig_compile(ig_Spec* spec, const mjVFS* vfs, mjModel* reuse) {
  IG_FLOAT_SCOPE;
  ig_Compiler* c = ig_try_alloc(sizeof(ig_Compiler));
  mjModel* model = NULL;
  ig_spec_clear_message(spec);
  if (c) {
    ig_Caught caught;
    *c = (ig_Compiler){.spec = spec, .vfs = vfs, .s = spec->s, .arena = {.raises = true}, .caught = &caught};
    model = compile_guarded(c, reuse);
  } else {
    ig_spec_fail(spec, NULL, "out of memory");
    ig_delete_model(reuse);
  }
  ig_free(c);
  return model;
}

mjModel* ig_compile_spec(mjSpec* s, const mjVFS* vfs) { return s ? ig_compile(ig_spec(s), vfs, NULL) : NULL; }
