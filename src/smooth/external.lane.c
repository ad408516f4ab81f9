// SPDX-License-Identifier: Apache-2.0
// cfrc_ext: what acts on each body from outside. Contact k and row k of two lanes belong to different bodies, so contacts and
// equalities go lane by lane; forces applied by users are those of all lanes at once.
#include "smooth/bias.h"
#include "smooth/position/frame.h"
#include "smooth/wrench.h"

#if IG_WIDTH == 1
typedef mjContact Contact;
static int contacts_of(const mjData* d, int lane) { return d->ncon; }
static int equalities_of(const mjData* d, int lane) { return d->ne; }
static bool is_active(const mjData* d, int lane) { return true; }
#else
typedef ig_Contact Contact;
static int contacts_of(const ig_Data* d, int lane) { return ig_ints_lane(d->ragged.count.ncon, lane); }
static int equalities_of(const ig_Data* d, int lane) { return ig_ints_lane(d->ragged.count.ne, lane); }
static bool is_active(const ig_Data* d, int lane) { return d->active >> lane & 1; }
#endif

static void push_applied(const mjModel* m, ig_Data* d) {
  const real zero = ig_broadcast(0);
  for (int body = 1; body < m->nbody; body++) {
    const real* xfrc = d->xfrc_applied + 6 * body;
    real wrench[6] = {xfrc[3], xfrc[4], xfrc[5], xfrc[0], xfrc[1], xfrc[2]}, moved[6];
    mask idle = ig_true();
    for (int k = 0; k < 6; k++) idle = ig_and(idle, ig_eq(wrench[k], zero));
    if (ig_all(idle)) continue;
    ig_move_force(moved, wrench, d->subtree_com + 3 * m->body_rootid[body], d->xipos + 3 * body);
    real* to = d->cfrc_ext + 6 * body;
    for (int k = 0; k < 6; k++) to[k] = ig_select(idle, to[k], to[k] + moved[k]);
  }
}

// the world feels nothing
static void push(ig_Data* d, int body, int lane, const num wrench[6]) {
  for (int k = 0; body && k < 6; k++) {
    real* to = d->cfrc_ext + 6 * body + k;
    ig_set_lane(to, lane, ig_lane(*to, lane) + wrench[k]);
  }
}

// contacts of geoms, both ways; those with flexes are left out
static void push_contact(const mjModel* m, ig_Data* d, const Contact* con, int lane) {
  int row = ig_ints_lane(con->efc_address, lane), geom[2], body[2];
  for (int side = 0; side < 2; side++) geom[side] = ig_ints_lane(con->geom[side], lane);
  if (row < 0 || geom[0] < 0 || geom[1] < 0) return;
  ig_ContactForce c = {.dim = ig_ints_lane(con->dim, lane), .pyramidal = m->opt.cone == mjCONE_PYRAMIDAL};
  ig_lane_store(c.force, d->efc_force + row, c.pyramidal && c.dim > 1 ? 2 * (c.dim - 1) : c.dim, lane);
  ig_lane_store(c.friction, con->friction, 5, lane);
  ig_lane_store(c.pos, con->pos, 3, lane);
  ig_lane_store(c.frame, con->frame, 9, lane);
  for (int side = 0; side < 2; side++) {
    body[side] = m->geom_bodyid[geom[side]];
    ig_lane_store(c.com[side], d->subtree_com + 3 * m->body_rootid[body[side]], 3, lane);
  }
  num wrench[2][6];
  ig_contact_wrenches(&c, wrench);
  for (int side = 0; side < 2; side++) push(d, body[side], lane, wrench[side]);
}

// rows of an equality that stand together
static int equality_rows(const mjModel* m, int eq) {
  int flex = m->eq_obj1id[eq], rows = 0;
  switch (m->eq_type[eq]) {
    case mjEQ_CONNECT: return 3;
    case mjEQ_WELD: return 6;
    case mjEQ_FLEXVERT: return 2 * m->flex_vertnum[flex];
    case mjEQ_FLEX:
      for (int edge = 0; edge < m->flex_edgenum[flex]; edge++) rows += !m->flexedge_rigid[m->flex_edgeadr[flex] + edge];
      return rows;
    default: return 1;
  }
}

// connect and weld act at a point of each body: given in the equality, or a site
static void push_equality(const mjModel* m, ig_Data* d, int eq, int row, int lane) {
  bool bodies = m->eq_objtype[eq] == mjOBJ_BODY;
  int body[2];
  ig_EqualityForce e = {.weld = m->eq_type[eq] == mjEQ_WELD};
  ig_lane_store(e.force, d->efc_force + row, e.weld ? 6 : 3, lane);
  for (int side = 0; side < 2; side++) {
    int object = side ? m->eq_obj2id[eq] : m->eq_obj1id[eq], anchor = mjNEQDATA * eq + (e.weld != (side == 1) ? 3 : 0);
    body[side] = bodies ? object : m->site_bodyid[object];
    for (int k = 0; k < 3; k++) {
      real local = bodies ? ig_param(m, d, eq_data, anchor + k) : ig_param(m, d, site_pos, 3 * object + k);
      e.local[side][k] = ig_lane(local, lane);
    }
    ig_lane_store(e.xpos[side], d->xpos + 3 * body[side], 3, lane);
    ig_lane_store(e.xmat[side], d->xmat + 9 * body[side], 9, lane);
    ig_lane_store(e.com[side], d->subtree_com + 3 * m->body_rootid[body[side]], 3, lane);
  }
  num wrench[2][6];
  ig_equality_wrenches(&e, wrench);
  for (int side = 0; side < 2; side++) push(d, body[side], lane, wrench[side]);
}

void IG_NAME(ig_external_forces)(const mjModel* m, ig_Data* d) {
  ig_zero_reals(d->cfrc_ext, 6 * (int)m->nbody);
  push_applied(m, d);
  for (int lane = 0; lane < IG_LANES; lane++) {
    if (!is_active(d, lane)) continue;
    for (int i = 0; i < contacts_of(d, lane); i++) push_contact(m, d, d->contact + i, lane);
    for (int row = 0; row < equalities_of(d, lane);) {
      int eq = ig_ints_lane(d->efc_id[row], lane), rows = equality_rows(m, eq);
      if (m->eq_type[eq] == mjEQ_CONNECT || m->eq_type[eq] == mjEQ_WELD) push_equality(m, d, eq, row, lane);
      row += rows > 0 ? rows : 1;
    }
  }
}
