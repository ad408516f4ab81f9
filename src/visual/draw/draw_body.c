// SPDX-License-Identifier: Apache-2.0
// Bodies: inertia, frame, labels, centres of mass, and the skeleton between them.
#include <math.h>
#include <stdio.h>

#include "lane/elementary.h"
#include "visual/canvas.h"
#include "visual/draw/draw.h"

// half sizes of the box or ellipsoid with the inertia and mass of a body
static void inertia_sizes(const mjModel* m, int body, bool ellipsoid, mjtNum size[3]) {
  const mjtNum* moment = m->body_inertia + 3 * body;
  mjtNum x = moment[0], y = moment[1], z = moment[2], mass = m->body_mass[body], scale = sqrt(ellipsoid ? 5 : 3);
  size[0] = sqrt((y + z - x) / (2 * mass)) * scale;
  size[1] = sqrt((x + z - y) / (2 * mass)) * scale;
  size[2] = sqrt((x + y - z) / (2 * mass)) * scale;
}

// what size it would have with the density of water
static void scale_to_water(mjtNum mass, bool ellipsoid, mjtNum size[3]) {
  mjtNum volume = (ellipsoid ? 4.0 / 3.0 * mjPI : 8.0) * size[0] * size[1] * size[2];
  mjtNum density = mass / (volume > mjMINVAL ? volume : mjMINVAL), scale = ig_pow(density * 0.001, 1.0 / 3.0);
  for (int i = 0; i < 3; i++) size[i] *= scale;
}

void ig_draw_inertias(ig_Canvas* c) {
  const mjModel* m = c->m;
  bool ellipsoid = m->vis.global.ellipsoidinertia == 1;
  for (int i = 1; i < m->nbody; i++) {
    if (m->body_mass[i] <= mjMINVAL || !ig_body_shown(c, i)) continue;
    mjtNum size[3];
    inertia_sizes(m, i, ellipsoid, size);
    if (c->opt->flags[mjVIS_SCLINERTIA]) scale_to_water(m->body_mass[i], ellipsoid, size);
    mjvGeom* geom = ig_new_decor(c, mjOBJ_BODY, i);
    ig_init_geom(geom, ellipsoid ? mjGEOM_ELLIPSOID : mjGEOM_BOX, size, c->d->xipos + 3 * i, c->d->ximat + 9 * i,
                 m->vis.rgba.inertia);
    bool selected = c->pert->select == i;
    if (selected) ig_glow(c, geom);
    ig_label(c, geom, mjLABEL_BODY, mjOBJ_BODY, i);
    if (selected) ig_label(c, geom, mjLABEL_SELECTION, mjOBJ_BODY, i);
    ig_keep(c, geom);
  }
}

// of the world alone, at twice the size, or of all other bodies; inertial frames where inertias are shown
void ig_draw_body_frames(ig_Canvas* c) {
  const mjModel* m = c->m;
  bool inertial = c->opt->flags[mjVIS_INERTIA];
  const mjtNum *xpos = inertial ? c->d->xipos : c->d->xpos, *xmat = inertial ? c->d->ximat : c->d->xmat;
  if (c->opt->frame == mjFRAME_WORLD) {
    ig_draw_frame(c, 0, xpos, xmat, m->vis.scale.framelength * c->scale * 2, m->vis.scale.framewidth * c->scale * 2);
  }
  for (int i = 1; c->opt->frame == mjFRAME_BODY && i < m->nbody; i++) {
    if (ig_body_shown(c, i)) ig_draw_axes(c, i, xpos + 3 * i, xmat + 9 * i);
  }
}

static mjvGeom* new_label(ig_Canvas* c, int body, const mjtNum* xpos, const mjtNum* xmat) {
  mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, body);
  geom->type = mjGEOM_LABEL;
  ig_to_float(geom->pos, xpos + 3 * body, 3);
  ig_to_float(geom->mat, xmat + 9 * body, 9);
  return geom;
}

// inertias carry the body labels themselves
void ig_draw_body_labels(ig_Canvas* c) {
  bool all = c->opt->label == mjLABEL_BODY, selected = c->opt->label == mjLABEL_SELECTION;
  if (c->opt->flags[mjVIS_INERTIA] || !(all || selected)) return;
  for (int i = 1; i < c->m->nbody; i++) {
    if ((selected && c->pert->select != i) || !ig_body_shown(c, i)) continue;
    mjvGeom* geom = new_label(c, i, c->d->xpos, c->d->xmat);
    ig_name(c, geom, mjOBJ_BODY, i);
    ig_keep(c, geom);
  }
}

void ig_draw_island_labels(ig_Canvas* c) {
  const mjModel* m = c->m;
  const mjData* d = c->d;
  if (c->opt->label != mjLABEL_ISLAND || !d->nisland) return;
  for (int i = 1; i < m->nbody; i++) {
    int weld = m->body_weldid[i];
    int island = m->body_dofnum[weld] ? d->dof_island[m->body_dofadr[weld]] : -1;
    if (island < 0) continue;
    mjvGeom* geom = new_label(c, i, d->xipos, d->ximat);
    snprintf(geom->label, sizeof(geom->label), "%d", island);
    ig_keep(c, geom);
  }
}

void ig_draw_centres_of_mass(ig_Canvas* c) {
  float size = c->scale * c->m->vis.scale.com;
  for (int i = 1; i < c->m->nbody; i++) {
    if (c->m->body_rootid[i] != i) continue;
    mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, i);
    ig_put_geom(geom, mjGEOM_SPHERE, size, size, size, c->d->subtree_com + 3 * i, NULL);
    ig_paint(geom, c->m->vis.rgba.com);
    ig_keep(c, geom);
  }
}

// from each body's centre through its joints, last to first, to the parent's centre
void ig_draw_skeleton(ig_Canvas* c) {
  const mjModel* m = c->m;
  mjtNum width = c->scale * m->vis.scale.connect;
  for (int i = 1; i < m->nbody; i++) {
    int parent = m->body_parentid[i];
    if (parent == 0) continue;
    const mjtNum* from = c->d->xipos + 3 * i;
    for (int j = m->body_jntnum[i] - 1; j >= 0; j--) {
      const mjtNum* anchor = c->d->xanchor + 3 * (m->body_jntadr[i] + j);
      ig_draw_connector(c, mjOBJ_UNKNOWN, i, mjGEOM_CAPSULE, width, from, anchor, m->vis.rgba.connect);
      from = anchor;
    }
    ig_draw_connector(c, mjOBJ_UNKNOWN, i, mjGEOM_CAPSULE, width, from, c->d->xipos + 3 * parent, m->vis.rgba.connect);
  }
}
