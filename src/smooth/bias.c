// SPDX-License-Identifier: Apache-2.0
#include "smooth/bias.h"

#include "math/dense.h"
#include "smooth/position/frame.h"

// add a force (torque, force) that acts at a point of the body; the world feels nothing
static void push(const mjModel* m, mjData* d, int body, const mjtNum wrench[6], const mjtNum point[3], mjtNum sign) {
  if (!body) return;
  mjtNum at_centre[6];
  ig_move_force(at_centre, wrench, d->subtree_com + 3 * m->body_rootid[body], point);
  for (int k = 0; k < 6; k++) d->cfrc_ext[6 * body + k] += sign * at_centre[k];
}

static void push_applied(const mjModel* m, mjData* d) {
  for (int body = 1; body < m->nbody; body++) {
    const mjtNum* xfrc = d->xfrc_applied + 6 * body;
    mjtNum wrench[6] = {xfrc[3], xfrc[4], xfrc[5], xfrc[0], xfrc[1], xfrc[2]};
    bool idle = true;
    for (int k = 0; k < 6; k++) idle = idle && wrench[k] == 0;
    if (!idle) push(m, d, body, wrench, d->xipos + 3 * body, 1);
  }
}

// contacts of geoms, both ways; those with flexes are left out
static void push_contacts(const mjModel* m, mjData* d) {
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* contact = d->contact + i;
    if (contact->efc_address < 0 || contact->geom[0] < 0 || contact->geom[1] < 0) continue;
    mjtNum local[6], wrench[6];
    mj_contactForce(m, d, i, local);
    ig_mulmattvec3(wrench, contact->frame, local + 3);
    ig_mulmattvec3(wrench + 3, contact->frame, local);
    push(m, d, m->geom_bodyid[contact->geom[0]], wrench, contact->pos, -1);
    push(m, d, m->geom_bodyid[contact->geom[1]], wrench, contact->pos, 1);
  }
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
static void push_equality(const mjModel* m, mjData* d, int eq, const mjtNum* force) {
  bool weld = m->eq_type[eq] == mjEQ_WELD, bodies = m->eq_objtype[eq] == mjOBJ_BODY;
  mjtNum wrench[6] = {0, 0, 0, force[0], force[1], force[2]}, point[3];
  if (weld) ig_copy3(wrench, force + 3);
  for (int side = 0; side < 2; side++) {
    int object = side ? m->eq_obj2id[eq] : m->eq_obj1id[eq];
    int body = bodies ? object : m->site_bodyid[object];
    bool second_anchor = weld != (side == 1);
    const mjtNum* local = bodies ? m->eq_data + mjNEQDATA * eq + (second_anchor ? 3 : 0) : m->site_pos + 3 * object;
    ig_place(d, point, local, body, mjSAMEFRAME_NONE);
    push(m, d, body, wrench, point, side ? -1 : 1);
  }
}

void ig_external_forces(const mjModel* m, mjData* d) {
  ig_zero(d->cfrc_ext, 6 * m->nbody);
  push_applied(m, d);
  push_contacts(m, d);
  for (int row = 0; row < d->ne;) {
    int eq = d->efc_id[row], rows = equality_rows(m, eq);
    if (m->eq_type[eq] == mjEQ_CONNECT || m->eq_type[eq] == mjEQ_WELD) push_equality(m, d, eq, d->efc_force + row);
    row += rows > 0 ? rows : 1;
  }
}

void ig_body_forces(const mjModel* m, mjData* d) {
  ig_external_forces(m, d);
  ig_internal_forces(m, d);
  d->flg_rnepost = 1;
}
