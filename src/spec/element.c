// SPDX-License-Identifier: Apache-2.0
#include "spec/element.h"

#include <stddef.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/scope.h"
#include "spec/builtin.h"
#include "spec/list.h"

// ------------------------------------------------ the table

#define FIELD(s, member, kind, ref) \
  { offsetof(s, member), kind, ref }
#define PLUGIN_FIELDS(s) FIELD(s, plugin.plugin_name, IG_TEXT, IG_REF_NONE), FIELD(s, plugin.name, IG_TEXT, IG_REF_ALWAYS)

static const ig_ElementField body_fields[] = {
    FIELD(mjsBody, userdata, IG_DOUBLES, IG_REF_NONE),
    PLUGIN_FIELDS(mjsBody),
};
static const ig_ElementField joint_fields[] = {
    FIELD(mjsJoint, userdata, IG_DOUBLES, IG_REF_NONE),
};
static const ig_ElementField geom_fields[] = {
    FIELD(mjsGeom, userdata, IG_DOUBLES, IG_REF_NONE),
    FIELD(mjsGeom, material, IG_TEXT, IG_REF_ASSET),
    FIELD(mjsGeom, hfieldname, IG_TEXT, IG_REF_ASSET),
    FIELD(mjsGeom, meshname, IG_TEXT, IG_REF_ASSET),
    PLUGIN_FIELDS(mjsGeom),
};
static const ig_ElementField site_fields[] = {
    FIELD(mjsSite, userdata, IG_DOUBLES, IG_REF_NONE),
    FIELD(mjsSite, material, IG_TEXT, IG_REF_ASSET),
};
static const ig_ElementField camera_fields[] = {
    FIELD(mjsCamera, userdata, IG_DOUBLES, IG_REF_NONE),
    FIELD(mjsCamera, targetbody, IG_TEXT, IG_REF_ALWAYS),
};
static const ig_ElementField light_fields[] = {
    FIELD(mjsLight, targetbody, IG_TEXT, IG_REF_ALWAYS),
    FIELD(mjsLight, texture, IG_TEXT, IG_REF_ALWAYS),
};
static const ig_ElementField flex_fields[] = {
    FIELD(mjsFlex, material, IG_TEXT, IG_REF_ASSET),   FIELD(mjsFlex, nodebody, IG_TEXTS, IG_REF_ALWAYS),
    FIELD(mjsFlex, vertbody, IG_TEXTS, IG_REF_ALWAYS), FIELD(mjsFlex, node, IG_DOUBLES, IG_REF_NONE),
    FIELD(mjsFlex, vert, IG_DOUBLES, IG_REF_NONE),     FIELD(mjsFlex, elem, IG_INTS, IG_REF_NONE),
    FIELD(mjsFlex, texcoord, IG_FLOATS, IG_REF_NONE),  FIELD(mjsFlex, elemtexcoord, IG_INTS, IG_REF_NONE),
};
static const ig_ElementField mesh_fields[] = {
    FIELD(mjsMesh, content_type, IG_TEXT, IG_REF_NONE),   FIELD(mjsMesh, file, IG_TEXT, IG_REF_NONE),
    FIELD(mjsMesh, uservert, IG_FLOATS, IG_REF_NONE),     FIELD(mjsMesh, usernormal, IG_FLOATS, IG_REF_NONE),
    FIELD(mjsMesh, usertexcoord, IG_FLOATS, IG_REF_NONE), FIELD(mjsMesh, userface, IG_INTS, IG_REF_NONE),
    FIELD(mjsMesh, userfacenormal, IG_INTS, IG_REF_NONE), FIELD(mjsMesh, userfacetexcoord, IG_INTS, IG_REF_NONE),
    FIELD(mjsMesh, material, IG_TEXT, IG_REF_NONE),       PLUGIN_FIELDS(mjsMesh),
};
static const ig_ElementField hfield_fields[] = {
    FIELD(mjsHField, content_type, IG_TEXT, IG_REF_NONE),
    FIELD(mjsHField, file, IG_TEXT, IG_REF_NONE),
    FIELD(mjsHField, userdata, IG_FLOATS, IG_REF_NONE),
};
static const ig_ElementField skin_fields[] = {
    FIELD(mjsSkin, file, IG_TEXT, IG_REF_NONE),      FIELD(mjsSkin, material, IG_TEXT, IG_REF_NONE),
    FIELD(mjsSkin, vert, IG_FLOATS, IG_REF_NONE),    FIELD(mjsSkin, texcoord, IG_FLOATS, IG_REF_NONE),
    FIELD(mjsSkin, face, IG_INTS, IG_REF_NONE),      FIELD(mjsSkin, bodyname, IG_TEXTS, IG_REF_ALWAYS),
    FIELD(mjsSkin, bindpos, IG_FLOATS, IG_REF_NONE), FIELD(mjsSkin, bindquat, IG_FLOATS, IG_REF_NONE),
    FIELD(mjsSkin, vertid, IG_VECTORS, IG_REF_NONE), FIELD(mjsSkin, vertweight, IG_VECTORS, IG_REF_NONE),
};
static const ig_ElementField texture_fields[] = {
    FIELD(mjsTexture, content_type, IG_TEXT, IG_REF_NONE),
    FIELD(mjsTexture, file, IG_TEXT, IG_REF_NONE),
    FIELD(mjsTexture, cubefiles, IG_TEXTS, IG_REF_NONE),
    FIELD(mjsTexture, data, IG_BYTES, IG_REF_NONE),
};
static const ig_ElementField material_fields[] = {
    FIELD(mjsMaterial, textures, IG_TEXTS, IG_REF_ALWAYS),
};
static const ig_ElementField pair_fields[] = {
    FIELD(mjsPair, geomname1, IG_TEXT, IG_REF_RESOLVED),
    FIELD(mjsPair, geomname2, IG_TEXT, IG_REF_RESOLVED),
};
static const ig_ElementField exclude_fields[] = {
    FIELD(mjsExclude, bodyname1, IG_TEXT, IG_REF_RESOLVED),
    FIELD(mjsExclude, bodyname2, IG_TEXT, IG_REF_RESOLVED),
};
static const ig_ElementField equality_fields[] = {
    FIELD(mjsEquality, name1, IG_TEXT, IG_REF_ALWAYS),
    FIELD(mjsEquality, name2, IG_TEXT, IG_REF_ALWAYS),
};
static const ig_ElementField tendon_fields[] = {
    FIELD(mjsTendon, material, IG_TEXT, IG_REF_NONE),
    FIELD(mjsTendon, userdata, IG_DOUBLES, IG_REF_NONE),
};
static const ig_ElementField actuator_fields[] = {
    FIELD(mjsActuator, target, IG_TEXT, IG_REF_ALWAYS),
    FIELD(mjsActuator, refsite, IG_TEXT, IG_REF_ALWAYS),
    FIELD(mjsActuator, slidersite, IG_TEXT, IG_REF_ALWAYS),
    FIELD(mjsActuator, userdata, IG_DOUBLES, IG_REF_NONE),
    PLUGIN_FIELDS(mjsActuator),
};
static const ig_ElementField sensor_fields[] = {
    FIELD(mjsSensor, objname, IG_TEXT, IG_REF_RESOLVED),
    FIELD(mjsSensor, refname, IG_TEXT, IG_REF_RESOLVED),
    FIELD(mjsSensor, userdata, IG_DOUBLES, IG_REF_NONE),
    PLUGIN_FIELDS(mjsSensor),
};
static const ig_ElementField numeric_fields[] = {
    FIELD(mjsNumeric, data, IG_DOUBLES, IG_REF_NONE),
};
static const ig_ElementField text_fields[] = {
    FIELD(mjsText, data, IG_TEXT, IG_REF_NONE),
};
static const ig_ElementField tuple_fields[] = {
    FIELD(mjsTuple, objtype, IG_INTS, IG_REF_NONE),
    FIELD(mjsTuple, objname, IG_TEXTS, IG_REF_ALWAYS),
    FIELD(mjsTuple, objprm, IG_DOUBLES, IG_REF_NONE),
};
static const ig_ElementField key_fields[] = {
    FIELD(mjsKey, qpos, IG_DOUBLES, IG_REF_NONE),  FIELD(mjsKey, qvel, IG_DOUBLES, IG_REF_NONE),
    FIELD(mjsKey, act, IG_DOUBLES, IG_REF_NONE),   FIELD(mjsKey, mpos, IG_DOUBLES, IG_REF_NONE),
    FIELD(mjsKey, mquat, IG_DOUBLES, IG_REF_NONE), FIELD(mjsKey, ctrl, IG_DOUBLES, IG_REF_NONE),
};
static const ig_ElementField plugin_fields[] = {
    FIELD(mjsPlugin, plugin_name, IG_TEXT, IG_REF_NONE),
};

#define PLAIN(s) (sizeof(ig_Element) + sizeof(s))
#define FIELDS(array) array, sizeof(array) / sizeof(array[0])
#define DEFAULTS(function) (void (*)(void*))(void (*)(void)) function

// clang-format off
static const ig_Type types[] = {
  {mjOBJ_BODY, "body", sizeof(ig_Body), sizeof(mjsBody), offsetof(mjsBody, info), offsetof(mjsBody, childclass),
   offsetof(mjsBody, plugin), -1, DEFAULTS(ig_builtin_body), FIELDS(body_fields)},
  {mjOBJ_FRAME, "frame", sizeof(ig_Frame), sizeof(mjsFrame), offsetof(mjsFrame, info), offsetof(mjsFrame, childclass),
   -1, -1, DEFAULTS(ig_builtin_frame), NULL, 0},
  {mjOBJ_JOINT, "joint", PLAIN(mjsJoint), sizeof(mjsJoint), offsetof(mjsJoint, info), -1, -1,
   offsetof(mjsDefault, joint), DEFAULTS(ig_builtin_joint), FIELDS(joint_fields)},
  {mjOBJ_GEOM, "geom", PLAIN(mjsGeom), sizeof(mjsGeom), offsetof(mjsGeom, info), -1, offsetof(mjsGeom, plugin),
   offsetof(mjsDefault, geom), DEFAULTS(ig_builtin_geom), FIELDS(geom_fields)},
  {mjOBJ_SITE, "site", PLAIN(mjsSite), sizeof(mjsSite), offsetof(mjsSite, info), -1, -1,
   offsetof(mjsDefault, site), DEFAULTS(ig_builtin_site), FIELDS(site_fields)},
  {mjOBJ_CAMERA, "camera", PLAIN(mjsCamera), sizeof(mjsCamera), offsetof(mjsCamera, info), -1, -1,
   offsetof(mjsDefault, camera), DEFAULTS(ig_builtin_camera), FIELDS(camera_fields)},
  {mjOBJ_LIGHT, "light", PLAIN(mjsLight), sizeof(mjsLight), offsetof(mjsLight, info), -1, -1,
   offsetof(mjsDefault, light), DEFAULTS(ig_builtin_light), FIELDS(light_fields)},
  {mjOBJ_FLEX, "flex", PLAIN(mjsFlex), sizeof(mjsFlex), offsetof(mjsFlex, info), -1, -1,
   offsetof(mjsDefault, flex), DEFAULTS(ig_builtin_flex), FIELDS(flex_fields)},
  {mjOBJ_MESH, "mesh", PLAIN(mjsMesh), sizeof(mjsMesh), offsetof(mjsMesh, info), -1, offsetof(mjsMesh, plugin),
   offsetof(mjsDefault, mesh), DEFAULTS(ig_builtin_mesh), FIELDS(mesh_fields)},
  {mjOBJ_HFIELD, "hfield", PLAIN(mjsHField), sizeof(mjsHField), offsetof(mjsHField, info), -1, -1, -1,
   DEFAULTS(ig_builtin_hfield), FIELDS(hfield_fields)},
  {mjOBJ_SKIN, "skin", PLAIN(mjsSkin), sizeof(mjsSkin), offsetof(mjsSkin, info), -1, -1, -1,
   DEFAULTS(ig_builtin_skin), FIELDS(skin_fields)},
  {mjOBJ_TEXTURE, "texture", PLAIN(mjsTexture), sizeof(mjsTexture), offsetof(mjsTexture, info), -1, -1, -1,
   DEFAULTS(ig_builtin_texture), FIELDS(texture_fields)},
  {mjOBJ_MATERIAL, "material", PLAIN(mjsMaterial), sizeof(mjsMaterial), offsetof(mjsMaterial, info), -1, -1,
   offsetof(mjsDefault, material), DEFAULTS(ig_builtin_material), FIELDS(material_fields)},
  {mjOBJ_PAIR, "pair", PLAIN(mjsPair), sizeof(mjsPair), offsetof(mjsPair, info), -1, -1,
   offsetof(mjsDefault, pair), DEFAULTS(ig_builtin_pair), FIELDS(pair_fields)},
  {mjOBJ_EXCLUDE, "exclude", PLAIN(mjsExclude), sizeof(mjsExclude), offsetof(mjsExclude, info), -1, -1, -1, NULL,
   FIELDS(exclude_fields)},
  {mjOBJ_EQUALITY, "equality", PLAIN(mjsEquality), sizeof(mjsEquality), offsetof(mjsEquality, info), -1, -1,
   offsetof(mjsDefault, equality), DEFAULTS(ig_builtin_equality), FIELDS(equality_fields)},
  {mjOBJ_TENDON, "tendon", sizeof(ig_Tendon), sizeof(mjsTendon), offsetof(mjsTendon, info), -1, -1,
   offsetof(mjsDefault, tendon), DEFAULTS(ig_builtin_tendon), FIELDS(tendon_fields)},
  {mjOBJ_ACTUATOR, "actuator", PLAIN(mjsActuator), sizeof(mjsActuator), offsetof(mjsActuator, info), -1,
   offsetof(mjsActuator, plugin), offsetof(mjsDefault, actuator), DEFAULTS(ig_builtin_actuator),
   FIELDS(actuator_fields)},
  {mjOBJ_SENSOR, "sensor", PLAIN(mjsSensor), sizeof(mjsSensor), offsetof(mjsSensor, info), -1,
   offsetof(mjsSensor, plugin), -1, DEFAULTS(ig_builtin_sensor), FIELDS(sensor_fields)},
  {mjOBJ_NUMERIC, "numeric", PLAIN(mjsNumeric), sizeof(mjsNumeric), offsetof(mjsNumeric, info), -1, -1, -1,
   DEFAULTS(ig_builtin_numeric), FIELDS(numeric_fields)},
  {mjOBJ_TEXT, "text", PLAIN(mjsText), sizeof(mjsText), offsetof(mjsText, info), -1, -1, -1,
   DEFAULTS(ig_builtin_text), FIELDS(text_fields)},
  {mjOBJ_TUPLE, "tuple", PLAIN(mjsTuple), sizeof(mjsTuple), offsetof(mjsTuple, info), -1, -1, -1,
   DEFAULTS(ig_builtin_tuple), FIELDS(tuple_fields)},
  {mjOBJ_KEY, "key", PLAIN(mjsKey), sizeof(mjsKey), offsetof(mjsKey, info), -1, -1, -1,
   DEFAULTS(ig_builtin_key), FIELDS(key_fields)},
  {mjOBJ_PLUGIN, "plugin", sizeof(ig_Plugin), sizeof(mjsPlugin), offsetof(mjsPlugin, info), -1, -1, -1,
   DEFAULTS(ig_builtin_plugin), FIELDS(plugin_fields)},
  {mjOBJ_DEFAULT, "default", sizeof(ig_Default), sizeof(mjsDefault), -1, -1, -1, -1, NULL, NULL, 0},
};
static const ig_Type wrap_type = {
  mjOBJ_UNKNOWN, "wrap", sizeof(ig_Wrap), sizeof(mjsWrap), offsetof(mjsWrap, info), -1, -1, -1, NULL, NULL, 0,
};
// clang-format on

const ig_Type* ig_type(mjtObj type) {
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
    if (types[i].type == type) return types + i;
  }
  return NULL;
}

const ig_Type* ig_wrap_type(void) { return &wrap_type; }

// wraps are the only elements whose public type says nothing
static const ig_Type* row_of(const ig_Element* el) {
  return el->base.elemtype == mjOBJ_UNKNOWN ? &wrap_type : ig_type(el->base.elemtype);
}

mjsPlugin* ig_element_plugin(const ig_Element* el) {
  const ig_Type* row = row_of(el);
  return row->plugin < 0 ? NULL : (mjsPlugin*)(void*)((char*)(void*)(el + 1) + row->plugin);
}

enum { NEW_WORK = 500, SEARCH_WORK = 60 };

// ------------------------------------------------ making

static void** public_pointer(ig_Element* el, int offset) { return (void**)(void*)((char*)(el + 1) + offset); }

// the public struct points to the containers of this element
static void point_to_own(ig_Element* el, const ig_Type* row) {
  char* slot = (char*)el + row->size;
  *public_pointer(el, 0) = el;
  if (row->info >= 0) *public_pointer(el, row->info) = &el->info;
  if (row->childclass >= 0) *public_pointer(el, row->childclass) = &el->classname;
  if (row->type == mjOBJ_PLUGIN) ((ig_Plugin*)el)->s.name = &el->name;
  for (int i = 0; i < row->nfield; i++) {
    *public_pointer(el, row->field[i].offset) = slot + i * sizeof(ig_String);
  }
}

void* ig_element_new(ig_Spec* spec, const ig_Type* row) {
  ig_spend(NEW_WORK);
  ig_Element* el = ig_spec_alloc((size_t)row->size + (size_t)row->nfield * sizeof(ig_String));
  if (!el) return NULL;
  el->base.elemtype = row->type;
  el->spec = spec;
  el->compiler = spec ? &spec->s.compiler : NULL;
  el->id = -1;
  el->address[0] = el->address[1] = -1;
  el->references = 1;
  el->known_type = mjJNT_HINGE;
  if (row->defaults) row->defaults(el + 1);
  point_to_own(el, row);

  // vectors of a fixed length, and the map
  if (row->type == mjOBJ_TEXTURE) ig_vec_resize(IG_PUBLIC(mjsTexture, el)->cubefiles, 6, sizeof(ig_String));
  if (row->type == mjOBJ_MATERIAL) ig_vec_resize(IG_PUBLIC(mjsMaterial, el)->textures, mjNTEXROLE, sizeof(ig_String));
  if (row->type == mjOBJ_PLUGIN) ig_map_init(&((ig_Plugin*)el)->config);
  return el;
}

// ------------------------------------------------ copying

void ig_element_assign(ig_Element* to, const ig_Element* from) {
  const ig_Type* row = row_of(to);
  char* slot = (char*)to + row->size;
  memcpy(to + 1, from + 1, row->public_size);
  point_to_own(to, row);
  for (int i = 0; i < row->nfield; i++) {
    ig_container_copy(slot + i * sizeof(ig_String), ig_field_slot(from, row->field + i), row->field[i].kind);
  }
}

static ig_Wrap* copy_wrap(ig_Tendon* tendon, const ig_Wrap* from) {
  ig_Wrap* wrap = ig_element_copy(tendon->el.spec, &from->el);
  wrap->tendon = tendon;
  wrap->prm = from->prm;
  ig_container_copy(&wrap->sidesite, &from->sidesite, IG_TEXT);
  wrap->el.id = from->el.id;
  return wrap;
}

void* ig_element_copy(ig_Spec* spec, const ig_Element* from) {
  ig_Element* el = ig_element_new(spec, row_of(from));
  if (!el) return NULL;
  ig_element_assign(el, from);
  el->known_type = from->known_type;
  el->compiler = from->compiler;
  ig_container_copy(&el->name, &from->name, IG_TEXT);
  ig_container_copy(&el->classname, &from->classname, IG_TEXT);
  ig_container_copy(&el->info, &from->info, IG_TEXT);
  ig_container_copy(&el->filedir, &from->filedir, IG_TEXT);
  // states that keyframes have left with it
  for (const ig_Saved* s = from->saved; s; s = s->next) {
    ig_Saved* copy = ig_saved_make(el, s->name);
    memcpy(copy->position, s->position, sizeof(s->position));
    memcpy(copy->velocity, s->velocity, sizeof(s->velocity));
    copy->has_position = s->has_position;
    copy->has_velocity = s->has_velocity;
    if (s->act) {
      copy->nact = s->nact;
      copy->act = ig_spec_alloc((size_t)s->nact * sizeof(double));
      memcpy(copy->act, s->act, (size_t)s->nact * sizeof(double));
    }
  }
  if (el->base.elemtype == mjOBJ_TENDON) {
    const ig_Tendon* source = (const ig_Tendon*)from;
    ig_Tendon* tendon = (ig_Tendon*)el;
    for (int i = 0; i < source->path.count; i++) {
      ig_list_add(&tendon->path, copy_wrap(tendon, (const ig_Wrap*)source->path.item[i]));
    }
  }
  if (el->base.elemtype == mjOBJ_PLUGIN) {
    ig_map_copy(&((ig_Plugin*)el)->config, &((const ig_Plugin*)from)->config);
  }
  return el;
}

// ------------------------------------------------ counting and freeing

void ig_element_retain(void* element) { ((ig_Element*)element)->references++; }

static void free_default(ig_Default* def) {
  for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
    if (types[i].in_default < 0) continue;
    void* s = *public_pointer(&def->el, types[i].in_default);
    if (s) ig_element_release(*(ig_Element**)s);
  }
  ig_list_free(&def->children);
}

static void free_element(ig_Element* el) {
  const ig_Type* row = row_of(el);
  switch (el->base.elemtype) {
    case mjOBJ_BODY:
      // the bodies below are gone by now
      for (const mjtObj* t = ig_tree_types; *t != mjOBJ_UNKNOWN; t++) ig_list_free(ig_body_list((ig_Body*)el, *t));
      break;
    case mjOBJ_TENDON: ig_list_free(&((ig_Tendon*)el)->path); break;
    case mjOBJ_PLUGIN: ig_map_free(&((ig_Plugin*)el)->config); break;
    case mjOBJ_DEFAULT: free_default((ig_Default*)el); break;
    case mjOBJ_UNKNOWN: ig_text_free(&((ig_Wrap*)el)->sidesite); break;
    default: break;
  }
  while (el->values) ig_value_delete(el, el->values->key);
  ig_saved_forget(el);
  for (int i = 0; i < row->nfield; i++) {
    ig_container_free((char*)el + row->size + i * sizeof(ig_String), row->field[i].kind);
  }
  ig_text_free(&el->name);
  ig_text_free(&el->classname);
  ig_text_free(&el->info);
  ig_text_free(&el->filedir);
  ig_free(el);
}

// bodies from the leaves up, however deep they stand
static void free_bodies(ig_Body* root) {
  root->way = (ig_Way){0};
  for (ig_Body* at = root; at;) {
    if (!at->bodies.count) {
      ig_Body* up = at->way.up;
      free_element(&at->el);
      at = up;
      continue;
    }
    ig_Body* child = (ig_Body*)at->bodies.item[--at->bodies.count];
    if (--child->el.references > 0) continue;
    child->way = (ig_Way){.up = at};
    at = child;
  }
}

void ig_element_release(void* element) {
  ig_Element* el = element;
  if (!el || --el->references > 0) return;
  if (el->base.elemtype == mjOBJ_BODY)
    free_bodies((ig_Body*)el);
  else
    free_element(el);
}

// ------------------------------------------------ user values

static ig_UserValue** find_value(const ig_Element* el, const char* key) {
  ig_UserValue** link = (ig_UserValue**)&el->values;
  while (*link && strcmp((*link)->key, key)) link = &(*link)->next;
  return link;
}

// the key lies behind the value, so that no half of it is left when memory ends
static ig_UserValue* set_value(ig_Element* el, const char* key, const void* data, void (*cleanup)(const void*)) {
  ig_value_delete(el, key);
  ig_UserValue* value = ig_spec_alloc(sizeof(*value) + strlen(key) + 1);
  if (!value) return NULL;
  *value = (ig_UserValue){el->values, strcpy((char*)(value + 1), key), data, cleanup};
  el->values = value;
  return value;
}

void ig_value_set(ig_Element* el, const char* key, const void* data, void (*cleanup)(const void*)) {
  set_value(el, key, data, cleanup);
}

static void free_value(const void* data) { ig_free((void*)data); }

void* ig_value_make(ig_Element* el, const char* key, size_t bytes) {
  ig_UserValue* value = set_value(el, key, NULL, free_value);
  void* data = value ? ig_spec_alloc(bytes) : NULL;
  if (value) value->data = data;
  return data;
}

const void* ig_value_get(const ig_Element* el, const char* key) {
  const ig_UserValue* value = *find_value(el, key);
  return value ? value->data : NULL;
}

void ig_value_delete(ig_Element* el, const char* key) {
  ig_UserValue** link = find_value(el, key);
  ig_UserValue* value = *link;
  if (!value) return;
  *link = value->next;
  if (value->cleanup && value->data) value->cleanup(value->data);
  ig_free(value);
}

// ------------------------------------------------ saved states

ig_Saved* ig_saved_find(const ig_Element* el, const char* name) {
  ig_Saved* s = el->saved;
  int steps = 0;
  for (; s && strcmp(s->name, name); s = s->next) steps++;
  ig_spend(SEARCH_WORK * steps);
  return s;
}

ig_Saved* ig_saved_make(ig_Element* el, const char* name) {
  ig_Saved* s = ig_saved_find(el, name);
  if (s) return s;
  char* own = ig_spec_text(name);
  s = ig_try_zero(1, sizeof(*s));
  if (!s) {
    ig_free(own);
    mju_error("Could not allocate memory: %zu bytes", sizeof(*s));
  }
  // an error does not come back
  *s = (ig_Saved){.name = own, .next = el->saved};  // cppcheck-suppress nullPointerRedundantCheck
  el->saved = s;
  return s;
}

void ig_saved_forget(ig_Element* el) {
  while (el->saved) {
    ig_Saved* s = el->saved;
    el->saved = s->next;
    ig_free(s->name);
    ig_free(s->act);
    ig_free(s);
  }
}
