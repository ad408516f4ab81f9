// SPDX-License-Identifier: Apache-2.0
#include "sense/formula.h"

#include "math/quat.h"
#include "math/vec3.h"
#include "sense/touch_lane.h"
#include "smooth/object.h"

#if IG_WIDTH == 1

bool ig_is_formula(int type) {
  switch (type) {
    case mjSENS_RANGEFINDER:
    case mjSENS_CAMPROJECTION:
    case mjSENS_GEOMDIST:
    case mjSENS_GEOMNORMAL:
    case mjSENS_GEOMFROMTO:
    case mjSENS_CONTACT:
    case mjSENS_E_POTENTIAL:
    case mjSENS_E_KINETIC:
    case mjSENS_TACTILE:
    case mjSENS_USER:
    case mjSENS_PLUGIN: return false;
    default: return type >= 0 && type < mjSENS_PLUGIN;
  }
}

#endif
#if IG_LANES == 1

typedef IG_NAME(ig_Object) Object;

// what a sensor looks at, and where its numbers go
typedef struct {
  const mjModel* m;
  ig_Data* d;
  int sensor;
  int type, obj_type, obj, ref_type, ref;  // ref -1: none
  real* out;
} Reading;

// false with an error raised if the object has no frame
static bool frame_of(const Reading* r, int type, int id, Object* object) {
  if (IG_NAME(ig_object)(r->m, r->d, (mjtObj)type, id, object)) return true;
  mju_error("the object of sensor %d is of a type without a frame", r->sensor);
  return false;
}

// ------------------------------------------------ contacts and rows, of one world or of a lane

#if IG_WIDTH == 1
typedef mjContact Contact;
IG_INLINE int first_limit(const ig_Data* d) { return d->ne + d->nf; }
IG_INLINE int end_of_limits(const ig_Data* d) { return d->nefc; }
IG_INLINE int count_contacts(const ig_Data* d) { return d->ncon; }
#else
typedef ig_Contact Contact;
IG_INLINE int first_limit(const ig_Data* d) { return d->ragged.count.ne.v + d->ragged.count.nf.v; }
IG_INLINE int end_of_limits(const ig_Data* d) { return d->ragged.count.nefc.v; }
IG_INLINE int count_contacts(const ig_Data* d) { return d->ragged.count.ncon.v; }
#endif

// a pyramid's edges share the normal force
static real normal_force(const mjModel* m, const ig_Data* d, const Contact* con) {
  const real* force = d->efc_force + ig_ints_lane(con->efc_address, 0);
  int dim = ig_ints_lane(con->dim, 0);
  if (m->opt.cone != mjCONE_PYRAMIDAL || dim == 1) return force[0];
  real sum = ig_broadcast(0);
  for (int i = 0; i < 2 * (dim - 1); i++) sum += force[i];
  return sum;
}

// the side that a body is on: 0, 1, or -1 for none
static int side_of(const mjModel* m, const Contact* con, int body) {
  for (int k = 1; k >= 0; k--) {
    int geom = ig_ints_lane(con->geom[k], 0);
    if (geom >= 0 && m->geom_bodyid[geom] == body) return k;
  }
  return -1;
}

// sum of the normal forces on the site's body whose line of action meets the site's shape
static void touch(const Reading* r) {
  const mjModel* m = r->m;
  const ig_Data* d = r->d;
  int site = r->obj;
  real sum = ig_broadcast(0), size[3];
  ig_TouchSite shape = {.type = m->site_type[site]};
  ig_param3(size, m, d, site_size, 3 * site);
  ig_lane_store(shape.size, size, 3, 0);
  ig_lane_store(shape.pos, d->site_xpos + 3 * site, 3, 0);
  ig_lane_store(shape.mat, d->site_xmat + 9 * site, 9, 0);
  for (int i = 0; i < count_contacts(d); i++) {
    const Contact* con = d->contact + i;
    int side = side_of(m, con, m->site_bodyid[site]);
    if (ig_ints_lane(con->efc_address, 0) < 0 || side < 0) continue;
    double force = ig_lane(normal_force(m, d, con), 0), pos[3], normal[3];
    if (force <= 0) continue;
    ig_lane_store(pos, con->pos, 3, 0);
    ig_lane_store(normal, con->frame, 3, 0);
    if (ig_touch_hits(&shape, pos, normal, force, side == 1)) sum += force;
  }
  r->out[0] = sum;
}

// ------------------------------------------------ frames

// products of quaternions, not from the matrix: signs and rounding are those of the kinematics
static void object_quat(const Reading* r, int type, int id, real quat[4]) {
  const mjModel* m = r->m;
  const ig_Data* d = r->d;
  real local[4];
  Object object;
  if (!frame_of(r, type, id, &object)) return ig_unit4(quat);
  switch (type) {
    case mjOBJ_BODY: ig_param4(local, m, d, body_iquat, 4 * id); break;
    case mjOBJ_GEOM: ig_param4(local, m, d, geom_quat, 4 * id); break;
    case mjOBJ_SITE: ig_param4(local, m, d, site_quat, 4 * id); break;
    case mjOBJ_CAMERA: ig_param4(local, m, d, cam_quat, 4 * id); break;
    default: ig_copy4(quat, d->xquat + 4 * object.body); return;
  }
  ig_mulquat(quat, d->xquat + 4 * object.body, local);
}

// position or an axis of the object's frame, in the world or in the reference's frame
static void frame_vector(const Reading* r) {
  Object object, ref;
  if (!frame_of(r, r->obj_type, r->obj, &object)) return;
  bool relative = r->ref >= 0;
  if (relative && !frame_of(r, r->ref_type, r->ref, &ref)) return;
  real v[3];
  if (r->type == mjSENS_FRAMEPOS) {
    ig_copy3(v, object.pos);
    if (relative) ig_subfrom3(v, ref.pos);
  } else {
    int column = r->type - mjSENS_FRAMEXAXIS;
    ig_set3(v, object.mat[column], object.mat[3 + column], object.mat[6 + column]);
  }
  if (relative)
    ig_mulmattvec3(r->out, ref.mat, v);
  else
    ig_copy3(r->out, v);
}

// in the reference's frame: conj(reference) * object
static void frame_quat(const Reading* r) {
  real quat[4], ref[4];
  object_quat(r, r->obj_type, r->obj, quat);
  if (r->ref < 0) return ig_copy4(r->out, quat);
  object_quat(r, r->ref_type, r->ref, ref);
  ig_negquat(ref, ref);
  ig_mulquat(r->out, ref, quat);
}

// linear or angular velocity; in a moving frame, as seen from it
static void frame_velocity(const Reading* r) {
  real v[6];
  Object object, ref;
  if (!frame_of(r, r->obj_type, r->obj, &object)) return;
  IG_NAME(ig_object_velocity)(r->m, r->d, &object, false, v);
  if (r->ref >= 0) {
    if (!frame_of(r, r->ref_type, r->ref, &ref)) return;
    // the reference's own rotation carries the object along: take w x arm off as well
    real ref_v[6], arm[3], turn[3], relative[6];
    IG_NAME(ig_object_velocity)(r->m, r->d, &ref, false, ref_v);
    for (int i = 0; i < 6; i++) relative[i] = v[i] - ref_v[i];
    ig_sub3(arm, object.pos, ref.pos);
    ig_cross(turn, arm, ref_v);
    ig_addto3(relative + 3, turn);
    ig_mulmattvec3(v, ref.mat, relative);
    ig_mulmattvec3(v + 3, ref.mat, relative + 3);
  }
  ig_copy3(r->out, r->type == mjSENS_FRAMELINVEL ? v + 3 : v);
}

// of the object itself, gravity included; there is no reference
static void frame_acceleration(const Reading* r) {
  real a[6];
  Object object;
  if (!frame_of(r, r->obj_type, r->obj, &object)) return;
  IG_NAME(ig_object_acceleration)(r->m, r->d, &object, false, a);
  ig_copy3(r->out, r->type == mjSENS_FRAMELINACC ? a + 3 : a);
}

// ------------------------------------------------ sites

// rows that the field does not reach are left out of the sums
static void magnetometer(const Reading* r) {
  const real* mat = r->d->site_xmat + 9 * r->obj;
  ig_zero3(r->out);
  for (int i = 0; i < 3; i++) {
    real field = ig_option(r->m, r->d, magnetic, i);
    if (ig_all(ig_eq(field, ig_broadcast(0)))) continue;
    for (int k = 0; k < 3; k++) r->out[k] += mat[3 * i + k] * field;
  }
}

// velocimeter and gyro
static void site_velocity(const Reading* r) {
  real v[6];
  Object site;
  frame_of(r, mjOBJ_SITE, r->obj, &site);
  IG_NAME(ig_object_velocity)(r->m, r->d, &site, true, v);
  ig_copy3(r->out, r->type == mjSENS_VELOCIMETER ? v + 3 : v);
}

static void accelerometer(const Reading* r) {
  real a[6];
  Object site;
  frame_of(r, mjOBJ_SITE, r->obj, &site);
  IG_NAME(ig_object_acceleration)(r->m, r->d, &site, true, a);
  ig_copy3(r->out, a + 3);
}

// force or torque between the site's body and its parent, moved to the site and into its axes
static void site_wrench(const Reading* r) {
  const ig_Data* d = r->d;
  Object site;
  frame_of(r, mjOBJ_SITE, r->obj, &site);
  const real *wrench = d->cfrc_int + 6 * site.body, *force = wrench + 3;
  if (r->type == mjSENS_FORCE) return ig_mulmattvec3(r->out, site.mat, force);
  real shift[3], turn[3], torque[3];
  ig_sub3(shift, site.pos, d->subtree_com + 3 * r->m->body_rootid[site.body]);
  ig_cross(turn, shift, force);
  ig_copy3(torque, wrench);
  ig_subfrom3(torque, turn);
  ig_mulmattvec3(r->out, site.mat, torque);
}

// in the shape's own axes
IG_INLINE bool inside(const real pos[3], const real mat[9], const real size[3], int type, const real point[3]) {
  real v[3], p[3];
  ig_sub3(v, point, pos);
  if (type == mjGEOM_SPHERE) return ig_lt(ig_dot3(v, v), size[0] * size[0]);
  ig_mulmattvec3(p, mat, v);
  real round = p[0] * p[0] + p[1] * p[1], radius = size[0] * size[0];
  switch (type) {
    case mjGEOM_CAPSULE: {
      // how far past the ends of the core
      real end = ig_select(ig_lt(p[2], -size[1]), -size[1], ig_select(ig_lt(size[1], p[2]), size[1], p[2])), beyond = p[2] - end;
      return ig_lt(round + beyond * beyond, radius);
    }
    case mjGEOM_ELLIPSOID:
      return ig_lt(p[0] * p[0] / radius + p[1] * p[1] / (size[1] * size[1]) + p[2] * p[2] / (size[2] * size[2]), ig_broadcast(1));
    case mjGEOM_CYLINDER: return ig_and(ig_lt(ig_abs(p[2]), size[1]), ig_lt(round, radius));
    case mjGEOM_BOX:
      return ig_and(ig_lt(ig_abs(p[0]), size[0]), ig_and(ig_lt(ig_abs(p[1]), size[1]), ig_lt(ig_abs(p[2]), size[2])));
    case mjGEOM_PLANE: return ig_lt(p[2], ig_broadcast(0));
    default: return false;
  }
}

static void inside_site(const Reading* r) {
  Object object;
  real size[3];
  if (!frame_of(r, r->obj_type, r->obj, &object)) return;
  int site = r->ref;
  ig_param3(size, r->m, r->d, site_size, 3 * site);
  bool in = inside(r->d->site_xpos + 3 * site, r->d->site_xmat + 9 * site, size, r->m->site_type[site], object.pos);
  r->out[0] = ig_broadcast(in);
}

// ------------------------------------------------ joints, tendons, actuators, limits

static void ball_quat(const Reading* r) {
  ig_copy4(r->out, r->d->qpos + r->m->jnt_qposadr[r->obj]);
  ig_normalize4(r->out);
}

// all actuators that pull at the tendon
static void tendon_force(const Reading* r) {
  real sum = ig_broadcast(0);
  for (int i = 0; i < r->m->nu; i++) {
    if (r->m->actuator_trntype[i] == mjTRN_TENDON && r->m->actuator_trnid[2 * i] == r->obj) sum += r->d->actuator_force[i];
  }
  r->out[0] = sum;
}

// what the row of a joint's or tendon's limit says; 0 while there is none
static void limit(const Reading* r) {
  const ig_Data* d = r->d;
  bool joint = r->type >= mjSENS_JOINTLIMITPOS && r->type <= mjSENS_JOINTLIMITFRC;
  int kind = joint ? mjCNSTR_LIMIT_JOINT : mjCNSTR_LIMIT_TENDON;
  int quantity = r->type - (joint ? mjSENS_JOINTLIMITPOS : mjSENS_TENDONLIMITPOS);
  r->out[0] = ig_broadcast(0);
  for (int row = first_limit(d); row < end_of_limits(d); row++) {
    if (ig_ints_lane(d->efc_type[row], 0) != kind || ig_ints_lane(d->efc_id[row], 0) != r->obj) continue;
    r->out[0] = quantity == 0 ? d->efc_pos[row] - d->efc_margin[row] : quantity == 1 ? d->efc_vel[row] : d->efc_force[row];
    return;
  }
}

// ------------------------------------------------ all types

bool IG_NAME(ig_formula)(const mjModel* m, ig_Data* d, int sensor, real* out) {
  Reading r = {m,
               d,
               sensor,
               m->sensor_type[sensor],
               m->sensor_objtype[sensor],
               m->sensor_objid[sensor],
               m->sensor_reftype[sensor],
               m->sensor_refid[sensor],
               out};
  int obj = r.obj;
  switch (r.type) {
    case mjSENS_TOUCH: touch(&r); break;
    case mjSENS_ACCELEROMETER: accelerometer(&r); break;
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO: site_velocity(&r); break;
    case mjSENS_FORCE:
    case mjSENS_TORQUE: site_wrench(&r); break;
    case mjSENS_MAGNETOMETER: magnetometer(&r); break;
    case mjSENS_JOINTPOS: out[0] = d->qpos[m->jnt_qposadr[obj]]; break;
    case mjSENS_JOINTVEL: out[0] = d->qvel[m->jnt_dofadr[obj]]; break;
    case mjSENS_TENDONPOS: out[0] = d->ten_length[obj]; break;
    case mjSENS_TENDONVEL: out[0] = d->ten_velocity[obj]; break;
    case mjSENS_ACTUATORPOS: out[0] = d->actuator_length[obj]; break;
    case mjSENS_ACTUATORVEL: out[0] = d->actuator_velocity[obj]; break;
    case mjSENS_ACTUATORFRC: out[0] = d->actuator_force[obj]; break;
    case mjSENS_JOINTACTFRC: out[0] = d->qfrc_actuator[m->jnt_dofadr[obj]]; break;
    case mjSENS_TENDONACTFRC: tendon_force(&r); break;
    case mjSENS_BALLQUAT: ball_quat(&r); break;
    case mjSENS_BALLANGVEL: ig_copy3(out, d->qvel + m->jnt_dofadr[obj]); break;
    case mjSENS_JOINTLIMITPOS:
    case mjSENS_JOINTLIMITVEL:
    case mjSENS_JOINTLIMITFRC:
    case mjSENS_TENDONLIMITPOS:
    case mjSENS_TENDONLIMITVEL:
    case mjSENS_TENDONLIMITFRC: limit(&r); break;
    case mjSENS_FRAMEPOS:
    case mjSENS_FRAMEXAXIS:
    case mjSENS_FRAMEYAXIS:
    case mjSENS_FRAMEZAXIS: frame_vector(&r); break;
    case mjSENS_FRAMEQUAT: frame_quat(&r); break;
    case mjSENS_FRAMELINVEL:
    case mjSENS_FRAMEANGVEL: frame_velocity(&r); break;
    case mjSENS_FRAMELINACC:
    case mjSENS_FRAMEANGACC: frame_acceleration(&r); break;
    case mjSENS_SUBTREECOM: ig_copy3(out, d->subtree_com + 3 * obj); break;
    case mjSENS_SUBTREELINVEL: ig_copy3(out, d->subtree_linvel + 3 * obj); break;
    case mjSENS_SUBTREEANGMOM: ig_copy3(out, d->subtree_angmom + 3 * obj); break;
    case mjSENS_INSIDESITE: inside_site(&r); break;
    case mjSENS_CLOCK: out[0] = d->time; break;
    default: return false;
  }
  return true;
}

void IG_NAME(ig_cut_off)(const mjModel* m, int sensor, real* out) {
  real cutoff = ig_broadcast(m->sensor_cutoff[sensor]);
  int type = m->sensor_type[sensor], kind = m->sensor_datatype[sensor];
  if (m->sensor_cutoff[sensor] <= 0 || type == mjSENS_CONTACT || type == mjSENS_GEOMFROMTO) return;
  for (int i = 0; i < m->sensor_dim[sensor]; i++) {
    if (kind == mjDATATYPE_REAL) out[i] = ig_select(ig_lt(out[i], -cutoff), -cutoff, out[i]);
    if (kind == mjDATATYPE_REAL || kind == mjDATATYPE_POSITIVE) out[i] = ig_select(ig_lt(cutoff, out[i]), cutoff, out[i]);
  }
}

#endif
