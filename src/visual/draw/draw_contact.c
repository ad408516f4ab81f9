// SPDX-License-Identifier: Apache-2.0
// Contacts: a disc at the point, the frame, the force.
#include <math.h>
#include <stdio.h>

#include "math/vec3.h"
#include "model/object.h"
#include "smooth/contact_force.h"
#include "visual/draw/draw.h"

// one side of a contact in words: a geom, or an element or vertex of a flex
static void side_name(const mjModel* m, const mjContact* con, int side, char* out, size_t size) {
  bool is_geom = con->geom[side] >= 0;
  int id = is_geom ? con->geom[side] : con->flex[side];
  const char* name = ig_object_name(m, is_geom ? mjOBJ_GEOM : mjOBJ_FLEX, id);
  char number[24], part[24] = "";
  snprintf(number, sizeof(number), "%c%d", is_geom ? 'g' : 'f', id);
  if (!is_geom) {
    bool element = con->elem[side] >= 0;
    snprintf(part, sizeof(part), ".%c%d", element ? 'e' : 'v', element ? con->elem[side] : con->vert[side]);
  }
  snprintf(out, size, "%s%s", name ? name : number, part);
}

// a disc across the normal, at least as thick as the contact is deep
static void draw_point(ig_Canvas* c, int id, const mjContact* con) {
  const mjModel* m = c->m;
  const mjData* d = c->d;
  const mjtNum *normal = con->frame, *x = con->frame + 3, *y = con->frame + 6;
  mjtNum mat[9] = {x[0], y[0], normal[0], x[1], y[1], normal[1], x[2], y[2], normal[2]};
  float width = (float)(m->vis.scale.contactwidth * m->stat.meansize);
  float height = (float)(m->vis.scale.contactheight * m->stat.meansize), depth = (float)(-con->dist / 2);
  mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, id);
  ig_put_geom(geom, mjGEOM_CYLINDER, width, width, height > depth ? height : depth, con->pos, mat);

  bool included = con->efc_address >= 0;
  if (included && c->opt->flags[mjVIS_ISLAND]) {
    ig_paint_island(geom, d->nisland > 0 ? d->island_dofadr[d->efc_island[con->efc_address]] : -1, true);
  } else {
    ig_paint(geom, included ? m->vis.rgba.contactpoint : m->vis.rgba.contactgap);
  }
  if (c->opt->label == mjLABEL_CONTACTPOINT) {
    char side[2][48];
    for (int k = 0; k < 2; k++) side_name(m, con, k, side[k], sizeof(side[k]));
    snprintf(geom->label, sizeof(geom->label), "%s | %s", side[0], side[1]);
  }
  ig_keep(c, geom);
}

// number of the body or flex on one side, flexes after bodies
static int side_body(const mjModel* m, const mjContact* con, int side) {
  return con->geom[side] >= 0 ? m->geom_bodyid[con->geom[side]] : m->nbody + con->flex[side];
}

// Arrows towards the body or flex with the higher number, with two heads between two of which neither is the world.
// Split, the normal and friction parts have an arrow each.
static void draw_force(ig_Canvas* c, int id, const mjContact* con, const mjtNum mat[9], const mjtNum force[3]) {
  const mjModel* m = c->m;
  bool split = c->opt->flags[mjVIS_CONTACTSPLIT] && con->dim > 1;
  int body[2] = {side_body(m, con, 0), side_body(m, con, 1)};
  mjtNum scale = m->vis.map.force / m->stat.meanmass, width = m->vis.scale.forcewidth * m->stat.meansize;
  mjtGeom shape = body[0] > 0 && body[1] > 0 && !split ? mjGEOM_ARROW2 : mjGEOM_ARROW;
  for (int part = 0; part < (split ? 2 : 1); part++) {
    mjtNum arrow[3];
    for (int i = 0; i < 3; i++) {
      const mjtNum* row = mat + 3 * i;
      mjtNum normal = row[0] * force[0];
      if (!split)
        arrow[i] = normal + row[1] * force[1] + row[2] * force[2];
      else
        arrow[i] = part == 0 ? normal : row[1] * force[1] + row[2] * force[2];
    }
    ig_scl3(arrow, arrow, scale);
    if (body[0] > body[1]) ig_scl3(arrow, arrow, -1);
    ig_add3(arrow, con->pos, arrow);
    mjvGeom* geom = ig_new_decor(c, mjOBJ_UNKNOWN, id);
    ig_connect(geom, shape, width, con->pos, arrow);
    ig_paint(geom, part == 1 ? m->vis.rgba.contactfriction : m->vis.rgba.contactforce);
    if (c->opt->label == mjLABEL_CONTACTFORCE && part == 0) snprintf(geom->label, sizeof(geom->label), "%-.3g", ig_norm3(force));
    ig_keep(c, geom);
  }
}

void ig_draw_contacts(ig_Canvas* c) {
  const mjModel* m = c->m;
  bool points = c->opt->flags[mjVIS_CONTACTPOINT], forces = c->opt->flags[mjVIS_CONTACTFORCE],
       frames = c->opt->frame == mjFRAME_CONTACT;
  if (!points && !forces && !frames) return;
  mjtNum length = m->vis.scale.framelength * m->stat.meansize / 2, width = m->vis.scale.framewidth * m->stat.meansize / 2;
  for (int i = 0; i < c->d->ncon; i++) {
    const mjContact* con = c->d->contact + i;
    mjtNum mat[9], wrench[6];
    ig_transpose3(mat, con->frame);
    if (points) draw_point(c, i, con);
    if (frames) ig_draw_frame(c, i, con->pos, mat, (float)length, (float)width);
    if (!forces || con->efc_address < 0) continue;
    ig_contact_force(m, c->d, i, wrench);
    for (int k = con->dim; k < 3; k++) wrench[k] = 0;
    if (!(ig_norm3(wrench) < mjMINVAL)) draw_force(c, i, con, mat, wrench);
  }
}
