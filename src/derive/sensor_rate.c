// SPDX-License-Identifier: Apache-2.0
// A vector u of the world seen in a frame R that turns by w is R^T u: its change is R^T (du - w x u). Positions, axes and
// velocities of objects change with their bodies (body_rate.c); a quaternion by half of its turn.
#include "derive/sensor_rate.h"

#include "derive/actuator_rate.h"
#include "derive/body_rate.h"
#include "derive/passive_rate.h"
#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "model/stack.h"
#include "smooth/object.h"

enum { MOST = 4 };  // numbers of a sensor that is differentiated

// the sensor's numbers by each kind of input, row by row
typedef struct {
  const mjModel* m;
  mjData* d;
  ig_Velocities vel;
  int sensor, dim;
  mjtNum *q, *v, *act, *ctrl;  // (MOST x nv), (MOST x nv), (MOST x na), (MOST x nu)
} Reading;

// ------------------------------------------------ joints, tendons, actuators

static void tendon_velocity(const Reading* r, int tendon) {
  int nv = (int)r->m->nv;
  ig_stack_mark(r->d);
  mjtNum* curve = IG_SCRATCH(r->d, r->m->nv * r->m->nv, mjtNum);
  ig_zero(curve, nv * nv);
  ig_tendon_row(r->m, r->d, tendon, r->v);
  if (ig_tendon_curvature(r->m, r->d, tendon, 1, curve)) ig_mulmattvec(r->q, curve, r->d->qvel, nv, nv);
  ig_stack_free(r->d);
}

// length and velocity of an actuator: length by positions, velocity by positions and by velocities
static void actuator_rates(const Reading* r, int i, mjtNum* length, mjtNum* swing, mjtNum* moment) {
  int nv = (int)r->m->nv;
  ig_moment_row(r->m, r->d, i, moment);
  ig_copy(length, moment, nv);
  ig_zero(swing, nv);
  if (!ig_transmission_bends(r->m, i)) return;
  ig_stack_mark(r->d);
  mjtNum* curve = IG_SCRATCH(r->d, r->m->nv * r->m->nv, mjtNum);
  ig_zero(curve, nv * nv);
  ig_transmission_rate(r->m, r->d, i, length, curve);
  ig_mulmattvec(swing, curve, r->d->qvel, nv, nv);
  ig_stack_free(r->d);
}

static void actuator(const Reading* r, int type, int i) {
  const mjModel* m = r->m;
  int nv = (int)m->nv;
  ig_stack_mark(r->d);
  mjtNum *length = IG_SCRATCH(r->d, m->nv, mjtNum), *swing = IG_SCRATCH(r->d, m->nv, mjtNum);
  mjtNum* moment = IG_SCRATCH(r->d, m->nv, mjtNum);
  actuator_rates(r, i, length, swing, moment);
  if (type == mjSENS_ACTUATORPOS) ig_copy(r->q, length, nv);
  if (type == mjSENS_ACTUATORVEL) {
    ig_copy(r->q, swing, nv);
    ig_copy(r->v, moment, nv);
  }
  if (type == mjSENS_ACTUATORFRC && !ig_actuator_off(m, i) && !ig_actuator_at_limit(m, r->d, i)) {
    ig_ActuatorSlope slope = ig_actuator_slope(m, r->d, i);
    ig_scl(r->q, length, slope.length, nv);
    ig_addtoscl(r->q, swing, slope.velocity, nv);
    ig_scl(r->v, moment, slope.velocity, nv);
    if (slope.act != 0) r->act[m->actuator_actadr[i] + m->actuator_actnum[i] - 1] = slope.act;
    r->ctrl[i] = slope.ctrl;
  }
  ig_stack_free(r->d);
}

static void ball(const Reading* r, int type, int joint) {
  const mjModel* m = r->m;
  int dof = m->jnt_dofadr[joint];
  for (int k = 0; k < 3; k++) {
    if (type == mjSENS_BALLANGVEL) {
      r->v[k * m->nv + dof + k] = 1;
      continue;
    }
    mjtNum axis[3] = {k == 0, k == 1, k == 2}, quat[4], change[4];
    ig_copy4(quat, r->d->qpos + m->jnt_qposadr[joint]);
    ig_normalize4(quat);
    ig_mulquataxis(change, quat, axis);
    for (int i = 0; i < 4; i++) r->q[i * m->nv + dof + k] = 0.5 * change[i];
  }
}

// ------------------------------------------------ frames

typedef struct {
  ig_Object object, reference;
  bool relative;
  mjtNum vector[3];  // what is measured
} Frame;

// the velocity (rotation, translation) of a point of the world that goes with a body
static void velocity_at(const Reading* r, int body, const mjtNum point[3], mjtNum v[6]) {
  const mjtNum* field = r->vel.body + 6 * body;
  mjtNum offset[3], swing[3];
  ig_sub3(offset, point, r->d->subtree_com + 3 * r->m->body_rootid[body]);
  ig_cross(swing, field, offset);
  ig_copy3(v, field);
  ig_add3(v + 3, field + 3, swing);
}

// its change by dof j, which moves the point by shift
static void velocity_change_at(const Reading* r, int body, const mjtNum point[3], bool moves, const mjtNum shift[3], int dof,
                               mjtNum change[6]) {
  mjtNum swing[3];
  ig_zero(change, 6);
  if (moves) ig_velocity_change(r->m, r->d, &r->vel, body, point, dof, change, change + 3);
  ig_cross(swing, r->vel.body + 6 * body, shift);
  ig_addto3(change + 3, swing);
}

static void put3(const Reading* r, const Frame* f, mjtNum* rows, int dof, const mjtNum change[3]) {
  mjtNum seen[3];
  ig_copy3(seen, change);
  if (f->relative) ig_mulmattvec3(seen, f->reference.mat, change);
  for (int k = 0; k < 3; k++) rows[k * r->m->nv + dof] = seen[k];
}

// positions and axes
static void frame_vector(const Reading* r, Frame* f, int type) {
  const mjModel* m = r->m;
  int column = type - mjSENS_FRAMEXAXIS;
  bool position = type == mjSENS_FRAMEPOS;
  for (int k = 0; k < 3; k++) {
    f->vector[k] = position ? f->object.pos[k] - (f->relative ? f->reference.pos[k] : 0) : f->object.mat[3 * k + column];
  }
  for (int dof = 0; dof < m->nv; dof++) {
    mjtNum turn[3], shift[3], ref_turn[3], ref_shift[3], change[3], part[3];
    ig_body_motion(m, r->d, f->object.body, f->object.pos, dof, turn, shift);
    if (position) {
      ig_copy3(change, shift);
    } else {
      ig_cross(change, turn, f->vector);
    }
    if (f->relative) {
      ig_body_motion(m, r->d, f->reference.body, f->reference.pos, dof, ref_turn, ref_shift);
      if (position) ig_subfrom3(change, ref_shift);
      ig_cross(part, ref_turn, f->vector);
      ig_subfrom3(change, part);
    }
    put3(r, f, r->q, dof, change);
  }
}

static void frame_quat(const Reading* r, const Frame* f, const mjtNum quat[4]) {
  const mjModel* m = r->m;
  for (int dof = 0; dof < m->nv; dof++) {
    mjtNum turn[3], shift[3], ref_turn[3], change[4];
    ig_body_motion(m, r->d, f->object.body, f->object.pos, dof, turn, shift);
    if (f->relative) {
      // seen from the reference: its turn taken off, in its axes
      ig_body_motion(m, r->d, f->reference.body, f->reference.pos, dof, ref_turn, shift);
      ig_subfrom3(turn, ref_turn);
      ig_mulmattvec3(turn, f->reference.mat, turn);
    }
    mjtNum pure[4] = {0, turn[0], turn[1], turn[2]};
    ig_mulquat(change, pure, quat);
    for (int i = 0; i < 4; i++) r->q[i * m->nv + dof] = 0.5 * change[i];
  }
}

// linear or angular velocity; from a reference, less that of its own frame at the object
static void frame_velocity(const Reading* r, const Frame* f, bool linear) {
  const mjModel* m = r->m;
  mjtNum seen[6], of_reference[6];
  const mjtNum* at = f->object.pos;
  velocity_at(r, f->object.body, at, seen);
  if (f->relative) {
    velocity_at(r, f->reference.body, at, of_reference);
    for (int k = 0; k < 6; k++) seen[k] -= of_reference[k];
  }
  for (int dof = 0; dof < m->nv; dof++) {
    mjtNum turn[3], shift[3], ref_turn[3], ref_shift[3], change[6], ref_change[6], part[3], by_v[3];
    bool moves = ig_body_motion(m, r->d, f->object.body, at, dof, turn, shift);
    velocity_change_at(r, f->object.body, at, moves, shift, dof, change);
    ig_copy3(by_v, linear ? shift : turn);
    if (f->relative) {
      // the reference's field at the object, which moves there
      moves = ig_body_motion(m, r->d, f->reference.body, at, dof, ref_turn, ref_shift);
      velocity_change_at(r, f->reference.body, at, moves, shift, dof, ref_change);
      for (int k = 0; k < 6; k++) change[k] -= ref_change[k];
      ig_cross(part, ref_turn, seen + (linear ? 3 : 0));
      ig_subfrom3(change + (linear ? 3 : 0), part);
      ig_subfrom3(by_v, linear ? ref_shift : ref_turn);
    }
    put3(r, f, r->q, dof, change + (linear ? 3 : 0));
    put3(r, f, r->v, dof, by_v);
  }
}

// a site sees its own velocity, and the magnetic field, in its axes: as the reference of itself, but not less its own velocity
static void site_vector(const Reading* r, int type, int site) {
  const mjModel* m = r->m;
  Frame f = {.relative = true};
  ig_object(m, r->d, mjOBJ_SITE, site, &f.reference);
  const mjtNum* at = f.reference.pos;
  bool linear = type == mjSENS_VELOCIMETER, field = type == mjSENS_MAGNETOMETER;
  mjtNum v[6], seen[3];
  velocity_at(r, f.reference.body, at, v);
  ig_copy3(seen, field ? m->opt.magnetic : linear ? v + 3 : v);
  for (int dof = 0; dof < m->nv; dof++) {
    mjtNum turn[3], shift[3], change[6], part[3], own[3] = {0};
    bool moves = ig_body_motion(m, r->d, f.reference.body, at, dof, turn, shift);
    velocity_change_at(r, f.reference.body, at, moves, shift, dof, change);
    if (!field) ig_copy3(own, linear ? change + 3 : change);
    ig_cross(part, turn, seen);
    ig_subfrom3(own, part);
    put3(r, &f, r->q, dof, own);
    if (!field) put3(r, &f, r->v, dof, linear ? shift : turn);
  }
}

// centre of mass of a subtree and its velocity: means over its bodies
static void subtree(const Reading* r, bool velocity, int root) {
  const mjModel* m = r->m;
  for (int body = root; body < m->nbody; body++) {
    int above = body;
    while (above > root) above = m->body_parentid[above];
    mjtNum share = m->body_mass[body] / ig_max(mjMINVAL, m->body_subtreemass[root]);
    if (above != root || share == 0) continue;
    for (int dof = 0; dof < m->nv; dof++) {
      mjtNum turn[3], shift[3], change[6];
      const mjtNum* at = r->d->xipos + 3 * body;
      if (!ig_body_motion(m, r->d, body, at, dof, turn, shift)) continue;
      velocity_change_at(r, body, at, true, shift, dof, change);
      for (int k = 0; k < 3; k++) {
        r->q[k * m->nv + dof] += share * (velocity ? change[3 + k] : shift[k]);
        if (velocity) r->v[k * m->nv + dof] += share * shift[k];
      }
    }
  }
}

// ------------------------------------------------ all of them

// cameras and lights that follow something do not move with their body
static bool find_frame(const mjModel* m, const mjData* d, int sensor, Frame* f) {
  mjtObj types[2] = {(mjtObj)m->sensor_objtype[sensor], (mjtObj)m->sensor_reftype[sensor]};
  int ids[2] = {m->sensor_objid[sensor], m->sensor_refid[sensor]};
  f->relative = ids[1] >= 0;
  for (int k = 0; k <= f->relative; k++) {
    if (types[k] == mjOBJ_CAMERA && m->cam_mode[ids[k]] != mjCAMLIGHT_FIXED) return false;
    if (!ig_object(m, d, types[k], ids[k], k ? &f->reference : &f->object)) return false;
  }
  return true;
}

static bool read(const Reading* r) {
  const mjModel* m = r->m;
  int type = m->sensor_type[r->sensor], id = m->sensor_objid[r->sensor];
  Frame f = {0};
  switch (type) {
    case mjSENS_CLOCK: return true;
    case mjSENS_JOINTPOS: r->q[m->jnt_dofadr[id]] = 1; return true;
    case mjSENS_JOINTVEL: r->v[m->jnt_dofadr[id]] = 1; return true;
    case mjSENS_TENDONPOS: ig_tendon_row(m, r->d, id, r->q); return true;
    case mjSENS_TENDONVEL: tendon_velocity(r, id); return true;
    case mjSENS_ACTUATORPOS:
    case mjSENS_ACTUATORVEL:
    case mjSENS_ACTUATORFRC: actuator(r, type, id); return true;
    case mjSENS_BALLQUAT:
    case mjSENS_BALLANGVEL: ball(r, type, id); return true;
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO:
    case mjSENS_MAGNETOMETER: site_vector(r, type, id); return true;
    case mjSENS_SUBTREECOM:
    case mjSENS_SUBTREELINVEL: subtree(r, type == mjSENS_SUBTREELINVEL, id); return true;
    case mjSENS_FRAMEPOS:
    case mjSENS_FRAMEQUAT:
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS:
    case mjSENS_FRAMELINVEL:
    case mjSENS_FRAMEANGVEL:
      if (!find_frame(m, r->d, r->sensor, &f)) return false;
      if (type == mjSENS_FRAMEQUAT) {
        frame_quat(r, &f, r->d->sensordata + m->sensor_adr[r->sensor]);
      } else if (type == mjSENS_FRAMELINVEL || type == mjSENS_FRAMEANGVEL) {
        frame_velocity(r, &f, type == mjSENS_FRAMELINVEL);
      } else {
        frame_vector(r, &f, type);
      }
      return true;
    default: return false;
  }
}

// numbers at their cutoff stand still
static bool is_cut(const Reading* r, int k) {
  const mjModel* m = r->m;
  mjtNum cutoff = m->sensor_cutoff[r->sensor], value = r->d->sensordata[m->sensor_adr[r->sensor] + k];
  int kind = m->sensor_datatype[r->sensor];
  if (cutoff <= 0 || (kind != mjDATATYPE_REAL && kind != mjDATATYPE_POSITIVE)) return false;
  return value >= cutoff || (kind == mjDATATYPE_REAL && value <= -cutoff);
}

static void write(const Reading* r, mjtNum* C, mjtNum* D) {
  int nv = (int)r->m->nv, na = (int)r->m->na, nu = (int)r->m->nu, nx = 2 * nv + na;
  for (int k = 0; k < r->dim; k++) {
    size_t row = (size_t)(r->m->sensor_adr[r->sensor] + k);
    if (is_cut(r, k)) continue;
    if (C) {
      ig_copy(C + row * (size_t)nx, r->q + k * nv, nv);
      ig_copy(C + row * (size_t)nx + nv, r->v + k * nv, nv);
      ig_copy(C + row * (size_t)nx + 2 * nv, r->act + k * na, na);
    }
    if (D) ig_copy(D + row * (size_t)nu, r->ctrl + k * nu, nu);
  }
}

const char* ig_sensor_rate(const mjModel* m, mjData* d, mjtNum* C, mjtNum* D) {
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu;
  bool well = true;
  if (C) ig_zero(C, (int)((size_t)m->nsensordata * nx));
  if (D) ig_zero(D, (int)((size_t)m->nsensordata * nu));
  ig_stack_mark(d);
  mjtNum* all = IG_SCRATCH(d, MOST * (nx + nu), mjtNum);
  Reading r = {.m = m, .d = d, .vel = ig_new_velocities(m, d, d->qvel), .q = all};
  r.v = r.q + MOST * m->nv;
  r.act = r.v + MOST * m->nv;
  r.ctrl = r.act + MOST * m->na;
  for (r.sensor = 0; r.sensor < m->nsensor && well; r.sensor++) {
    r.dim = m->sensor_dim[r.sensor];
    ig_zero(all, (int)(MOST * (nx + nu)));
    well = read(&r);
    if (well) write(&r, C, D);
  }
  ig_stack_free(d);
  return well ? NULL : "a sensor that is none of positions or velocities";
}
