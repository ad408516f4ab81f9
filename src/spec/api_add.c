// SPDX-License-Identifier: Apache-2.0
// New elements in a spec, for users.
#include <mujoco/mujoco.h>

#include "spec/add.h"

#define ADD_CHILD(Name, name) \
  mjs##Name* mjs_add##Name(mjsBody* body, const mjsDefault* def) { return ig_add_##name(body, def); }
#define ADD_WITH_CLASS(Name, name) \
  mjs##Name* mjs_add##Name(mjSpec* s, const mjsDefault* def) { return ig_add_##name(s, def); }
#define ADD_PLAIN(Name, name) \
  mjs##Name* mjs_add##Name(mjSpec* s) { return ig_add_##name(s); }

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

mjsJoint* mjs_addFreeJoint(mjsBody* body) { return ig_add_free_joint(body); }

mjsFrame* mjs_addFrame(mjsBody* body, mjsFrame* parentframe) { return ig_add_frame(body, parentframe); }

mjsDefault* mjs_addDefault(mjSpec* s, const char* classname, const mjsDefault* parent) {
  return ig_add_class(s, classname, parent);
}

mjsWrap* mjs_wrapSite(mjsTendon* tendon, const char* name) { return ig_wrap_site(tendon, name); }

mjsWrap* mjs_wrapGeom(mjsTendon* tendon, const char* name, const char* sidesite) { return ig_wrap_geom(tendon, name, sidesite); }

mjsWrap* mjs_wrapJoint(mjsTendon* tendon, const char* name, double coef) { return ig_wrap_joint(tendon, name, coef); }

mjsWrap* mjs_wrapPulley(mjsTendon* tendon, double divisor) { return ig_wrap_pulley(tendon, divisor); }

int mjs_activatePlugin(mjSpec* s, const char* name) { return ig_activate_named(s, name); }
