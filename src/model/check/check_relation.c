// SPDX-License-Identifier: Apache-2.0
// What refers to other things: tendons, actuators, sensors, plugins; and the options that choose code.
#include "base/registry.h"
#include "model/check/check.h"
#include "model/object.h"

// Joints only, or a path: sites, geoms with a site on either side, pulleys with sites between
static bool path_holds(const mjModel* m, int tendon) {
  int begin = m->tendon_adr[tendon], end = begin + m->tendon_num[tendon];
  bool fixed = m->wrap_type[begin] == mjWRAP_JOINT;
  for (int i = begin; i < end; i++) {
    int type = m->wrap_type[i];
    if ((type == mjWRAP_JOINT) != fixed) return false;
    if (type == mjWRAP_SPHERE || type == mjWRAP_CYLINDER) {
      if (i == begin || i + 1 == end || m->wrap_type[i - 1] != mjWRAP_SITE || m->wrap_type[i + 1] != mjWRAP_SITE) return false;
    } else if (type != mjWRAP_JOINT && type != mjWRAP_SITE && type != mjWRAP_PULLEY) {
      return false;
    }
  }
  return true;
}

static const char* check_wraps(const mjModel* m) {
  for (int i = 0; i < m->nwrap; i++) {
    int id = m->wrap_objid[i];
    bool holds = true;
    switch (m->wrap_type[i]) {
      case mjWRAP_NONE:
      case mjWRAP_PULLEY: break;
      case mjWRAP_JOINT: holds = ig_id_within(id, 0, m->njnt) && m->jnt_type[id] >= mjJNT_SLIDE; break;
      case mjWRAP_SITE: holds = ig_id_within(id, 0, m->nsite); break;
      case mjWRAP_SPHERE:
      case mjWRAP_CYLINDER:
        // the side site is stored as a number; -1: none
        holds = ig_id_within(id, 0, m->ngeom) && m->wrap_prm[i] >= -1 && m->wrap_prm[i] <= (mjtNum)(m->nsite - 1);
        break;
      default: return "Invalid model: unknown wrap_type.";
    }
    if (!holds) return "Invalid model: wrap_objid names no object that fits wrap_type.";
  }
  return NULL;
}

const char* ig_check_tendons(const mjModel* m) {
  const char* trouble = check_wraps(m);
  if (trouble) return trouble;
  mjtSize next = 0;
  for (int tendon = 0; tendon < m->ntendon; tendon++) {
    if (m->tendon_adr[tendon] != next || m->tendon_num[tendon] < 1) return "Invalid model: bad tendon_adr.";
    if (!path_holds(m, tendon)) return "Invalid model: bad path of a tendon.";
    next += m->tendon_num[tendon];
  }
  return next == m->nwrap ? NULL : "Invalid model: wraps without a tendon.";
}

// user value, cursor, times, values
// fewer than 0 samples are none
static bool history_holds(const mjModel* m, int adr, const int history[2], mjtSize dim) {
  mjtSize samples = history[0];
  if (samples <= 0) return true;
  if (samples > m->nhistory || dim > m->nhistory + 1) return false;
  return adr >= 0 && adr + 2 + samples * (1 + dim) <= m->nhistory;
}

static bool target_holds(const mjModel* m, int i) {
  int id = m->actuator_trnid[2 * i], second = m->actuator_trnid[2 * i + 1];
  switch (m->actuator_trntype[i]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return ig_id_within(id, 0, m->njnt);
    case mjTRN_TENDON: return ig_id_within(id, 0, m->ntendon);
    case mjTRN_SITE: return ig_id_within(id, 0, m->nsite) && ig_id_within(second, -1, m->nsite);
    case mjTRN_SLIDERCRANK: return ig_id_within(id, 0, m->nsite) && ig_id_within(second, 0, m->nsite);
    case mjTRN_BODY: return ig_id_within(id, 0, m->nbody);
    case mjTRN_UNDEFINED: return true;
    default: return false;
  }
}

const char* ig_check_actuators(const mjModel* m) {
  static const int nv_of[] = {6, 3, 1, 1};
  mjtSize moments = 0;
  for (int i = 0; i < m->nu; i++) {
    if (!target_holds(m, i)) return "Invalid model: actuator_trnid names no object that fits actuator_trntype.";
    bool joint = m->actuator_trntype[i] == mjTRN_JOINT || m->actuator_trntype[i] == mjTRN_JOINTINPARENT;
    moments += joint ? nv_of[m->jnt_type[m->actuator_trnid[2 * i]]] : m->nv;
    if (!ig_id_within(m->actuator_dyntype[i], 0, mjDYN_USER + 1)) return "Invalid model: unknown actuator_dyntype.";
    if (!ig_id_within(m->actuator_gaintype[i], 0, mjGAIN_USER + 1)) return "Invalid model: unknown actuator_gaintype.";
    if (!ig_id_within(m->actuator_biastype[i], 0, mjBIAS_USER + 1)) return "Invalid model: unknown actuator_biastype.";
    bool empty = m->actuator_actnum[i] < 1 || m->actuator_actadr[i] < 0;
    if (empty && (m->actuator_dyntype[i] != mjDYN_NONE || m->actuator_actnum[i] || m->actuator_actadr[i] >= 0)) {
      return "Invalid model: actuator_actadr does not fit actuator_actnum.";
    }
    if (!history_holds(m, m->actuator_historyadr[i], m->actuator_history + 2 * i, 1))
      return "Invalid model: bad actuator_history.";
  }
  return moments <= m->nJmom ? NULL : "Invalid model: nJmom is too small.";
}

// what a type of sensor is about, and how many numbers it writes; types in the order of mjtSensor
enum {
  NOTHING = 1,
  SITE = 2,
  JOINT = 4,
  TENDON = 8,
  ACTUATOR = 16,
  BODY = 32,
  FRAME = 64,
  GEOMS = 128,
  CAMERA = 256,
  MESH = 512,
  OTHER = 1024
};
static const struct {
  int about, dim;
} sensor_kinds[] = {
    {SITE, 1},          {SITE, 3},    {SITE, 3},    {SITE, 3},    {SITE, 3},     {SITE, 3},     {SITE, 3},
    {SITE | CAMERA, 0}, {SITE, 2},  // touch .. camprojection
    {JOINT, 1},         {JOINT, 1},   {TENDON, 1},  {TENDON, 1},  {ACTUATOR, 1}, {ACTUATOR, 1}, {ACTUATOR, 1},
    {JOINT, 1},         {TENDON, 1},  {JOINT, 4},   {JOINT, 3},   {JOINT, 1},    {JOINT, 1},    {JOINT, 1},
    {TENDON, 1},        {TENDON, 1},  {TENDON, 1},  // ballquat .. tendonlimitfrc
    {FRAME, 3},         {FRAME, 4},   {FRAME, 3},   {FRAME, 3},   {FRAME, 3},    {FRAME, 3},    {FRAME, 3},
    {FRAME, 3},         {FRAME, 3},   {BODY, 3},    {BODY, 3},    {BODY, 3},     {FRAME, 1},    {GEOMS, 1},
    {GEOMS, 3},         {GEOMS, 6},  // subtreecom .. geomfromto
    {OTHER, 0},         {NOTHING, 1}, {NOTHING, 1}, {NOTHING, 1}, {MESH, 0},     {OTHER, 0},    {OTHER, 0},
};

static bool is_about(int kind, int objtype) {
  switch (objtype) {
    case mjOBJ_UNKNOWN: return kind & (NOTHING | OTHER);
    case mjOBJ_SITE: return kind & (SITE | FRAME | OTHER);
    case mjOBJ_JOINT: return kind & (JOINT | OTHER);
    case mjOBJ_TENDON: return kind & (TENDON | OTHER);
    case mjOBJ_ACTUATOR: return kind & (ACTUATOR | OTHER);
    case mjOBJ_BODY: return kind & (BODY | FRAME | GEOMS | OTHER);
    case mjOBJ_XBODY: return kind & (FRAME | OTHER);
    case mjOBJ_GEOM: return kind & (FRAME | GEOMS | OTHER);
    case mjOBJ_CAMERA: return kind & (CAMERA | FRAME | OTHER);
    case mjOBJ_MESH: return kind & (MESH | OTHER);
    default: return kind & OTHER;
  }
}

// sum of the sizes of the fields whose bits are set
static mjtSize selected(int bits, const int* size, int fields) {
  mjtSize sum = 0;
  for (int i = 0; i < fields; i++) sum += bits & (1 << i) ? size[i] : 0;
  return sum;
}

static mjtSize sensor_size(const mjModel* m, int i) {
  static const int contact[mjNCONDATA] = {1, 3, 3, 1, 3, 3, 3}, ray[mjNRAYDATA] = {1, 3, 3, 3, 3, 1};
  const int* prm = m->sensor_intprm + mjNSENS * i;
  int id = m->sensor_objid[i];
  mjtSize rays = 1;
  switch (m->sensor_type[i]) {
    case mjSENS_CONTACT: return prm[2] < 1 || prm[0] < 0 ? -1 : prm[2] * selected(prm[0], contact, mjNCONDATA);
    case mjSENS_TACTILE: return 3 * (mjtSize)m->mesh_vertnum[id];
    case mjSENS_RANGEFINDER:
      if (m->sensor_objtype[i] == mjOBJ_CAMERA) {
        const int* size = m->cam_resolution + 2 * id;
        if (size[0] < 0 || size[1] < 0 || prm[0] < 0) return -1;
        rays = (mjtSize)size[0] * size[1];
      }
      return rays * selected(prm[0], ray, mjNRAYDATA);
    default: return sensor_kinds[m->sensor_type[i]].dim;
  }
}

static const char* check_object(const mjModel* m, int type, int id, int lowest, const char* bad_type, const char* bad_id) {
  int count = ig_object_count(m, type);
  if (count == -2) return bad_type;
  return count == -1 || ig_id_within(id, lowest, count) ? NULL : bad_id;
}

// second objects that a type needs or takes for granted
static bool reference_holds(const mjModel* m, int i) {
  int type = m->sensor_reftype[i], id = m->sensor_refid[i];
  switch (m->sensor_type[i]) {
    case mjSENS_CAMPROJECTION: return type == mjOBJ_CAMERA && id >= 0;
    case mjSENS_INSIDESITE: return type == mjOBJ_SITE && id >= 0;
    case mjSENS_TACTILE: return type == mjOBJ_GEOM && id >= 0;
    case mjSENS_GEOMDIST:
    case mjSENS_GEOMNORMAL:
    case mjSENS_GEOMFROMTO: return (type == mjOBJ_GEOM || type == mjOBJ_BODY) && id >= 0;
    case mjSENS_BALLQUAT:
    case mjSENS_BALLANGVEL: return m->jnt_type[m->sensor_objid[i]] == mjJNT_BALL;
    case mjSENS_PLUGIN: return m->sensor_plugin[i] >= 0;
    default: return true;
  }
}

static const char* check_sensor(const mjModel* m, int i) {
  int type = m->sensor_type[i];
  mjtSize dim = m->sensor_dim[i];
  if (type < 0 || type > mjSENS_USER) return "Invalid model: unknown sensor_type.";
  if (dim < 0 || m->sensor_adr[i] < 0 || m->sensor_adr[i] > m->nsensordata - dim) {
    return "Invalid model: sensor_adr or sensor_dim reach outside sensordata.";
  }
  const char* trouble = check_object(m, m->sensor_objtype[i], m->sensor_objid[i], 0, "Invalid model: unknown sensor_objtype.",
                                     "Invalid model: sensor_objid names no object of sensor_objtype.");
  if (!trouble) {
    trouble = check_object(m, m->sensor_reftype[i], m->sensor_refid[i], -1, "Invalid model: unknown sensor_reftype.",
                           "Invalid model: sensor_refid names no object of sensor_reftype.");
  }
  if (trouble) return trouble;
  if (!is_about(sensor_kinds[type].about, m->sensor_objtype[i])) return "Invalid model: sensor_objtype does not fit sensor_type.";
  if (!reference_holds(m, i)) return "Invalid model: sensor_reftype does not fit sensor_type.";
  mjtSize size = sensor_size(m, i);
  bool free_size = type == mjSENS_USER || type == mjSENS_PLUGIN;
  if (!free_size && size != dim) return "Invalid model: sensor_dim does not fit sensor_type.";
  return history_holds(m, m->sensor_historyadr[i], m->sensor_history + 2 * i, dim) ? NULL : "Invalid model: bad sensor_history.";
}

const char* ig_check_sensors(const mjModel* m) {
  for (int i = 0; i < m->nsensor; i++) {
    const char* trouble = check_sensor(m, i);
    if (trouble) return trouble;
  }
  for (int i = 0; i < m->ntupledata; i++) {
    const char* trouble = check_object(m, m->tuple_objtype[i], m->tuple_objid[i], 0, "Invalid model: unknown tuple_objtype.",
                                       "Invalid model: tuple_objid names no object of tuple_objtype.");
    if (trouble) return trouble;
  }
  return NULL;
}

// the attributes of an instance stand one after the other, each with its final zero
const char* ig_check_plugins(const mjModel* m) {
  for (int i = 0; i < m->nplugin; i++) {
    const mjpPlugin* plugin = ig_plugin_at(m->plugin[i]);
    mjtSize at = m->plugin_attradr[i];
    int left = plugin ? plugin->nattribute : 0;
    if (left && at < 0) return "Invalid model: plugin_attradr is negative for a plugin with attributes.";
    for (; left && at < m->npluginattr; at++) left -= m->plugin_attr[at] == 0;
    if (left) return "Invalid model: attributes of a plugin are not terminated.";
  }
  return NULL;
}

const char* ig_check_options(const mjModel* m) {
  const mjOption* o = &m->opt;
  if (!ig_id_within(o->integrator, 0, mjINT_IMPLICITFAST + 1)) return "Invalid model: unknown integrator.";
  if (!ig_id_within(o->cone, 0, mjCONE_ELLIPTIC + 1)) return "Invalid model: unknown cone.";
  if (!ig_id_within(o->jacobian, 0, mjJAC_AUTO + 1)) return "Invalid model: unknown jacobian.";
  if (!ig_id_within(o->solver, 0, mjSOL_NEWTON + 1)) return "Invalid model: unknown solver.";
  return NULL;
}
