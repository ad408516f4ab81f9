// SPDX-License-Identifier: Apache-2.0
// What does not run on a GPU: by name, so that a user knows what to change. Everything else does.
#include "base/guard.h"
#include "collide/pair_table.h"
#include "gpu/batch.h"
#include "gpu/plan.h"
#include "sense/sensor.h"
#include "smooth/tendon/tendon.h"
#include "smooth/tendon/transmission.h"
#include "solve/solve_lanes.h"
#include "step/stage.h"
#include "step/width.h"

// stages with a kernel, and those that worlds on a device do without
static bool has_kernel(int stage) {
  const unsigned without = IG_STAGE_IS_SINGLE | IG_STAGE_IS_ROW_ORDER | IG_STAGE_IS_INTEGRATOR;
  return ig_gpu_kernel_of(stage) >= 0 || ig_stages[stage].flags & without;
}

static const char* delays(const mjModel* m) {
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_delay[i]) return "an actuator has a delay";
  }
  return NULL;
}

static const char* stage_reason(int stage) {
  const char* reason = ig_stages[stage].refused;
  return reason ? reason : "the model needs a stage that has no kernel";
}

// sensors that are more than a formula
static const char* sensor_reason(const mjModel* m) {
  static const struct {
    int type;
    const char* reason;
  } others[] = {
      {mjSENS_CAMPROJECTION, "a sensor is of type camprojection"},
      {mjSENS_GEOMDIST, "a sensor is of type distance"},
      {mjSENS_GEOMNORMAL, "a sensor is of type normal"},
      {mjSENS_GEOMFROMTO, "a sensor is of type fromto"},
      {mjSENS_CONTACT, "a sensor is of type contact"},
      {mjSENS_E_POTENTIAL, "a sensor is of type e_potential"},
      {mjSENS_E_KINETIC, "a sensor is of type e_kinetic"},
      {mjSENS_TACTILE, "a sensor is of type tactile"},
      {mjSENS_USER, "a sensor is of type user"},
      {mjSENS_PLUGIN, "a sensor is of type plugin"},
  };
  if (m->opt.disableflags & mjDSBL_SENSOR) return NULL;
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == mjSENS_RANGEFINDER && m->sensor_objtype[i] != mjOBJ_SITE)
      return "a rangefinder looks through a camera";
  }
  for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
    if (ig_sensed(m, (mjtSensor)others[k].type)) return others[k].reason;
  }
  return NULL;
}

const char* ig_gpu_refusal(const mjModel* m) {
  const char* reason = ig_width_refusal(m);
  if (!reason) reason = ig_collide_alone_reason(m);
  if (!reason) reason = delays(m);
  if (!reason) reason = sensor_reason(m);
  for (int i = 0; !reason && i < IG_NSTAGE; i++) {
    if (!has_kernel(i) && (!ig_stages[i].wanted || ig_stages[i].wanted(m))) reason = stage_reason(i);
  }
  if (reason) return reason;
  if (m->opt.disableflags & mjDSBL_NATIVECCD) return "the native collider is switched off";
  if (!ig_tendons_alike(m)) return "a tendon is spatial while the Jacobian is sparse";
  for (int i = 0; i < m->nu; i++) {
    if (m->actuator_trntype[i] == mjTRN_BODY) return "an actuator is an adhesion";
  }
  if (!ig_solve_serves(m)) return "the model has more than 64 degrees of freedom in more than two trees, or more than 128";
  if (m->opt.integrator == mjINT_IMPLICIT) return "the integrator is implicit";
  if (m->opt.integrator == mjINT_IMPLICITFAST && ig_moments_open(m))
    return "the integrator is implicitfast while an actuator is at a site or at a spatial tendon";
  if (m->opt.integrator == mjINT_IMPLICITFAST && (m->opt.viscosity > 0 || m->opt.density > 0))
    return "the integrator is implicitfast in a medium";
  return NULL;
}

ingotStatus ig_gpu_check(const mjModel* m, ingotReport* report) {
  const char* reason = ig_gpu_refusal(m);
  if (!reason) return INGOT_OK;
  return ig_report(report, INGOT_BAD_MODEL, "worlds of this model do not run on a GPU, since %s; device=\"cpu\" steps them",
                   reason);
}
