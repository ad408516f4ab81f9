// SPDX-License-Identifier: Apache-2.0
// From the checked XML tree to an mjSpec.
#ifndef INGOT_MJCF_READ_READ_H_
#define INGOT_MJCF_READ_READ_H_

#include <mujoco/mujoco.h>

#include "mjcf/table/reader.h"
#include "mjcf/table/schema.h"

// ------------------------------------------------ each returns false after a message in diag

bool ig_read_mujoco(ig_Reader* r, const ig_Node* root);
// the sections that may stand in models of other formats: compiler, option, size
bool ig_read_settings(ig_Reader* r, const ig_Node* mujoco);
bool ig_read_assets(ig_Reader* r, const ig_Node* section);
bool ig_read_body(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame);
bool ig_read_contact(ig_Reader* r, const ig_Node* section);
bool ig_read_deformable(ig_Reader* r, const ig_Node* section);
bool ig_read_equality(ig_Reader* r, const ig_Node* section);
bool ig_read_tendon(ig_Reader* r, const ig_Node* section);
bool ig_read_actuator(ig_Reader* r, const ig_Node* section);
bool ig_read_sensor(ig_Reader* r, const ig_Node* section);

// one element, into a new object or a default class
bool ig_read_mesh(ig_Reader* r, const ig_Node* node, mjsMesh* mesh);
bool ig_read_material(ig_Reader* r, const ig_Node* node, mjsMaterial* material);
bool ig_read_camera(ig_Reader* r, const ig_Node* node, mjsCamera* camera);
bool ig_read_light(ig_Reader* r, const ig_Node* node, mjsLight* light);
bool ig_read_one_tendon(ig_Reader* r, const ig_Node* node, mjsTendon* tendon);
bool ig_read_one_actuator(ig_Reader* r, const ig_Node* node, mjsActuator* actuator);
bool ig_read_plugin(ig_Reader* r, const ig_Node* node, mjsPlugin* plugin);

// macros that make elements
bool ig_read_composite(ig_Reader* r, const ig_Node* node, mjsBody* body, mjsFrame* frame);
bool ig_read_flexcomp(ig_Reader* r, const ig_Node* node, mjsBody* body);

// the class that an element names by its own attribute for that or by another one, or `otherwise`; NULL: no such class
const mjsDefault* ig_own_class(ig_Reader* r, const ig_Node* node, const mjsDefault* otherwise);
const mjsDefault* ig_read_class(ig_Reader* r, const ig_Node* node, const char* attribute, const mjsDefault* otherwise);

#endif  // INGOT_MJCF_READ_READ_H_
