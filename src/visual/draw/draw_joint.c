// SPDX-License-Identifier: Apache-2.0
// Joints, and the equality constraints that tie bodies together.
#include <math.h>

#include "math/vec3.h"
#include "visual/canvas.h"
#include "visual/draw/draw.h"
#include "visual/draw/mechanism.h"

void ig_draw_joints(ig_Canvas* c) {
  const mjModel* m = c->m;
  for (int i = 0; i < m->njnt; i++) {
    if (!ig_group_shown(c->opt->jointgroup, m->jnt_group[i])) continue;
    mjvGeom* geom = ig_new_decor(c, mjOBJ_JOINT, i);
    const mjtNum* anchor = c->d->xanchor + 3 * i;
    mjtNum length = m->vis.scale.jointlength * c->scale, width = m->vis.scale.jointwidth * c->scale;
    int type = m->jnt_type[i];
    if (type == mjJNT_FREE || type == mjJNT_BALL) {
      float size = (float)(0.3 * length);
      ig_put_geom(geom, type == mjJNT_FREE ? mjGEOM_BOX : mjGEOM_SPHERE, size, size, size, anchor,
                  c->d->xmat + 9 * m->jnt_bodyid[i]);
    } else {
      mjtNum tip[3];
      ig_addscl3(tip, anchor, c->d->xaxis + 3 * i, length);
      ig_connect(geom, type == mjJNT_SLIDE ? mjGEOM_ARROW : mjGEOM_ARROW1, width, anchor, tip);
    }

    // blends into the constraint colour while its limit holds it
    mjtNum impedance = ig_limit_impedance(c->d, mjCNSTR_LIMIT_JOINT, i);
    for (int k = 0; k < 3; k++) {
      geom->rgba[k] = (float)((1 - impedance) * m->vis.rgba.joint[k] + impedance * m->vis.rgba.constraint[k]);
    }
    geom->rgba[3] = 1;
    ig_label(c, geom, mjLABEL_JOINT, mjOBJ_JOINT, i);
    ig_keep(c, geom);
  }
}

// one of the two points that a connect or weld holds together
typedef struct {
  mjtNum pos[3];
  const mjtNum* mat;
} Anchor;

static Anchor anchor_of(const ig_Canvas* c, int equality, int object, int data_at) {
  const mjData* d = c->d;
  Anchor anchor;
  if (c->m->eq_objtype[equality] == mjOBJ_SITE) {
    ig_copy3(anchor.pos, d->site_xpos + 3 * object);
    anchor.mat = d->site_xmat + 9 * object;
  } else {
    anchor.mat = d->xmat + 9 * object;
    ig_mulmatvec3(anchor.pos, anchor.mat, c->m->eq_data + mjNEQDATA * equality + data_at);
    ig_addto3(anchor.pos, d->xpos + 3 * object);
  }
  return anchor;
}

void ig_draw_equalities(ig_Canvas* c) {
  const mjModel* m = c->m;
  mjtNum radius = c->scale * m->vis.scale.constraint, size[3] = {radius, radius, radius};
  for (int i = 0; i < m->neq; i++) {
    bool connect = m->eq_type[i] == mjEQ_CONNECT, weld = m->eq_type[i] == mjEQ_WELD;
    if (!c->d->eq_active[i] || !(connect || weld)) continue;

    // the points of a weld are stored the other way round
    Anchor anchors[2] = {anchor_of(c, i, m->eq_obj1id[i], weld ? 3 : 0), anchor_of(c, i, m->eq_obj2id[i], weld ? 0 : 3)};
    for (int k = 0; k < 2; k++) {
      mjvGeom* geom = ig_new_decor(c, mjOBJ_EQUALITY, i);
      ig_init_geom(geom, mjGEOM_SPHERE, size, anchors[k].pos, anchors[k].mat,
                   k == 0 ? m->vis.rgba.connect : m->vis.rgba.constraint);
      ig_label(c, geom, mjLABEL_CONSTRAINT, mjOBJ_EQUALITY, i);
      ig_keep(c, geom);
    }
  }
}
