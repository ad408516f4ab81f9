// SPDX-License-Identifier: Apache-2.0
// The keywords that attributes take, with the values they stand for.
#ifndef INGOT_MJCF_TABLE_KEYWORD_H_
#define INGOT_MJCF_TABLE_KEYWORD_H_

#include "mjcf/table/schema.h"

extern const ig_Word ig_words_bool[], ig_words_auto[], ig_words_enable[], ig_words_coordinate[], ig_words_angle[];
extern const ig_Word ig_words_lengthrange[], ig_words_integrator[], ig_words_cone[], ig_words_jacobian[];
extern const ig_Word ig_words_solver[];
extern const ig_Word ig_words_sleep[], ig_words_joint[], ig_words_geom[], ig_words_shell[], ig_words_fluid[];
extern const ig_Word ig_words_projection[], ig_words_tracking[], ig_words_light[], ig_words_directional[];
extern const ig_Word ig_words_camera_output[];
extern const ig_Word ig_words_texture[], ig_words_colorspace[], ig_words_builtin[], ig_words_mark[], ig_words_role[];
extern const ig_Word ig_words_mesh_inertia[], ig_words_mesh_builtin[];
extern const ig_Word ig_words_self[], ig_words_elastic[], ig_words_flexcomp[], ig_words_dof[], ig_words_flex_equality[];
extern const ig_Word ig_words_composite[], ig_words_joint_kind[], ig_words_curve[];
extern const ig_Word ig_words_dynamics[], ig_words_gain[], ig_words_bias[], ig_words_interpolation[];
extern const ig_Word ig_words_stage[], ig_words_datatype[], ig_words_contact_data[], ig_words_ray_data[];
extern const ig_Word ig_words_reduce[];

#endif  // INGOT_MJCF_TABLE_KEYWORD_H_
