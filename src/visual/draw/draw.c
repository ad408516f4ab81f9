// SPDX-License-Identifier: Apache-2.0
// The order of the scene's geoms.
#include "visual/draw/draw.h"

#include <mujoco/mujoco.h>

#include "visual/defaults.h"

enum { ALWAYS = -1, SHAPES = mjCAT_STATIC | mjCAT_DYNAMIC };

// drawn when one of the categories, the visual flag and the frame are asked for
static const struct {
  ig_Draw* draw;
  int categories;
  int flag, frame;
} layers[] = {
    {ig_draw_flexes, mjCAT_DYNAMIC, ALWAYS, ALWAYS},
    {ig_draw_skins, mjCAT_DYNAMIC, mjVIS_SKIN, ALWAYS},
    {ig_draw_geoms, SHAPES, ALWAYS, ALWAYS},
    {ig_draw_sites, SHAPES, ALWAYS, ALWAYS},
    {ig_draw_tendons, mjCAT_DYNAMIC, mjVIS_TENDON, ALWAYS},
    {ig_draw_slider_cranks, mjCAT_DYNAMIC, ALWAYS, ALWAYS},
    {ig_draw_geom_frames, mjCAT_DECOR, ALWAYS, mjFRAME_GEOM},
    {ig_draw_site_frames, mjCAT_DECOR, ALWAYS, mjFRAME_SITE},
    {ig_draw_body_trees, mjCAT_DECOR, mjVIS_BODYBVH, ALWAYS},
    {ig_draw_flex_trees, mjCAT_DECOR, mjVIS_MESHBVH, ALWAYS},
    {ig_draw_mesh_trees, mjCAT_DECOR, mjVIS_MESHBVH, ALWAYS},
    {ig_draw_mesh_octrees, mjCAT_DECOR, mjVIS_MESHBVH, ALWAYS},
    {ig_draw_tactile_sensors, mjCAT_DECOR, mjVIS_CONTACTPOINT, ALWAYS},
    {ig_draw_inertias, mjCAT_DECOR, mjVIS_INERTIA, ALWAYS},
    {ig_draw_perturbation, mjCAT_DECOR, mjVIS_PERTOBJ, ALWAYS},
    {ig_draw_body_frames, mjCAT_DECOR, ALWAYS, ALWAYS},
    {ig_draw_selection_point, mjCAT_DECOR, mjVIS_SELECT, ALWAYS},
    {ig_draw_body_labels, mjCAT_DECOR, ALWAYS, ALWAYS},
    {ig_draw_joints, mjCAT_DECOR, mjVIS_JOINT, ALWAYS},
    {ig_draw_actuators, mjCAT_DECOR, mjVIS_ACTUATOR, ALWAYS},
    {ig_draw_island_labels, mjCAT_DECOR, ALWAYS, ALWAYS},
    {ig_draw_cameras, mjCAT_DECOR, mjVIS_CAMERA, ALWAYS},
    {ig_draw_lights, mjCAT_DECOR, mjVIS_LIGHT, ALWAYS},
    {ig_draw_centres_of_mass, mjCAT_DECOR, mjVIS_COM, ALWAYS},
    {ig_draw_skeleton, mjCAT_DECOR, mjVIS_AUTOCONNECT, ALWAYS},
    {ig_draw_distance_sensors, mjCAT_DECOR, mjVIS_RANGEFINDER, ALWAYS},
    {ig_draw_applied_forces, mjCAT_DECOR, mjVIS_PERTFORCE, ALWAYS},
    {ig_draw_equalities, mjCAT_DECOR, mjVIS_CONSTRAINT, ALWAYS},
    {ig_draw_contacts, mjCAT_DECOR, ALWAYS, ALWAYS},
};

void ig_add_geoms(const mjModel* m, mjData* d, const mjvOption* opt, const mjvPerturb* pert, int catmask, mjvScene* scn) {
  mjvPerturb none;
  ig_default_perturb(&none);
  ig_Canvas canvas = {.m = m,
                      .d = d,
                      .opt = opt,
                      .pert = pert ? pert : &none,
                      .categories = catmask,
                      .scn = scn,
                      .scale = (float)m->stat.meansize};
  if (!opt->flags[mjVIS_STATIC]) canvas.categories &= ~mjCAT_STATIC;
  for (size_t i = 0; i < sizeof(layers) / sizeof(layers[0]); i++) {
    bool asked = (layers[i].categories & canvas.categories) && (layers[i].flag == ALWAYS || opt->flags[layers[i].flag]) &&
                 (layers[i].frame == ALWAYS || opt->frame == layers[i].frame);
    if (asked) layers[i].draw(&canvas);
  }
}
