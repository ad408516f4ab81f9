// SPDX-License-Identifier: Apache-2.0
#include "compile/compiler.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/float_mode.h"
#include "base/memory.h"
#include "base/scope.h"
#include "compile/asset/asset.h"
#include "compile/asset/hfield.h"
#include "compile/asset/skin.h"
#include "compile/asset/texture.h"
#include "compile/copyback.h"
#include "compile/derived/constants.h"
#include "compile/derived/length_range.h"
#include "compile/derived/names.h"
#include "compile/derived/sparsity.h"
#include "compile/flex/flex.h"
#include "compile/found.h"
#include "compile/mesh/mesh.h"
#include "compile/mesh/mesh_jobs.h"
#include "compile/relation/actuator.h"
#include "compile/relation/custom.h"
#include "compile/relation/equality.h"
#include "compile/relation/keyframe.h"
#include "compile/relation/pair.h"
#include "compile/relation/plugin.h"
#include "compile/relation/sensor.h"
#include "compile/relation/tendon.h"
#include "compile/tree/body.h"
#include "compile/tree/frame.h"
#include "compile/tree/fuse.h"
#include "compile/tree/joint.h"
#include "compile/tree/tree.h"
#include "model/check/check.h"
#include "model/data.h"
#include "model/field.h"
#include "model/model.h"
#include "model/one_nan.h"
#include "smooth/position/position.h"
#include "spec/keyframe.h"
#include "spec/list.h"
#include "spec/pose.h"
#include "step/reset.h"

enum { MAX_DEPTH = 1024, MAX_BODIES = 65534, ELEMENT_WORK = 1000 };

const ig_CompileLimits ig_compile_limits = {.keys = 1000000, .bytes = (int64_t)4 << 30};

// the thread's handlers, which the engine's errors and warnings go to while a model is compiled
typedef void (*Handler)(const char*);
Handler _mjPRIVATE__get_tls_error_fn(void);
void _mjPRIVATE__set_tls_error_fn(Handler h);
Handler _mjPRIVATE__get_tls_warning_fn(void);
void _mjPRIVATE__set_tls_warning_fn(Handler h);

typedef struct Guard_ {
  jmp_buf back;
  char error[500], warning[500];
  Handler saved_error, saved_warning;
  struct Guard_* outer;
} Guard;

static _Thread_local Guard* guard;

static void on_error(const char* text) {
  snprintf(guard->error, sizeof(guard->error), "%s", text);
  longjmp(guard->back, 1);
}

static void on_warning(const char* text) { snprintf(guard->warning, sizeof(guard->warning), "%s", text); }

static void enter(Guard* g) {
  *g->error = *g->warning = 0;
  g->outer = guard;
  g->saved_error = _mjPRIVATE__get_tls_error_fn();
  g->saved_warning = _mjPRIVATE__get_tls_warning_fn();
  _mjPRIVATE__set_tls_error_fn(on_error);
  _mjPRIVATE__set_tls_warning_fn(on_warning);
  guard = g;
}

static void leave(Guard* g) {
  _mjPRIVATE__set_tls_error_fn(g->saved_error);
  _mjPRIVATE__set_tls_warning_fn(g->saved_warning);
  guard = g->outer;
}

// records ----------------------------------------------------------------------------------------------------------

// per type: size of the record, and of the public struct that is copied into it
typedef struct Layout_ {
  int type;
  size_t record, at, size;
} Layout;

#define LAYOUT(type, record, public) \
  { type, sizeof(record), offsetof(record, s), sizeof(public) }
#define BARE(type, record) \
  { type, sizeof(record), 0, 0 }

static const Layout layouts[] = {
    LAYOUT(mjOBJ_BODY, ig_CBody, mjsBody),
    LAYOUT(mjOBJ_JOINT, ig_CJoint, mjsJoint),
    LAYOUT(mjOBJ_GEOM, ig_CGeom, mjsGeom),
    LAYOUT(mjOBJ_SITE, ig_CSite, mjsSite),
    LAYOUT(mjOBJ_CAMERA, ig_CCamera, mjsCamera),
    LAYOUT(mjOBJ_LIGHT, ig_CLight, mjsLight),
    LAYOUT(mjOBJ_FLEX, ig_CFlex, mjsFlex),
    LAYOUT(mjOBJ_MESH, ig_CMesh, mjsMesh),
    LAYOUT(mjOBJ_SKIN, ig_CSkin, mjsSkin),
    LAYOUT(mjOBJ_HFIELD, ig_CHField, mjsHField),
    LAYOUT(mjOBJ_TEXTURE, ig_CTexture, mjsTexture),
    LAYOUT(mjOBJ_MATERIAL, ig_CMaterial, mjsMaterial),
    LAYOUT(mjOBJ_PAIR, ig_CPair, mjsPair),
    BARE(mjOBJ_EXCLUDE, ig_CExclude),
    LAYOUT(mjOBJ_EQUALITY, ig_CEquality, mjsEquality),
    LAYOUT(mjOBJ_TENDON, ig_CTendon, mjsTendon),
    LAYOUT(mjOBJ_ACTUATOR, ig_CActuator, mjsActuator),
    LAYOUT(mjOBJ_SENSOR, ig_CSensor, mjsSensor),
    BARE(mjOBJ_NUMERIC, ig_CNumeric),
    BARE(mjOBJ_TEXT, ig_Record),
    BARE(mjOBJ_TUPLE, ig_CTuple),
    BARE(mjOBJ_KEY, ig_CKey),
    BARE(mjOBJ_PLUGIN, ig_CPlugin),
    BARE(IG_FRAMES, ig_CFrame),
};

enum { NLAYOUT = sizeof(layouts) / sizeof(*layouts) };

static bool make_list(ig_Compiler* c, const Layout* layout) {
  const ig_List* from = &c->spec->list[layout->type];
  ig_Records* to = &c->list[layout->type];
  to->item = IG_NEW(&c->arena, from->count, ig_Record*);
  char* block = ig_arena_take(&c->arena, (size_t)(from->count + 1) * layout->record);
  if (!to->item || !block) return ig_refuse(c, NULL, "out of memory");
  for (int i = 0; i < from->count; i++, block += layout->record) {
    ig_Record* r = (ig_Record*)(void*)block;
    r->from = from->item[i];
    r->id = r->from->id = i;
    r->from->work = r;
    if (layout->size) memcpy(block + layout->at, IG_PUBLIC(char, r->from), layout->size);
    to->item[i] = r;
  }
  to->n = from->count;
  return true;
}

static ig_Records children(ig_Compiler* c, const ig_List* from) {
  ig_Records to = {IG_NEW(&c->arena, from->count, ig_Record*), from->count};
  for (int i = 0; i < from->count; i++) to.item[i] = from->item[i]->work;
  return to;
}

static ig_CBody* body_of(const ig_Record* r) { return r->from->body ? r->from->body->el.work : NULL; }

// bodies know what they hold and elements their body
static bool link_tree(ig_Compiler* c) {
  int* depth = IG_NEW(&c->arena, c->list[mjOBJ_BODY].n, int);
  for (int i = 0; i < c->list[mjOBJ_BODY].n; i++) {
    ig_CBody* body = IG_RECORD(ig_CBody, c->list[mjOBJ_BODY], i);
    const ig_Body* from = (const ig_Body*)(void*)body->r.from;
    body->parent = i ? body_of(&body->r) : NULL;
    depth[i] = i ? depth[body->parent->r.id] + 1 : 0;
    if (depth[i] >= MAX_DEPTH) return ig_refuse(c, body, "bodies can be nested %d deep", MAX_DEPTH);
    body->bodies = children(c, &from->bodies);
    body->joints = children(c, &from->joints);
    body->geoms = children(c, &from->geoms);
    body->sites = children(c, &from->sites);
    body->cameras = children(c, &from->cameras);
    body->lights = children(c, &from->lights);
  }
  ig_Records* list = c->list;
  for (int i = 0; i < list[mjOBJ_JOINT].n; i++)
    IG_RECORD(ig_CJoint, list[mjOBJ_JOINT], i)->body = body_of(list[mjOBJ_JOINT].item[i]);
  for (int i = 0; i < list[mjOBJ_GEOM].n; i++) IG_RECORD(ig_CGeom, list[mjOBJ_GEOM], i)->body = body_of(list[mjOBJ_GEOM].item[i]);
  for (int i = 0; i < list[mjOBJ_SITE].n; i++) IG_RECORD(ig_CSite, list[mjOBJ_SITE], i)->body = body_of(list[mjOBJ_SITE].item[i]);
  for (int i = 0; i < list[mjOBJ_CAMERA].n; i++)
    IG_RECORD(ig_CCamera, list[mjOBJ_CAMERA], i)->body = body_of(list[mjOBJ_CAMERA].item[i]);
  for (int i = 0; i < list[mjOBJ_LIGHT].n; i++)
    IG_RECORD(ig_CLight, list[mjOBJ_LIGHT], i)->body = body_of(list[mjOBJ_LIGHT].item[i]);
  for (int i = 0; i < list[mjOBJ_PLUGIN].n; i++) IG_RECORD(ig_CPlugin, list[mjOBJ_PLUGIN], i)->slot = -1;
  return true;
}

static bool make_records(ig_Compiler* c) {
  for (int k = 0; k < NLAYOUT; k++) {
    bool shows = layouts[k].type == mjOBJ_MATERIAL || layouts[k].type == mjOBJ_TEXTURE;
    if (shows && c->s.compiler.discardvisual) continue;
    if (!make_list(c, &layouts[k])) return false;
  }
  return link_tree(c) && (ig_make_names(c) || ig_refuse(c, NULL, "out of memory"));
}

static void drop_records(ig_Compiler* c) {
  ig_drop_meshes(c);
  for (int k = 0; k < NLAYOUT; k++) {
    const ig_List* list = &c->spec->list[layouts[k].type];
    for (int i = 0; i < list->count; i++) list->item[i]->work = NULL;
  }
  ig_arena_drop(&c->arena);
}

// user data ----------------------------------------------------------------------------------------------------------

bool ig_check_user(ig_Compiler* c, const void* record, const void* data, int nuser, const char* field) {
  int given = IG_COUNT(double, data);
  return given <= nuser || ig_refuse(c, record, "user data is longer than %s: %d numbers, %d are allowed", field, given, nuser);
}

void ig_put_user(mjtNum* to, int id, int nuser, const void* data) {
  int given = IG_COUNT(double, data);
  for (int i = 0; i < nuser; i++) to[nuser * id + i] = i < given ? IG_ITEMS(double, data)[i] : 0;
}

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

// elements -----------------------------------------------------------------------------------------------------------

static bool check_spec(ig_Compiler* c) {
  ig_Spec* spec = c->spec;
  if (spec->is_attached) return ig_refuse(c, NULL, "this spec is attached by reference to a parent: compile that one");
  if (spec->world->joints.count) return ig_refuse(c, NULL, "the world body can not have joints");
  if (spec->list[mjOBJ_BODY].count + spec->list[mjOBJ_FLEX].count >= MAX_BODIES) {
    return ig_refuse(c, NULL, "too many bodies and flexes: fewer than %d can be in a model", MAX_BODIES);
  }
  if (!ig_name_assets(c)) return false;
  for (int k = 0; k < NLAYOUT; k++) {
    int type = layouts[k].type == IG_FRAMES ? mjOBJ_FRAME : layouts[k].type;
    if (!ig_names_unique(spec, type)) return false;
  }
  return true;
}

// runs one function over the records of a type
#define EACH(c, type, record, function)                                       \
  for (int i_ = 0; i_ < (c)->list[type].n; i_++) {                            \
    ig_scope_subject((c)->list[type].item[i_]);                               \
    ig_spend(ELEMENT_WORK);                                                   \
    if (!function((c), IG_RECORD(record, (c)->list[type], i_))) return false; \
  }                                                                           \
  ig_scope_subject(NULL)

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

static bool compile_elements(ig_Compiler* c) {
  if (!ig_resolve_assets(c)) return false;
  mark_hulls(c);
  if (!ig_compile_meshes(c)) return false;
  EACH(c, mjOBJ_TEXTURE, ig_CTexture, ig_compile_texture);
  EACH(c, mjOBJ_HFIELD, ig_CHField, ig_compile_hfield);
  EACH(c, IG_FRAMES, ig_CFrame, ig_compile_frame);
  EACH(c, mjOBJ_BODY, ig_CBody, ig_compile_body);
  if (c->s.compiler.fusestatic && !ig_fuse_static(c)) return false;
  EACH(c, mjOBJ_FLEX, ig_CFlex, ig_compile_flex);
  EACH(c, mjOBJ_SKIN, ig_CSkin, ig_compile_skin);
  EACH(c, mjOBJ_PAIR, ig_CPair, ig_compile_pair);
  EACH(c, mjOBJ_EXCLUDE, ig_CExclude, ig_compile_exclude);
  EACH(c, mjOBJ_TENDON, ig_CTendon, ig_compile_tendon);
  EACH(c, mjOBJ_EQUALITY, ig_CEquality, ig_compile_equality);
  EACH(c, mjOBJ_ACTUATOR, ig_CActuator, ig_compile_actuator);
  EACH(c, mjOBJ_SENSOR, ig_CSensor, ig_compile_sensor);
  EACH(c, mjOBJ_NUMERIC, ig_CNumeric, ig_compile_numeric);
  EACH(c, mjOBJ_TEXT, ig_Record, ig_compile_text);
  EACH(c, mjOBJ_TUPLE, ig_CTuple, ig_compile_tuple);
  EACH(c, mjOBJ_PLUGIN, ig_CPlugin, ig_compile_plugin);
  ig_sort_pairs(c);
  if (c->s.compiler.discardvisual) ig_discard_visual(c);
  return true;
}

// sizes --------------------------------------------------------------------------------------------------------------

static void count_objects(ig_Compiler* c) {
  mjModel* n = &c->n;
  const ig_Records* list = c->list;
  n->nbody = list[mjOBJ_BODY].n, n->njnt = list[mjOBJ_JOINT].n, n->ngeom = list[mjOBJ_GEOM].n;
  n->nsite = list[mjOBJ_SITE].n, n->ncam = list[mjOBJ_CAMERA].n, n->nlight = list[mjOBJ_LIGHT].n;
  n->nmat = list[mjOBJ_MATERIAL].n, n->npair = list[mjOBJ_PAIR].n, n->nexclude = list[mjOBJ_EXCLUDE].n;
  n->neq = list[mjOBJ_EQUALITY].n, n->ntendon = list[mjOBJ_TENDON].n, n->nu = list[mjOBJ_ACTUATOR].n;
  n->nsensor = list[mjOBJ_SENSOR].n, n->nnumeric = list[mjOBJ_NUMERIC].n, n->ntext = list[mjOBJ_TEXT].n;
  n->ntuple = list[mjOBJ_TUPLE].n, n->nkey = list[mjOBJ_KEY].n, n->nplugin = list[mjOBJ_PLUGIN].n;
  n->nuser_body = c->s.nuser_body, n->nuser_jnt = c->s.nuser_jnt, n->nuser_geom = c->s.nuser_geom;
  n->nuser_site = c->s.nuser_site, n->nuser_cam = c->s.nuser_cam, n->nuser_tendon = c->s.nuser_tendon;
  n->nuser_actuator = c->s.nuser_actuator, n->nuser_sensor = c->s.nuser_sensor;
  n->nuserdata = c->s.nuserdata, n->njmax = c->s.njmax, n->nconmax = c->s.nconmax;
  ig_count_meshes(c);
  ig_count_flexes(c);
  ig_count_skins(c);
  ig_count_hfields(c);
  ig_count_textures(c);
}

static void count_contents(ig_Compiler* c) {
  mjModel* n = &c->n;
  const ig_Records* list = c->list;
  for (int i = 0; i < n->nu; i++) {
    const ig_CActuator* actuator = IG_RECORD(ig_CActuator, list[mjOBJ_ACTUATOR], i);
    n->na += actuator->s.actdim;
    n->nhistory += ig_history_size(actuator->s.nsample, 1);
    n->nJmom += ig_moment_size(c, actuator);
  }
  for (int i = 0; i < n->nsensor; i++) {
    const mjsSensor* s = &IG_RECORD(ig_CSensor, list[mjOBJ_SENSOR], i)->s;
    n->nsensordata += s->dim;
    n->nhistory += s->nsample > 0 ? 2 + s->nsample + (int64_t)s->nsample * s->dim : 0;
  }
  for (int i = 0; i < n->ntendon; i++) n->nwrap += IG_RECORD(ig_CTendon, list[mjOBJ_TENDON], i)->npath;
  for (int i = 0; i < n->nnumeric; i++) n->nnumericdata += IG_RECORD(ig_CNumeric, list[mjOBJ_NUMERIC], i)->size;
  for (int i = 0; i < n->ntext; i++) {
    n->ntextdata += (int64_t)ig_text_size(IG_PUBLIC(mjsText, list[mjOBJ_TEXT].item[i]->from)->data) + 1;
  }
  for (int i = 0; i < n->ntuple; i++) n->ntupledata += IG_RECORD(ig_CTuple, list[mjOBJ_TUPLE], i)->n;
  for (int i = 0; i < n->nplugin; i++) n->npluginattr += IG_RECORD(ig_CPlugin, list[mjOBJ_PLUGIN], i)->nattributes;

  // rows that equalities may make
  n->nemax = c->s.nemax;
  for (int i = 0; i < n->neq; i++) {
    mjtEq type = IG_RECORD(ig_CEquality, list[mjOBJ_EQUALITY], i)->s.type;
    n->nemax += type == mjEQ_CONNECT ? 3 : type == mjEQ_WELD ? 7 : 1;
  }
}

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

// the model --------------------------------------------------------------------------------------------------------

// a short text can ask for huge arrays: user data, histories, keyframes
static bool check_bytes(ig_Compiler* c, const ig_Field* fields, int count, const char* what) {
  const char* bad = "";
  mjtSize bytes = ig_block_size(fields, count, &bad);
  if (bytes >= 0 && bytes <= ig_compile_limits.bytes) return true;
  return ig_refuse(c, NULL, "%s would be too large: %lld bytes, at most %lld %s", what, (long long)bytes,
                   (long long)ig_compile_limits.bytes, bad);
}

static bool check_cost(ig_Compiler* c) {
  ig_Field fields[IG_MAX_FIELDS];
  return check_bytes(c, fields, ig_model_fields(&c->n, fields), "mjModel") &&
         check_bytes(c, fields, ig_data_fields(&c->n, fields), "mjData");
}

static bool make_model(ig_Compiler* c) {
  char error[300];
  count_objects(c);
  if (!ig_number_tree(c) || !ig_make_body_bvhs(c)) return false;
  c->n.nbvh = c->n.nbvhstatic + c->n.nbvhdynamic;
  count_contents(c);
  ig_count_names(c);
  if (!check_cost(c)) return false;
  c->model = ig_make_model(&c->n, error, sizeof(error));
  return c->model || ig_refuse(c, NULL, "could not create mjModel: %s", error);
}

static void write_objects(ig_Compiler* c, int bvhadr) {
  mjModel* m = c->model;
  const ig_Records* list = c->list;
  bvhadr = ig_write_meshes(c, bvhadr);
  ig_write_flexes(c, bvhadr);
  ig_write_skins(c);
  ig_write_hfields(c);
  ig_write_textures(c);
  for (int i = 0; i < m->nmat; i++) ig_write_material(c, IG_RECORD(ig_CMaterial, list[mjOBJ_MATERIAL], i));
  for (int i = 0; i < m->npair; i++) ig_write_pair(c, IG_RECORD(ig_CPair, list[mjOBJ_PAIR], i));
  for (int i = 0; i < m->nexclude; i++) m->exclude_signature[i] = (int)IG_RECORD(ig_CExclude, list[mjOBJ_EXCLUDE], i)->signature;
  for (int i = 0; i < m->neq; i++) ig_write_equality(c, IG_RECORD(ig_CEquality, list[mjOBJ_EQUALITY], i));
  for (int i = 0, adr = 0; i < m->ntendon; i++) {
    const ig_CTendon* tendon = IG_RECORD(ig_CTendon, list[mjOBJ_TENDON], i);
    ig_write_tendon(c, tendon, adr);
    adr += tendon->npath;
    IG_ASSERT(adr <= m->nwrap);
  }
  int history = 0;
  for (int i = 0, adr = 0; i < m->nu; i++) {
    const ig_CActuator* actuator = IG_RECORD(ig_CActuator, list[mjOBJ_ACTUATOR], i);
    ig_write_actuator(c, actuator, adr, history);
    adr += actuator->s.actdim;
    IG_ASSERT(adr <= m->na);
    history += ig_history_size(actuator->s.nsample, 1);
  }
  for (int i = 0, adr = 0; i < m->nsensor; i++) {
    const ig_CSensor* sensor = IG_RECORD(ig_CSensor, list[mjOBJ_SENSOR], i);
    ig_write_sensor(c, sensor, adr, history);
    adr += sensor->s.dim;
    IG_ASSERT(adr <= m->nsensordata);
    history += ig_history_size(sensor->s.nsample, sensor->s.dim);
  }
  IG_ASSERT(history == m->nhistory);
  for (int i = 0, adr = 0; i < m->nnumeric; i++) adr += ig_write_numeric(c, IG_RECORD(ig_CNumeric, list[mjOBJ_NUMERIC], i), adr);
  for (int i = 0, adr = 0; i < m->ntext; i++) adr += ig_write_text(c, list[mjOBJ_TEXT].item[i], adr);
  for (int i = 0, adr = 0; i < m->ntuple; i++) adr += ig_write_tuple(c, IG_RECORD(ig_CTuple, list[mjOBJ_TUPLE], i), adr);
  ig_write_keyframes(c);
}

static bool write_model(ig_Compiler* c) {
  mjModel* m = c->model;
  int bvhadr;
  m->opt = c->s.option;
  m->vis = c->s.visual;
  ig_write_names(c);
  if (!ig_write_tree(c, &bvhadr)) return false;
  if (!ig_write_plugins(c) || !ig_compile_keyframes(c)) return false;
  write_objects(c, bvhadr);
  if (c->s.compiler.settotalmass > 0) mj_setTotalmass(m, c->s.compiler.settotalmass);
  set_arena_size(c);
  ig_fill_sparsity(m);
  return true;
}

// what is derived by running the engine ------------------------------------------------------------------------------

static bool set_length_ranges(ig_Compiler* c) {
  mjModel* m = c->model;
  const mjLROpt* rule = &c->s.compiler.LRopt;
  char error[200];
  mjOption saved = m->opt;
  m->opt.disableflags = mjDSBL_FRICTIONLOSS | mjDSBL_CONTACT | mjDSBL_SPRING | mjDSBL_DAMPER | mjDSBL_GRAVITY | mjDSBL_ACTUATION;
  if (rule->timestep > 0) m->opt.timestep = rule->timestep;
  for (int i = 0; i < m->nu; i++) {
    ig_scope_subject(c->list[mjOBJ_ACTUATOR].item[i]);
    if (!mj_setLengthRange(m, c->data, i, rule, error, sizeof(error)))
      return ig_refuse(c, c->list[mjOBJ_ACTUATOR].item[i], "%s", error);
  }
  ig_scope_subject(NULL);
  m->opt = saved;
  return true;
}

// statistics that the model file gives stand over the computed ones
static void override_statistics(const ig_Compiler* c) {
  mjStatistic* to = &c->model->stat;
  const mjStatistic* given = &c->s.stat;
  if (ig_given(given->extent)) to->extent = given->extent;
  if (ig_given(given->meaninertia)) to->meaninertia = given->meaninertia;
  if (ig_given(given->meanmass)) to->meanmass = given->meanmass;
  if (ig_given(given->meansize)) to->meansize = given->meansize;
  if (ig_given(given->center[0])) memcpy(to->center, given->center, sizeof(to->center));
}

static bool derive_constants(ig_Compiler* c) {
  mjModel* m = c->model;
  c->data = ig_make_raw_data(m);
  if (!c->data) return ig_refuse(c, NULL, "no memory for the mjData of the model");
  ig_reset(m, c->data);
  for (int i = 0; i < m->nkey; i++) ig_normalize_position(m, m->key_qpos + i * m->nq);
  mj_setConst(m, c->data);
  ig_apply_springdampers(c);
  if (!set_length_ranges(c)) return false;
  override_statistics(c);
  const char* wrong = ig_check_model(m);
  if (wrong) return ig_refuse(c, NULL, "%s", wrong);
  char text[300];
  if (!ig_check_numbers(m, text, sizeof(text))) return ig_refuse(c, NULL, "%s", text);
  ig_delete_data(c->data);
  c->data = NULL;
  return true;
}

static bool starts_asleep(const mjModel* m, int enableflags) {
  for (int tree = 0; (enableflags & mjENBL_SLEEP) && tree < m->ntree; tree++) {
    if (m->tree_sleep_policy[tree] == mjSLEEP_INIT) return true;
  }
  return false;
}

// a first step that diverges is a warning of the loaded model, with the joint and the body that it begins at
static void name_divergence(const mjModel* m, const mjData* d) {
  static const mjtWarning kinds[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
    int dof = d->warning[kinds[i]].lastinfo, joint = -1;
    if (!d->warning[kinds[i]].number) continue;
    // positions have more numbers than velocities
    for (int k = 0; kinds[i] == mjWARN_BADQPOS && k < m->njnt && m->jnt_qposadr[k] <= dof; k++) joint = k;
    if (kinds[i] != mjWARN_BADQPOS && dof >= 0 && dof < m->nv) joint = m->dof_jntid[dof];
    if (joint < 0) continue;
    const char *name = mj_id2name(m, mjOBJ_JOINT, joint), *body = mj_id2name(m, mjOBJ_BODY, m->jnt_bodyid[joint]);
    size_t used = strlen(guard->warning);
    snprintf(guard->warning + used, sizeof(guard->warning) - used,
             "\nThe first step diverges at joint '%s' (id %d) of body '%s' (id %d).", name ? name : "", joint, body ? body : "",
             m->jnt_bodyid[joint]);
    return;
  }
}

// constants and one step without contacts, to see that the model runs
static bool try_model(ig_Compiler* c) {
  mjModel* m = c->model;
  int disable = m->opt.disableflags, enable = m->opt.enableflags;
  m->opt.disableflags |= mjDSBL_CONTACT;
  m->opt.enableflags &= ~mjENBL_SLEEP;
  if (!derive_constants(c)) return false;

  // trees that start asleep are put to sleep when the data is made, and not stepped
  bool asleep = starts_asleep(m, enable);
  if (asleep) m->opt.disableflags = disable, m->opt.enableflags = enable;
  // in the compiler's hands at once: plugins may raise errors
  c->data = ig_make_raw_data(m);
  if (!c->data) return ig_refuse(c, NULL, "no memory for the mjData of the model");
  int refused = ig_init_plugins(m, c->data);
  if (refused >= 0) mju_error("the init callback of plugin instance %d reported an error", refused);
  ig_reset(m, c->data);
  if (!asleep) mj_step(m, c->data);
  name_divergence(m, c->data);
  m->opt.disableflags = disable;
  m->opt.enableflags = enable;
  ig_delete_data(c->data);
  c->data = NULL;
  return true;
}

static bool compile(ig_Compiler* c) {
  ig_tree_lists(c->spec);
  if (!ig_add_keyframes(c)) return false;
  if (!check_spec(c) || !make_records(c) || !set_nusers(c)) return false;
  if (!compile_elements(c) || !make_model(c)) return false;
  if (!ig_check_masses(c) || !ig_check_free_joints(c) || !write_model(c) || !try_model(c)) return false;
  ig_unify_nans(c->model);
  ig_sign(c->spec);
  c->model->signature = c->spec->base.signature;
  return true;
}

// keyframes that stood in for those of attached models, when the compilation has failed
static void remove_pending_keys(ig_Spec* spec) {
  for (int i = 0; i < spec->npending; i++) {
    ig_List* keys = &spec->list[mjOBJ_KEY];
    if (keys->count) mjs_delete(&spec->s, &keys->item[keys->count - 1]->base);
  }
}

// the old struct stays where it is, with the new contents
static mjModel* move_model(mjModel* to, mjModel* from) {
  if (!to) return from;
  mjModel old = *to;
  *to = *from;
  *from = old;
  mj_deleteModel(from);
  return to;
}

// what is left open when the work has ended early, with an error or a message
static void end_early(ig_Compiler* c, mjModel* reuse) {
  ig_delete_data(c->data);
  mj_deleteModel(c->model);
  mj_deleteModel(reuse);
  remove_pending_keys(c->spec);
}

static mjModel* finish(ig_Compiler* c, mjModel* reuse) {
  ig_Spec* spec = c->spec;
  ig_assign_addresses(spec);
  spec->numbered = true;
  ig_remember_model(spec, c->model);
  ig_note_found(c);
  return move_model(reuse, c->model);
}

static mjModel* compile_guarded(ig_Compiler* c, Guard* g, mjModel* reuse) {
  ig_Spec* spec = c->spec;
  ig_Scope scope;
  ig_scope_enter(&scope, spec->max_work, spec->max_bytes);
  scope.work = spec->work;
  enter(g);
  mjModel* volatile model = NULL;
  const ig_FloatScope state = ig_float_save();
  if (setjmp(g->back)) {
    ig_float_restore(&state);
    const char* limit = scope.refused_memory ? "; the limit is ingotLimits.memory" : "";
    ig_refuse(c, scope.subject, "engine error: %s%s%s%s", g->error, limit, *g->warning ? "\n" : "", g->warning);
  } else if (compile(c)) {
    model = finish(c, reuse);
  }
  leave(g);
  spec->compiled = model != NULL;
  if (!model) end_early(c, reuse);
  if (model && *g->warning) ig_spec_warn(spec, NULL, "%s", g->warning);
  drop_records(c);
  spec->spent_work = scope.work;
  if (spec->spent_bytes < scope.most_bytes) spec->spent_bytes = scope.most_bytes;
  if (model)
    ig_scope_keep(&scope);
  else
    ig_scope_close(&scope);
  return model;
}

mjModel* ig_compile(ig_Spec* spec, const mjVFS* vfs, mjModel* reuse) {
  IG_FLOAT_SCOPE;
  ig_Compiler* c = ig_try_alloc(sizeof(ig_Compiler));
  Guard* g = ig_try_alloc(sizeof(Guard));
  mjModel* model = NULL;
  ig_spec_clear_message(spec);
  if (c && g) {
    *c = (ig_Compiler){.spec = spec, .vfs = vfs, .s = spec->s, .arena = {.raises = true}};
    model = compile_guarded(c, g, reuse);
  } else {
    ig_spec_fail(spec, NULL, "out of memory");
    mj_deleteModel(reuse);
  }
  ig_free(g);
  ig_free(c);
  return model;
}

mjModel* mj_compile(mjSpec* s, const mjVFS* vfs) { return s ? ig_compile(ig_spec(s), vfs, NULL) : NULL; }
