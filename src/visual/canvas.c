// SPDX-License-Identifier: Apache-2.0
#include "visual/canvas.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "math/quat.h"
#include "math/rotation.h"
#include "math/scalar.h"
#include "math/vec3.h"
#include "model/object.h"
#include "model/typename.h"

static const mjtNum identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
static const float gray[4] = {0.5f, 0.5f, 0.5f, 1};

// ------------------------------------------------ one geom ----------------------------------

void ig_init_geom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3], const mjtNum mat[9], const float rgba[4]) {
  static const mjtNum small[3] = {0.1, 0.1, 0.1}, origin[3] = {0, 0, 0};

  // round shapes have fewer sizes in a model than the scales of a drawing
  bool sphere = type == mjGEOM_SPHERE, round = sphere || type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER;
  ig_to_float(geom->size, size ? size : small, size && sphere ? 1 : size && round ? 2 : 3);
  if (size && round) {
    geom->size[2] = sphere ? geom->size[0] : geom->size[1];
    geom->size[1] = geom->size[0];
  }
  geom->type = type;
  ig_to_float(geom->pos, pos ? pos : origin, 3);
  ig_to_float(geom->mat, mat ? mat : identity, 9);
  ig_paint(geom, rgba ? rgba : gray);

  geom->dataid = geom->matid = -1;
  geom->texcoord = 0;
  geom->emission = geom->reflectance = 0;
  geom->specular = geom->shininess = 0.5f;
  geom->modelrbound = 0;
  geom->label[0] = 0;
}

void mjv_initGeom(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3], const mjtNum mat[9], const float rgba[4]) {
  ig_init_geom(geom, type, size, pos, mat, rgba);
}

void mjv_connector(mjvGeom* geom, int type, mjtNum width, const mjtNum from[3], const mjtNum to[3]) {
  switch (type) {
    case mjGEOM_CAPSULE:
    case mjGEOM_CYLINDER:
    case mjGEOM_ARROW:
    case mjGEOM_ARROW1:
    case mjGEOM_ARROW2:
    case mjGEOM_LINE: ig_connect(geom, type, width, from, to); break;
    default: mju_error("mjv_connector: a geom of type %d cannot connect two points", type);
  }
}

void ig_connect(mjvGeom* geom, mjtGeom type, mjtNum width, const mjtNum from[3], const mjtNum to[3]) {
  mjtNum along[3], quat[4], mat[9];
  ig_sub3(along, to, from);
  ig_quat_z2vec(quat, along);
  ig_quat2mat(mat, quat);

  // capsules and cylinders sit in the middle and count half their length, the others start at the first point
  bool centred = type == mjGEOM_CAPSULE || type == mjGEOM_CYLINDER;
  float length = (float)ig_norm3(along), size = (float)width;
  mjtNum pos[3];
  for (int i = 0; i < 3; i++) pos[i] = centred ? 0.5 * (from[i] + to[i]) : from[i];
  ig_put_geom(geom, type, size, size, centred ? length * 0.5f : length, pos, mat);
}

void ig_put_geom(mjvGeom* geom, mjtGeom type, float x, float y, float z, const mjtNum pos[3], const mjtNum* mat) {
  geom->type = type;
  geom->size[0] = x;
  geom->size[1] = y;
  geom->size[2] = z;
  ig_to_float(geom->pos, pos, 3);
  if (mat) ig_to_float(geom->mat, mat, 9);
}

// ------------------------------------------------ canvas ----------------------------------

mjvGeom* ig_new_geom(ig_Canvas* c, mjtObj type, int id, mjtCatBit category) {
  bool full = c->scn->ngeom >= c->scn->maxgeom;
  if (full) c->scn->status = 1;
  mjvGeom* geom = full ? &c->spare : c->scn->geoms + c->scn->ngeom;
  memset(geom, 0, sizeof(*geom));
  ig_init_geom(geom, mjGEOM_NONE, NULL, NULL, NULL, NULL);
  geom->objtype = type;
  geom->objid = id;
  geom->category = category;
  geom->segid = c->scn->ngeom;
  return geom;
}

void ig_keep(ig_Canvas* c, const mjvGeom* geom) {
  IG_ASSERT(c->scn->ngeom <= c->scn->maxgeom);
  if (geom != &c->spare) c->scn->ngeom++;
}

void ig_name(const ig_Canvas* c, mjvGeom* geom, mjtObj type, int id) {
  const char *name = ig_object_name(c->m, type, id), *kind = ig_object_word(type);
  if (name)
    snprintf(geom->label, sizeof(geom->label), "%s", name);
  else if (kind)
    snprintf(geom->label, sizeof(geom->label), "%s %d", kind, id);
  else
    snprintf(geom->label, sizeof(geom->label), "%d", id);
}

void ig_label(const ig_Canvas* c, mjvGeom* geom, mjtLabel kind, mjtObj type, int id) {
  if (c->opt->label == (int)kind) ig_name(c, geom, type, id);
}

// ------------------------------------------------ colours ----------------------------------

void ig_paint(mjvGeom* geom, const float rgba[4]) { memmove(geom->rgba, rgba, sizeof(geom->rgba)); }

void ig_paint_material(const ig_Canvas* c, mjvGeom* geom, int material, const float rgba[4]) {
  const mjModel* m = c->m;
  bool own_colour = material < 0 || rgba[0] != 0.5f || rgba[1] != 0.5f || rgba[2] != 0.5f || rgba[3] != 1.0f;
  ig_paint(geom, own_colour ? rgba : m->mat_rgba + 4 * material);
  if (material >= 0) {
    geom->emission = m->mat_emission[material];
    geom->specular = m->mat_specular[material];
    geom->shininess = m->mat_shininess[material];
    geom->reflectance = m->mat_reflectance[material];
    if (c->opt->flags[mjVIS_TEXTURE]) geom->matid = material;
  }
  if (c->opt->flags[mjVIS_TRANSPARENT] && geom->category == mjCAT_DYNAMIC) geom->rgba[3] *= m->vis.map.alpha;
}

// hue around the six edges between the primary colours: one channel is full, one empty, one on its way
static void hsv_to_rgb(float rgb[3], float hue, float saturation, float value) {
  static const struct {
    int full, moving, empty;
    bool rising;
  } edges[6] = {
      {0, 1, 2, true}, {1, 0, 2, false}, {1, 2, 0, true}, {2, 1, 0, false}, {2, 0, 1, true}, {0, 2, 1, false},
  };
  if (saturation <= 0) {
    rgb[0] = rgb[1] = rgb[2] = value;
    return;
  }
  float place = hue * 6;
  int edge = (int)place;
  float part = place - edge;
  if (edge < 0 || edge > 5) edge = 5;
  rgb[edges[edge].full] = value;
  rgb[edges[edge].empty] = value * (1 - saturation);
  rgb[edges[edge].moving] = value * (1 - saturation * (edges[edge].rising ? 1 - part : part));
}

void ig_paint_island(mjvGeom* geom, int first_dof, bool awake) {
  float hue = 1, saturation = 0, value = 0.7f;
  if (first_dof >= 0) {
    int index = first_dof + 1;
    hue = (float)ig_halton(index, 7);
    saturation = (float)(0.5 + 0.5 * ig_halton(index, 3));
    value = (float)(0.6 + 0.4 * ig_halton(index, 5));
  }
  if (!awake) {
    value = (float)(value * 0.6);
    saturation = (float)(saturation * 0.7);
  }
  hsv_to_rgb(geom->rgba, hue, saturation, value);
  geom->rgba[3] = 1;
}

// ------------------------------------------------ pieces of decor ----------------------------------

void ig_draw_connector(ig_Canvas* c, mjtObj type, int id, mjtGeom shape, mjtNum width, const mjtNum from[3], const mjtNum to[3],
                       const float* rgba) {
  mjvGeom* geom = ig_new_decor(c, type, id);
  ig_connect(geom, shape, width, from, to);
  if (rgba) ig_paint(geom, rgba);
  ig_keep(c, geom);
}

// the columns of its matrix are the directions of two edges and of the normal, its sizes their lengths
void ig_draw_triangle(ig_Canvas* c, mjtObj type, int id, const mjtNum corner[3][3], const float rgba[4]) {
  mjtNum axis[3][3], size[3], mat[9];
  ig_sub3(axis[0], corner[1], corner[0]);
  ig_sub3(axis[1], corner[2], corner[0]);
  ig_cross(axis[2], axis[0], axis[1]);
  for (int k = 0; k < 3; k++) {
    size[k] = ig_normalize3(axis[k]);
    for (int i = 0; i < 3; i++) mat[3 * i + k] = axis[k][i];
  }
  mjvGeom* geom = ig_new_decor(c, type, id);
  ig_init_geom(geom, mjGEOM_TRIANGLE, size, corner[0], mat, rgba);
  ig_keep(c, geom);
}

void ig_draw_frame(ig_Canvas* c, int id, const mjtNum pos[3], const mjtNum mat[9], float length, float width) {
  for (int k = 0; k < 3; k++) {
    mjtNum axis[3] = {0, 0, 0}, tip[3];
    float rgba[4] = {0, 0, 0, 1};
    axis[k] = length;
    rgba[k] = 0.9f;
    ig_mulmatvec3(tip, mat, axis);
    ig_add3(tip, pos, tip);
    ig_draw_connector(c, mjOBJ_UNKNOWN, id, mjGEOM_CYLINDER, width, pos, tip, rgba);
  }
}

void ig_draw_axes(ig_Canvas* c, int id, const mjtNum pos[3], const mjtNum mat[9]) {
  ig_draw_frame(c, id, pos, mat, c->m->vis.scale.framelength * c->scale, c->m->vis.scale.framewidth * c->scale);
}
