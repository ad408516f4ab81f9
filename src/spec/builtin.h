// SPDX-License-Identifier: Apache-2.0
// Elements as they are before any class or file says otherwise.
#ifndef INGOT_SPEC_BUILTIN_H_
#define INGOT_SPEC_BUILTIN_H_

#include <mujoco/mujoco.h>

void ig_builtin_spec(mjSpec* spec);
void ig_builtin_orientation(mjsOrientation* orient);
void ig_builtin_body(mjsBody* body);
void ig_builtin_frame(mjsFrame* frame);
void ig_builtin_joint(mjsJoint* joint);
void ig_builtin_geom(mjsGeom* geom);
void ig_builtin_site(mjsSite* site);
void ig_builtin_camera(mjsCamera* camera);
void ig_builtin_light(mjsLight* light);
void ig_builtin_flex(mjsFlex* flex);
void ig_builtin_mesh(mjsMesh* mesh);
void ig_builtin_hfield(mjsHField* hfield);
void ig_builtin_skin(mjsSkin* skin);
void ig_builtin_texture(mjsTexture* texture);
void ig_builtin_material(mjsMaterial* material);
void ig_builtin_pair(mjsPair* pair);
void ig_builtin_equality(mjsEquality* equality);
void ig_builtin_tendon(mjsTendon* tendon);
void ig_builtin_actuator(mjsActuator* actuator);
void ig_builtin_sensor(mjsSensor* sensor);
void ig_builtin_numeric(mjsNumeric* numeric);
void ig_builtin_text(mjsText* text);
void ig_builtin_tuple(mjsTuple* tuple);
void ig_builtin_key(mjsKey* key);
void ig_builtin_plugin(mjsPlugin* plugin);

#endif  // INGOT_SPEC_BUILTIN_H_
