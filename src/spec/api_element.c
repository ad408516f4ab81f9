// SPDX-License-Identifier: Apache-2.0
// The public functions of elements that the library calls too.
#include <mujoco/mujoco.h>

#include "spec/access.h"
#include "spec/attach.h"
#include "spec/delete.h"
#include "spec/edit.h"
#include "spec/pose.h"
#include "spec/sensor.h"

const char* mjs_getError(mjSpec* s) { return ig_spec_error(s); }

int mjs_isWarning(mjSpec* s) { return ig_spec_warned(s); }

int mjs_setDeepCopy(mjSpec* s, int deepcopy) { return ig_set_deep_copy(s, deepcopy); }

mjSpec* mjs_findSpec(mjSpec* s, const char* name) { return ig_find_attached(s, name); }

mjsElement* mjs_findElement(mjSpec* s, mjtObj type, const char* name) { return ig_find_named(s, type, name); }

mjsBody* mjs_findBody(mjSpec* s, const char* name) { return ig_find_body(s, name); }

mjsDefault* mjs_findDefault(mjSpec* s, const char* classname) { return ig_find_class(s, classname); }

mjsDefault* mjs_getSpecDefault(mjSpec* s) { return ig_root_class(s); }

mjsDefault* mjs_getDefault(mjsElement* element) { return ig_class_for(element); }

int mjs_setName(mjsElement* element, const char* name) { return ig_set_name(element, name); }

void mjs_setDefault(mjsElement* element, const mjsDefault* def) { ig_set_class(element, def); }

int mjs_setFrame(mjsElement* dest, mjsFrame* frame) { return ig_set_frame(dest, frame); }

void mjs_setPluginAttributes(mjsPlugin* plugin, void* attributes) { ig_set_plugin_config(plugin, attributes); }

mjtByte mjs_setInStringVec(mjStringVec* dest, int i, const char* text) { return ig_set_text_at(dest, i, text); }

void mjs_setInt(mjIntVec* dest, const int* array, int size) { ig_set_ints(dest, array, size); }

void mjs_setFloat(mjFloatVec* dest, const float* array, int size) { ig_set_floats(dest, array, size); }

void mjs_setDouble(mjDoubleVec* dest, const double* array, int size) { ig_set_doubles(dest, array, size); }

void mjs_appendIntVec(mjIntVecVec* dest, const int* array, int size) { ig_append_ints(dest, array, size); }

void mjs_appendFloatVec(mjFloatVecVec* dest, const float* array, int size) { ig_append_floats(dest, array, size); }

static ig_Spec* spec_of(const mjsElement* element) {
  if (!element) return NULL;
  return element->elemtype == mjOBJ_MODEL ? (ig_Spec*)(void*)element : ig_el(element)->spec;
}

typedef struct Attaching_ {
  mjsElement* parent;
  const mjsElement* child;
  const char *prefix, *suffix;
  mjsElement* attached;
} Attaching;

static void attach(void* argument) {
  Attaching* a = argument;
  a->attached = ig_attach_child(a->parent, a->child, a->prefix, a->suffix);
}

mjsElement* mjs_attach(mjsElement* parent, const mjsElement* child, const char* prefix, const char* suffix) {
  Attaching a = {parent, child, prefix, suffix, NULL};
  ig_edit(spec_of(parent), spec_of(child), attach, &a);
  return a.attached;
}

typedef struct Deleting_ {
  mjSpec* s;
  mjsElement* element;
  int answer;
} Deleting;

static void delete_element(void* argument) {
  Deleting* d = argument;
  d->answer = ig_delete_element(d->s, d->element);
}

int mjs_delete(mjSpec* s, mjsElement* element) {
  Deleting d = {s, element, -1};
  ig_edit(ig_spec(s), NULL, delete_element, &d);
  return d.answer;
}

typedef struct Dissolving_ {
  mjsBody* body;
  mjsFrame* frame;
} Dissolving;

static void dissolve(void* argument) {
  Dissolving* d = argument;
  ig_Frame* frame = ig_body_to_frame(ig_body(d->body));
  d->frame = frame ? &frame->s : NULL;
}

mjsFrame* mjs_bodyToFrame(mjsBody** body) {
  Dissolving d = {*body, NULL};
  ig_edit(ig_body(*body)->el.spec, NULL, dissolve, &d);
  if (d.frame) *body = NULL;
  return d.frame;
}

const char* mjs_resolveOrientation(double quat[4], mjtByte degree, const char* sequence, const mjsOrientation* orientation) {
  return ig_orientation_quat(quat, degree, sequence, orientation);
}

int mjs_sensorDim(const mjsSensor* sensor) { return ig_sensor_dim(sensor); }
