// SPDX-License-Identifier: Apache-2.0
// Number of values of a sensor, from its type.
#include "spec/sensor.h"

#include <mujoco/mujoco.h>

#include "spec/list.h"
#include "spec/spec.h"

// -1: depends on more than the type
static int plain_dim(mjtSensor type) {
  switch (type) {
    case mjSENS_ACCELEROMETER:
    case mjSENS_VELOCIMETER:
    case mjSENS_GYRO:
    case mjSENS_FORCE:
    case mjSENS_TORQUE:
    case mjSENS_MAGNETOMETER:
    case mjSENS_BALLANGVEL:
    case mjSENS_FRAMEPOS:
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
    case mjSENS_GEOMNORMAL: return 3;
    case mjSENS_BALLQUAT:
    case mjSENS_FRAMEQUAT: return 4;
    case mjSENS_GEOMFROMTO: return 6;
    case mjSENS_CAMPROJECTION: return 2;
    case mjSENS_PLUGIN: return 0;  // the plugin says it
    case mjSENS_CONTACT:
    case mjSENS_TACTILE:
    case mjSENS_RANGEFINDER:
    case mjSENS_USER: return -1;
    default: return 1;
  }
}

// sum of the sizes of the fields whose bits are set
static int selected_size(int bits, const int* size, int nfield) {
  int sum = 0;
  for (int i = 0; i < nfield; i++) {
    if (bits & (1 << i)) sum += size[i];
  }
  return sum;
}

static int contact_dim(const mjsSensor* sensor) {
  static const int size[] = {1, 3, 3, 1, 3, 3, 3};  // found, force, torque, dist, pos, normal, tangent
  return sensor->intprm[2] * selected_size(sensor->intprm[0], size, 7);
}

static int rangefinder_dim(const mjsSensor* sensor) {
  static const int size[] = {1, 3, 3, 3, 3, 1};  // dist, dir, origin, point, normal, depth
  int rays = 1;
  if (sensor->objtype == mjOBJ_CAMERA) {
    ig_Element* el = ig_find(ig_el(sensor->element)->spec, mjOBJ_CAMERA, ig_text(sensor->objname));
    if (el) rays = IG_PUBLIC(mjsCamera, el)->resolution[0] * IG_PUBLIC(mjsCamera, el)->resolution[1];
  }
  return rays * selected_size(sensor->intprm[0], size, 6);
}

// three per vertex of the mesh that is touched
static int tactile_dim(const mjsSensor* sensor) {
  ig_Element* el = ig_find(ig_el(sensor->element)->spec, mjOBJ_MESH, ig_text(sensor->objname));
  return el ? IG_COUNT(float, IG_PUBLIC(mjsMesh, el)->uservert) : 0;
}

int ig_sensor_dim(const mjsSensor* sensor) {
  switch (sensor->type) {
    case mjSENS_CONTACT: return contact_dim(sensor);
    case mjSENS_TACTILE: return tactile_dim(sensor);
    case mjSENS_RANGEFINDER: return rangefinder_dim(sensor);
    case mjSENS_USER: return sensor->dim;
    default: return plain_dim(sensor->type);
  }
}
