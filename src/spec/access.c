// SPDX-License-Identifier: Apache-2.0
// Looking into a spec and setting single values of its elements: the small functions of the mjs_ API.
#include "spec/access.h"

#include <string.h>

#include <mujoco/mujoco.h>

#include "model/typename.h"
#include "spec/container.h"
#include "spec/element.h"
#include "spec/list.h"
#include "spec/names.h"
#include "spec/spec.h"

// ------------------------------------------------ handles

#define AS(Name, type)                                                                  \
  mjs##Name* mjs_as##Name(mjsElement* element) {                                        \
    return element && element->elemtype == type ? IG_PUBLIC(mjs##Name, element) : NULL; \
  }

AS(Body, mjOBJ_BODY)
AS(Geom, mjOBJ_GEOM)
AS(Joint, mjOBJ_JOINT)
AS(Site, mjOBJ_SITE)
AS(Camera, mjOBJ_CAMERA)
AS(Light, mjOBJ_LIGHT)
AS(Frame, mjOBJ_FRAME)
AS(Actuator, mjOBJ_ACTUATOR)
AS(Sensor, mjOBJ_SENSOR)
AS(Flex, mjOBJ_FLEX)
AS(Pair, mjOBJ_PAIR)
AS(Equality, mjOBJ_EQUALITY)
AS(Exclude, mjOBJ_EXCLUDE)
AS(Tendon, mjOBJ_TENDON)
AS(Numeric, mjOBJ_NUMERIC)
AS(Text, mjOBJ_TEXT)
AS(Tuple, mjOBJ_TUPLE)
AS(Key, mjOBJ_KEY)
AS(Mesh, mjOBJ_MESH)
AS(HField, mjOBJ_HFIELD)
AS(Skin, mjOBJ_SKIN)
AS(Texture, mjOBJ_TEXTURE)
AS(Material, mjOBJ_MATERIAL)
AS(Plugin, mjOBJ_PLUGIN)

mjSpec* mjs_getSpec(mjsElement* element) {
  if (element->elemtype == mjOBJ_MODEL) return &((ig_Spec*)element)->s;
  ig_Spec* spec = ig_el(element)->spec;
  return spec ? &spec->s : NULL;
}

// elements of the tree have no id before the tree is numbered: bodies may still be added between
int mjs_getId(mjsElement* element) { return element && element->elemtype != mjOBJ_MODEL ? ig_element_id(ig_el(element)) : -1; }

const char* ig_spec_error(mjSpec* s) {
  if (!s) {
    mju_error("mjs_getError: the spec is NULL");
    return NULL;
  }
  return ig_spec(s)->message;
}

int ig_spec_warned(mjSpec* s) { return ig_spec(s)->is_warning; }

int ig_set_deep_copy(mjSpec* s, int deepcopy) {
  ig_spec(s)->deepcopy = deepcopy != 0;
  return 0;
}

// ------------------------------------------------ finding

mjSpec* ig_find_attached(mjSpec* s, const char* name) {
  ig_Spec* spec = ig_spec(s);
  for (int i = 0; i < spec->nattached; i++) {
    if (ig_text_is(&spec->attached[i]->modelname, name)) return &spec->attached[i]->s;
  }
  return NULL;
}

mjsElement* ig_find_named(mjSpec* s, mjtObj type, const char* name) {
  ig_Element* el = ig_find(ig_spec(s), type, name);
  return el ? &el->base : NULL;
}

mjsBody* ig_find_body(mjSpec* s, const char* name) { return mjs_asBody(ig_find_named(s, mjOBJ_BODY, name)); }

mjsFrame* mjs_findFrame(mjSpec* s, const char* name) { return mjs_asFrame(ig_find_named(s, mjOBJ_FRAME, name)); }

static bool is_below(const ig_Element* el, const ig_Body* root) {
  const ig_Body* body = el->body;
  while (body && body != root) body = body->el.body;
  return body != NULL;
}

// the body itself counts too; of those that share a name, the first
mjsBody* mjs_findChild(mjsBody* body, const char* name) {
  ig_Body* root = ig_body(body);
  ig_Spec* spec = root->el.spec;
  if (ig_text_is(&root->el.name, name)) return body;
  if (*name && spec && !root->el.detached && !ig_names_repeat(spec) && ig_names_are_all(spec, mjOBJ_BODY)) {
    ig_Element* only = ig_names_find(spec, mjOBJ_BODY, name, NULL);
    return only && is_below(only, root) ? IG_PUBLIC(mjsBody, only) : NULL;
  }
  for (ig_Body* at = ig_walk_from(root); at; at = ig_walk_on(at)) {
    if (ig_text_is(&at->el.name, name)) return &at->s;
  }
  return NULL;
}

mjsBody* mjs_getParent(mjsElement* element) {
  if (!ig_in_tree(element->elemtype)) return NULL;
  ig_Body* body = ig_el(element)->body;
  return body ? &body->s : NULL;
}

mjsFrame* mjs_getFrame(mjsElement* element) {
  if (!ig_in_tree(element->elemtype)) return NULL;
  ig_Frame* frame = ig_el(element)->frame;
  return frame ? &frame->s : NULL;
}

mjsDefault* ig_find_class(mjSpec* s, const char* classname) {
  ig_Default* def = ig_find_default(ig_spec(s), classname);
  return def ? &def->s : NULL;
}

mjsDefault* ig_root_class(mjSpec* s) {
  ig_Spec* spec = ig_spec(s);
  return spec->defaults.count ? &((ig_Default*)spec->defaults.item[0])->s : NULL;
}

mjsDefault* ig_class_for(mjsElement* element) {
  ig_Element* el = ig_el(element);
  ig_Default* def = el->spec ? ig_class_of(el->spec, ig_text(&el->classname)) : NULL;
  return def ? &def->s : NULL;
}

// ------------------------------------------------ walking

static mjsElement* next_child(mjsBody* body, mjsElement* child, mjtObj type, int recurse) {
  ig_Body* parent = ig_body(body);
  if (!ig_body_list(parent, type)) {
    ig_spec_fail(parent->el.spec, parent, "children of a body are of the types: body, frame, geom, joint, site, light, camera");
    return NULL;
  }
  ig_Element* el = ig_next_child(parent, (ig_Element*)child, type, recurse != 0);
  return el ? &el->base : NULL;
}

mjsElement* mjs_firstChild(mjsBody* body, mjtObj type, int recurse) { return next_child(body, NULL, type, recurse); }

mjsElement* mjs_nextChild(mjsBody* body, mjsElement* child, int recurse) {
  return child ? next_child(body, child, child->elemtype, recurse) : NULL;
}

mjsElement* mjs_firstElement(mjSpec* s, mjtObj type) {
  ig_List* list = type == mjOBJ_XBODY ? NULL : ig_spec_list(ig_spec(s), type);
  return list && list->count ? &list->item[0]->base : NULL;
}

mjsElement* mjs_nextElement(mjSpec* s, mjsElement* element) {
  ig_List* list = element ? ig_spec_list(ig_spec(s), element->elemtype) : NULL;
  int place = list ? ig_list_find(list, element) : -1;
  return place >= 0 && place + 1 < list->count ? &list->item[place + 1]->base : NULL;
}

// ------------------------------------------------ tendon paths

int mjs_getWrapNum(const mjsTendon* tendon) { return ig_tendon_of(tendon)->path.count; }

mjsWrap* mjs_getWrap(const mjsTendon* tendon, int i) {
  const ig_List* path = &ig_tendon_of(tendon)->path;
  if (i < 0 || i >= path->count) {
    mju_error("no such wrap: the tendon has %d of them", path->count);
    return NULL;
  }
  return &((ig_Wrap*)path->item[i])->s;
}

mjsElement* mjs_getWrapTarget(mjsWrap* wrap) {
  static const mjtObj target[] = {
      [mjWRAP_JOINT] = mjOBJ_JOINT, [mjWRAP_SITE] = mjOBJ_SITE, [mjWRAP_SPHERE] = mjOBJ_GEOM, [mjWRAP_CYLINDER] = mjOBJ_GEOM};
  ig_Wrap* w = ig_wrap_of(wrap);
  mjtObj type = w->s.type >= 0 && w->s.type <= mjWRAP_CYLINDER ? target[w->s.type] : mjOBJ_UNKNOWN;
  if (type == mjOBJ_UNKNOWN) return NULL;
  return ig_find_named(&w->tendon->el.spec->s, type, ig_el_name(w));
}

mjsSite* mjs_getWrapSideSite(mjsWrap* wrap) {
  ig_Wrap* w = ig_wrap_of(wrap);
  bool around_geom = w->s.type == mjWRAP_SPHERE || w->s.type == mjWRAP_CYLINDER;
  if (!around_geom || ig_text_empty(&w->sidesite)) return NULL;
  mjsSite* site = mjs_asSite(ig_find_named(&w->tendon->el.spec->s, mjOBJ_SITE, ig_text(&w->sidesite)));
  if (!site) mju_warning("the model has no site '%s' to be the side site of wrap '%s'", ig_text(&w->sidesite), ig_el_name(w));
  return site;
}

double mjs_getWrapDivisor(mjsWrap* wrap) {
  ig_Wrap* w = ig_wrap_of(wrap);
  if (w->s.type == mjWRAP_PULLEY) return w->prm;
  mju_warning("wrap '%s' has no divisor, it is not a pulley", ig_el_name(w));
  return 1;
}

double mjs_getWrapCoef(mjsWrap* wrap) {
  ig_Wrap* w = ig_wrap_of(wrap);
  if (w->s.type == mjWRAP_JOINT) return w->prm;
  mju_warning("wrap '%s' has no coef, it is not a joint", ig_el_name(w));
  return 1;
}

// ------------------------------------------------ setting

// its holder may write to it
mjString* mjs_getName(mjsElement* element) {
  ig_Element* el = ig_el(element);
  if (el->spec) el->spec->names_lent = true;
  return &el->name;
}

// the name is set either way; a repeated one is reported here and refused by the compiler
int ig_set_name(mjsElement* element, const char* given) {
  ig_Element* el = ig_el(element);
  ig_names_leave(el->spec, el);
  ig_text_set(&el->name, given);
  const char* name = ig_el_name(el);  // what was given may have been the old one
  if (element->elemtype == mjOBJ_DEFAULT && el->spec) ig_classes_drop(el->spec);
  if (element->elemtype == mjOBJ_DEFAULT || !el->spec || ig_text_empty(&el->name)) return 0;
  bool taken = ig_names_find(el->spec, element->elemtype, name, el) != NULL;
  ig_names_enter(el->spec, el);
  if (!taken) return 0;
  ig_spec_fail(el->spec, NULL, "repeated name '%s' in %s", name, ig_object_word(element->elemtype));
  return -1;
}

void ig_set_class(mjsElement* element, const mjsDefault* def) {
  ig_text_set(&ig_el(element)->classname, ig_el_name(ig_default(def)));
}

// a frame belongs to a body, and so does all that stands in it
int ig_set_frame(mjsElement* dest, mjsFrame* frame) {
  if (!frame || !dest) return -1;
  ig_Element* el = ig_el(dest);
  ig_Frame* to = ig_frame(frame);
  if (to->el.body && el->body != to->el.body) {
    ig_spec_fail(el->spec, el, "the frame cannot hold '%s', they stand in different bodies: mismatched parents", ig_el_name(el));
    return -1;
  }
  for (const ig_Frame* outer = to; outer; outer = outer->el.frame) {
    if (&outer->el != el) continue;
    ig_spec_fail(el->spec, el, "frame '%s' cannot stand in a frame that stands in it", ig_el_name(el));
    return -1;
  }
  el->frame = to;
  return 0;
}

void mjs_setUserValue(mjsElement* element, const char* key, const void* data) { ig_value_set(ig_el(element), key, data, NULL); }

void mjs_setUserValueWithCleanup(mjsElement* element, const char* key, const void* data, void (*cleanup)(const void*)) {
  ig_value_set(ig_el(element), key, data, cleanup);
}

const void* mjs_getUserValue(mjsElement* element, const char* key) { return ig_value_get(ig_el(element), key); }

void mjs_deleteUserValue(mjsElement* element, const char* key) { ig_value_delete(ig_el(element), key); }

// the attributes are a std::map, which is emptied
void ig_set_plugin_config(mjsPlugin* plugin, void* attributes) {
  ig_map_take(&((ig_Plugin*)plugin->element)->config, attributes);
}

const void* mjs_getPluginAttributes(const mjsPlugin* plugin) { return &((ig_Plugin*)plugin->element)->config; }

// ------------------------------------------------ containers

void mjs_setString(mjString* dest, const char* text) { ig_text_set(dest, text); }

const char* mjs_getString(const mjString* source) { return ig_text(source); }

void mjs_setStringVec(mjStringVec* dest, const char* text) { ig_texts_split(dest, text); }

void mjs_appendString(mjStringVec* dest, const char* text) { ig_texts_append(dest, text); }

mjtByte ig_set_text_at(mjStringVec* dest, int i, const char* text) {
  if (i < 0 || i >= ig_texts_count(dest)) {
    mju_error("mjs_setInStringVec: the list has no string at this index");
    return 0;
  }
  ig_text_set(ig_texts_slot(dest, i), text);
  return 1;
}

static size_t length(int size) { return size > 0 ? (size_t)size : 0; }

void mjs_setBuffer(mjByteVec* dest, const void* array, int size) { ig_vec_assign(dest, array, length(size), 1); }

void ig_set_ints(mjIntVec* dest, const int* array, int size) { ig_vec_assign(dest, array, length(size), sizeof(int)); }

void ig_set_floats(mjFloatVec* dest, const float* array, int size) { ig_vec_assign(dest, array, length(size), sizeof(float)); }

void ig_set_doubles(mjDoubleVec* dest, const double* array, int size) {
  ig_vec_assign(dest, array, length(size), sizeof(double));
}

void ig_append_ints(mjIntVecVec* dest, const int* array, int size) { ig_vecs_append(dest, array, length(size), sizeof(int)); }

void ig_append_floats(mjFloatVecVec* dest, const float* array, int size) {
  ig_vecs_append(dest, array, length(size), sizeof(float));
}

const double* mjs_getDouble(const mjDoubleVec* source, int* size) {
  if (size) *size = IG_COUNT(double, source);
  return IG_ITEMS(double, source);
}
