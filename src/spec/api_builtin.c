// SPDX-License-Identifier: Apache-2.0
// The built-in defaults, for users.
#include <mujoco/mujoco.h>

#include "spec/builtin.h"

void mjs_defaultSpec(mjSpec* spec) { ig_builtin_spec(spec); }

void mjs_defaultOrientation(mjsOrientation* orient) { ig_builtin_orientation(orient); }

void mjs_defaultBody(mjsBody* body) { ig_builtin_body(body); }

void mjs_defaultFrame(mjsFrame* frame) { ig_builtin_frame(frame); }

void mjs_defaultJoint(mjsJoint* joint) { ig_builtin_joint(joint); }

void mjs_defaultGeom(mjsGeom* geom) { ig_builtin_geom(geom); }

void mjs_defaultSite(mjsSite* site) { ig_builtin_site(site); }

void mjs_defaultCamera(mjsCamera* camera) { ig_builtin_camera(camera); }

void mjs_defaultLight(mjsLight* light) { ig_builtin_light(light); }

void mjs_defaultFlex(mjsFlex* flex) { ig_builtin_flex(flex); }

void mjs_defaultMesh(mjsMesh* mesh) { ig_builtin_mesh(mesh); }

void mjs_defaultHField(mjsHField* hfield) { ig_builtin_hfield(hfield); }

void mjs_defaultSkin(mjsSkin* skin) { ig_builtin_skin(skin); }

void mjs_defaultTexture(mjsTexture* texture) { ig_builtin_texture(texture); }

void mjs_defaultMaterial(mjsMaterial* material) { ig_builtin_material(material); }

void mjs_defaultPair(mjsPair* pair) { ig_builtin_pair(pair); }

void mjs_defaultEquality(mjsEquality* equality) { ig_builtin_equality(equality); }

void mjs_defaultTendon(mjsTendon* tendon) { ig_builtin_tendon(tendon); }

void mjs_defaultActuator(mjsActuator* actuator) { ig_builtin_actuator(actuator); }

void mjs_defaultSensor(mjsSensor* sensor) { ig_builtin_sensor(sensor); }

void mjs_defaultNumeric(mjsNumeric* numeric) { ig_builtin_numeric(numeric); }

void mjs_defaultText(mjsText* text) { ig_builtin_text(text); }

void mjs_defaultTuple(mjsTuple* tuple) { ig_builtin_tuple(tuple); }

void mjs_defaultKey(mjsKey* key) { ig_builtin_key(key); }

void mjs_defaultPlugin(mjsPlugin* plugin) { ig_builtin_plugin(plugin); }
