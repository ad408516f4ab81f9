// SPDX-License-Identifier: Apache-2.0
// What the user does to the model: the mouse's pull and twist, the selected point, forces on bodies.
#include <stdio.h>

#include "math/quat.h"
#include "math/vec3.h"
#include "visual/canvas.h"
#include "visual/draw/draw.h"
#include "visual/perturb.h"

// a colour for each of two users, with red and green exchanged for the second
static void user_colour(float rgba[4], const float ref[4], bool first, bool second) {
  for (int k = 0; k < 2; k++) {
    rgba[k] = first ? ref[k] : 0;
    if (second && ref[1 - k] > rgba[k]) rgba[k] = ref[1 - k];
  }
  rgba[2] = ref[2];
  rgba[3] = ref[3];
}

void ig_draw_perturbation(ig_Canvas* c) {
  int active = c->pert->active | c->pert->active2;
  if (!ig_selected_body(c->m, c->pert)) return;
  if (active & mjPERT_TRANSLATE) {
    // a rod from the selected point to where it is pulled, with a ball at that end
    const mjvPerturb* pert = c->pert;
    mjtNum point[3], mat[9], width = c->scale * c->m->vis.scale.constraint, size[3] = {2 * width, 2 * width, 2 * width};
    float rgba[4];
    user_colour(rgba, c->m->vis.rgba.constraint, pert->active & mjPERT_TRANSLATE, pert->active2 & mjPERT_TRANSLATE);
    ig_selected_point(c->d, pert, point);
    ig_draw_connector(c, mjOBJ_UNKNOWN, pert->select, mjGEOM_CAPSULE, width, point, pert->refselpos, rgba);
    mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, pert->select);
    ig_quat2mat(mat, pert->refquat);
    ig_init_geom(geom, mjGEOM_SPHERE, size, pert->refselpos, mat, rgba);
    ig_keep(c, geom);
  }
  if (active & mjPERT_ROTATE) {
    // the body's bounding box as it is to be turned
    const mjModel* m = c->m;
    const mjvPerturb* pert = c->pert;
    int body = pert->select;
    mjtNum pos[3] = {0, 0, 0}, size[3] = {c->scale, c->scale, c->scale}, mat[9];
    if (m->body_bvhnum[body]) {
      const mjtNum* aabb = m->bvh_aabb + 6 * m->body_bvhadr[body];
      ig_copy3(size, aabb + 3);
      ig_mulmatvec3(pos, c->d->ximat + 9 * body, aabb);
    }
    ig_addto3(pos, c->d->xipos + 3 * body);
    ig_quat2mat(mat, pert->refquat);
    float rgba[4];
    user_colour(rgba, m->vis.rgba.inertia, pert->active & mjPERT_ROTATE, pert->active2 & mjPERT_ROTATE);
    mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, body);
    ig_init_geom(geom, mjGEOM_BOX, size, pos, mat, rgba);
    ig_keep(c, geom);
  }
}

void ig_draw_selection_point(ig_Canvas* c) {
  const mjvPerturb* pert = c->pert;
  if (!ig_selected_body(c->m, pert)) return;
  mjtNum p[3];
  const mjtNum* local = pert->localpos;
  float size = c->scale * c->m->vis.scale.selectpoint;
  ig_selected_point(c->d, pert, p);
  mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, pert->select);
  ig_put_geom(geom, mjGEOM_SPHERE, size, size, size, p, NULL);
  ig_paint(geom, c->m->vis.rgba.selectpoint);
  if (c->opt->label == mjLABEL_SELPNT) {
    snprintf(geom->label, sizeof(geom->label), "%.3f %.3f %.3f (local %.3f %.3f %.3f)", p[0], p[1], p[2], local[0], local[1],
             local[2]);
  }
  ig_keep(c, geom);
}

void ig_draw_applied_forces(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int i = 1; i < m->nbody; i++) {
    const mjtNum *force = c->d->xfrc_applied + 6 * i, *from = c->d->xipos + 3 * i;
    if (ig_norm3(force) <= mjMINVAL) continue;
    mjtNum tip[3];
    ig_scl3(tip, force, m->vis.map.force / m->stat.meanmass);
    ig_add3(tip, from, tip);
    ig_draw_connector(c, mjOBJ_UNKNOWN, i, mjGEOM_ARROW, m->vis.scale.forcewidth * c->scale, from, tip, m->vis.rgba.force);
  }
}
