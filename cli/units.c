// SPDX-License-Identifier: Apache-2.0
#include "units.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "source.h"

#define SQUARED "\302\262"
#define NEWTON_METRE "N\302\267m"

const char* ig_joint_kind(int type) {
  static const char* const names[] = {"free", "ball", "slide", "hinge"};
  return type >= 0 && type < 4 ? names[type] : "unknown";
}

const char* ig_joint_unit(int type) {
  static const char* const units[] = {"m, quat", "rad", "m", "rad"};
  return type >= 0 && type < 4 ? units[type] : "";
}

static bool is_servo(const mjModel* m, int actuator) {
  return m->actuator_gaintype[actuator] == mjGAIN_FIXED && m->actuator_biastype[actuator] == mjBIAS_AFFINE;
}

const char* ig_actuator_kind(const mjModel* m, int actuator) {
  const mjtNum* bias = m->actuator_biasprm + mjNBIAS * actuator;
  if (m->actuator_gaintype[actuator] == mjGAIN_MUSCLE) return "muscle";
  if (m->actuator_plugin[actuator] >= 0) return "plugin";
  if (m->actuator_gaintype[actuator] == mjGAIN_AFFINE && m->actuator_biastype[actuator] == mjBIAS_NONE) return "damper";
  if (m->actuator_gaintype[actuator] == mjGAIN_FIXED && m->actuator_biastype[actuator] == mjBIAS_NONE) {
    return m->actuator_dyntype[actuator] == mjDYN_NONE ? "motor" : "filtered motor";
  }
  if (!is_servo(m, actuator)) return "general";
  if (bias[1] != 0) return m->actuator_dyntype[actuator] == mjDYN_INTEGRATOR ? "integrated velocity" : "position";
  return bias[2] != 0 ? "velocity" : "general";
}

const char* ig_actuator_target(const mjModel* m, int actuator, char text[300]) {
  static const int objects[] = {mjOBJ_JOINT, mjOBJ_JOINT, mjOBJ_SITE, mjOBJ_TENDON, mjOBJ_SITE, mjOBJ_BODY};
  int type = m->actuator_trntype[actuator], id = m->actuator_trnid[2 * actuator];
  char name[128];
  if (type < 0 || type > mjTRN_BODY || id < 0)
    snprintf(text, 300, "-");
  else
    snprintf(text, 300, "%s %s", mju_type2Str(objects[type]), ig_shown_name(m, objects[type], id, name));
  return text;
}

// the transmission measures an angle
static bool turns(const mjModel* m, int actuator) {
  int type = m->actuator_trntype[actuator], id = m->actuator_trnid[2 * actuator];
  bool joint = (type == mjTRN_JOINT || type == mjTRN_JOINTINPARENT) && id >= 0;
  return joint && m->jnt_type[id] != mjJNT_SLIDE;
}

const char* ig_force_unit(const mjModel* m, int actuator) { return turns(m, actuator) ? NEWTON_METRE : "N"; }

const char* ig_control_unit(const mjModel* m, int actuator) {
  const char* kind = ig_actuator_kind(m, actuator);
  bool angle = turns(m, actuator);
  if (!strcmp(kind, "position")) return angle ? "rad" : "m";
  if (!strcmp(kind, "velocity") || !strcmp(kind, "integrated velocity")) return angle ? "rad/s" : "m/s";
  // one unit of control is one of force only for a motor with gain 1
  bool plain = !strcmp(kind, "motor") && m->actuator_gainprm[mjNGAIN * actuator] == 1;
  return plain ? ig_force_unit(m, actuator) : "";
}

static const ig_SensorKind kinds[] = {
    [mjSENS_TOUCH] = {"touch", "N"},
    [mjSENS_ACCELEROMETER] = {"accelerometer", "m/s" SQUARED},
    [mjSENS_VELOCIMETER] = {"velocimeter", "m/s"},
    [mjSENS_GYRO] = {"gyro", "rad/s"},
    [mjSENS_FORCE] = {"force", "N"},
    [mjSENS_TORQUE] = {"torque", NEWTON_METRE},
    [mjSENS_MAGNETOMETER] = {"magnetometer", "as option magnetic"},
    [mjSENS_RANGEFINDER] = {"rangefinder", "m"},
    [mjSENS_CAMPROJECTION] = {"camprojection", "pixel"},
    [mjSENS_JOINTPOS] = {"jointpos", "*"},
    [mjSENS_JOINTVEL] = {"jointvel", "*/s"},
    [mjSENS_TENDONPOS] = {"tendonpos", "m"},
    [mjSENS_TENDONVEL] = {"tendonvel", "m/s"},
    [mjSENS_ACTUATORPOS] = {"actuatorpos", "*"},
    [mjSENS_ACTUATORVEL] = {"actuatorvel", "*/s"},
    [mjSENS_ACTUATORFRC] = {"actuatorfrc", "N*"},
    [mjSENS_JOINTACTFRC] = {"jointactuatorfrc", "N*"},
    [mjSENS_TENDONACTFRC] = {"tendonactuatorfrc", "N"},
    [mjSENS_BALLQUAT] = {"ballquat", "quat"},
    [mjSENS_BALLANGVEL] = {"ballangvel", "rad/s"},
    [mjSENS_JOINTLIMITPOS] = {"jointlimitpos", "*"},
    [mjSENS_JOINTLIMITVEL] = {"jointlimitvel", "*/s"},
    [mjSENS_JOINTLIMITFRC] = {"jointlimitfrc", "N*"},
    [mjSENS_TENDONLIMITPOS] = {"tendonlimitpos", "m"},
    [mjSENS_TENDONLIMITVEL] = {"tendonlimitvel", "m/s"},
    [mjSENS_TENDONLIMITFRC] = {"tendonlimitfrc", "N"},
    [mjSENS_FRAMEPOS] = {"framepos", "m"},
    [mjSENS_FRAMEQUAT] = {"framequat", "quat"},
    [mjSENS_FRAMEXAXIS] = {"framexaxis", "unit vector"},
    [mjSENS_FRAMEYAXIS] = {"frameyaxis", "unit vector"},
    [mjSENS_FRAMEZAXIS] = {"framezaxis", "unit vector"},
    [mjSENS_FRAMELINVEL] = {"framelinvel", "m/s"},
    [mjSENS_FRAMEANGVEL] = {"frameangvel", "rad/s"},
    [mjSENS_FRAMELINACC] = {"framelinacc", "m/s" SQUARED},
    [mjSENS_FRAMEANGACC] = {"frameangacc", "rad/s" SQUARED},
    [mjSENS_SUBTREECOM] = {"subtreecom", "m"},
    [mjSENS_SUBTREELINVEL] = {"subtreelinvel", "m/s"},
    [mjSENS_SUBTREEANGMOM] = {"subtreeangmom", "kg m" SQUARED "/s"},
    [mjSENS_INSIDESITE] = {"insidesite", "0 or 1"},
    [mjSENS_GEOMDIST] = {"distance", "m"},
    [mjSENS_GEOMNORMAL] = {"normal", "unit vector"},
    [mjSENS_GEOMFROMTO] = {"fromto", "m"},
    [mjSENS_CONTACT] = {"contact", "mixed"},
    [mjSENS_E_POTENTIAL] = {"e_potential", "J"},
    [mjSENS_E_KINETIC] = {"e_kinetic", "J"},
    [mjSENS_CLOCK] = {"clock", "s"},
    [mjSENS_TACTILE] = {"tactile", "m, m/s"},
    [mjSENS_PLUGIN] = {"plugin", ""},
    [mjSENS_USER] = {"user", ""},
};

const ig_SensorKind* ig_sensor_kind(int type) {
  static const ig_SensorKind unknown = {"unknown", ""};
  return type >= 0 && type <= mjSENS_USER && kinds[type].name ? &kinds[type] : &unknown;
}

// units that depend on whether the measured joint or actuator turns or slides
const char* ig_sensor_unit(const mjModel* m, int sensor) {
  static const struct {
    const char *pattern, *turning, *sliding;
  } choices[] = {{"*", "rad", "m"}, {"*/s", "rad/s", "m/s"}, {"N*", NEWTON_METRE, "N"}};
  const ig_SensorKind* kind = ig_sensor_kind(m->sensor_type[sensor]);
  int id = m->sensor_objid[sensor];
  bool turning = id >= 0 && ((m->sensor_objtype[sensor] == mjOBJ_JOINT && m->jnt_type[id] != mjJNT_SLIDE) ||
                             (m->sensor_objtype[sensor] == mjOBJ_ACTUATOR && turns(m, id)));
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
    if (!strcmp(kind->unit, choices[i].pattern)) return turning ? choices[i].turning : choices[i].sliding;
  }
  return kind->unit;
}
