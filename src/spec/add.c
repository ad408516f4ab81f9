// SPDX-License-Identifier: Apache-2.0
#include "spec/add.h"

#include <mujoco/mujoco.h>

#include "base/registry.h"
#include "spec/default.h"
#include "spec/element.h"
#include "spec/list.h"

// take the values of a class; without a class the built-in ones stay
static void apply_class(ig_Element* el, const ig_Default* def) {
  const ig_Element* model = def ? ig_default_element(def, el->base.elemtype) : NULL;
  if (model) ig_element_assign(el, model);
  if (el->base.elemtype == mjOBJ_JOINT) el->known_type = IG_PUBLIC(mjsJoint, el)->type;
  ig_text_set(&el->classname, def ? ig_el_name(def) : "main");
}

void* ig_add_element(ig_Spec* spec, mjtObj type, const ig_Default* def) {
  const ig_Type* row = ig_type(type);
  ig_Element* el = ig_list_make_room(&spec->list[type], 1) ? ig_element_new(spec, row) : NULL;
  if (!el) return NULL;

  // flexes have a place in the classes, but take nothing from them
  if (row->in_default >= 0 && type != mjOBJ_FLEX) {
    apply_class(el, def ? def : (const ig_Default*)spec->defaults.item[0]);
  }
  el->id = spec->list[type].count;
  ig_list_add(&spec->list[type], el);
  ig_sign_added(spec, el);
  return el;
}

void* ig_add_child(ig_Body* body, mjtObj type, const ig_Default* def) {
  ig_Spec* spec = body->el.spec;
  ig_Element* el = ig_list_make_room(ig_body_list(body, type), 1) ? ig_element_new(spec, ig_type(type)) : NULL;
  if (!el) return NULL;
  if (type == mjOBJ_BODY) {
    ig_text_set(&el->classname, def ? ig_el_name(def) : ig_text(&body->el.classname));
  } else {
    apply_class(el, def ? def : ig_class_of(spec, ig_text(&body->el.classname)));
  }
  el->body = body;
  ig_list_add(ig_body_list(body, type), el);
  ig_tree_changed(spec);
  ig_sign_added(spec, el);
  return el;
}

ig_Frame* ig_add_frame_to(ig_Body* body, ig_Frame* outer) {
  ig_Frame* frame = ig_list_make_room(&body->frames, 1) ? ig_element_new(body->el.spec, ig_type(mjOBJ_FRAME)) : NULL;
  if (!frame) return NULL;
  frame->el.body = body;
  frame->el.frame = outer;
  ig_list_add(&body->frames, frame);
  ig_tree_changed(body->el.spec);
  return frame;
}

// at the end of a tendon's path
static ig_Wrap* add_wrap(ig_Tendon* tendon, mjtWrap type, const char* name, double prm) {
  ig_Wrap* wrap = ig_element_new(tendon->el.spec, ig_wrap_type());
  if (!wrap) return NULL;
  wrap->tendon = tendon;
  wrap->s.type = type;
  wrap->prm = prm;
  ig_text_set(&wrap->el.name, name);
  wrap->el.id = tendon->path.count;
  ig_list_add(&tendon->path, wrap);
  return wrap;
}

void ig_activate_plugin(ig_Spec* spec, const mjpPlugin* plugin, int slot) {
  for (int i = 0; i < spec->nplugin; i++) {
    if (spec->plugin[i] == plugin) return;
  }
  size_t n = (size_t)spec->nplugin;
  spec->plugin = ig_spec_grow(spec->plugin, n * sizeof(*spec->plugin), (n + 1) * sizeof(*spec->plugin));
  spec->plugin_slot = ig_spec_grow(spec->plugin_slot, n * sizeof(int), (n + 1) * sizeof(int));
  spec->plugin[n] = plugin;
  spec->plugin_slot[n] = slot;
  spec->nplugin++;
}

// ------------------------------------------------ elements as users see them

static const ig_Default* class_or_null(const mjsDefault* def) { return def ? ig_default(def) : NULL; }

#define ADD_CHILD(Name, name, type)                                   \
  mjs##Name* ig_add_##name(mjsBody* body, const mjsDefault* def) {    \
    void* el = ig_add_child(ig_body(body), type, class_or_null(def)); \
    return el ? IG_PUBLIC(mjs##Name, el) : NULL;                      \
  }
#define ADD_WITH_CLASS(Name, name, type)                             \
  mjs##Name* ig_add_##name(mjSpec* s, const mjsDefault* def) {       \
    void* el = ig_add_element(ig_spec(s), type, class_or_null(def)); \
    return el ? IG_PUBLIC(mjs##Name, el) : NULL;                     \
  }
#define ADD_PLAIN(Name, name, type)                    \
  mjs##Name* ig_add_##name(mjSpec* s) {                \
    void* el = ig_add_element(ig_spec(s), type, NULL); \
    return el ? IG_PUBLIC(mjs##Name, el) : NULL;       \
  }

ADD_CHILD(Body, body, mjOBJ_BODY)
ADD_CHILD(Site, site, mjOBJ_SITE)
ADD_CHILD(Joint, joint, mjOBJ_JOINT)
ADD_CHILD(Geom, geom, mjOBJ_GEOM)
ADD_CHILD(Camera, camera, mjOBJ_CAMERA)
ADD_CHILD(Light, light, mjOBJ_LIGHT)
ADD_WITH_CLASS(Actuator, actuator, mjOBJ_ACTUATOR)
ADD_WITH_CLASS(Pair, pair, mjOBJ_PAIR)
ADD_WITH_CLASS(Equality, equality, mjOBJ_EQUALITY)
ADD_WITH_CLASS(Tendon, tendon, mjOBJ_TENDON)
ADD_WITH_CLASS(Mesh, mesh, mjOBJ_MESH)
ADD_WITH_CLASS(Material, material, mjOBJ_MATERIAL)
ADD_PLAIN(Sensor, sensor, mjOBJ_SENSOR)
ADD_PLAIN(Flex, flex, mjOBJ_FLEX)
ADD_PLAIN(Exclude, exclude, mjOBJ_EXCLUDE)
ADD_PLAIN(Numeric, numeric, mjOBJ_NUMERIC)
ADD_PLAIN(Text, text, mjOBJ_TEXT)
ADD_PLAIN(Tuple, tuple, mjOBJ_TUPLE)
ADD_PLAIN(Key, key, mjOBJ_KEY)
ADD_PLAIN(Plugin, plugin, mjOBJ_PLUGIN)
ADD_PLAIN(HField, hfield, mjOBJ_HFIELD)
ADD_PLAIN(Skin, skin, mjOBJ_SKIN)
ADD_PLAIN(Texture, texture, mjOBJ_TEXTURE)

// a free joint takes nothing from the classes
mjsJoint* ig_add_free_joint(mjsBody* body) {
  ig_Element* el = ig_add_child(ig_body(body), mjOBJ_JOINT, NULL);
  if (!el) return NULL;
  ig_Element* plain = ig_element_new(NULL, ig_type(mjOBJ_JOINT));
  ig_element_assign(el, plain);
  ig_element_release(plain);
  ig_text_set(&el->classname, "main");
  el->known_type = mjJNT_HINGE;
  mjsJoint* joint = IG_PUBLIC(mjsJoint, el);
  joint->type = mjJNT_FREE;
  return joint;
}

mjsFrame* ig_add_frame(mjsBody* body, mjsFrame* parentframe) {
  ig_Frame* frame = ig_add_frame_to(ig_body(body), parentframe ? ig_frame(parentframe) : NULL);
  return frame ? &frame->s : NULL;
}

mjsDefault* ig_add_class(mjSpec* s, const char* classname, const mjsDefault* parent) {
  ig_Spec* spec = ig_spec(s);
  ig_Default* above = parent ? ig_default(parent) : (ig_Default*)spec->defaults.item[0];
  ig_Default* def = ig_default_add(spec, classname, above);
  return def ? &def->s : NULL;
}

mjsWrap* ig_wrap_site(mjsTendon* tendon, const char* name) {
  ig_Wrap* wrap = add_wrap(ig_tendon_of(tendon), mjWRAP_SITE, name, 0);
  return wrap ? &wrap->s : NULL;
}

// the geom's shape is not known yet: the compiler turns spheres into cylinders where they are
mjsWrap* ig_wrap_geom(mjsTendon* tendon, const char* name, const char* sidesite) {
  ig_Wrap* wrap = add_wrap(ig_tendon_of(tendon), mjWRAP_SPHERE, name, 0);
  if (!wrap) return NULL;
  ig_text_set(&wrap->sidesite, sidesite);
  return &wrap->s;
}

mjsWrap* ig_wrap_joint(mjsTendon* tendon, const char* name, double coef) {
  ig_Wrap* wrap = add_wrap(ig_tendon_of(tendon), mjWRAP_JOINT, name, coef);
  return wrap ? &wrap->s : NULL;
}

mjsWrap* ig_wrap_pulley(mjsTendon* tendon, double divisor) {
  ig_Wrap* wrap = add_wrap(ig_tendon_of(tendon), mjWRAP_PULLEY, "", divisor);
  return wrap ? &wrap->s : NULL;
}

int ig_activate_named(mjSpec* s, const char* name) {
  int slot = -1;
  const mjpPlugin* plugin = ig_find_plugin(name, &slot);
  if (!plugin) return -1;
  ig_activate_plugin(ig_spec(s), plugin, slot);
  return 0;
}
