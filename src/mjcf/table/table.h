// SPDX-License-Identifier: Apache-2.0
// The attribute tables, one per kind of element.
#ifndef INGOT_MJCF_TABLE_TABLE_H_
#define INGOT_MJCF_TABLE_TABLE_H_

#include "mjcf/table/schema.h"

// table_world.c: what holds for the whole model
extern const ig_AttrTable ig_table_mujoco, ig_table_compiler, ig_table_lengthrange, ig_table_option, ig_table_flag, ig_table_size,
    ig_table_statistic;
extern const ig_AttrTable ig_table_vis_global, ig_table_vis_quality, ig_table_vis_headlight, ig_table_vis_map, ig_table_vis_scale,
    ig_table_vis_rgba;
extern const ig_AttrTable ig_table_default, ig_table_empty;
extern const ig_AttrTable ig_table_extension_plugin, ig_table_instance, ig_table_config, ig_table_plugin;
extern const ig_AttrTable ig_table_numeric, ig_table_text, ig_table_tuple, ig_table_tuple_element, ig_table_key;

// table_asset.c
extern const ig_AttrTable ig_table_mesh, ig_table_hfield, ig_table_skin, ig_table_bone, ig_table_texture, ig_table_material,
    ig_table_layer, ig_table_model;
extern const ig_AttrTable ig_table_flex, ig_table_flex_contact, ig_table_flex_edge, ig_table_flex_elasticity;

// table_body.c: what lives in the kinematic tree
extern const ig_AttrTable ig_table_body, ig_table_frame, ig_table_replicate, ig_table_attach, ig_table_inertial, ig_table_joint,
    ig_table_geom, ig_table_site, ig_table_camera, ig_table_light;
extern const ig_AttrTable ig_table_composite, ig_table_composite_skin, ig_table_flexcomp, ig_table_pin;

// table_relation.c: what refers to elements of the tree
extern const ig_AttrTable ig_table_pair, ig_table_exclude, ig_table_equality, ig_table_tendon, ig_table_wrap_site,
    ig_table_wrap_geom, ig_table_wrap_pulley, ig_table_wrap_joint, ig_table_actuator, ig_table_sensor;

// a row ends where the rest of it is zero
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"

#define IG_TABLE(rows, info) \
  { rows, (int)(sizeof(rows) / sizeof((rows)[0])), info }

// the orientations besides quat, of a struct that keeps them in field `alt`
#define IG_ORIENTATIONS(type, alt)                                                                              \
  {"axisangle", IG_ATTR_AXISANGLE, offsetof(type, alt), 4}, {"xyaxes", IG_ATTR_XYAXES, offsetof(type, alt), 6}, \
      {"zaxis", IG_ATTR_ZAXIS, offsetof(type, alt), 3}, {                                                       \
    "euler", IG_ATTR_EULER, offsetof(type, alt), 3                                                              \
  }

#endif  // INGOT_MJCF_TABLE_TABLE_H_
