// SPDX-License-Identifier: Apache-2.0
// Spatial tendons: straight from point to point, or hanging when slack.
#include <math.h>
#include <string.h>

#include "math/vec.h"
#include "math/vec3.h"
#include "visual/draw/catenary.h"
#include "visual/draw/draw.h"
#include "visual/draw/mechanism.h"

enum { MAX_HANGING = 100 };

static bool is_actuated(const mjModel* m, int tendon) {
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_trntype[i] == mjTRN_TENDON && m->actuator_trnid[2 * i] == tendon) return true;
  }
  return false;
}

// A tendon between two sites that nothing but its length holds back hangs like a string: the length it has, 0 for others.
static mjtNum string_length(const mjModel* m, const mjData* d, int tendon) {
  const mjtNum *spring = m->tendon_lengthspring + 2 * tendon, *range = m->tendon_range + 2 * tendon;
  bool by_spring = m->tendon_stiffness[tendon] > 0 && spring[0] == 0 && spring[1] > 0;
  bool by_limit =
      m->tendon_stiffness[tendon] == 0 && m->tendon_limited[tendon] == 1 && range[0] == 0 && d->ten_length[tendon] < range[1];
  bool gravity = !(m->opt.disableflags & mjDSBL_GRAVITY) && ig_norm3(m->opt.gravity) > mjMINVAL;
  bool free = m->tendon_num[tendon] == 2 && m->tendon_damping[tendon] == 0 && m->tendon_frictionloss[tendon] == 0;
  if (by_spring == by_limit || !gravity || !free || is_actuated(m, tendon)) return 0;
  return by_limit ? range[1] : spring[1];
}

// a tendon of the default gray blushes while its limit holds it
static void limit_colour(const mjModel* m, const mjData* d, int tendon, float rgba[4]) {
  memcpy(rgba, m->tendon_rgba + 4 * tendon, 4 * sizeof(float));
  if (m->tendon_matid[tendon] != -1 || rgba[0] != 0.5f || rgba[1] != 0.5f || rgba[2] != 0.5f || rgba[3] != 1) return;
  mjtNum impedance = ig_limit_impedance(d, mjCNSTR_LIMIT_TENDON, tendon);
  for (int i = 0; i < 3; i++) rgba[i] = (float)((1 - impedance) * rgba[i] + impedance * m->vis.rgba.constraint[i]);
}

// a capsule per piece of the path
static void draw_straight(ig_Canvas* c, int tendon) {
  const mjModel* m = c->m;
  const mjData* d = c->d;
  float rgba[4];
  limit_colour(m, d, tendon, rgba);
  ig_Segment segment;
  for (int k = 0; k < d->ten_wrapnum[tendon] - 1; k++) {
    if (!ig_tendon_segment(m, d, tendon, k, &segment)) continue;
    mjvGeom* geom = ig_new_geom(c, mjOBJ_TENDON, tendon, mjCAT_DYNAMIC);
    ig_connect(geom, mjGEOM_CAPSULE, segment.width, segment.from, segment.to);
    ig_paint_material(c, geom, m->tendon_matid[tendon], rgba);
    if (c->opt->flags[mjVIS_ISLAND]) {
      int row = d->nisland ? d->tendon_efcadr[tendon] : -1;
      geom->matid = -1;
      ig_paint_island(geom, row >= 0 ? d->island_dofadr[d->efc_island[row]] : -1, true);
    }
    if (k == 0) ig_label(c, geom, mjLABEL_TENDON, mjOBJ_TENDON, tendon);
    ig_keep(c, geom);
  }
}

// a chain of capsules along the curve, as fine as round shapes are drawn
static void draw_hanging(ig_Canvas* c, int tendon, mjtNum length) {
  const mjModel* m = c->m;
  const mjtNum* ends = c->d->wrap_xpos + 3 * c->d->ten_wrapadr[tendon];
  int points = m->vis.quality.numslices + 1;
  points = points > MAX_HANGING ? MAX_HANGING : points < 1 ? 1 : points;
  ig_Catenary hanging = ig_hang_string(ig_vec(ends), ig_vec(ends + 3), ig_vec(m->opt.gravity), length, points);
  mjtNum end[2][3];
  ig_put_vec(end[0], ig_string_point(&hanging, 0));
  for (int k = 1; k < hanging.count; k++) {
    mjtNum *from = end[(k - 1) % 2], *to = end[k % 2];
    ig_put_vec(to, ig_string_point(&hanging, k));
    mjvGeom* geom = ig_new_geom(c, mjOBJ_TENDON, tendon, mjCAT_DYNAMIC);
    ig_connect(geom, mjGEOM_CAPSULE, m->tendon_width[tendon], from, to);
    ig_paint_material(c, geom, m->tendon_matid[tendon], m->tendon_rgba + 4 * tendon);
    ig_label(c, geom, mjLABEL_TENDON, mjOBJ_TENDON, tendon);
    ig_keep(c, geom);
  }
}

void ig_draw_tendons(ig_Canvas* c) {
  for (int i = 0; i < c->m->ntendon; i++) {
    if (!ig_group_shown(c->opt->tendongroup, c->m->tendon_group[i])) continue;
    mjtNum length = string_length(c->m, c->d, i);
    if (length > 0)
      draw_hanging(c, i, length);
    else
      draw_straight(c, i);
  }
}
