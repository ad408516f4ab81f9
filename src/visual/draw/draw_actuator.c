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

// the scale of a colour: full negative, neutral, full positive
typedef struct {
  mjtNum low, neutral, high;
} Scale;

// Zero is neutral, or the end of the range next to it; then the side without numbers gets a unit.
static Scale scale_over(const mjtNum range[2]) {
  Scale s = {range[0], 0, range[1]};
  if (range[0] >= 0) {
    s.low = -1;
    s.neutral = range[0];
  } else if (range[1] <= 0) {
    s.neutral = range[1];
    s.high = 1;
  }
  if (s.neutral - s.low < mjMINVAL) s.low = s.neutral - mjMINVAL;
  if (s.high - s.neutral < mjMINVAL) s.high = s.neutral + mjMINVAL;
  return s;
}

// by the last activation, when it is shown and there is one, or else by the control
static void control_colour(const ig_Canvas* c, int i, float rgba[4]) {
  static const mjtNum unit[2] = {-1, 1};
  const mjModel* m = c->m;
  bool activation = c->opt->flags[mjVIS_ACTIVATION];
  const mjtNum* range = m->actuator_ctrllimited[i]                ? m->actuator_ctrlrange + 2 * i
                        : activation && m->actuator_actlimited[i] ? m->actuator_actrange + 2 * i
                                                                  : unit;
  Scale scale = scale_over(range);
  const mjtNum* shown =
      activation && m->actuator_dyntype[i] ? c->d->act + m->actuator_actadr[i] + m->actuator_actnum[i] - 1 : c->d->ctrl + i;
  mjtNum way = ig_clip(*shown, scale.low, scale.high) - scale.neutral;
  mjtNum room = way <= 0 ? scale.neutral - scale.low : scale.high - scale.neutral;

  const float* const colour[3] = {m->vis.rgba.actuatornegative, m->vis.rgba.actuator, m->vis.rgba.actuatorpositive};
  float weight[3] = {0, 1, 0}, *side = way <= 0 ? &weight[0] : &weight[2];
  *side = (float)(fabs(way) / (room > mjMINVAL ? room : mjMINVAL));
  weight[1] -= *side;
  for (int k = 0; k < 4; k++) rgba[k] = weight[0] * colour[0][k] + weight[1] * colour[1][k] + weight[2] * colour[2][k];
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
