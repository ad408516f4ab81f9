// SPDX-License-Identifier: Apache-2.0
// Actuators: slider-cranks, and a coloured cover over what an actuator acts on.
#include <math.h>

#include "math/clip.h"
#include "math/vec3.h"
#include "smooth/force/actuator.h"
#include "visual/canvas.h"
#include "visual/draw/draw.h"
#include "visual/draw/mechanism.h"

// ------------------------------------------------ slider-crank ----------------------------------

void ig_draw_slider_cranks(ig_Canvas* c) {
  const mjModel* m = c->m;
  float width = c->scale * m->vis.scale.slidercrank;
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_trntype[i] != mjTRN_SLIDERCRANK) continue;
    int crank = m->actuator_trnid[2 * i], slider = m->actuator_trnid[2 * i + 1];
    const mjtNum *pin = c->d->site_xpos + 3 * crank, *base = c->d->site_xpos + 3 * slider, *mat = c->d->site_xmat + 9 * slider;

    // where the rod meets the slider's axis; a rod that is too short ends at the nearest point
    mjtNum axis[3] = {mat[2], mat[5], mat[8]}, vec[3], end[3], rod = m->actuator_cranklength[i];
    ig_sub3(vec, pin, base);
    mjtNum along = ig_dot3(vec, axis), det = along * along + rod * rod - ig_dot3(vec, vec);
    bool broken = det < 0;
    ig_scl3(end, axis, along - sqrt(broken ? 0 : det));
    ig_addto3(end, base);

    mjvGeom* geom = ig_new_geom(c, mjOBJ_ACTUATOR, i, mjCAT_DYNAMIC);
    ig_connect(geom, mjGEOM_CYLINDER, width, base, end);
    ig_paint(geom, m->vis.rgba.slidercrank);
    ig_label(c, geom, mjLABEL_ACTUATOR, mjOBJ_ACTUATOR, i);
    ig_keep(c, geom);

    geom = ig_new_geom(c, mjOBJ_ACTUATOR, i, mjCAT_DYNAMIC);
    ig_connect(geom, mjGEOM_CAPSULE, width / 2.0, end, pin);
    ig_paint(geom, broken ? m->vis.rgba.crankbroken : m->vis.rgba.slidercrank);
    ig_keep(c, geom);
  }
}

// ------------------------------------------------ colour ----------------------------------

// between the colours for negative, neutral and positive control (or activation)
static void control_colour(const ig_Canvas* c, int i, float rgba[4]) {
  const mjModel* m = c->m;
  mjtNum range[3];
  // The range of the control: lowest, neutral, highest. A range on one side of zero keeps a unit on the other side.
  mjtNum low = -1, high = 1;
  if (m->actuator_ctrllimited[i]) {
    low = m->actuator_ctrlrange[2 * i];
    high = m->actuator_ctrlrange[2 * i + 1];
  } else if (c->opt->flags[mjVIS_ACTIVATION] && m->actuator_actlimited[i]) {
    low = m->actuator_actrange[2 * i];
    high = m->actuator_actrange[2 * i + 1];
  }
  if (low >= 0)
    ig_set3(range, -1, low, high);
  else if (high <= 0)
    ig_set3(range, low, high, 1);
  else
    ig_set3(range, low, 0, high);
  if (range[1] - range[0] < mjMINVAL) range[0] = range[1] - mjMINVAL;
  if (range[2] - range[1] < mjMINVAL) range[2] = range[1] + mjMINVAL;
  bool stateful = c->opt->flags[mjVIS_ACTIVATION] && m->actuator_dyntype[i];
  mjtNum value = stateful ? c->d->act[m->actuator_actadr[i] + m->actuator_actnum[i] - 1] : c->d->ctrl[i];
  value = ig_clip(value, range[0], range[2]);

  bool below = value <= range[1];
  mjtNum side = below ? range[1] - range[0] : range[2] - range[1], away = below ? range[1] - value : value - range[1];
  float part = (float)(away / (side > mjMINVAL ? side : mjMINVAL));
  float negative = below ? part : 0, positive = below ? 0 : part, neutral = 1 - part;
  for (int k = 0; k < 4; k++) {
    rgba[k] = negative * m->vis.rgba.actuatornegative[k] + neutral * m->vis.rgba.actuator[k] +
              positive * m->vis.rgba.actuatorpositive[k];
  }
}

// ------------------------------------------------ cover ----------------------------------

// a shape, a little larger
static void cover_shape(mjvGeom* geom, int type, const mjtNum size[3], const mjtNum pos[3], const mjtNum mat[9]) {
  mjtNum larger[3];
  ig_scl3(larger, size, 1.05);
  ig_init_geom(geom, type, larger, pos, mat, NULL);
}

static void draw_on_body(ig_Canvas* c, int actuator, int body, const float rgba[4]) {
  const mjModel* m = c->m;
  for (int i = m->body_geomadr[body], end = i + m->body_geomnum[body]; i < end; i++) {
    int type = m->geom_type[i];
    if (type == mjGEOM_PLANE || type == mjGEOM_HFIELD || type == mjGEOM_MESH || type == mjGEOM_SDF) continue;
    mjvGeom* geom = ig_new_decor(c, mjOBJ_ACTUATOR, actuator);
    cover_shape(geom, type, m->geom_size + 3 * i, c->d->geom_xpos + 3 * i, c->d->geom_xmat + 9 * i);
    ig_paint(geom, rgba);
    ig_keep(c, geom);
  }
}

static void draw_on_tendon(ig_Canvas* c, int actuator, int tendon, const float rgba[4]) {
  const mjModel* m = c->m;
  ig_Segment segment;
  for (int k = 0; k < c->d->ten_wrapnum[tendon] - 1; k++) {
    if (!ig_tendon_segment(m, c->d, tendon, k, &segment)) continue;
    mjvGeom* geom = ig_new_decor(c, mjOBJ_ACTUATOR, actuator);
    ig_connect(geom, mjGEOM_CAPSULE, segment.width * m->vis.map.actuatortendon, segment.from, segment.to);
    ig_paint_material(c, geom, m->tendon_matid[tendon], m->tendon_rgba + 4 * tendon);
    ig_paint(geom, rgba);
    if (k == 0) ig_label(c, geom, mjLABEL_ACTUATOR, mjOBJ_ACTUATOR, actuator);
    ig_keep(c, geom);
  }
}

// on a joint or site
static void draw_on_one(ig_Canvas* c, int actuator, int target, bool site, const float rgba[4]) {
  mjvGeom* geom = ig_new_decor(c, mjOBJ_ACTUATOR, actuator);
  if (site) {
    cover_shape(geom, c->m->site_type[target], c->m->site_size + 3 * target, c->d->site_xpos + 3 * target,
                c->d->site_xmat + 9 * target);
  } else {
    const mjModel* m = c->m;
    const mjtNum* anchor = c->d->xanchor + 3 * target;
    int type = m->jnt_type[target];
    if (type == mjJNT_HINGE || type == mjJNT_SLIDE) {
      mjtNum tip[3], length = m->vis.scale.actuatorlength * c->scale;
      ig_addscl3(tip, anchor, c->d->xaxis + 3 * target, length);
      ig_connect(geom, type == mjJNT_SLIDE ? mjGEOM_ARROW : mjGEOM_ARROW1, m->vis.scale.actuatorwidth * c->scale, anchor, tip);
    } else {
      mjtNum size = m->vis.scale.jointlength * c->scale * 0.33, sizes[3] = {size, size, size};
      ig_init_geom(geom, type == mjJNT_BALL ? mjGEOM_SPHERE : mjGEOM_BOX, sizes, anchor, c->d->xmat + 9 * m->jnt_bodyid[target],
                   NULL);
    }
  }
  ig_paint(geom, rgba);
  ig_label(c, geom, mjLABEL_ACTUATOR, mjOBJ_ACTUATOR, actuator);
  ig_keep(c, geom);
}

void ig_draw_actuators(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->nu; i++) {
    if (!ig_group_shown(c->opt->actuatorgroup, m->actuator_group[i]) || ig_actuator_disabled(m, i)) continue;
    int target = m->actuator_trnid[2 * i];
    float rgba[4];
    control_colour(c, i, rgba);
    switch (m->actuator_trntype[i]) {
      case mjTRN_JOINT:
      case mjTRN_JOINTINPARENT: draw_on_one(c, i, target, false, rgba); break;
      case mjTRN_SITE: draw_on_one(c, i, target, true, rgba); break;
      case mjTRN_BODY: draw_on_body(c, i, target, rgba); break;
      case mjTRN_TENDON: draw_on_tendon(c, i, target, rgba); break;
      default: break;
    }
  }
}
