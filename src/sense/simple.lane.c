// SPDX-License-Identifier: Apache-2.0
#include "sense/simple.h"

#include "math/quat.h"
#include "math/vec3.h"
#include "sense/ragged.h"
#include "smooth/object.h"
#include "smooth/position/frame.h"

typedef IG_NAME(ig_Object) Object;

// one sensor being read
typedef struct {
  const mjModel* m;
  const ig_Data* d;
  int type, object, reference;  // reference -1: none
  mjtObj object_type, reference_type;
} Sensor;

#if IG_WIDTH == 1

bool ig_is_simple(const mjModel* m, int sensor) {
  switch (m->sensor_type[sensor]) {
    case mjSENS_ACCELEROMETER:
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO:
    case mjSENS_FORCE:
    case mjSENS_TORQUE:
    case mjSENS_MAGNETOMETER:
    case mjSENS_JOINTPOS:
    case mjSENS_JOINTVEL:
    case mjSENS_JOINTACTFRC:
    case mjSENS_TENDONPOS:
    case mjSENS_TENDONVEL:
    case mjSENS_TENDONACTFRC:
    case mjSENS_ACTUATORPOS:
    case mjSENS_ACTUATORVEL:
    case mjSENS_ACTUATORFRC:
    case mjSENS_BALLQUAT:
    case mjSENS_BALLANGVEL:
    case mjSENS_FRAMEPOS:
    case mjSENS_FRAMEQUAT:
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS:
    case mjSENS_FRAMELINVEL:
    case mjSENS_FRAMEANGVEL:
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC:
    case mjSENS_SUBTREECOM:
    case mjSENS_SUBTREELINVEL:
    case mjSENS_SUBTREEANGMOM:
    case mjSENS_CLOCK: return true;
    default: return false;
  }
}

#endif

// ------------------------------------------------ frames

static bool object_of(const Sensor* s, Object* object) {
  return IG_NAME(ig_object)(s->m, s->d, s->object_type, s->object, object);
}
static bool reference_of(const Sensor* s, Object* object) {
  return IG_NAME(ig_object)(s->m, s->d, s->reference_type, s->reference, object);
}

// position or an axis of the object's frame, in the world or in the reference's frame
static bool frame_vector(const Sensor* s, real* out) {
  Object object, reference;
  bool relative = s->reference >= 0;
  if (!object_of(s, &object) || (relative && !reference_of(s, &reference))) return false;
  real v[3];
  if (s->type == mjSENS_FRAMEPOS) {
    ig_copy3(v, object.pos);
    if (relative) ig_subfrom3(v, reference.pos);
  } else {
    int column = s->type - mjSENS_FRAMEXAXIS;
    for (int k = 0; k < 3; k++) v[k] = object.mat[3 * k + column];
  }
  if (relative)
    ig_mulmattvec3(out, reference.mat, v);
  else
    ig_copy3(out, v);
  return true;
}

// products of quaternions, not from the matrix: signs and rounding are those of the kinematics
static bool object_quat(const Sensor* s, mjtObj type, int id, real quat[4]) {
  const mjModel* m = s->m;
  const ig_Data* d = s->d;
  real local[4];
  int body = id;
  switch (type) {
    case mjOBJ_XBODY: ig_copy4(quat, d->xquat + 4 * id); return true;
    case mjOBJ_BODY: ig_param4(local, m, d, body_iquat, 4 * id); break;
    case mjOBJ_GEOM:
      ig_param4(local, m, d, geom_quat, 4 * id);
      body = m->geom_bodyid[id];
      break;
    case mjOBJ_SITE:
      ig_param4(local, m, d, site_quat, 4 * id);
      body = m->site_bodyid[id];
      break;
    case mjOBJ_CAMERA:
      ig_param4(local, m, d, cam_quat, 4 * id);
      body = m->cam_bodyid[id];
      break;
    default: return false;
  }
  ig_mulquat(quat, d->xquat + 4 * body, local);
  return true;
}

// in the reference's frame: conj(reference) * object
static bool frame_quat(const Sensor* s, real* out) {
  real quat[4], reference[4];
  if (!object_quat(s, s->object_type, s->object, quat)) return false;
  if (s->reference < 0) {
    ig_copy4(out, quat);
    return true;
  }
  if (!object_quat(s, s->reference_type, s->reference, reference)) return false;
  ig_negquat(reference, reference);
  ig_mulquat(out, reference, quat);
  return true;
}

// linear or angular velocity; in a moving frame, as seen from it
static bool frame_velocity(const Sensor* s, real* out) {
  Object object, reference;
  if (!object_of(s, &object)) return false;
  real v[6];
  IG_NAME(ig_object_velocity)(s->m, s->d, &object, false, v);
  if (s->reference >= 0) {
    if (!reference_of(s, &reference)) return false;
    // the reference's own rotation carries the object along: take w x arm off as well
    real ref_v[6], arm[3], turn[3], relative[6];
    IG_NAME(ig_object_velocity)(s->m, s->d, &reference, false, ref_v);
    for (int i = 0; i < 6; i++) relative[i] = v[i] - ref_v[i];
    ig_sub3(arm, object.pos, reference.pos);
    ig_cross(turn, arm, ref_v);
    ig_addto3(relative + 3, turn);
    ig_mulmattvec3(v, reference.mat, relative);
    ig_mulmattvec3(v + 3, reference.mat, relative + 3);
  }
  ig_copy3(out, s->type == mjSENS_FRAMELINVEL ? v + 3 : v);
  return true;
}

// of the object itself, gravity included; there is no reference
static bool frame_acceleration(const Sensor* s, real* out) {
  Object object;
  if (!object_of(s, &object)) return false;
  real a[6];
  IG_NAME(ig_object_acceleration)(s->m, s->d, &object, false, a);
  ig_copy3(out, s->type == mjSENS_FRAMELINACC ? a + 3 : a);
  return true;
}

// ------------------------------------------------ sites

static void magnetometer(const Sensor* s, real* out) {
  const real* mat = s->d->site_xmat + 9 * s->object;
  ig_zero_reals(out, 3);
  for (int i = 0; i < 3; i++) {
    real field = ig_option(s->m, s->d, magnetic, i);
    for (int k = 0; k < 3; k++) out[k] += mat[3 * i + k] * field;
  }
}

static void site_motion(const Sensor* s, real* out) {
  Object site;
  real v[6];
  if (!IG_NAME(ig_object)(s->m, s->d, mjOBJ_SITE, s->object, &site)) return;
  if (s->type == mjSENS_ACCELEROMETER)
    IG_NAME(ig_object_acceleration)(s->m, s->d, &site, true, v);
  else
    IG_NAME(ig_object_velocity)(s->m, s->d, &site, true, v);
  ig_copy3(out, s->type == mjSENS_GYRO ? v : v + 3);
}

// force or torque between the site's body and its parent, in the site's frame
static void site_wrench(const Sensor* s, real* out) {
  const mjModel* m = s->m;
  const ig_Data* d = s->d;
  int site = s->object, body = m->site_bodyid[site];
  real wrench[6];
  ig_move_force(wrench, d->cfrc_int + 6 * body, d->site_xpos + 3 * site, d->subtree_com + 3 * m->body_rootid[body]);
  ig_mulmattvec3(out, d->site_xmat + 9 * site, s->type == mjSENS_FORCE ? wrench + 3 : wrench);
}

// ------------------------------------------------ all types

// all actuators that pull at the tendon
static real tendon_force(const Sensor* s) {
  real sum = ig_broadcast(0);
  for (int i = 0; i < s->m->nu; i++) {
    if (s->m->actuator_trntype[i] == mjTRN_TENDON && s->m->actuator_trnid[2 * i] == s->object) sum += s->d->actuator_force[i];
  }
  return sum;
}

bool IG_NAME(ig_measure_simple)(const mjModel* m, const ig_Data* d, int sensor, real* out) {
  int id = m->sensor_objid[sensor];
  Sensor s = {.m = m,
              .d = d,
              .type = m->sensor_type[sensor],
              .object = id,
              .reference = m->sensor_refid[sensor],
              .object_type = (mjtObj)m->sensor_objtype[sensor],
              .reference_type = (mjtObj)m->sensor_reftype[sensor]};
  switch (s.type) {
    case mjSENS_ACCELEROMETER:
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO: site_motion(&s, out); break;
    case mjSENS_FORCE:
    case mjSENS_TORQUE: site_wrench(&s, out); break;
    case mjSENS_MAGNETOMETER: magnetometer(&s, out); break;
    case mjSENS_JOINTPOS: out[0] = d->qpos[m->jnt_qposadr[id]]; break;
    case mjSENS_JOINTVEL: out[0] = d->qvel[m->jnt_dofadr[id]]; break;
    case mjSENS_JOINTACTFRC: out[0] = d->qfrc_actuator[m->jnt_dofadr[id]]; break;
    case mjSENS_TENDONPOS: out[0] = d->ten_length[id]; break;
    case mjSENS_TENDONVEL: out[0] = d->ten_velocity[id]; break;
    case mjSENS_TENDONACTFRC: out[0] = tendon_force(&s); break;
    case mjSENS_ACTUATORPOS: out[0] = d->actuator_length[id]; break;
    case mjSENS_ACTUATORVEL: out[0] = d->actuator_velocity[id]; break;
    case mjSENS_ACTUATORFRC: out[0] = d->actuator_force[id]; break;
    case mjSENS_BALLQUAT:
      ig_copy4(out, d->qpos + m->jnt_qposadr[id]);
      ig_normalize4(out);
      break;
    case mjSENS_BALLANGVEL: ig_copy3(out, d->qvel + m->jnt_dofadr[id]); break;
    case mjSENS_FRAMEPOS:
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS: return frame_vector(&s, out);
    case mjSENS_FRAMEQUAT: return frame_quat(&s, out);
    case mjSENS_FRAMELINVEL:
    case mjSENS_FRAMEANGVEL: return frame_velocity(&s, out);
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC: return frame_acceleration(&s, out);
    case mjSENS_SUBTREECOM: ig_copy3(out, d->subtree_com + 3 * id); break;
    case mjSENS_SUBTREELINVEL: ig_copy3(out, d->subtree_linvel + 3 * id); break;
    case mjSENS_SUBTREEANGMOM: ig_copy3(out, d->subtree_angmom + 3 * id); break;
    case mjSENS_CLOCK: out[0] = d->time; break;
    default: return false;
  }
  return true;
}

// ------------------------------------------------ in lanes

#if IG_WIDTH > 1

static bool has_frame(int type) {
  return type == mjOBJ_BODY || type == mjOBJ_XBODY || type == mjOBJ_GEOM || type == mjOBJ_SITE || type == mjOBJ_CAMERA;
}

// objects without a frame are an error, and single worlds raise it
static bool is_sound(const mjModel* m, int sensor) {
  int type = m->sensor_type[sensor];
  if (type < mjSENS_FRAMEPOS || type > mjSENS_FRAMEANGACC) return true;
  return has_frame(m->sensor_objtype[sensor]) && (m->sensor_refid[sensor] < 0 || has_frame(m->sensor_reftype[sensor]));
}

bool IG_NAME(ig_sense_serves)(const mjModel* m, mjtStage stage) {
  for (int i = 0; i < m->nsensor; i++) {
    if ((int)m->sensor_needstage[i] != (int)stage) continue;
    if (!ig_is_simple(m, i) || !is_sound(m, i) || m->sensor_history[2 * i] > 0) return false;
  }
  return true;
}

void IG_NAME(ig_cut_sensor)(const mjModel* m, const ig_Data* d, int sensor, real* out) {
  int kind = m->sensor_datatype[sensor];
  if (ig_param_is_zero(m, d, sensor_cutoff, sensor) || (kind != mjDATATYPE_REAL && kind != mjDATATYPE_POSITIVE)) return;
  real cutoff = ig_param(m, d, sensor_cutoff, sensor);
  mask on = ig_lt(ig_broadcast(0), cutoff);
  for (int i = 0; i < m->sensor_dim[sensor]; i++) {
    if (kind == mjDATATYPE_REAL) out[i] = ig_select(ig_and(on, ig_lt(out[i], -cutoff)), -cutoff, out[i]);
    out[i] = ig_select(ig_and(on, ig_lt(cutoff, out[i])), cutoff, out[i]);
  }
}

void IG_NAME(ig_sense)(const mjModel* m, ig_Data* d, mjtStage stage) {
  for (int i = 0; i < m->nsensor; i++) {
    if ((int)m->sensor_needstage[i] != (int)stage) continue;
    real* out = d->sensordata + m->sensor_adr[i];
    bool simple = IG_NAME(ig_measure_simple)(m, d, i, out);
#if IG_LANES == 1
    if (!simple) IG_NAME(ig_measure_ragged)(m, d, i, out);
#else
    (void)simple;
#endif
    IG_NAME(ig_cut_sensor)(m, d, i, out);
  }
}

#endif
