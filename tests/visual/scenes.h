// SPDX-License-Identifier: Apache-2.0
// Models that show everything a scene can draw.
#ifndef INGOT_TESTS_VISUAL_SCENES_H_
#define INGOT_TESTS_VISUAL_SCENES_H_

extern const char ig_scene_shapes[];   // geoms of all types, sites, materials, cameras, lights, a mocap body
extern const char ig_scene_machine[];  // joints, tendons, actuators, equalities, sensors
extern const char ig_scene_pile[];     // contacts, islands, sleep
extern const char ig_scene_soft[];     // flexes and a skin

#endif  // INGOT_TESTS_VISUAL_SCENES_H_
