// SPDX-License-Identifier: Apache-2.0
// What the scene can show, one function per kind of thing; draw.c has their order and when each is asked for.
#ifndef INGOT_VISUAL_DRAW_DRAW_H_
#define INGOT_VISUAL_DRAW_DRAW_H_

#include "visual/canvas.h"

typedef void ig_Draw(ig_Canvas* c);

// surfaces that deform: one geom each, the vertices are elsewhere in the scene
ig_Draw ig_draw_flexes, ig_draw_skins;

// the model's own shapes
ig_Draw ig_draw_geoms, ig_draw_sites, ig_draw_geom_frames, ig_draw_site_frames;

// bodies
ig_Draw ig_draw_inertias, ig_draw_body_frames, ig_draw_body_labels, ig_draw_island_labels, ig_draw_centres_of_mass,
    ig_draw_skeleton;

ig_Draw ig_draw_tendons;
ig_Draw ig_draw_slider_cranks, ig_draw_actuators;
ig_Draw ig_draw_joints, ig_draw_equalities;
ig_Draw ig_draw_cameras, ig_draw_lights;

// bounding volumes
ig_Draw ig_draw_body_trees, ig_draw_flex_trees, ig_draw_mesh_trees, ig_draw_mesh_octrees;

ig_Draw ig_draw_tactile_sensors, ig_draw_distance_sensors;
ig_Draw ig_draw_perturbation, ig_draw_selection_point, ig_draw_applied_forces;
ig_Draw ig_draw_contacts;

// all that the options show of the categories
void ig_add_geoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert, int catmask, mjvScene* scn);

#endif  // INGOT_VISUAL_DRAW_DRAW_H_
