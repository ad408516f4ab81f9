// SPDX-License-Identifier: Apache-2.0
// New elements in a spec.
#ifndef INGOT_SPEC_ADD_H_
#define INGOT_SPEC_ADD_H_

#include "spec/spec.h"

// outside of the tree; types with defaults take the class's values, NULL: those of the root class
void* ig_add_element(ig_Spec* spec, mjtObj type, const ig_Default* def);

// below a body; NULL class: the childclass of the body
void* ig_add_child(ig_Body* body, mjtObj type, const ig_Default* def);

ig_Frame* ig_add_frame_to(ig_Body* body, ig_Frame* outer);

// declare a plugin as used
void ig_activate_plugin(ig_Spec* spec, const mjpPlugin* plugin, int slot);

// elements as users see them, NULL: no memory; without a class they take that of their body or the root
mjsBody* ig_add_body(mjsBody* body, const mjsDefault* def);
mjsSite* ig_add_site(mjsBody* body, const mjsDefault* def);
mjsJoint* ig_add_joint(mjsBody* body, const mjsDefault* def);
mjsGeom* ig_add_geom(mjsBody* body, const mjsDefault* def);
mjsCamera* ig_add_camera(mjsBody* body, const mjsDefault* def);
mjsLight* ig_add_light(mjsBody* body, const mjsDefault* def);
mjsActuator* ig_add_actuator(mjSpec* s, const mjsDefault* def);
mjsPair* ig_add_pair(mjSpec* s, const mjsDefault* def);
mjsEquality* ig_add_equality(mjSpec* s, const mjsDefault* def);
mjsTendon* ig_add_tendon(mjSpec* s, const mjsDefault* def);
mjsMesh* ig_add_mesh(mjSpec* s, const mjsDefault* def);
mjsMaterial* ig_add_material(mjSpec* s, const mjsDefault* def);
mjsSensor* ig_add_sensor(mjSpec* s);
mjsFlex* ig_add_flex(mjSpec* s);
mjsExclude* ig_add_exclude(mjSpec* s);
mjsNumeric* ig_add_numeric(mjSpec* s);
mjsText* ig_add_text(mjSpec* s);
mjsTuple* ig_add_tuple(mjSpec* s);
mjsKey* ig_add_key(mjSpec* s);
mjsPlugin* ig_add_plugin(mjSpec* s);
mjsHField* ig_add_hfield(mjSpec* s);
mjsSkin* ig_add_skin(mjSpec* s);
mjsTexture* ig_add_texture(mjSpec* s);
mjsJoint* ig_add_free_joint(mjsBody* body);
mjsFrame* ig_add_frame(mjsBody* body, mjsFrame* parentframe);
mjsDefault* ig_add_class(mjSpec* s, const char* classname, const mjsDefault* parent);

// at the end of a tendon's path
mjsWrap* ig_wrap_site(mjsTendon* tendon, const char* name);
mjsWrap* ig_wrap_geom(mjsTendon* tendon, const char* name, const char* sidesite);
mjsWrap* ig_wrap_joint(mjsTendon* tendon, const char* name, double coef);
mjsWrap* ig_wrap_pulley(mjsTendon* tendon, double divisor);

// declare a registered plugin as used; -1: there is none of that name
int ig_activate_named(mjSpec* s, const char* name);

#endif  // INGOT_SPEC_ADD_H_
