// SPDX-License-Identifier: Apache-2.0
#include "smooth/tendon/transmission.h"

#include "math/quat.h"
#include "math/sums.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/jacobian.h"
#include "smooth/tendon/tendon.h"

#if IG_LANES == 1
#include "smooth/tendon/gradient_row.h"
#endif
#if IG_WIDTH == 1
#include "model/sleep.h"
#endif

// one actuator at work
typedef struct {
  const mjModel* m;
  ig_Data* d;
  int actuator;
  int target[2];
  real gear[6];
  real length;
  real* moment;  // place of the row
  int* colind;
  int nnz;
#if IG_WIDTH == 1
  ig_GradientRow row;  // sums over dofs, packed without zeros when it was used
#endif
} Drive;

IG_INLINE void set_dofs(Drive* t, int first, int n) {
  for (int i = 0; i < n; i++) t->colind[i] = first + i;
  t->nnz = n;
}

// gear axis of a rotation: given in the child's frame, or in the parent's
IG_INLINE void gear_axis(const Drive* t, real axis[3], const real* gear, const real quat[4]) {
  ig_copy3(axis, gear);
  if (t->m->actuator_trntype[t->actuator] == mjTRN_JOINTINPARENT) {
    real inverse[4];
    ig_negquat(inverse, quat);
    ig_rotvecquat(axis, axis, inverse);
  }
}

IG_INLINE void drive_joint(Drive* t) {
  const mjModel* m = t->m;
  int joint = t->target[0], dof = m->jnt_dofadr[joint];
  const real* qpos = t->d->qpos + m->jnt_qposadr[joint];
  real quat[4], turn[3];
  switch (m->jnt_type[joint]) {
    case mjJNT_BALL:
      // the length is the rotation vector along the gear axis
      ig_copy4(quat, qpos);
      ig_normalize4(quat);
      ig_quat2vel(turn, quat, ig_broadcast(1));
      gear_axis(t, t->moment, t->gear, quat);
      t->length = ig_dot3(turn, t->moment);
      set_dofs(t, dof, 3);
      break;
    case mjJNT_FREE:
      // six forces have no one length
      ig_copy4(quat, qpos + 3);
      ig_normalize4(quat);
      ig_copy3(t->moment, t->gear);
      gear_axis(t, t->moment + 3, t->gear + 3, quat);
      set_dofs(t, dof, 6);
      break;
    default: break;  // hinges and slides do not come here
  }
}

// a hinge or a slide: one number, scaled
IG_INLINE void drive_scalar(const mjModel* m, ig_Data* d, int actuator, int adr) {
  int joint = m->actuator_trnid[2 * actuator];
  real gear = ig_param(m, d, actuator_gear, 6 * actuator);
  d->actuator_length[actuator] = d->qpos[m->jnt_qposadr[joint]] * gear;
  d->actuator_moment[adr] = gear;
  d->moment_colind[adr] = m->jnt_dofadr[joint];
}

IG_INLINE bool is_scalar(const mjModel* m, int actuator) {
  int type = m->actuator_trntype[actuator];
  if (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT) return false;
  int joint = m->jnt_type[m->actuator_trnid[2 * actuator]];
  return joint == mjJNT_HINGE || joint == mjJNT_SLIDE;
}

// a row of the tendon Jacobian; of a dense one only what is not zero, in any lane
IG_INLINE void drive_tendon(Drive* t) {
  const mjModel* m = t->m;
  const ig_Data* d = t->d;
  int tendon = t->target[0];
  bool sparse = ig_is_sparse(m);
  size_t adr = sparse ? (size_t)d->ten_J_rowadr[tendon] : (size_t)tendon * m->nv;
  int n = sparse ? d->ten_J_rownnz[tendon] : m->nv;
  t->length = d->ten_length[tendon] * t->gear[0];
  for (int i = 0; i < n; i++) {
    real moment = d->ten_J[adr + i] * t->gear[0];
#if IG_LANES == 1 && IG_WIDTH > 1
    bool open = ig_moment_open(m, t->actuator);
#else
    bool open = false;
#endif
    if (!sparse && !open && ig_all(ig_eq(moment, ig_broadcast(0)))) continue;
    t->moment[t->nnz] = moment;
    t->colind[t->nnz++] = sparse ? d->ten_J_colind[adr + i] : i;
  }
}

#if IG_LANES == 1

#if IG_WIDTH == 1
static void add_moment(Drive* t, int dof, real moment) { ig_row_add(&t->row, dof, moment); }
#else
// an open row: a number for each dof, which are skipped where they are zero
static void add_moment(Drive* t, int dof, const real& moment) { t->moment[dof] += moment; }
#endif

// a rod of fixed length between a crank pin (a site) and a slider on an axis (the z axis of another site):
//   length = a.v - sqrt(det), det = (a.v)^2 + rod^2 - v.v, with a the axis and v from the slider to the pin.
// When the rod is too short (det <= 0) the pin's position along the axis stands in.
static void drive_slidercrank(Drive* t) {
  const mjModel* m = t->m;
  const ig_Data* d = t->d;
  int pin = t->target[0], slider = t->target[1];
  const real* mat = d->site_xmat + 9 * slider;
  real axis[3] = {mat[2], mat[5], mat[8]}, v[3], rod = ig_param(m, t->d, actuator_cranklength, t->actuator);
  ig_BodyPoint from = {d->site_xpos + 3 * slider, m->site_bodyid[slider]}, to = {d->site_xpos + 3 * pin, m->site_bodyid[pin]};
  ig_sub3(v, to.pos, from.pos);

  // gradients of the length with respect to v and to the axis
  real along = ig_dot3(v, axis), det = along * along + rod * rod - ig_dot3(v, v), by_v[3], by_axis[3];
  if (ig_any(ig_le(det, ig_broadcast(0)))) {
    t->length = along;
    ig_copy3(by_v, axis);
    ig_copy3(by_axis, v);
  } else {
    real root = ig_sqrt(det), share = 1 - along / root;
    t->length = along - root;
    ig_scl3(by_v, axis, share);
    ig_addtoscl3(by_v, v, 1 / root);
    ig_scl3(by_axis, v, share);
  }

  ig_ChainPair pair = ig_chain_pair(m, from.body, to.body);
  for (int dof; (dof = ig_chain_next(m, &pair)) >= 0;) {
    real dv[3], da[3], moment = ig_broadcast(0);
    ig_zero3(da);
    ig_pair_column(m, d, dv, &pair, dof, from, to);
    if (pair.of_a) ig_cross(da, d->cdof + 6 * dof, axis);
    for (int k = 0; k < 3; k++) moment += by_axis[k] * da[k] + by_v[k] * dv[k];
    add_moment(t, dof, moment * t->gear[0]);
  }
  t->length *= t->gear[0];
}

static bool is_zero3(const real a[3]) {
  const real zero = ig_broadcast(0);
  return ig_any(ig_and(ig_and(ig_eq(a[0], zero), ig_eq(a[1], zero)), ig_eq(a[2], zero)));
}

// force and torque in the frame of a site, on the world; it has no length
static void drive_site(Drive* t) {
  const mjModel* m = t->m;
  const ig_Data* d = t->d;
  int site = t->target[0], body = m->site_bodyid[site];
  const real* mat = d->site_xmat + 9 * site;
  real force[3], torque[3], offset[3];
  ig_mulmatvec3(force, mat, t->gear);
  ig_mulmatvec3(torque, mat, t->gear + 3);
  ig_sub3(offset, d->site_xpos + 3 * site, d->subtree_com + 3 * m->body_rootid[body]);
  for (int dof = ig_last_dof(m, body); dof >= 0; dof = m->dof_parentid[dof]) {
    const real* cdof = d->cdof + 6 * dof;
    real column[3];
    ig_point_column(column, cdof, offset);
    add_moment(t, dof, ig_dot3(column, force) + ig_dot3(cdof, torque));
  }
}

// position and orientation of a site in the frame of a reference site; dofs that move both do nothing
static void drive_site_pair(Drive* t) {
  const mjModel* m = t->m;
  const ig_Data* d = t->d;
  int site = t->target[0], ref = t->target[1], body[2] = {m->site_bodyid[site], m->site_bodyid[ref]};
  ig_BodyPoint to = {d->site_xpos + 3 * site, body[0]}, from = {d->site_xpos + 3 * ref, body[1]};
  bool shift = !is_zero3(t->gear), turn = !is_zero3(t->gear + 3);
  const real* mat = d->site_xmat + 9 * ref;
  real dif[3], quat[2][4], force[3], torque[3];
  if (shift) {
    ig_sub3(dif, to.pos, from.pos);
    ig_mulmattvec3(dif, mat, dif);
    t->length += ig_dot3(dif, t->gear);
  }
  if (turn) {
    for (int k = 0; k < 2; k++) {
      real own[4];
      ig_param4(own, m, t->d, site_quat, 4 * t->target[k]);
      ig_mulquat(quat[k], own, d->xquat + 4 * body[k]);
    }
    ig_subquat(dif, quat[0], quat[1]);
    t->length += ig_dot3(dif, t->gear + 3);
  }

  ig_mulmatvec3(force, mat, t->gear);
  ig_mulmatvec3(torque, mat, t->gear + 3);
  ig_ChainPair pair = ig_chain_pair(m, from.body, to.body);
  for (int dof; (dof = ig_chain_next(m, &pair)) >= 0 && !(pair.of_a && pair.of_b);) {
    real column[3], moment = ig_broadcast(0);
    if (shift) {
      ig_pair_column(m, d, column, &pair, dof, from, to);
      moment = ig_dot3(column, force);
    }
    if (turn) {
      real along = ig_dot3(d->cdof + 6 * dof, torque);
      moment += pair.of_b ? along : -along;
    }
    add_moment(t, dof, moment);
  }
}

static void drive_site_any(Drive* t) {
  if (t->target[1] == -1) {
    drive_site(t);
  } else {
    drive_site_pair(t);
  }
}

#endif

#if IG_WIDTH == 1

// row += scale * row of the constraint Jacobian
static void add_constraint_row(const mjModel* m, const mjData* d, ig_GradientRow* row, int efc, mjtNum scale) {
  bool sparse = ig_is_sparse(m);
  size_t adr = sparse ? (size_t)d->efc_J_rowadr[efc] : (size_t)efc * m->nv;
  int n = sparse ? d->efc_J_rownnz[efc] : m->nv;
  for (int i = 0; i < n; i++) ig_row_add(row, sparse ? d->efc_J_colind[adr + i] : i, d->efc_J[adr + i] * scale);
}

// normal of a contact that has constraint rows: the first one, or the mean of the pyramid's edges
static void add_contact_normal(const mjModel* m, const mjData* d, ig_GradientRow* row, const mjContact* con) {
  if (con->efc_address < 0) return;
  bool pyramid = con->dim > 1 && m->opt.cone != mjCONE_ELLIPTIC;
  int rows = pyramid ? 2 * (con->dim - 1) : 1;
  for (int k = 0; k < rows; k++) add_constraint_row(m, d, row, con->efc_address + k, pyramid ? 0.5 / (con->dim - 1) : 1);
}

// adhesion: pulls a body into its contacts, along the mean of their normals
static void drive_body(Drive* t) {
  const mjModel* m = t->m;
  mjData* d = t->d;
  int body = t->target[0], contacts = 0;
  ig_stack_mark(d);
  ig_GradientRow in_gap = ig_gradient_row(m, d);
  for (int i = 0; i < d->ncon; i++) {
    const mjContact* con = d->contact + i;
    if (con->geom[0] < 0 || con->geom[1] < 0) continue;
    int b1 = m->geom_bodyid[con->geom[0]], b2 = m->geom_bodyid[con->geom[1]];
    if (b1 != body && b2 != body) continue;
    if (con->exclude == 0) {
      add_contact_normal(m, d, &t->row, con);
      contacts++;
    } else if (con->exclude == 1) {
      // in the gap: no constraint, but near enough to stick
      ig_row_add_pair(m, d, &in_gap, (ig_BodyPoint){con->pos, b1}, (ig_BodyPoint){con->pos, b2}, con->frame, 1);
      contacts++;
    }
  }
  for (int dof = in_gap.low; dof <= in_gap.high; dof++) ig_row_add(&t->row, dof, in_gap.value[dof]);
  for (int dof = t->row.low; dof <= t->row.high; dof++) t->row.value[dof] *= -1.0 / contacts;
  ig_stack_free(d);
}

static void drive(Drive* t) {
  int type = t->m->actuator_trntype[t->actuator];
  if (!t->row.value && (type == mjTRN_SLIDERCRANK || type == mjTRN_SITE || type == mjTRN_BODY)) {
    t->row = ig_gradient_row(t->m, t->d);
  }
  switch (type) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: drive_joint(t); break;
    case mjTRN_TENDON: drive_tendon(t); break;
    case mjTRN_SLIDERCRANK: drive_slidercrank(t); break;
    case mjTRN_SITE: drive_site_any(t); break;
    case mjTRN_BODY: drive_body(t); break;
    default: mju_error("mj_transmission: actuator %d has no known transmission", t->actuator);
  }
  if (t->row.value && t->row.high >= 0) t->nnz = ig_row_pack(&t->row, false, t->moment, t->colind);
}

IG_INLINE bool rests(const mjModel* m, const mjData* d, int actuator) {
  return ig_some_asleep(m, d) && ig_sleep_state(m, d, mjOBJ_ACTUATOR, actuator) == mjS_ASLEEP;
}

#else

#if IG_LANES == 1
// an open row, which the worlds have alike
static void open_row(Drive* t) {
  for (int dof = 0; dof < t->m->nv; dof++) t->moment[dof] = ig_broadcast(0);
  set_dofs(t, 0, (int)t->m->nv);
}
#endif

// the kinds whose columns are alike in all worlds; on a GPU those whose rows are open too
static void drive(Drive* t) {
  switch (t->m->actuator_trntype[t->actuator]) {
    case mjTRN_TENDON: drive_tendon(t); break;
#if IG_LANES == 1
    case mjTRN_SLIDERCRANK: open_row(t), drive_slidercrank(t); break;
    case mjTRN_SITE: open_row(t), drive_site_any(t); break;
#endif
    default: drive_joint(t); break;
  }
}

IG_INLINE bool rests(const mjModel* m, const ig_Data* d, int actuator) { return false; }

#endif

// any actuator but those of hinges and slides; the number of its moments. Kept out of the loop, which is short without it.
static __attribute__((noinline)) int drive_other(Drive* t, int actuator, int adr) {
  const mjModel* m = t->m;
  ig_Data* d = t->d;
  t->actuator = actuator;
  t->target[0] = m->actuator_trnid[2 * actuator];
  t->target[1] = m->actuator_trnid[2 * actuator + 1];
  ig_param_n(t->gear, 6, m, d, actuator_gear, 6 * actuator);
  t->moment = d->actuator_moment + adr;
  t->colind = d->moment_colind + adr;
  t->length = ig_broadcast(0);
  t->nnz = 0;
  drive(t);
  d->actuator_length[actuator] = t->length;
  return t->nnz;
}

static void drive_all(const mjModel* m, ig_Data* d) {
  ig_mark(d);
  Drive t = {.m = m, .d = d};
  for (int i = 0, adr = 0, nnz; i < m->nu; i++, adr += nnz) {
    d->moment_rowadr[i] = adr;
    if (rests(m, d, i)) {
      nnz = 0;
    } else if (is_scalar(m, i)) {
      drive_scalar(m, d, i, adr);
      nnz = 1;
    } else {
      nnz = drive_other(&t, i, adr);
    }
    d->moment_rownnz[i] = nnz;
  }
  ig_release(d);
}

void IG_NAME(ig_transmissions)(const mjModel* m, ig_Data* d) {
  if (m->nu) drive_all(m, d);
}

#if IG_WIDTH == 1
bool ig_moments_open(const mjModel* m) {
  for (int i = 0; i < m->nu; i++) {
    if (ig_moment_open(m, i)) return true;
  }
  return false;
}

bool ig_moments_alike(const mjModel* m) {
  for (int i = 0; i < m->nu; i++) {
    int type = m->actuator_trntype[i];
    bool fixed = type == mjTRN_TENDON && m->wrap_type[m->tendon_adr[m->actuator_trnid[2 * i]]] == mjWRAP_JOINT;
    if (type != mjTRN_JOINT && type != mjTRN_JOINTINPARENT && !fixed) return false;
  }
  return true;
}
#endif

// ------------------------------------------------ products with the moments

#if IG_LANES == 1 && IG_WIDTH > 1
// of an open row: as ig_dot_sparse of what is not zero, which is what a packed row has
static real dot_open(const real* a, const real* b, int n) {
  real part[4] = {ig_broadcast(0), ig_broadcast(0), ig_broadcast(0), ig_broadcast(0)}, sum = ig_broadcast(0);
  int there = 0;
  for (int i = 0; i < n; i++) there += a[i].v != 0;
  for (int i = 0, k = 0; i < n; i++) {
    if (a[i].v == 0) continue;
    real product = a[i] * b[i];
    if (k == there / 4 * 4) sum = (part[0] + part[2]) + (part[1] + part[3]);
    if (k >= there / 4 * 4) {
      sum += product;
    } else {
      // by hand: locals with variable indices live in memory
      if (k % 4 == 0) part[0] += product;
      if (k % 4 == 1) part[1] += product;
      if (k % 4 == 2) part[2] += product;
      if (k % 4 == 3) part[3] += product;
    }
    k++;
  }
  return there % 4 ? sum : (part[0] + part[2]) + (part[1] + part[3]);
}
#endif

void IG_NAME(ig_actuator_velocities)(const mjModel* m, ig_Data* d) {
  bool off = m->opt.disableflags & mjDSBL_ACTUATION;
  if (off) ig_zero_reals(d->actuator_velocity, m->nu);
  for (int i = 0; i < m->nu && !off; i++) {
    int adr = d->moment_rowadr[i];
#if IG_LANES == 1 && IG_WIDTH > 1
    if (ig_moment_open(m, i)) {
      d->actuator_velocity[i] = dot_open(d->actuator_moment + adr, d->qvel, (int)m->nv);
      continue;
    }
#endif
    d->actuator_velocity[i] = ig_dot_sparse(d->actuator_moment + adr, d->qvel, d->moment_rownnz[i], d->moment_colind + adr);
  }
}

// an idle actuator adds nothing, not even a zero
void IG_NAME(ig_actuator_project)(const mjModel* m, ig_Data* d) {
  ig_zero_reals(d->qfrc_actuator, m->nv);
  for (int i = 0; i < m->nu; i++) {
    real force = d->actuator_force[i];
    mask idle = ig_eq(force, ig_broadcast(0));
    if (ig_all(idle)) continue;
    int adr = d->moment_rowadr[i];
    for (int k = adr; k < adr + d->moment_rownnz[i]; k++) {
      real* sum = d->qfrc_actuator + d->moment_colind[k];
      *sum = ig_select(idle, *sum, *sum + d->actuator_moment[k] * force);
    }
  }
}
