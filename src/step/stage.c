// SPDX-License-Identifier: Apache-2.0
#include "step/stage.h"

#include "collide/driver.h"
#include "constrain/island.h"
#include "constrain/passive.h"
#include "constrain/project.h"
#include "constrain/reference.h"
#include "constrain/rows.h"
#include "constrain/sleep.h"
#include "math/csr.h"
#include "model/awake.h"
#include "model/callback.h"
#include "model/sleep.h"
#include "sense/sensor.h"
#include "smooth/bias.h"
#include "smooth/flex/flex.h"
#include "smooth/force/actuation.h"
#include "smooth/force/energy.h"
#include "smooth/inertia.h"
#include "smooth/position/com.h"
#include "smooth/position/kinematics.h"
#include "smooth/tendon/tendon.h"
#include "smooth/tendon/tendon_rate.h"
#include "smooth/tendon/transmission.h"
#include "solve/solve.h"
#include "step/advance.h"
#include "step/integrate.h"
#include "step/inverse.h"
#include "step/row_forces.h"

// ------------------------------------------------ waking up: the awake lists change between stages

static void wake_disturbed(const mjModel* m, mjData* d) {
  if (ig_wake_disturbed(m, d)) ig_update_awake(m, d, false);
}

static void wake_by_tendons(const mjModel* m, mjData* d) {
  if (ig_wake_by_tendons(m, d)) ig_update_awake(m, d, false);
}

// what touches an awake tree wakes up, and then touches others
static void wake_by_contacts(const mjModel* m, mjData* d) {
  if (!ig_wake_by_contacts(m, d)) return;
  ig_update_awake(m, d, false);
  ig_collision(m, d);
}

static void wake_by_equalities(const mjModel* m, mjData* d) {
  if (ig_wake_by_equalities(m, d)) ig_update_awake(m, d, false);
}

// ------------------------------------------------ stages that are more than one call

static void flex_velocities(const mjModel* m, mjData* d) {
  for (int edge = 0; edge < m->nflexedge; edge++) {
    int adr = m->flexedge_J_rowadr[edge];
    d->flexedge_velocity[edge] = ig_dot_row(d->flexedge_J + adr, m->flexedge_J_colind + adr, m->flexedge_J_rownnz[edge], d->qvel);
  }
}

static void bias(const mjModel* m, mjData* d) { ig_newton_euler(m, d, false, d->qfrc_bias); }
static void tendon_bias(const mjModel* m, mjData* d) { ig_tendon_bias(m, d, d->qfrc_bias); }

// a sensor may have computed the energies already
static void potential(const mjModel* m, mjData* d) {
  if (!d->flg_energypos) ig_potential_if_wanted(m, d);
}

static void kinetic(const mjModel* m, mjData* d) {
  if ((m->opt.enableflags & mjENBL_ENERGY) && !d->flg_energyvel) ig_kinetic_energy(m, d);
}

static void subtree(const mjModel* m, mjData* d) { ig_subtree_velocities(m, d); }
static void internal(const mjModel* m, mjData* d) {
  ig_internal_forces(m, d);
  d->flg_rnepost = 1;
}

static void control(const mjModel* m, mjData* d) {
  if (!(m->opt.disableflags & mjDSBL_ACTUATION)) ig_call_control(m, d);
}

static void sense_position(const mjModel* m, mjData* d) { ig_sense(m, d, mjSTAGE_POS); }
static void sense_velocity(const mjModel* m, mjData* d) { ig_sense(m, d, mjSTAGE_VEL); }
static void sense_acceleration(const mjModel* m, mjData* d) { ig_sense(m, d, mjSTAGE_ACC); }

// ------------------------------------------------ whether there is anything to do

static bool has_flexes(const mjModel* m) { return m->nflex > 0; }
static bool has_tendons(const mjModel* m) { return m->ntendon > 0; }
static bool has_actuators(const mjModel* m) { return m->nu > 0; }
static bool has_energy(const mjModel* m) { return m->opt.enableflags & mjENBL_ENERGY; }

static bool has_tendon_inertia(const mjModel* m) {
  for (int i = 0; i < m->ntendon; i++) {
    if (m->tendon_armature[i]) return true;
  }
  return false;
}

static bool has_sensors(const mjModel* m, mjtStage stage) {
  if (m->opt.disableflags & mjDSBL_SENSOR) return false;
  for (int i = 0; i < m->nsensor; i++) {
    if ((int)m->sensor_needstage[i] == (int)stage) return true;
  }
  return m->nplugin > 0;
}
static bool senses_position(const mjModel* m) { return has_sensors(m, mjSTAGE_POS); }
static bool senses_velocity(const mjModel* m) { return has_sensors(m, mjSTAGE_VEL); }
static bool senses_acceleration(const mjModel* m) { return has_sensors(m, mjSTAGE_ACC); }

static bool senses_subtrees(const mjModel* m) {
  bool any = ig_sensed(m, mjSENS_SUBTREELINVEL) || ig_sensed(m, mjSENS_SUBTREEANGMOM) || ig_sensed(m, mjSENS_USER);
  return any && senses_velocity(m);
}
static bool senses_wrenches(const mjModel* m) {
  static const mjtSensor kinds[] = {mjSENS_ACCELEROMETER, mjSENS_FORCE, mjSENS_TORQUE, mjSENS_FRAMELINACC, mjSENS_FRAMEANGACC};
  bool any = ig_sensed(m, mjSENS_USER);
  for (int i = 0; i < 5; i++) any = any || ig_sensed(m, kinds[i]);
  return any && senses_acceleration(m);
}

static bool has_history(const mjModel* m) { return m->nhistory > 0; }

static bool sees_cameras(const mjModel* m) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_objtype[i] == mjOBJ_CAMERA || m->sensor_reftype[i] == mjOBJ_CAMERA) return true;
  }
  return false;
}

static bool is_implicit(const mjModel* m) {
  return m->opt.integrator == mjINT_IMPLICIT || m->opt.integrator == mjINT_IMPLICITFAST;
}

// what inverse dynamics alone runs
static bool of_no_step(const mjModel* m) {
  (void)m;
  return false;
}

// sensors with a delay are measured when they are recorded
// A single world computes what is lazy where a sensor asks for it. One with a history may first be measured when its sample is
// recorded, and with Runge-Kutta that is after other evaluations than the one that sensors saw.
static bool is_measured_late(const mjModel* m, mjtStage stage) {
  bool recorded = false;
  for (int i = 0; i < m->nsensor; i++) {
    recorded = recorded || (m->sensor_history[2 * i] > 0 && (int)m->sensor_needstage[i] == (int)stage);
  }
  return recorded && m->opt.integrator == mjINT_RK4;
}

bool ig_stage_is_late(const mjModel* m, int stage) {
  return (stage == IG_STAGE_EXTERNAL || stage == IG_STAGE_INTERNAL) && is_measured_late(m, mjSTAGE_ACC);
}

static void wrench_reads(const mjModel* m, ig_Quantities* reads) {
  if (!is_measured_late(m, mjSTAGE_ACC) || !senses_wrenches(m)) return;
  ig_put_list(reads, ig_stages[IG_STAGE_EXTERNAL].reads);
  ig_put_list(reads, ig_stages[IG_STAGE_INTERNAL].reads);
}

static void acceleration_reads(const mjModel* m, ig_Quantities* reads) {
  ig_sense_reads_acceleration(m, reads);
  wrench_reads(m, reads);
}

static void history_reads(const mjModel* m, ig_Quantities* reads) {
  ig_sense_reads_position(m, reads);
  ig_sense_reads_velocity(m, reads);
  acceleration_reads(m, reads);
  if (is_measured_late(m, mjSTAGE_VEL) && senses_subtrees(m)) ig_put_list(reads, ig_stages[IG_STAGE_SUBTREE].reads);
}

// ------------------------------------------------ the table

enum {
  LAZY = IG_STAGE_IS_LAZY,
  SINGLE = IG_STAGE_IS_SINGLE,
  ROW_ORDER = IG_STAGE_IS_ROW_ORDER,
  INTEGRATOR = IG_STAGE_IS_INTEGRATOR,
  SENSOR = IG_STAGE_IS_SENSOR,
  OUTPUT = IG_STAGE_IS_OUTPUT,
  AFTER_STEP = IG_STAGE_IS_AFTER_STEP,
  OVERLAP = IG_STAGE_IS_OVERLAP,
  PREFETCH = IG_STAGE_IS_PREFETCH,
  PREFETCH_FORCE = IG_STAGE_IS_PREFETCH_FORCE,
};

#define LIST(...) ((const uint8_t[]){__VA_ARGS__, IG_Q_END})
#define ROW(id, label, function, ...) [IG_STAGE_##id] = {.name = #label, .run = function, __VA_ARGS__},
#define STAGE(id, kernel, module, one, wide, ...) ROW(id, kernel, one, __VA_ARGS__)
#define HOST_STAGE(id, name, one, wide, ...) ROW(id, name, one, __VA_ARGS__)
#define READS(...) .reads = LIST(__VA_ARGS__),
#define WRITES(...) .writes = LIST(__VA_ARGS__),
#define TIMER(which) .timer = (which) + 1,
#define WANTED(function) .wanted = function,
#define USED(function) .used = function,
#define ALSO(function) .also = function,
#define REFUSED(text) .refused = text,
#define FLAGS(list) .flags = list,
#define NO_DATA READS(IG_Q_END) WRITES(IG_Q_END)

const ig_Stage ig_stages[IG_NSTAGE] = {
#include "step/stages.def"
};
