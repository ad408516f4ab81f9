// SPDX-License-Identifier: Apache-2.0
#include <stddef.h>

#include <mujoco/mujoco.h>

#include "collide/collide.h"
#include "collide/convex/ccd.h"
#include "collide/convex/convex_shape.h"
#include "collide/convex/mpr.h"
#include "collide/convex/smooth_normal.h"
#include "collide/frame.h"
#include "math/quat.h"
#include "math/vec3.h"

// additional contacts of flat shapes are found by tilting both by this angle (radians) about the first contact;
// those nearer to others than this part of the smaller shape are dropped
static const num tilt_angle = 1e-3;
static const num distinct_part = 1e-3;

static bool native(const mjModel* m) { return !(m->opt.disableflags & mjDSBL_NATIVECCD); }

// shapes are blown up by their margins: only what overlaps then is a contact
static int native_contact(const ig_Local* local, mjContact* con, ig_Convex* a, ig_Convex* b, int max_points, num margin) {
  ig_Ccd q;
  ig_ccd_setup(&q, local, max_points, 0);
  num dist = ig_ccd(&q, a, b);
  if (!(dist < 0)) return 0;
  for (int i = 0; i < q.npoint; i++) {
    const num *xa = q.xa + 3 * i, *xb = q.xb + 3 * i;
    con[i].dist = margin + dist;
    ig_sub3(con[i].frame, xa, xb);
    ig_normalize3(con[i].frame);
    ig_zero3(con[i].frame + 3);
    for (int k = 0; k < 3; k++) con[i].pos[k] = 0.5 * (xa[k] + xb[k]);
  }
  return q.npoint;
}

// one search; up to max_points contacts of polyhedra
static int search(const ig_Local* local, mjContact* con, ig_Convex* a, ig_Convex* b, int max_points, num margin) {
  if (native(local->m)) return native_contact(local, con, a, b, max_points, margin);

  // one point by MPR; the normal of curved shapes is improved where their surfaces meet
  ig_Penetration hit;
  if (!ig_mpr(&hit, local->m, a, b)) return 0;
  con->dist = margin - hit.depth;
  ig_copy3(con->frame, hit.normal);
  ig_copy3(con->pos, hit.pos);
  ig_zero3(con->frame + 3);
  if (a->kind != IG_CORNERS && b->kind != IG_CORNERS) ig_smooth_normal(con, a, b);
  return 1;
}

static bool has_faces(int type) { return type == mjGEOM_BOX || type == mjGEOM_MESH; }

// contact points that one search may return
static int points_per_search(const mjModel* m, int g1, int g2, num margin) {
  int type1 = m->geom_type[g1], type2 = m->geom_type[g2];
  if (margin > 0 || !has_faces(type1) || !has_faces(type2)) return 1;
  if (type1 == mjGEOM_BOX && type2 == mjGEOM_BOX) return 8;
  return m->opt.enableflags & mjENBL_MULTICCD ? 4 : 1;
}

// the point stays where it is
static void turn_about(ig_Convex* s, const num point[3], const num rot[9]) {
  num mat[9], arm[3], moved[3];
  ig_mulmat3(mat, rot, s->mat);
  ig_copy9(s->mat, mat);
  ig_sub3(arm, point, s->pos);
  ig_mulmatvec3(moved, rot, arm);
  ig_subfrom3(moved, arm);
  ig_subfrom3(s->pos, moved);
}

static bool distinct(const mjContact* con, int n, num limit) {
  for (int i = 0; i < n; i++) {
    if (ig_dist3(con[i].pos, con[n].pos) <= limit) return false;
  }
  return true;
}

// tilt the shapes against each other both ways about both tangents of the first contact, and search again
static int tilted_contacts(const ig_Local* local, mjContact* con, ig_Convex* a, ig_Convex* b, num margin, num limit) {
  ig_Convex still_a = *a, still_b = *b;
  num frame[9];
  ig_copy9(frame, con[0].frame);
  ig_complete_frame(frame);
  int n = 1;
  for (int trial = 0; trial < 4; trial++) {
    num quat[4], rot[9], back[9];
    ig_axisangle2quat(quat, frame + (trial < 2 ? 3 : 6), trial & 1 ? tilt_angle : -tilt_angle);
    ig_quat2mat(rot, quat);
    ig_transpose3(back, rot);
    turn_about(a, con[0].pos, rot);
    turn_about(b, con[0].pos, back);
    if (search(local, con + n, a, b, 1, margin) && distinct(con, n, limit)) {
      con[n].dist = con[0].dist;
      n++;
    }
    ig_copy3(a->pos, still_a.pos);
    ig_copy9(a->mat, still_a.mat);
    ig_copy3(b->pos, still_b.pos);
    ig_copy9(b->mat, still_b.mat);
  }
  return n;
}

static bool can_tilt(int type) { return type != mjGEOM_ELLIPSOID && type != mjGEOM_SPHERE; }

IG_LOCAL_COLLIDER(ig_local_convex) {
  const mjModel* m = local->m;
  int g1 = a->geom, g2 = b->geom;
  ig_Convex shape1, shape2;
  ig_convex_geom(&shape1, m, a, margin);
  ig_convex_geom(&shape2, m, b, margin);
  int max_points = points_per_search(m, g1, g2, margin);
  int n = search(local, con, &shape1, &shape2, max_points, margin);
  if (n != 1 || (native(m) && max_points > 1)) return n;
  if (!(m->opt.enableflags & mjENBL_MULTICCD) || !can_tilt(m->geom_type[g1]) || !can_tilt(m->geom_type[g2])) return n;
  num limit = distinct_part * ig_min(a->rbound, b->rbound);
  return tilted_contacts(local, con, &shape1, &shape2, margin, limit);
}

IG_COLLIDER(ig_collide_convex) {
  ig_Local local = ig_local_begin(m, d);
  ig_Posed a = ig_posed(m, d, g1), b = ig_posed(m, d, g2);
  int n = ig_local_convex(&local, con, &a, &b, margin);
  ig_local_end(m, d);
  return n;
}

int ig_collide_convex_elem(const mjModel* m, const mjData* d, mjContact* con, int g, int f1, int e1, int v1, int f2, int e2,
                           mjtNum margin) {
  ig_Convex a, b;
  if (g >= 0) {
    ig_Posed geom = ig_posed(m, d, g);
    ig_convex_geom(&a, m, &geom, margin);
  } else {
    ig_convex_flex(&a, m, d, f1, e1, v1, margin);
  }
  ig_convex_flex(&b, m, d, f2, e2, -1, margin);
  ig_Local local = ig_local_begin(m, d);
  int n = search(&local, con, &a, &b, 1, margin);
  ig_local_end(m, d);

  // a cloth has no inside to tell the normal by
  bool cloth = (f1 >= 0 && m->flex_dim[f1] == 2) || (f2 >= 0 && m->flex_dim[f2] == 2);
  if (native(m) && cloth) {
    for (int i = 0; i < n; i++) ig_smooth_normal(con + i, g >= 0 ? &a : NULL, NULL);
  }
  return n;
}
