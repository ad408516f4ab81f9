// SPDX-License-Identifier: Apache-2.0
#include "compile/relation/sensor.h"

#include "compile/mesh/mesh.h"
#include "compile/record/instance.h"
#include "compile/record/limit.h"
#include "compile/relation/history.h"
#include "model/typename.h"
#include "spec/sensor.h"

enum { MAX_SAMPLES = 1 << 24 };

// what a sensor may be attached to
typedef enum Holder_ {
  NOTHING,
  SITE,
  SITE_OR_CAMERA,
  SCALAR_JOINT,
  BALL_JOINT,
  LIMITED_JOINT,
  TENDON,
  LIMITED_TENDON,
  ACTUATOR,
  FRAMED,
  BODY,
  SITED,     // a frame, seen from a site
  DISTANCE,  // two bodies or geoms
  CONTACT,
  MESH,
  OWN
} Holder;

// one row per type: holder, data type, stage
typedef struct Kind_ {
  Holder holder;
  mjtDataType data;
  mjtStage stage;
} Kind;

#define REAL mjDATATYPE_REAL
#define POSITIVE mjDATATYPE_POSITIVE
#define AXIS mjDATATYPE_AXIS
#define QUAT mjDATATYPE_QUATERNION
#define POS mjSTAGE_POS
#define VEL mjSTAGE_VEL
#define ACC mjSTAGE_ACC

static const Kind kinds[] = {
    [mjSENS_TOUCH] = {SITE, POSITIVE, ACC},
    [mjSENS_ACCELEROMETER] = {SITE, REAL, ACC},
    [mjSENS_VELOCIMETER] = {SITE, REAL, VEL},
    [mjSENS_GYRO] = {SITE, REAL, VEL},
    [mjSENS_FORCE] = {SITE, REAL, ACC},
    [mjSENS_TORQUE] = {SITE, REAL, ACC},
    [mjSENS_MAGNETOMETER] = {SITE, REAL, POS},
    [mjSENS_RANGEFINDER] = {SITE_OR_CAMERA, REAL, POS},
    [mjSENS_CAMPROJECTION] = {SITE, REAL, POS},
    [mjSENS_JOINTPOS] = {SCALAR_JOINT, REAL, POS},
    [mjSENS_JOINTVEL] = {SCALAR_JOINT, REAL, VEL},
    [mjSENS_TENDONPOS] = {TENDON, REAL, POS},
    [mjSENS_TENDONVEL] = {TENDON, REAL, VEL},
    [mjSENS_ACTUATORPOS] = {ACTUATOR, REAL, POS},
    [mjSENS_ACTUATORVEL] = {ACTUATOR, REAL, VEL},
    [mjSENS_ACTUATORFRC] = {ACTUATOR, REAL, ACC},
    [mjSENS_JOINTACTFRC] = {SCALAR_JOINT, REAL, ACC},
    [mjSENS_TENDONACTFRC] = {TENDON, REAL, ACC},
    [mjSENS_BALLQUAT] = {BALL_JOINT, QUAT, POS},
    [mjSENS_BALLANGVEL] = {BALL_JOINT, REAL, VEL},
    [mjSENS_JOINTLIMITPOS] = {LIMITED_JOINT, REAL, POS},
    [mjSENS_JOINTLIMITVEL] = {LIMITED_JOINT, REAL, VEL},
    [mjSENS_JOINTLIMITFRC] = {LIMITED_JOINT, REAL, ACC},
    [mjSENS_TENDONLIMITPOS] = {LIMITED_TENDON, REAL, POS},
    [mjSENS_TENDONLIMITVEL] = {LIMITED_TENDON, REAL, VEL},
    [mjSENS_TENDONLIMITFRC] = {LIMITED_TENDON, REAL, ACC},
    [mjSENS_FRAMEPOS] = {FRAMED, REAL, POS},
    [mjSENS_FRAMEQUAT] = {FRAMED, QUAT, POS},
    [mjSENS_FRAMEXAXIS] = {FRAMED, AXIS, POS},
    [mjSENS_FRAMEYAXIS] = {FRAMED, AXIS, POS},
    [mjSENS_FRAMEZAXIS] = {FRAMED, AXIS, POS},
    [mjSENS_FRAMELINVEL] = {FRAMED, REAL, VEL},
    [mjSENS_FRAMEANGVEL] = {FRAMED, REAL, VEL},
    [mjSENS_FRAMELINACC] = {FRAMED, REAL, ACC},
    [mjSENS_FRAMEANGACC] = {FRAMED, REAL, ACC},
    [mjSENS_SUBTREECOM] = {BODY, REAL, POS},
    [mjSENS_SUBTREELINVEL] = {BODY, REAL, VEL},
    [mjSENS_SUBTREEANGMOM] = {BODY, REAL, VEL},
    [mjSENS_INSIDESITE] = {SITED, POSITIVE, POS},
    [mjSENS_GEOMDIST] = {DISTANCE, REAL, POS},
    [mjSENS_GEOMNORMAL] = {DISTANCE, AXIS, POS},
    [mjSENS_GEOMFROMTO] = {DISTANCE, REAL, POS},
    [mjSENS_CONTACT] = {CONTACT, REAL, ACC},
    [mjSENS_E_POTENTIAL] = {NOTHING, REAL, POS},
    [mjSENS_E_KINETIC] = {NOTHING, REAL, POS},
    [mjSENS_CLOCK] = {NOTHING, REAL, POS},
    [mjSENS_TACTILE] = {MESH, REAL, ACC},
    [mjSENS_PLUGIN] = {OWN, REAL, POS},
    [mjSENS_USER] = {OWN, REAL, POS},
};

static bool has_frame(mjtObj type) {
  return type == mjOBJ_BODY || type == mjOBJ_XBODY || type == mjOBJ_GEOM || type == mjOBJ_SITE || type == mjOBJ_CAMERA;
}

// a geom or mesh that is looked at is not only for show
static void keep_visible(ig_Record* r, mjtObj type) {
  if (type == mjOBJ_GEOM) ((ig_CGeom*)(void*)r)->visual = false;
  if (type == mjOBJ_MESH) ((ig_CMesh*)(void*)r)->visual = false;
}

// a type without a name, or a name that nothing has, is a mistake; no type at all is one where the sensor needs an object
static bool resolve_objects(ig_Compiler* c, ig_CSensor* sensor) {
  const mjsSensor* s = &sensor->s;
  const char *obj = ig_text(s->objname), *ref = ig_text(s->refname);
  if (s->objtype != mjOBJ_UNKNOWN) {
    if (!*obj) return ig_refuse(c, sensor, "sensor: the object it measures has no name");
    sensor->obj = ig_lookup(c, s->objtype, obj);
    if (!sensor->obj) {
      return ig_refuse(c, sensor, "sensor: unrecognized name '%s' of sensorized object: %s not found", obj,
                       ig_object_word(s->objtype));
    }
    keep_visible(sensor->obj, s->objtype);
  } else if (kinds[s->type].holder != NOTHING && kinds[s->type].holder != OWN && kinds[s->type].holder != CONTACT) {
    return ig_refuse(c, sensor, "sensor: this type needs an object to measure");
  }
  if (s->reftype != mjOBJ_UNKNOWN) {
    if (!*ref) return ig_refuse(c, sensor, "sensor: missing name of reference frame object");
    sensor->ref = ig_lookup(c, s->reftype, ref);
    if (!sensor->ref)
      return ig_refuse(c, sensor, "sensor: unrecognized name '%s' of object for the reference frame: %s not found", ref,
                       ig_object_word(s->reftype));
    keep_visible(sensor->ref, s->reftype);
    if (!has_frame(s->reftype)) {
      return ig_refuse(c, sensor, "sensor: reference frame object must be a body, xbody, geom, site or camera");
    }
  }
  return true;
}

// bits that choose what a ray or contact sensor returns
static bool check_dataspec(ig_Compiler* c, const ig_CSensor* sensor, int nbits, const char* bits) {
  int spec = sensor->s.intprm[0];
  if (spec <= 0) return ig_refuse(c, sensor, "data spec (intprm[0]) must be positive, got %d: no bit says what to report", spec);
  if (!(spec & ((1 << nbits) - 1))) {
    return ig_refuse(c, sensor, "data spec intprm[0]=%d must have at least one bit set of the first %s bits", spec, bits);
  }
  if (spec >> nbits) return ig_refuse(c, sensor, "data spec intprm[0]=%d has bits set beyond the first %s bits", spec, bits);
  return true;
}

static bool check_contact(ig_Compiler* c, const ig_CSensor* sensor) {
  const mjsSensor* s = &sensor->s;
  if (s->objtype != mjOBJ_UNKNOWN && (!has_frame(s->objtype) || s->objtype == mjOBJ_CAMERA)) {
    return ig_refuse(c, sensor, "first matching criterion: if set, must be (x)body, geom or site, which objtype is not");
  }
  if (s->reftype != mjOBJ_UNKNOWN && s->reftype != mjOBJ_BODY && s->reftype != mjOBJ_XBODY && s->reftype != mjOBJ_GEOM) {
    return ig_refuse(c, sensor, "second matching criterion: if set, must be (x)body or geom, which reftype is not");
  }
  if (!check_dataspec(c, sensor, mjNCONDATA, "mjNCONDATA")) return false;
  if (s->intprm[1] < 0 || s->intprm[1] > 3) {
    return ig_refuse(c, sensor, "unknown reduction criterion. got %d, should be 0 to 3", s->intprm[1]);
  }
  if (s->intprm[2] <= 0) return ig_refuse(c, sensor, "num (intprm[2]) must be positive in sensor, it is %d", s->intprm[2]);
  return true;
}

static bool is_hfield(mjtObj type, const ig_Record* r) {
  return type == mjOBJ_GEOM && ((const ig_CGeom*)(const void*)r)->s.type == mjGEOM_HFIELD;
}

// a body stands for all of its geoms; height fields have no nearest point
static bool check_distance(ig_Compiler* c, const ig_CSensor* sensor) {
  const mjsSensor* s = &sensor->s;
  bool solid1 = s->objtype == mjOBJ_BODY || s->objtype == mjOBJ_GEOM;
  bool solid2 = s->reftype == mjOBJ_BODY || s->reftype == mjOBJ_GEOM;
  if (!solid1 || !solid2) return ig_refuse(c, sensor, "sensor: both objects must be bodies or geoms");
  if (sensor->obj == sensor->ref) return ig_refuse(c, sensor, "sensor: the two objects are the same");
  if (is_hfield(s->objtype, sensor->obj) || is_hfield(s->reftype, sensor->ref)) {
    return ig_refuse(c, sensor, "sensor: distances to height fields can not be measured");
  }
  return true;
}

static bool check_joint(ig_Compiler* c, const ig_CSensor* sensor, Holder holder) {
  if (sensor->s.objtype != mjOBJ_JOINT) return ig_refuse(c, sensor, "sensor: it measures a joint");
  const mjsJoint* s = &((const ig_CJoint*)(void*)sensor->obj)->s;
  if (holder == SCALAR_JOINT && s->type != mjJNT_SLIDE && s->type != mjJNT_HINGE) {
    return ig_refuse(c, sensor, "sensor: its joint must be a slide or hinge");
  }
  if (holder == BALL_JOINT && s->type != mjJNT_BALL) return ig_refuse(c, sensor, "sensor: its joint must be a ball");
  if (holder == LIMITED_JOINT && !ig_is_limited(s->limited, s->range)) {
    return ig_refuse(c, sensor, "sensor: its joint has no limits");
  }
  return true;
}

static bool check_tendon(ig_Compiler* c, const ig_CSensor* sensor, Holder holder) {
  if (sensor->s.objtype != mjOBJ_TENDON) return ig_refuse(c, sensor, "sensor: it measures a tendon");
  const mjsTendon* s = &((const ig_CTendon*)(void*)sensor->obj)->s;
  if (holder == LIMITED_TENDON && !ig_is_limited(s->limited, s->range)) {
    return ig_refuse(c, sensor, "sensor: its tendon has no limits");
  }
  return true;
}

// projections need a camera, and a camera that has pixels
static bool check_site(ig_Compiler* c, const ig_CSensor* sensor) {
  if (sensor->s.objtype != mjOBJ_SITE) return ig_refuse(c, sensor, "sensor: it measures at a site");
  if (sensor->s.type != mjSENS_CAMPROJECTION) return true;
  if (sensor->s.reftype != mjOBJ_CAMERA) return ig_refuse(c, sensor, "sensor: camprojection needs a camera");
  const mjsCamera* camera = &((const ig_CCamera*)(void*)sensor->ref)->s;
  if (!camera->resolution[0] || !camera->resolution[1]) {
    return ig_refuse(c, sensor, "sensor: the camera of camprojection has no resolution");
  }
  return true;
}

static bool check_user(ig_Compiler* c, const ig_CSensor* sensor) {
  const mjsSensor* s = &sensor->s;
  if (s->dim < 0) return ig_refuse(c, sensor, "sensor: dim %d is negative", s->dim);
  if (s->datatype == AXIS && s->dim != 3) return ig_refuse(c, sensor, "sensor: an axis has dim 3, not %d", s->dim);
  if (s->datatype == QUAT && s->dim != 4) return ig_refuse(c, sensor, "sensor: a quaternion has dim 4, not %d", s->dim);
  return true;
}

// the object's type against what the row of the sensor's type says
static bool check_holder(ig_Compiler* c, ig_CSensor* sensor, Holder holder) {
  mjsSensor* s = &sensor->s;
  switch (holder) {
    case NOTHING: return true;
    case SITE: return check_site(c, sensor);
    case SITE_OR_CAMERA:
      if (s->objtype != mjOBJ_SITE && s->objtype != mjOBJ_CAMERA) {
        return ig_refuse(c, sensor, "sensor: it measures from a site or camera");
      }
      return check_dataspec(c, sensor, mjNRAYDATA, "mjNRAYDATA");
    case SCALAR_JOINT:
    case BALL_JOINT:
    case LIMITED_JOINT: return check_joint(c, sensor, holder);
    case TENDON:
    case LIMITED_TENDON: return check_tendon(c, sensor, holder);
    case ACTUATOR: return s->objtype == mjOBJ_ACTUATOR || ig_refuse(c, sensor, "sensor: it measures an actuator");
    case BODY: return s->objtype == mjOBJ_BODY || ig_refuse(c, sensor, "sensor: it measures a body");
    case FRAMED:
    case SITED:
      if (!has_frame(s->objtype)) return ig_refuse(c, sensor, "sensor: it measures a body, xbody, geom, site or camera");
      return holder == FRAMED || s->reftype == mjOBJ_SITE || ig_refuse(c, sensor, "sensor: its second object must be a site");
    case DISTANCE: return check_distance(c, sensor);
    case CONTACT: return check_contact(c, sensor);
    case MESH:
      if (s->objtype != mjOBJ_MESH) return ig_refuse(c, sensor, "sensor: its object must be a mesh");
      return s->reftype == mjOBJ_GEOM || ig_refuse(c, sensor, "sensor: its second object must be a geom");
    case OWN:
      if (s->type == mjSENS_USER) return check_user(c, sensor);
      return ig_use_plugin(c, sensor, "sensor", &s->plugin, mjPLUGIN_SENSOR, &sensor->plugin);
  }
  return true;
}

// how many numbers it gives; not more than fit an int with their history
static bool set_dim(ig_Compiler* c, ig_CSensor* sensor) {
  mjsSensor* s = &sensor->s;
  int64_t units = 1;
  if (s->type == mjSENS_CONTACT) units = s->intprm[2];
  if (s->type == mjSENS_RANGEFINDER && s->objtype == mjOBJ_CAMERA) {
    const mjsCamera* camera = &((const ig_CCamera*)(void*)sensor->obj)->s;
    units = (int64_t)camera->resolution[0] * camera->resolution[1];
  }
  if (units < 0 || units > INT32_MAX / 128)
    return ig_refuse(c, sensor, "sensor has too many values: %lld times", (long long)units);
  s->dim = s->type == mjSENS_TACTILE ? 3 * ((const ig_CMesh*)(void*)sensor->obj)->nvert : ig_sensor_dim(s);
  return true;
}

// settings that all sensors have
static bool check_numbers(ig_Compiler* c, const ig_CSensor* sensor) {
  const mjsSensor* s = &sensor->s;
  if (s->noise < 0) return ig_refuse(c, sensor, "sensor: noise %g is negative", s->noise);
  if (s->cutoff < 0) return ig_refuse(c, sensor, "sensor: cutoff %g is negative", s->cutoff);
  if (s->interval[0] < 0) return ig_refuse(c, sensor, "sensor: negative interval %g", s->interval[0]);
  if (s->interval[1] > 0) return ig_refuse(c, sensor, "sensor: positive phase %g in interval", s->interval[1]);
  if (s->interval[0] > 0 && s->interval[1] <= -s->interval[0]) {
    return ig_refuse(c, sensor, "sensor: interval %g %g, the phase must lie within one period", s->interval[0], s->interval[1]);
  }
  if (s->delay > 0 && s->nsample <= 0)
    return ig_refuse(c, sensor, "sensor: setting delay > 0 without a history buffer, nsample is %d", s->nsample);
  if (s->nsample > MAX_SAMPLES) return ig_refuse(c, sensor, "sensor: nsample %d is more than 2^24", s->nsample);
  return true;
}

bool ig_compile_sensor(ig_Compiler* c, void* record) {
  ig_CSensor* sensor = record;
  mjsSensor* s = &sensor->s;
  if (!ig_check_user(c, sensor, s->userdata, c->s.nuser_sensor, "nuser_sensor")) return false;
  if (!check_numbers(c, sensor)) return false;
  if ((int)s->type < 0 || s->type > mjSENS_USER) return ig_refuse(c, sensor, "sensor: no such type: %d", (int)s->type);
  if (!resolve_objects(c, sensor)) return false;

  const Kind* kind = &kinds[s->type];
  // a user's sensor says itself what it is, a plugin says when it is computed
  if (s->type != mjSENS_USER) s->datatype = kind->data;
  if (s->type != mjSENS_USER && s->type != mjSENS_PLUGIN) s->needstage = kind->stage;
  if (!check_holder(c, sensor, kind->holder)) return false;
  if (!set_dim(c, sensor)) return false;

  // clamping each number would leave an axis or quaternion that is none
  if (s->cutoff > 0 && (s->datatype == QUAT || (s->datatype == AXIS && s->type != mjSENS_GEOMNORMAL))) {
    return ig_refuse(c, sensor, "sensor: cutoff can not be applied to an axis or quaternion");
  }
  return true;
}

void ig_count_sensor(mjModel* n, const void* record) {
  const mjsSensor* s = &((const ig_CSensor*)record)->s;
  n->nsensordata += s->dim;
  n->nhistory += ig_history_size(s->nsample, s->dim);
}

void ig_write_sensor(const ig_Compiler* c, const void* record) {
  const ig_CSensor* sensor = record;
  int adr = (int)c->at.nsensordata, historyadr = (int)c->at.nhistory;
  mjModel* m = c->model;
  const mjsSensor* s = &sensor->s;
  int id = sensor->r.id;
  m->sensor_type[id] = s->type;
  m->sensor_datatype[id] = s->datatype;
  m->sensor_needstage[id] = s->needstage;
  m->sensor_objtype[id] = s->objtype;
  m->sensor_objid[id] = ig_id(sensor->obj);
  m->sensor_reftype[id] = s->reftype;
  m->sensor_refid[id] = ig_id(sensor->ref);
  IG_PUT(m->sensor_intprm, id, s->intprm, mjNSENS);
  m->sensor_dim[id] = s->dim;
  m->sensor_adr[id] = adr;
  m->sensor_cutoff[id] = s->cutoff;
  m->sensor_noise[id] = s->noise;
  m->sensor_delay[id] = s->delay;
  m->sensor_history[2 * id] = s->nsample;
  m->sensor_history[2 * id + 1] = s->interp;
  m->sensor_historyadr[id] = s->nsample > 0 ? historyadr : -1;
  IG_PUT(m->sensor_interval, id, s->interval, 2);
  m->sensor_plugin[id] = ig_id(sensor->plugin);
  ig_put_user(m->sensor_user, id, m->nuser_sensor, s->userdata);
}
