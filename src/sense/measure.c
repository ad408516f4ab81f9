// SPDX-License-Identifier: Apache-2.0
// Sensors that are one formula each, and the table of all types.
#include <math.h>
#include <stdbool.h>

#include "math/dense.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "sense/reading.h"
#include "sense/sensor.h"
#include "smooth/bias.h"
#include "smooth/force/energy.h"
#include "smooth/position/com.h"

// ------------------------------------------------------------------------------------------------ frames

// frame of an object: position and orientation matrix; false with an error raised if it has none
static int object_frame(const ig_Reading* r, int type, int id, const mjtNum** pos, const mjtNum** mat) {
  const mjData* d = r->d;
  switch (type) {
    case mjOBJ_XBODY: *pos = d->xpos, *mat = d->xmat; break;
    case mjOBJ_BODY: *pos = d->xipos, *mat = d->ximat; break;
    case mjOBJ_GEOM: *pos = d->geom_xpos, *mat = d->geom_xmat; break;
    case mjOBJ_SITE: *pos = d->site_xpos, *mat = d->site_xmat; break;
    case mjOBJ_CAMERA: *pos = d->cam_xpos, *mat = d->cam_xmat; break;
    default: mju_error("the object of sensor %d is of a type without a frame", r->sensor); return 0;
  }
  *pos += 3 * id;
  *mat += 9 * id;
  return 1;
}

// products of quaternions, not from the matrix: signs and rounding are those of the kinematics
static void object_quat(const ig_Reading* r, int type, int id, mjtNum quat[4]) {
  const mjModel* m = r->m;
  int body = id;
  const mjtNum* local = NULL;
  switch (type) {
    case mjOBJ_XBODY: break;
    case mjOBJ_BODY: local = m->body_iquat; break;
    case mjOBJ_GEOM: local = m->geom_quat, body = m->geom_bodyid[id]; break;
    case mjOBJ_SITE: local = m->site_quat, body = m->site_bodyid[id]; break;
    case mjOBJ_CAMERA: local = m->cam_quat, body = m->cam_bodyid[id]; break;
    default:
      ig_unit4(quat);
      mju_error("the object of sensor %d is of a type without a frame", r->sensor);
      return;
  }
  if (local)
    ig_mulquat(quat, r->d->xquat + 4 * body, local + 4 * id);
  else
    ig_copy4(quat, r->d->xquat + 4 * body);
}

// position or an axis of the object's frame, in the world or in the reference's frame
static void frame_vector(const ig_Reading* r) {
  const mjtNum *pos, *mat, *ref_pos, *ref_mat;
  if (!object_frame(r, r->obj_type, r->obj, &pos, &mat)) return;
  bool relative = r->ref >= 0;
  if (relative && !object_frame(r, r->ref_type, r->ref, &ref_pos, &ref_mat)) return;
  mjtNum v[3];
  if (r->type == mjSENS_FRAMEPOS) {
    ig_copy3(v, pos);
    if (relative) ig_subfrom3(v, ref_pos);
  } else {
    int column = r->type - mjSENS_FRAMEXAXIS;
    ig_set3(v, mat[column], mat[3 + column], mat[6 + column]);
  }
  if (relative)
    ig_mulmattvec3(r->out, ref_mat, v);
  else
    ig_copy3(r->out, v);
}

// in the reference's frame: conj(reference) * object
static void frame_quat(const ig_Reading* r) {
  mjtNum quat[4], ref[4];
  object_quat(r, r->obj_type, r->obj, quat);
  if (r->ref < 0) {
    ig_copy4(r->out, quat);
    return;
  }
  object_quat(r, r->ref_type, r->ref, ref);
  ig_negquat(ref, ref);
  ig_mulquat(r->out, ref, quat);
}

// linear or angular velocity; in a moving frame, as seen from it
static void frame_velocity(const ig_Reading* r) {
  mjtNum v[6];
  mj_objectVelocity(r->m, r->d, r->obj_type, r->obj, v, 0);
  if (r->ref >= 0) {
    const mjtNum *pos, *mat, *ref_pos, *ref_mat;
    if (!object_frame(r, r->obj_type, r->obj, &pos, &mat) || !object_frame(r, r->ref_type, r->ref, &ref_pos, &ref_mat)) return;
    // the reference's own rotation carries the object along: take w x arm off as well
    mjtNum ref_v[6], arm[3], turn[3], relative[6];
    mj_objectVelocity(r->m, r->d, r->ref_type, r->ref, ref_v, 0);
    for (int i = 0; i < 6; i++) relative[i] = v[i] - ref_v[i];
    ig_sub3(arm, pos, ref_pos);
    ig_cross(turn, arm, ref_v);
    ig_addto3(relative + 3, turn);
    ig_mulmattvec3(v, ref_mat, relative);
    ig_mulmattvec3(v + 3, ref_mat, relative + 3);
  }
  ig_copy3(r->out, r->type == mjSENS_FRAMELINVEL ? v + 3 : v);
}

// of the object itself, gravity included; there is no reference
static void frame_acceleration(const ig_Reading* r) {
  mjtNum a[6];
  mj_objectAcceleration(r->m, r->d, r->obj_type, r->obj, a, 0);
  ig_copy3(r->out, r->type == mjSENS_FRAMELINACC ? a + 3 : a);
}

// -------------------------------------------------------------------------------------- inertial and sites

static void magnetometer(const ig_Reading* r) { ig_mulmattvec(r->out, r->d->site_xmat + 9 * r->obj, r->m->opt.magnetic, 3, 3); }

// velocimeter and gyro
static void site_velocity(const ig_Reading* r) {
  mjtNum v[6];
  mj_objectVelocity(r->m, r->d, mjOBJ_SITE, r->obj, v, 1);
  ig_copy3(r->out, r->type == mjSENS_VELOCIMETER ? v + 3 : v);
}

static void accelerometer(const ig_Reading* r) {
  mjtNum a[6];
  mj_objectAcceleration(r->m, r->d, mjOBJ_SITE, r->obj, a, 1);
  ig_copy3(r->out, a + 3);
}

// force or torque between the site's body and its parent, in the site's frame
static void site_wrench(const ig_Reading* r) {
  const mjModel* m = r->m;
  const mjData* d = r->d;
  int site = r->obj, body = m->site_bodyid[site];
  mjtNum wrench[6];
  mju_transformSpatial(wrench, d->cfrc_int + 6 * body, 1, d->site_xpos + 3 * site, d->subtree_com + 3 * m->body_rootid[body],
                       d->site_xmat + 9 * site);
  ig_copy3(r->out, r->type == mjSENS_FORCE ? wrench + 3 : wrench);
}

// in the shape's own axes
int ig_inside_shape(const mjtNum pos[3], const mjtNum mat[9], const mjtNum size[3], int type, const mjtNum point[3]) {
  mjtNum v[3], p[3];
  ig_sub3(v, point, pos);
  if (type == mjGEOM_SPHERE) return ig_dot3(v, v) < size[0] * size[0];
  ig_mulmattvec3(p, mat, v);
  mjtNum round = p[0] * p[0] + p[1] * p[1], radius = size[0] * size[0];
  switch (type) {
    case mjGEOM_CAPSULE: {
      // how far past the ends of the core
      mjtNum beyond = p[2] - (p[2] < -size[1] ? -size[1] : p[2] > size[1] ? size[1] : p[2]);
      return round + beyond * beyond < radius;
    }
    case mjGEOM_ELLIPSOID:
      return p[0] * p[0] / radius + p[1] * p[1] / (size[1] * size[1]) + p[2] * p[2] / (size[2] * size[2]) < 1;
    case mjGEOM_CYLINDER: return fabs(p[2]) < size[1] && round < radius;
    case mjGEOM_BOX: return fabs(p[0]) < size[0] && fabs(p[1]) < size[1] && fabs(p[2]) < size[2];
    case mjGEOM_PLANE: return p[2] < 0;
    default: return 0;
  }
}

static void inside_site(const ig_Reading* r) {
  const mjtNum *pos, *mat;
  if (!object_frame(r, r->obj_type, r->obj, &pos, &mat)) return;
  int site = r->ref;
  r->out[0] = ig_inside_shape(r->d->site_xpos + 3 * site, r->d->site_xmat + 9 * site, r->m->site_size + 3 * site,
                              r->m->site_type[site], pos);
}

// -------------------------------------------------------------------------- joints, tendons, actuators, limits

static void joint_position(const ig_Reading* r) { r->out[0] = r->d->qpos[r->m->jnt_qposadr[r->obj]]; }
static void joint_velocity(const ig_Reading* r) { r->out[0] = r->d->qvel[r->m->jnt_dofadr[r->obj]]; }
static void joint_force(const ig_Reading* r) { r->out[0] = r->d->qfrc_actuator[r->m->jnt_dofadr[r->obj]]; }
static void tendon_position(const ig_Reading* r) { r->out[0] = r->d->ten_length[r->obj]; }
static void tendon_velocity(const ig_Reading* r) { r->out[0] = r->d->ten_velocity[r->obj]; }
static void actuator_position(const ig_Reading* r) { r->out[0] = r->d->actuator_length[r->obj]; }
static void actuator_velocity(const ig_Reading* r) { r->out[0] = r->d->actuator_velocity[r->obj]; }
static void actuator_force(const ig_Reading* r) { r->out[0] = r->d->actuator_force[r->obj]; }
static void ball_velocity(const ig_Reading* r) { ig_copy3(r->out, r->d->qvel + r->m->jnt_dofadr[r->obj]); }

static void ball_quat(const ig_Reading* r) {
  ig_copy4(r->out, r->d->qpos + r->m->jnt_qposadr[r->obj]);
  ig_normalize4(r->out);
}

// all actuators that pull at the tendon
static void tendon_force(const ig_Reading* r) {
  mjtNum sum = 0;
  for (int i = 0; i < r->m->nu; i++) {
    if (r->m->actuator_trntype[i] == mjTRN_TENDON && r->m->actuator_trnid[2 * i] == r->obj) sum += r->d->actuator_force[i];
  }
  r->out[0] = sum;
}

// what the row of a joint's or tendon's limit says; 0 while there is none
static void limit(const ig_Reading* r) {
  const mjData* d = r->d;
  bool joint = r->type >= mjSENS_JOINTLIMITPOS && r->type <= mjSENS_JOINTLIMITFRC;
  int kind = joint ? mjCNSTR_LIMIT_JOINT : mjCNSTR_LIMIT_TENDON;
  int quantity = r->type - (joint ? mjSENS_JOINTLIMITPOS : mjSENS_TENDONLIMITPOS);
  r->out[0] = 0;
  for (int row = d->ne + d->nf; row < d->nefc; row++) {
    if (d->efc_type[row] != kind || d->efc_id[row] != r->obj) continue;
    r->out[0] = quantity == 0 ? d->efc_pos[row] - d->efc_margin[row] : quantity == 1 ? d->efc_vel[row] : d->efc_force[row];
    return;
  }
}

// ----------------------------------------------------------------------------------- bodies, distances, energy

static void subtree_com(const ig_Reading* r) { ig_copy3(r->out, r->d->subtree_com + 3 * r->obj); }
static void subtree_velocity(const ig_Reading* r) { ig_copy3(r->out, r->d->subtree_linvel + 3 * r->obj); }
static void subtree_momentum(const ig_Reading* r) { ig_copy3(r->out, r->d->subtree_angmom + 3 * r->obj); }
static void clock_time(const ig_Reading* r) { r->out[0] = r->d->time; }

// energies may be there already, from an option or another sensor
static void potential(const ig_Reading* r) {
  if (!r->d->flg_energypos) ig_potential_energy(r->m, r->d);
  r->out[0] = r->d->energy[0];
}

static void kinetic(const ig_Reading* r) {
  if (!r->d->flg_energyvel) ig_kinetic_energy(r->m, r->d);
  r->out[0] = r->d->energy[1];
}

// a geom, or all geoms of a body
static void geoms_of(const mjModel* m, int type, int id, int* first, int* count) {
  *first = type == mjOBJ_BODY ? m->body_geomadr[id] : id;
  *count = type == mjOBJ_BODY ? m->body_geomnum[id] : 1;
}

// distance, direction or segment between the nearest points; the cutoff is the largest distance looked for
static void geom_distance(const ig_Reading* r) {
  int first1, count1, first2, count2;
  geoms_of(r->m, r->obj_type, r->obj, &first1, &count1);
  geoms_of(r->m, r->ref_type, r->ref, &first2, &count2);
  mjtNum nearest = r->m->sensor_cutoff[r->sensor], cutoff = nearest, segment[6] = {0};
  for (int g1 = first1; g1 < first1 + count1; g1++) {
    for (int g2 = first2; g2 < first2 + count2; g2++) {
      mjtNum fromto[6] = {0}, dist = mj_geomDistance(r->m, r->d, g1, g2, cutoff, fromto);
      if (dist >= nearest) continue;
      nearest = dist;
      ig_copy(segment, fromto, 6);
    }
  }
  if (r->type == mjSENS_GEOMDIST) {
    r->out[0] = nearest;
  } else if (r->type == mjSENS_GEOMFROMTO) {
    ig_copy(r->out, segment, 6);
  } else {
    ig_sub3(r->out, segment + 3, segment);
    if (r->out[0] != 0 || r->out[1] != 0 || r->out[2] != 0) ig_normalize3(r->out);
  }
}

// ------------------------------------------------------------------------------------------------ all types

// types that are not here (user, plugin) are called by the stage itself
static ig_Measure* const measures[] = {
    [mjSENS_TOUCH] = ig_measure_touch,
    [mjSENS_ACCELEROMETER] = accelerometer,
    [mjSENS_VELOCIMETER] = site_velocity,
    [mjSENS_GYRO] = site_velocity,
    [mjSENS_FORCE] = site_wrench,
    [mjSENS_TORQUE] = site_wrench,
    [mjSENS_MAGNETOMETER] = magnetometer,
    [mjSENS_RANGEFINDER] = ig_measure_rangefinder,
    [mjSENS_CAMPROJECTION] = ig_measure_camera_projection,
    [mjSENS_JOINTPOS] = joint_position,
    [mjSENS_JOINTVEL] = joint_velocity,
    [mjSENS_TENDONPOS] = tendon_position,
    [mjSENS_TENDONVEL] = tendon_velocity,
    [mjSENS_ACTUATORPOS] = actuator_position,
    [mjSENS_ACTUATORVEL] = actuator_velocity,
    [mjSENS_ACTUATORFRC] = actuator_force,
    [mjSENS_JOINTACTFRC] = joint_force,
    [mjSENS_TENDONACTFRC] = tendon_force,
    [mjSENS_BALLQUAT] = ball_quat,
    [mjSENS_BALLANGVEL] = ball_velocity,
    [mjSENS_JOINTLIMITPOS] = limit,
    [mjSENS_JOINTLIMITVEL] = limit,
    [mjSENS_JOINTLIMITFRC] = limit,
    [mjSENS_TENDONLIMITPOS] = limit,
    [mjSENS_TENDONLIMITVEL] = limit,
    [mjSENS_TENDONLIMITFRC] = limit,
    [mjSENS_FRAMEPOS] = frame_vector,
    [mjSENS_FRAMEQUAT] = frame_quat,
    [mjSENS_FRAMEXAXIS] = frame_vector,
    [mjSENS_FRAMEYAXIS] = frame_vector,
    [mjSENS_FRAMEZAXIS] = frame_vector,
    [mjSENS_FRAMELINVEL] = frame_velocity,
    [mjSENS_FRAMEANGVEL] = frame_velocity,
    [mjSENS_FRAMELINACC] = frame_acceleration,
    [mjSENS_FRAMEANGACC] = frame_acceleration,
    [mjSENS_SUBTREECOM] = subtree_com,
    [mjSENS_SUBTREELINVEL] = subtree_velocity,
    [mjSENS_SUBTREEANGMOM] = subtree_momentum,
    [mjSENS_INSIDESITE] = inside_site,
    [mjSENS_GEOMDIST] = geom_distance,
    [mjSENS_GEOMNORMAL] = geom_distance,
    [mjSENS_GEOMFROMTO] = geom_distance,
    [mjSENS_CONTACT] = ig_measure_contact,
    [mjSENS_E_POTENTIAL] = potential,
    [mjSENS_E_KINETIC] = kinetic,
    [mjSENS_CLOCK] = clock_time,
    [mjSENS_TACTILE] = ig_measure_tactile,
};

// what a type needs beyond the stage it belongs to, unless someone has computed it already
static void prepare(const ig_Reading* r) {
  switch (r->type) {
    case mjSENS_SUBTREELINVEL:
    case mjSENS_SUBTREEANGMOM:
      if (!r->d->flg_subtreevel) ig_subtree_velocities(r->m, r->d);
      break;
    case mjSENS_ACCELEROMETER:
    case mjSENS_FORCE:
    case mjSENS_TORQUE:
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC:
      if (!r->d->flg_rnepost) ig_body_forces(r->m, r->d);
      break;
    default: break;
  }
}

void ig_measure(const mjModel* m, mjData* d, int sensor, mjtNum* out) {
  ig_Reading r = {.m = m,
                  .d = d,
                  .sensor = sensor,
                  .type = m->sensor_type[sensor],
                  .obj_type = m->sensor_objtype[sensor],
                  .obj = m->sensor_objid[sensor],
                  .ref_type = m->sensor_reftype[sensor],
                  .ref = m->sensor_refid[sensor],
                  .out = out};
  int known = sizeof measures / sizeof measures[0];
  if (r.type < 0 || r.type >= known || !measures[r.type]) {
    mju_error("invalid sensor type %d, sensor %d", r.type, sensor);
    return;
  }
  prepare(&r);
  measures[r.type](&r);
  ig_cut_off(m, sensor, out);
}
