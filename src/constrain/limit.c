#include "constrain/limit.h"

#include <string.h>

#include "math/quat.h"
#include "model/sleep.h"

int ig_tendon_gradient(const mjModel* m, const mjData* d, int tendon, int* dof, mjtNum* jac) {
  if (mj_isSparse(m)) {
    int adr = d->ten_J_rowadr[tendon], n = d->ten_J_rownnz[tendon];
    memcpy(dof, d->ten_J_colind + adr, n * sizeof(int));
    memcpy(jac, d->ten_J + adr, n * sizeof(mjtNum));
    return n;
  }
  const mjtNum* row = d->ten_J + (size_t)tendon * m->nv;
  int n = 0;
  for (int i = 0; i < m->nv; i++) {
    if (!row[i]) continue;
    dof[n] = i;
    jac[n++] = row[i];
  }
  return n;
}

// the first row of a tendon is what its force is reported from
static void tendon_row(ig_RowBuilder* rows, ig_Group* g) {
  const mjModel* m = rows->m;
  int tendon = g->id;
  g->invweight[0] = m->tendon_invweight0[tendon];
  if (!rows->counting && rows->d->tendon_efcadr[tendon] == -1) rows->d->tendon_efcadr[tendon] = rows->d->nefc;
  ig_rows_add(rows, g);
}

// ------------------------------------------------ friction loss

static void dof_friction(ig_RowBuilder* rows, int dof) {
  const mjModel* m = rows->m;
  ig_Group g = {.type = mjCNSTR_FRICTION_DOF, .id = dof, .size = 1, .n = 1, .dof = &dof, .jac = (mjtNum[]){1}};
  g.frictionloss = m->dof_frictionloss[dof];
  g.invweight[0] = m->dof_invweight0[dof];
  g.solref = m->dof_solref + mjNREF * dof;
  g.solimp = m->dof_solimp + mjNIMP * dof;
  ig_rows_add(rows, &g);
}

static void tendon_friction(ig_RowBuilder* rows, int tendon) {
  const mjModel* m = rows->m;
  ig_Group g = {.type = mjCNSTR_FRICTION_TENDON, .id = tendon, .size = 1, .dof = rows->dof, .jac = rows->jac};
  g.n = ig_tendon_gradient(m, rows->d, tendon, rows->dof, rows->jac);
  g.frictionloss = m->tendon_frictionloss[tendon];
  g.solref = m->tendon_solref_fri + mjNREF * tendon;
  g.solimp = m->tendon_solimp_fri + mjNIMP * tendon;
  tendon_row(rows, &g);
}

void ig_friction_rows(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  bool some_asleep = ig_some_asleep(m, d);
  for (int dof = 0; dof < m->nv; dof++) {
    if (!m->dof_frictionloss[dof]) continue;
    if (some_asleep && ig_sleep_state(m, d, mjOBJ_DOF, dof) == mjS_ASLEEP) continue;
    dof_friction(rows, dof);
  }
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (m->tendon_frictionloss[tendon] > 0) tendon_friction(rows, tendon);
  }
}

// ------------------------------------------------ limits

// distance to the lower (side -1) or upper (side 1) end of a range, negative beyond it
static mjtNum distance_to_end(const mjtNum range[2], mjtNum value, int side) { return side * (range[side > 0] - value); }

static void joint_group(const mjModel* m, int joint, ig_Group* g) {
  g->type = mjCNSTR_LIMIT_JOINT;
  g->id = joint;
  g->size = 1;
  g->margin = m->jnt_margin[joint];
  g->invweight[0] = m->dof_invweight0[m->jnt_dofadr[joint]];
  g->solref = m->jnt_solref + mjNREF * joint;
  g->solimp = m->jnt_solimp + mjNIMP * joint;
}

// hinge and slide: each end of the range
static void range_limit(ig_RowBuilder* rows, int joint) {
  const mjModel* m = rows->m;
  mjtNum value = rows->d->qpos[m->jnt_qposadr[joint]];
  for (int side = -1; side <= 1; side += 2) {
    mjtNum distance = distance_to_end(m->jnt_range + 2 * joint, value, side);
    if (!(distance < m->jnt_margin[joint])) continue;
    ig_Group g = {.n = 1, .dof = m->jnt_dofadr + joint, .jac = (mjtNum[]){-side}};
    joint_group(m, joint, &g);
    g.pos[0] = distance;
    ig_rows_add(rows, &g);
  }
}

// ball: the angle of the rotation, about its axis
static void cone_limit(ig_RowBuilder* rows, int joint) {
  const mjModel* m = rows->m;
  int first = m->jnt_dofadr[joint], dof[3] = {first, first + 1, first + 2};
  const mjtNum* range = m->jnt_range + 2 * joint;
  mjtNum quat[4], axis[3];
  ig_copy4(quat, rows->d->qpos + m->jnt_qposadr[joint]);
  ig_normalize4(quat);
  ig_quat2vel(axis, quat, 1);
  mjtNum distance = ig_max(range[0], range[1]) - ig_normalize3(axis);
  if (!(distance < m->jnt_margin[joint])) return;
  ig_scl3(axis, axis, -1);
  ig_Group g = {.n = 3, .dof = dof, .jac = axis};
  joint_group(m, joint, &g);
  g.pos[0] = distance;
  ig_rows_add(rows, &g);
}

int ig_tendon_limits_hit(const mjModel* m, const mjData* d, int tendon) {
  int hit = 0;
  for (int side = -1; m->tendon_limited[tendon] && side <= 1; side += 2) {
    hit += distance_to_end(m->tendon_range + 2 * tendon, d->ten_length[tendon], side) < m->tendon_margin[tendon];
  }
  return hit;
}

static void tendon_limit(ig_RowBuilder* rows, int tendon) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  for (int side = -1; side <= 1; side += 2) {
    mjtNum distance = distance_to_end(m->tendon_range + 2 * tendon, d->ten_length[tendon], side);
    if (!(distance < m->tendon_margin[tendon])) continue;
    ig_Group g = {.type = mjCNSTR_LIMIT_TENDON, .id = tendon, .size = 1, .dof = rows->dof, .jac = rows->jac};
    g.n = ig_tendon_gradient(m, d, tendon, rows->dof, rows->jac);
    for (int i = 0; i < g.n; i++) rows->jac[i] *= -side;
    g.pos[0] = distance;
    g.margin = m->tendon_margin[tendon];
    g.solref = m->tendon_solref_lim + mjNREF * tendon;
    g.solimp = m->tendon_solimp_lim + mjNIMP * tendon;
    tendon_row(rows, &g);
  }
}

void ig_limit_rows(ig_RowBuilder* rows) {
  const mjModel* m = rows->m;
  const mjData* d = rows->d;
  bool some_asleep = ig_some_asleep(m, d);
  for (int joint = 0; joint < m->njnt; joint++) {
    if (!m->jnt_limited[joint]) continue;
    if (some_asleep && ig_sleep_state(m, d, mjOBJ_JOINT, joint) == mjS_ASLEEP) continue;
    int type = m->jnt_type[joint];
    if (type == mjJNT_HINGE || type == mjJNT_SLIDE) range_limit(rows, joint);
    if (type == mjJNT_BALL) cone_limit(rows, joint);
  }
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (m->tendon_limited[tendon]) tendon_limit(rows, tendon);
  }
}
