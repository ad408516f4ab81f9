// SPDX-License-Identifier: Apache-2.0
#include "compile/pass.h"

#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "base/scope.h"
#include "compile/asset/asset.h"
#include "compile/asset/hfield.h"
#include "compile/asset/skin.h"
#include "compile/asset/texture.h"
#include "compile/flex/flex.h"
#include "compile/mesh/mesh.h"
#include "compile/relation/actuator.h"
#include "compile/relation/custom.h"
#include "compile/relation/equality.h"
#include "compile/relation/keyframe.h"
#include "compile/relation/pair.h"
#include "compile/relation/plugin.h"
#include "compile/relation/sensor.h"
#include "compile/relation/tendon.h"
#include "compile/tree/body.h"
#include "compile/tree/camera.h"
#include "compile/tree/frame.h"
#include "compile/tree/fuse.h"
#include "compile/tree/geom.h"
#include "compile/tree/joint.h"
#include "compile/tree/light.h"
#include "compile/tree/site.h"
#include "compile/tree/tree.h"
#include "spec/list.h"

enum { MAX_DEPTH = 1024, ELEMENT_WORK = 1000 };

// what is done with the elements of one type
typedef struct Pass_ {
  int type;                   // its list in the spec
  size_t record, copy, size;  // the record, and where in it the public struct is copied to; size 0: it is not
  size_t total;               // their number in the model; 0: they are not in it
  size_t body;                // the record's pointer to its body; 0: it stands outside of the tree
  size_t held_from, held;     // lists of what a body holds, in the spec and in its record
  bool (*compile)(ig_Compiler* c, void* record);
  bool (*compiled)(ig_Compiler* c);  // when all of them are
  // Sizes of the contents of one element, added to n. They are counted twice: for the sizes of the model, and while it is
  // written, when the sizes of all that came before (c->at) are the addresses of what comes now.
  void (*count)(mjModel* n, const void* record);
  void (*write)(const ig_Compiler* c, const void* record);
  bool (*written)(ig_Compiler* c);  // when all of them are
} Pass;

#define RECORD(type) .record = sizeof(type)
#define COPY(type, public) .record = sizeof(type), .copy = offsetof(type, s), .size = sizeof(public)
#define TOTAL(size) .total = offsetof(mjModel, size)
#define HELD(type, list) .body = offsetof(type, body), .held_from = offsetof(ig_Body, list), .held = offsetof(ig_CBody, list)

static bool fuse_bodies(ig_Compiler* c) { return !c->s.compiler.fusestatic || ig_fuse_static(c); }

// pairs are sorted and visuals dropped when nothing refers to elements by their first ids any more
static bool settle_lists(ig_Compiler* c) {
  ig_sort_pairs(c);
  if (c->s.compiler.discardvisual) ig_discard_visual(c);
  return true;
}

// plugins look at the tree when they are asked for the size of their states and sensors
static bool close_tree(ig_Compiler* c) { return ig_close_tree(c) && ig_write_plugins(c) && ig_compile_keyframes(c); }

// In the order of compilation, which decides what is refused first. Bodies compile what they hold, frames come before them;
// meshes are compiled before all by several threads, keyframes when the model has its sizes. Boxes of bodies, meshes and flexes
// are written in this order.
static const Pass passes[] = {
    {mjOBJ_TEXTURE, COPY(ig_CTexture, mjsTexture), TOTAL(ntex), .compile = ig_compile_texture, .count = ig_count_texture,
     .write = ig_write_texture},
    {mjOBJ_HFIELD, COPY(ig_CHField, mjsHField), TOTAL(nhfield), .compile = ig_compile_hfield, .count = ig_count_hfield,
     .write = ig_write_hfield},
    {IG_FRAMES, RECORD(ig_CFrame), .compile = ig_compile_frame},
    {mjOBJ_BODY, COPY(ig_CBody, mjsBody), TOTAL(nbody), .held_from = offsetof(ig_Body, bodies),
     .held = offsetof(ig_CBody, bodies), .compile = ig_compile_body, .compiled = fuse_bodies, .count = ig_count_body,
     .write = ig_write_tree_body},
    {mjOBJ_JOINT, COPY(ig_CJoint, mjsJoint), TOTAL(njnt), HELD(ig_CJoint, joints), .write = ig_write_joint},
    {mjOBJ_GEOM, COPY(ig_CGeom, mjsGeom), TOTAL(ngeom), HELD(ig_CGeom, geoms), .write = ig_write_geom},
    {mjOBJ_SITE, COPY(ig_CSite, mjsSite), TOTAL(nsite), HELD(ig_CSite, sites), .write = ig_write_site},
    {mjOBJ_CAMERA, COPY(ig_CCamera, mjsCamera), TOTAL(ncam), HELD(ig_CCamera, cameras), .write = ig_write_camera},
    {mjOBJ_LIGHT, COPY(ig_CLight, mjsLight), TOTAL(nlight), HELD(ig_CLight, lights), .write = ig_write_light,
     .written = close_tree},
    {mjOBJ_MESH, COPY(ig_CMesh, mjsMesh), TOTAL(nmesh), .count = ig_count_mesh, .write = ig_write_mesh},
    {mjOBJ_FLEX, COPY(ig_CFlex, mjsFlex), TOTAL(nflex), .compile = ig_compile_flex, .count = ig_count_flex,
     .write = ig_write_flex},
    {mjOBJ_SKIN, COPY(ig_CSkin, mjsSkin), TOTAL(nskin), .compile = ig_compile_skin, .count = ig_count_skin,
     .write = ig_write_skin},
    {mjOBJ_MATERIAL, COPY(ig_CMaterial, mjsMaterial), TOTAL(nmat), .write = ig_write_material},
    {mjOBJ_PAIR, COPY(ig_CPair, mjsPair), TOTAL(npair), .compile = ig_compile_pair, .write = ig_write_pair},
    {mjOBJ_EXCLUDE, RECORD(ig_CExclude), TOTAL(nexclude), .compile = ig_compile_exclude, .write = ig_write_exclude},
    {mjOBJ_TENDON, COPY(ig_CTendon, mjsTendon), TOTAL(ntendon), .compile = ig_compile_tendon, .count = ig_count_tendon,
     .write = ig_write_tendon},
    {mjOBJ_EQUALITY, COPY(ig_CEquality, mjsEquality), TOTAL(neq), .compile = ig_compile_equality, .count = ig_count_equality,
     .write = ig_write_equality},
    {mjOBJ_ACTUATOR, COPY(ig_CActuator, mjsActuator), TOTAL(nu), .compile = ig_compile_actuator, .count = ig_count_actuator,
     .write = ig_write_actuator},
    {mjOBJ_SENSOR, COPY(ig_CSensor, mjsSensor), TOTAL(nsensor), .compile = ig_compile_sensor, .count = ig_count_sensor,
     .write = ig_write_sensor},
    {mjOBJ_NUMERIC, RECORD(ig_CNumeric), TOTAL(nnumeric), .compile = ig_compile_numeric, .count = ig_count_numeric,
     .write = ig_write_numeric},
    {mjOBJ_TEXT, RECORD(ig_Record), TOTAL(ntext), .compile = ig_compile_text, .count = ig_count_text, .write = ig_write_text},
    {mjOBJ_TUPLE, RECORD(ig_CTuple), TOTAL(ntuple), .compile = ig_compile_tuple, .count = ig_count_tuple,
     .write = ig_write_tuple},
    {mjOBJ_PLUGIN, RECORD(ig_CPlugin), TOTAL(nplugin), .compile = ig_compile_plugin, .compiled = settle_lists,
     .count = ig_count_plugin},
    {mjOBJ_KEY, RECORD(ig_CKey), TOTAL(nkey), .write = ig_write_keyframe},
};
enum { NPASS = sizeof(passes) / sizeof(*passes) };

// ------------------------------------------------ records

bool ig_names_are_unique(const ig_Compiler* c) {
  for (int k = 0; k < NPASS; k++) {
    if (!ig_names_unique(c->spec, passes[k].type == IG_FRAMES ? mjOBJ_FRAME : passes[k].type)) return false;
  }
  return true;
}

static bool make_list(ig_Compiler* c, const Pass* pass) {
  const ig_List* from = &c->spec->list[pass->type];
  ig_Records* to = &c->list[pass->type];
  to->item = IG_NEW(&c->arena, from->count, ig_Record*);
  char* block = ig_arena_take(&c->arena, (size_t)(from->count + 1) * pass->record);
  if (!to->item || !block) return ig_refuse(c, NULL, "out of memory");
  for (int i = 0; i < from->count; i++, block += pass->record) {
    ig_Record* r = (ig_Record*)(void*)block;
    r->from = from->item[i];
    r->id = r->from->id = i;
    r->from->work = r;
    if (pass->size) memcpy(block + pass->copy, IG_PUBLIC(char, r->from), pass->size);
    to->item[i] = r;
  }
  to->n = from->count;
  return true;
}

static ig_CBody* body_of(const ig_Record* r) { return r->from->body ? r->from->body->el.work : NULL; }

static void link_type(ig_Compiler* c, const Pass* pass) {
  const ig_Records *list = &c->list[pass->type], *bodies = &c->list[mjOBJ_BODY];
  for (int i = 0; pass->body && i < list->n; i++)
    *(ig_CBody**)(void*)((char*)list->item[i] + pass->body) = body_of(list->item[i]);
  for (int i = 0; pass->held && i < bodies->n; i++) {
    const ig_List* from = (const ig_List*)(const void*)((const char*)bodies->item[i]->from + pass->held_from);
    ig_Records* to = (ig_Records*)(void*)((char*)bodies->item[i] + pass->held);
    *to = (ig_Records){IG_NEW(&c->arena, from->count, ig_Record*), from->count};
    for (int k = 0; k < from->count; k++) to->item[k] = from->item[k]->work;
  }
}

static bool link_bodies(ig_Compiler* c) {
  const ig_Records* bodies = &c->list[mjOBJ_BODY];
  int* depth = IG_NEW(&c->arena, bodies->n, int);
  for (int i = 1; i < bodies->n; i++) {
    ig_CBody* body = IG_RECORD(ig_CBody, *bodies, i);
    body->parent = body_of(&body->r);
    depth[i] = depth[body->parent->r.id] + 1;
    if (depth[i] >= MAX_DEPTH) return ig_refuse(c, body, "bodies can be nested %d deep", MAX_DEPTH);
  }
  return true;
}

bool ig_make_records(ig_Compiler* c) {
  for (int k = 0; k < NPASS; k++) {
    bool shows = passes[k].type == mjOBJ_MATERIAL || passes[k].type == mjOBJ_TEXTURE;
    if (shows && c->s.compiler.discardvisual) continue;
    if (!make_list(c, &passes[k])) return false;
  }
  if (!link_bodies(c)) return false;
  for (int k = 0; k < NPASS; k++) link_type(c, &passes[k]);
  return ig_make_names(c) || ig_refuse(c, NULL, "out of memory");
}

void ig_drop_records(ig_Compiler* c) {
  ig_drop_meshes(c);
  for (int k = 0; k < NPASS; k++) {
    const ig_List* list = &c->spec->list[passes[k].type];
    for (int i = 0; i < list->count; i++) list->item[i]->work = NULL;
  }
  ig_arena_drop(&c->arena);
}

// ------------------------------------------------ passes

bool ig_compile_elements(ig_Compiler* c) {
  for (int k = 0; k < NPASS; k++) {
    const Pass* pass = &passes[k];
    const ig_Records* list = &c->list[pass->type];
    for (int i = 0; pass->compile && i < list->n; i++) {
      ig_scope_subject(list->item[i]);
      ig_spend(ELEMENT_WORK);
      if (!pass->compile(c, list->item[i])) return false;
    }
    ig_scope_subject(NULL);
    if (pass->compiled && !pass->compiled(c)) return false;
  }
  return true;
}

void ig_count_elements(ig_Compiler* c) {
  for (int k = 0; k < NPASS; k++) {
    const ig_Records* list = &c->list[passes[k].type];
    if (passes[k].total) *(mjtSize*)(void*)((char*)&c->n + passes[k].total) = list->n;
    for (int i = 0; passes[k].count && i < list->n; i++) passes[k].count(&c->n, list->item[i]);
  }
}

// all that there is room for has been filled, and nothing beyond it
static void check_filled(const mjModel* m, const mjModel* at) {
  IG_ASSERT(at->nbvhstatic == m->nbvhstatic && at->nbvhdynamic == m->nbvhdynamic && at->noct == m->noct);
  IG_ASSERT(at->nmeshvert == m->nmeshvert && at->nmeshface == m->nmeshface && at->nmeshgraph == m->nmeshgraph);
  IG_ASSERT(at->nmeshpolyvert == m->nmeshpolyvert && at->nmeshpolymap == m->nmeshpolymap);
  IG_ASSERT(at->nflexvert == m->nflexvert && at->nflexedge == m->nflexedge && at->nflexelemdata == m->nflexelemdata);
  IG_ASSERT(at->nskinvert == m->nskinvert && at->nskinbonevert == m->nskinbonevert);
  IG_ASSERT(at->nhfielddata == m->nhfielddata && at->ntexdata == m->ntexdata);
  IG_ASSERT(at->nwrap == m->nwrap && at->na == m->na);
  IG_ASSERT(at->nsensordata == m->nsensordata && at->nhistory == m->nhistory);
  IG_ASSERT(at->nnumericdata == m->nnumericdata && at->ntextdata == m->ntextdata && at->ntupledata == m->ntupledata);
}

bool ig_write_elements(ig_Compiler* c) {
  for (int k = 0; k < NPASS; k++) {
    const Pass* pass = &passes[k];
    const ig_Records* list = &c->list[pass->type];
    for (int i = 0; pass->write && i < list->n; i++) {
      IG_ASSERT(list->item[i]->id == i);
      pass->write(c, list->item[i]);
      if (pass->count) pass->count(&c->at, list->item[i]);
    }
    if (pass->written && !pass->written(c)) return false;
  }
  check_filled(c->model, &c->at);
  return true;
}
