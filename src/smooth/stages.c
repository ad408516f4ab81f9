// SPDX-License-Identifier: Apache-2.0
#include "smooth/stages.h"

#include "base/float_mode.h"
#include "model/awake.h"
#include "model/sleep.h"
#include "smooth/object.h"
#include "smooth/position/frame.h"
#include "smooth/position/kinematics.h"

void ig_kinematics(const mjModel* m, mjData* d) {
  IG_FLOAT_SCOPE;
  ig_pose_bodies(m, d);
  if (ig_wake_disturbed(m, d)) ig_update_awake(m, d, false);
  ig_pose_frames(m, d);
}

mjtNum ig_total_mass(const mjModel* m) {
  mjtNum mass = 0;
  for (int body = 1; body < m->nbody; body++) mass += m->body_mass[body];
  return mass;
}

void ig_set_total_mass(mjModel* m, mjtNum newmass) {
  mjtNum old = ig_max(mjMINVAL, ig_total_mass(m)), scale = ig_max(mjMINVAL, newmass / old);
  for (int body = 1; body < m->nbody; body++) {
    m->body_mass[body] *= scale;
    ig_scl3(m->body_inertia + 3 * body, m->body_inertia + 3 * body, scale);
  }
}

static ig_Object object_with_frame(const mjModel* m, const mjData* d, mjtObj type, int id) {
  ig_Object object = {0, d->xpos, d->xmat};
  if (!ig_object(m, d, type, id, &object)) mju_error("invalid object type %d: it has no frame", type);
  return object;
}

void ig_velocity_of(const mjModel* m, const mjData* d, mjtObj type, int id, bool local, mjtNum res[6]) {
  ig_Object object = object_with_frame(m, d, type, id);
  ig_object_velocity(m, d, &object, local, res);
}

void ig_acceleration_of(const mjModel* m, const mjData* d, mjtObj type, int id, bool local, mjtNum res[6]) {
  ig_Object object = object_with_frame(m, d, type, id);
  ig_object_acceleration(m, d, &object, local, res);
}
