// SPDX-License-Identifier: Apache-2.0
// Geoms, sites, flexes and skins as the model has them.
#include "math/scalar.h"
#include "math/vec3.h"
#include "model/sleep.h"
#include "visual/canvas.h"
#include "visual/draw/draw.h"
#include "visual/surface.h"

// ------------------------------------------------ flexes and skins ----------------------------------

void ig_draw_flexes(ig_Canvas* c) {
  const mjModel* m = c->m;
  if (!ig_flexes_shown(c->opt)) return;
  for (int i = 0; i < m->nflex; i++) {
    if (!ig_group_shown(c->opt->flexgroup, m->flex_group[i])) continue;
    mjvGeom* geom = ig_new_geom(c, mjOBJ_FLEX, i, mjCAT_DYNAMIC);
    ig_init_geom(geom, mjGEOM_FLEX, NULL, c->d->flexvert_xpos + 3 * m->flex_vertadr[i], NULL, NULL);
    geom->size[0] = (float)m->flex_radius[i];
    ig_paint_material(c, geom, m->flex_matid[i], m->flex_rgba + 4 * i);

    // a texture needs coordinates
    geom->texcoord = m->flex_texcoordadr[i] >= 0;
    if (!geom->texcoord) geom->matid = -1;

    if (c->pert->flexselect == i) ig_glow(c, geom);
    ig_label(c, geom, mjLABEL_FLEX, mjOBJ_FLEX, i);
    if (geom->rgba[3] != 0) ig_keep(c, geom);
  }
}

void ig_draw_skins(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->nskin; i++) {
    if (!ig_group_shown(c->opt->skingroup, m->skin_group[i])) continue;
    mjvGeom* geom = ig_new_geom(c, mjOBJ_SKIN, i, mjCAT_DYNAMIC);
    int first_bone = m->skin_bonebodyid[m->skin_boneadr[i]];
    ig_init_geom(geom, mjGEOM_SKIN, NULL, c->d->xpos + 3 * first_bone, NULL, NULL);
    ig_paint_material(c, geom, m->skin_matid[i], m->skin_rgba + 4 * i);
    geom->texcoord = m->skin_texcoordadr[i] >= 0;
    if (c->pert->skinselect == i) ig_glow(c, geom);
    ig_label(c, geom, mjLABEL_SKIN, mjOBJ_SKIN, i);
    if (geom->rgba[3] != 0) ig_keep(c, geom);
  }
}

// ------------------------------------------------ geoms ----------------------------------

// moving geoms lose their material and take the colour of their island, or of their tree when they may sleep
static void colour_by_island(const ig_Canvas* c, mjvGeom* geom, int id) {
  const mjModel* m = c->m;
  const mjData* d = c->d;
  int body = m->geom_bodyid[id], weld = m->body_weldid[body];
  if (!m->body_dofnum[weld]) return;
  int dof = m->body_dofadr[weld], island = d->nisland ? d->dof_island[dof] : -1;
  int first_dof = island >= 0 ? d->island_dofadr[island] : -1;
  bool awake = d->body_awake[body];
  if (first_dof == -1 && (m->opt.enableflags & mjENBL_SLEEP)) {
    int tree = m->dof_treeid[dof];
    if (!awake) tree = ig_sleep_cycle(d->tree_asleep, m->ntree, tree);
    if (tree >= 0) first_dof = m->tree_dofadr[tree];
  }
  geom->matid = -1;
  ig_paint_island(geom, first_dof, awake);
}

// An infinite plane is a large patch that follows the viewer, in whole steps of its texture or grid so that the
// pattern stands still.
static void follow_viewer(const ig_Canvas* c, mjvGeom* geom, int id) {
  const mjModel* m = c->m;
  const mjtNum *xpos = c->d->geom_xpos + 3 * id, *xmat = c->d->geom_xmat + 9 * id, *size = m->geom_size + 3 * id;
  const mjvGLCamera* eye = c->scn->camera;
  mjtNum view[3], pos[3], zfar = m->vis.map.zfar * m->stat.extent;
  ig_copy3(pos, xpos);
  for (int i = 0; i < 3; i++) view[i] = 0.5 * (eye[0].pos[i] + eye[1].pos[i]) - xpos[i];
  for (int k = 0; k < 2; k++) {
    if (size[k] > 0) continue;
    int material = m->geom_matid[id];
    float repeat = material >= 0 ? m->mat_texrepeat[2 * material + k] : 0;
    mjtNum step = repeat > 0 ? 2 / repeat : 2.1 * zfar / (mjMAXPLANEGRID - 2);
    mjtNum axis[3] = {xmat[k], xmat[3 + k], xmat[6 + k]};
    ig_addtoscl3(pos, axis, 2 * step * ig_round(0.5 * ig_dot3(view, axis) / step));
  }
  ig_to_float(geom->pos, pos, 3);
}

// meshes have two drawings each: as given, and their hull
static int mesh_drawing(const ig_Canvas* c, int id, int mesh) {
  bool collides = c->m->geom_contype[id] || c->m->geom_conaffinity[id];
  bool hull = c->opt->flags[mjVIS_CONVEXHULL] && collides && mesh >= 0 && c->m->mesh_graphadr[mesh] >= 0;
  return 2 * mesh + hull;
}

void ig_draw_geoms(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int i = 0, plane = -1; i < m->ngeom; i++) {
    if (m->geom_type[i] == mjGEOM_PLANE) plane++;
    int type = m->geom_type[i], data = m->geom_dataid[i], body = m->geom_bodyid[i];
    if (!ig_body_shown(c, body) || !ig_group_shown(c->opt->geomgroup, m->geom_group[i])) continue;
    bool mesh = type == mjGEOM_MESH || type == mjGEOM_SDF;
    mjvGeom* geom = ig_new_geom(c, mjOBJ_GEOM, i, ig_body_category(m, body));
    ig_init_geom(geom, type, m->geom_size + 3 * i, c->d->geom_xpos + 3 * i, c->d->geom_xmat + 9 * i, NULL);
    geom->modelrbound = (float)m->geom_rbound[i];
    geom->dataid = mesh ? mesh_drawing(c, i, data) : type == mjGEOM_PLANE ? plane : data;
    geom->texcoord = mesh && data >= 0 && m->mesh_texcoordadr[data] >= 0;
    if (type == mjGEOM_PLANE) follow_viewer(c, geom, i);

    ig_paint_material(c, geom, m->geom_matid[i], m->geom_rgba + 4 * i);
    if (c->opt->flags[mjVIS_ISLAND]) colour_by_island(c, geom, i);
    if (c->pert->select > 0 && c->pert->select == body) ig_glow(c, geom);
    ig_label(c, geom, mjLABEL_GEOM, mjOBJ_GEOM, i);
    if (geom->rgba[3] != 0) ig_keep(c, geom);
  }
}

// ------------------------------------------------ sites ----------------------------------

void ig_draw_sites(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->nsite; i++) {
    int body = m->site_bodyid[i];
    if (!ig_body_shown(c, body) || !ig_group_shown(c->opt->sitegroup, m->site_group[i])) continue;
    mjvGeom* geom = ig_new_geom(c, mjOBJ_SITE, i, ig_body_category(m, body));
    ig_init_geom(geom, m->site_type[i], m->site_size + 3 * i, c->d->site_xpos + 3 * i, c->d->site_xmat + 9 * i, NULL);
    ig_paint_material(c, geom, m->site_matid[i], m->site_rgba + 4 * i);
    if (c->pert->select > 0 && c->pert->select == body) ig_glow(c, geom);
    ig_label(c, geom, mjLABEL_SITE, mjOBJ_SITE, i);
    if (geom->rgba[3] != 0) ig_keep(c, geom);
  }
}

// ------------------------------------------------ their frames ----------------------------------

// where geoms and sites keep the same things
typedef struct {
  int count;
  const int *body, *group, *material;
  const float* rgba;
  const mjtNum *xpos, *xmat;
  const mjtByte* groups;
} Shapes;

// frames of shapes that are shown; an invisible material hides them whatever the shape's own colour
static void draw_frames(ig_Canvas* c, const Shapes* s) {
  for (int i = 0; i < s->count; i++) {
    int material = s->material[i];
    const float* rgba = material >= 0 ? c->m->mat_rgba + 4 * material : s->rgba + 4 * i;
    if (ig_body_shown(c, s->body[i]) && ig_group_shown(s->groups, s->group[i]) && rgba[3] != 0) {
      ig_draw_axes(c, i, s->xpos + 3 * i, s->xmat + 9 * i);
    }
  }
}

void ig_draw_geom_frames(ig_Canvas* c) {
  const mjModel* m = c->m;
  draw_frames(c, &(Shapes){m->ngeom, m->geom_bodyid, m->geom_group, m->geom_matid, m->geom_rgba, c->d->geom_xpos, c->d->geom_xmat,
                           c->opt->geomgroup});
}

void ig_draw_site_frames(ig_Canvas* c) {
  const mjModel* m = c->m;
  draw_frames(c, &(Shapes){m->nsite, m->site_bodyid, m->site_group, m->site_matid, m->site_rgba, c->d->site_xpos, c->d->site_xmat,
                           c->opt->sitegroup});
}
