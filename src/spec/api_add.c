// SPDX-License-Identifier: Apache-2.0
// New elements in a spec, for users.
#include <mujoco/mujoco.h>

#include "spec/add.h"
#include "spec/edit.h"

typedef struct Adding_ {
  void* to;  // the body, the tendon or the spec
  const void* def;
  const char *name, *side;
  double number;
  void* made;
} Adding;

static void* add(ig_Spec* spec, void (*function)(void*), Adding adding) {
  ig_edit(spec, NULL, function, &adding);
  return adding.made;
}

#define STEP(name, call)                    \
  static void step_##name(void* argument) { \
    Adding* a = argument;                   \
    a->made = call;                         \
  }
#define ADD_CHILD(Name, name)                                                          \
  STEP(name, ig_add_##name(a->to, a->def))                                             \
  mjs##Name* mjs_add##Name(mjsBody* body, const mjsDefault* def) {                     \
    return add(ig_body(body)->el.spec, step_##name, (Adding){.to = body, .def = def}); \
  }
#define ADD_WITH_CLASS(Name, name)                                      \
  STEP(name, ig_add_##name(a->to, a->def))                              \
  mjs##Name* mjs_add##Name(mjSpec* s, const mjsDefault* def) {          \
    return add(ig_spec(s), step_##name, (Adding){.to = s, .def = def}); \
  }
#define ADD_PLAIN(Name, name)      \
  STEP(name, ig_add_##name(a->to)) \
  mjs##Name* mjs_add##Name(mjSpec* s) { return add(ig_spec(s), step_##name, (Adding){.to = s}); }

ADD_CHILD(Body, body)
ADD_CHILD(Site, site)
ADD_CHILD(Joint, joint)
ADD_CHILD(Geom, geom)
ADD_CHILD(Camera, camera)
ADD_CHILD(Light, light)
ADD_WITH_CLASS(Actuator, actuator)
ADD_WITH_CLASS(Pair, pair)
ADD_WITH_CLASS(Equality, equality)
ADD_WITH_CLASS(Tendon, tendon)
ADD_WITH_CLASS(Mesh, mesh)
ADD_WITH_CLASS(Material, material)
ADD_PLAIN(Sensor, sensor)
ADD_PLAIN(Flex, flex)
ADD_PLAIN(Exclude, exclude)
ADD_PLAIN(Numeric, numeric)
ADD_PLAIN(Text, text)
ADD_PLAIN(Tuple, tuple)
ADD_PLAIN(Key, key)
ADD_PLAIN(Plugin, plugin)
ADD_PLAIN(HField, hfield)
ADD_PLAIN(Skin, skin)
ADD_PLAIN(Texture, texture)

STEP(free_joint, ig_add_free_joint(a->to))
mjsJoint* mjs_addFreeJoint(mjsBody* body) { return add(ig_body(body)->el.spec, step_free_joint, (Adding){.to = body}); }

STEP(frame, ig_add_frame(a->to, (mjsFrame*)a->def))
mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe) {
  return add(ig_body(body)->el.spec, step_frame, (Adding){.to = body, .def = parentframe});
}

STEP(class, ig_add_class(a->to, a->name, a->def))
mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent) {
  return add(ig_spec(s), step_class, (Adding){.to = s, .def = parent, .name = classname});
}

static void* add_wrap(mjsTendon* tendon, void (*function)(void*), Adding adding) {
  adding.to = tendon;
  return add(ig_tendon_of(tendon)->el.spec, function, adding);
}

STEP(wrap_site, ig_wrap_site(a->to, a->name))
mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name) { return add_wrap(tendon, step_wrap_site, (Adding){.name = name}); }

STEP(wrap_geom, ig_wrap_geom(a->to, a->name, a->side))
mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite) {
  return add_wrap(tendon, step_wrap_geom, (Adding){.name = name, .side = sidesite});
}

STEP(wrap_joint, ig_wrap_joint(a->to, a->name, a->number))
mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef) {
  return add_wrap(tendon, step_wrap_joint, (Adding){.name = name, .number = coef});
}

STEP(wrap_pulley, ig_wrap_pulley(a->to, a->number))
mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor) {
  return add_wrap(tendon, step_wrap_pulley, (Adding){.number = divisor});
}

int mjs_activatePlugin(mjSpec* s, const char* name) { return ig_activate_named(s, name); }
