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

// what inverse dynamics alone runs
static bool of_no_step(const mjModel* m) {
  (void)m;
  return false;
}

// sensors with a delay are measured when they are recorded
static void history_reads(const mjModel* m, ig_Quantities* reads) {
  ig_sense_reads_position(m, reads);
  ig_sense_reads_velocity(m, reads);
  ig_sense_reads_acceleration(m, reads);
}

// ------------------------------------------------ the table

#define Q(name) IG_Q_##name
#define LIST(...) ((const uint8_t[]){__VA_ARGS__, IG_Q_END})
#define NOTHING ((const uint8_t[]){IG_Q_END})
#define FRAMES Q(xpos), Q(xquat), Q(xmat), Q(xipos), Q(ximat)
#define SHAPES Q(geom_xpos), Q(geom_xmat), Q(site_xpos), Q(site_xmat)
#define TENDON_J Q(ten_J), Q(ten_J_rownnz), Q(ten_J_rowadr), Q(ten_J_colind)
#define MOMENT Q(actuator_moment), Q(moment_rownnz), Q(moment_rowadr), Q(moment_colind)

const ig_Stage ig_stages[IG_NSTAGE] = {
    [IG_STAGE_BODIES] = {"bodies", ig_pose_bodies, false, LIST(Q(qpos), Q(mocap_pos), Q(mocap_quat)),
                         LIST(Q(xpos), Q(xquat), Q(xmat), Q(xipos), Q(ximat), Q(xanchor), Q(xaxis)), mjTIMER_POS_KINEMATICS},
    [IG_STAGE_WAKE_DISTURBED] = {"wake disturbed", wake_disturbed, false, NOTHING, NOTHING, mjTIMER_POS_KINEMATICS},
    [IG_STAGE_FRAMES] = {"frames", ig_pose_frames, false, LIST(Q(xpos), Q(xquat), Q(xmat), Q(xipos), Q(ximat)),
                         LIST(Q(xipos), Q(ximat), SHAPES), mjTIMER_POS_KINEMATICS},
    [IG_STAGE_COM] = {"com", ig_com_positions, false, LIST(Q(xipos), Q(ximat), Q(xanchor), Q(xaxis), Q(xmat)),
                      LIST(Q(subtree_com), Q(cinert), Q(cdof)), mjTIMER_POS_KINEMATICS},
    [IG_STAGE_VIEWS] = {"views", ig_pose_views, false, LIST(FRAMES, Q(subtree_com)),
                        LIST(Q(cam_xpos), Q(cam_xmat), Q(light_xpos), Q(light_xdir)), mjTIMER_POS_KINEMATICS},
    [IG_STAGE_FLEX] = {"flex", ig_flex, false, LIST(FRAMES, Q(cdof), Q(subtree_com), Q(qpos)),
                       LIST(Q(flexvert_xpos), Q(flexelem_aabb), Q(flexedge_J), Q(flexedge_length), Q(flexvert_J),
                            Q(flexvert_length), Q(bvh_aabb_dyn)),
                       mjTIMER_POS_KINEMATICS, has_flexes},
    [IG_STAGE_TENDON] = {"tendon", ig_tendons, false, LIST(Q(qpos), Q(cdof), Q(subtree_com), SHAPES),
                         LIST(Q(ten_length), TENDON_J, Q(ten_wrapadr), Q(ten_wrapnum), Q(wrap_obj), Q(wrap_xpos)),
                         mjTIMER_POS_KINEMATICS, has_tendons},
    [IG_STAGE_WAKE_TENDON] = {"wake by tendons", wake_by_tendons, false, NOTHING, NOTHING, mjTIMER_POS_KINEMATICS},

    [IG_STAGE_INERTIA] = {"inertia", ig_mass_matrix, false, LIST(Q(cinert), Q(cdof), TENDON_J), LIST(Q(crb), Q(M), Q(qM)),
                          mjTIMER_POS_INERTIA},
    [IG_STAGE_FACTOR] = {"factor", ig_factor_mass, false, LIST(Q(M)), LIST(Q(qLD), Q(qLDiagInv)), mjTIMER_POS_INERTIA},
    [IG_STAGE_COLLISION] = {"collision", ig_collision, false, LIST(FRAMES, Q(geom_xpos), Q(geom_xmat)),
                            LIST(Q(contacts), Q(bvh_active)), -1},
    [IG_STAGE_WAKE_CONTACT] = {"wake by contacts", wake_by_contacts, false, NOTHING, NOTHING, -1},
    [IG_STAGE_WAKE_EQUALITY] = {"wake by equalities", wake_by_equalities, false, NOTHING, NOTHING, -1},
    [IG_STAGE_ROWS] = {"rows", ig_make_rows, false,
                       LIST(Q(contacts), Q(eq_active), Q(qpos), Q(qvel), FRAMES, Q(site_xpos), Q(site_xmat), Q(subtree_com),
                            Q(cdof), Q(ten_length), TENDON_J, Q(M), Q(qLD), Q(qLDiagInv)),
                       LIST(Q(rows), Q(contacts)), mjTIMER_POS_MAKE},
    [IG_STAGE_ISLANDS] = {"islands", ig_find_islands, false, LIST(Q(rows), Q(contacts), Q(M), Q(qLD), Q(qLDiagInv)),
                          LIST(Q(islands)), mjTIMER_POS_MAKE},
    [IG_STAGE_TRANSMISSION] = {"transmission", ig_transmissions, false,
                               LIST(Q(qpos), Q(xquat), Q(cdof), Q(subtree_com), Q(site_xpos), Q(site_xmat), Q(ten_length),
                                    TENDON_J, Q(contacts), Q(rows)),
                               LIST(Q(actuator_length), MOMENT), mjTIMER_POS_KINEMATICS, has_actuators},
    [IG_STAGE_PROJECT] = {"project", ig_project_rows, false, LIST(Q(rows), Q(islands), Q(M), Q(qLD), Q(qLDiagInv)),
                          LIST(Q(islands)), mjTIMER_POS_PROJECT},
    [IG_STAGE_SENSE_POSITION] = {"sensors of positions", sense_position, false, LIST(Q(time), Q(history), Q(sensordata)),
                                 LIST(Q(sensordata)), -1, senses_position, ig_sense_reads_position},
    [IG_STAGE_POTENTIAL] = {"potential", potential, false, LIST(Q(qpos), Q(xipos), Q(ten_length), Q(flexedge_length), Q(energy)),
                            LIST(Q(energy)), -1},

    [IG_STAGE_FLEX_VELOCITY] = {"flex velocity", flex_velocities, false, LIST(Q(flexedge_J), Q(qvel)), LIST(Q(flexedge_velocity)),
                                mjTIMER_VELOCITY, has_flexes},
    [IG_STAGE_TENDON_VELOCITY] = {"tendon velocity", ig_tendon_velocities, false, LIST(TENDON_J, Q(qvel)), LIST(Q(ten_velocity)),
                                  mjTIMER_VELOCITY, has_tendons},
    [IG_STAGE_ACTUATOR_VELOCITY] = {"actuator velocity", ig_actuator_velocities, false, LIST(MOMENT, Q(qvel)),
                                    LIST(Q(actuator_velocity)), mjTIMER_VELOCITY, has_actuators},
    [IG_STAGE_COM_VELOCITY] = {"velocity", ig_com_velocities, false, LIST(Q(cdof), Q(qvel)), LIST(Q(cvel), Q(cdof_dot)),
                               mjTIMER_VELOCITY},
    [IG_STAGE_PASSIVE] = {"passive", ig_passive, false,
                          LIST(Q(qpos), Q(qvel), FRAMES, SHAPES, Q(cdof), Q(subtree_com), Q(cvel), Q(ten_length), TENDON_J,
                               Q(ten_velocity), Q(flexvert_xpos), Q(flexedge_J), Q(flexedge_length), Q(flexedge_velocity)),
                          LIST(Q(qfrc_spring), Q(qfrc_damper), Q(qfrc_gravcomp), Q(qfrc_fluid), Q(qfrc_passive)),
                          mjTIMER_VELOCITY},
    [IG_STAGE_REFERENCE] = {"reference", ig_reference, false, LIST(Q(rows), Q(qvel)), LIST(Q(rows)), mjTIMER_VELOCITY},
    [IG_STAGE_BIAS] = {"bias", bias, false, LIST(Q(cdof_dot), Q(cdof), Q(cvel), Q(cinert), Q(qvel)), LIST(Q(qfrc_bias)),
                       mjTIMER_VELOCITY},
    [IG_STAGE_TENDON_BIAS] = {"tendon bias", tendon_bias, false,
                              LIST(Q(qfrc_bias), TENDON_J, Q(qvel), Q(cdof), Q(cdof_dot), Q(cvel), Q(subtree_com), SHAPES,
                                   Q(ten_velocity)),
                              LIST(Q(qfrc_bias)), mjTIMER_VELOCITY, has_tendon_inertia},
    [IG_STAGE_SUBTREE] = {"subtree velocity", subtree, true, LIST(Q(cvel), Q(xipos), Q(ximat), Q(subtree_com)),
                          LIST(Q(subtree_linvel), Q(subtree_angmom)), -1, senses_subtrees},
    [IG_STAGE_SENSE_VELOCITY] = {"sensors of velocities", sense_velocity, false, LIST(Q(time), Q(history), Q(sensordata)),
                                 LIST(Q(sensordata)), -1, senses_velocity, ig_sense_reads_velocity},
    [IG_STAGE_KINETIC] = {"kinetic", kinetic, false, LIST(Q(qvel), Q(M), Q(energy)), LIST(Q(energy)), -1, has_energy},

    [IG_STAGE_CONTROL] = {"control", control, false, NOTHING, NOTHING, -1},
    [IG_STAGE_ACTUATION] = {"actuation", ig_actuation, false,
                            LIST(Q(ctrl), Q(act), Q(time), Q(history), Q(actuator_length), Q(actuator_velocity), MOMENT,
                                 Q(qfrc_gravcomp), Q(act_dot)),
                            LIST(Q(act_dot), Q(actuator_force), Q(qfrc_actuator)), -1},
    [IG_STAGE_ACCELERATION] = {"acceleration", ig_smooth_acceleration, false,
                               LIST(Q(qfrc_passive), Q(qfrc_bias), Q(qfrc_applied), Q(qfrc_actuator), Q(xfrc_applied), Q(xipos),
                                    Q(subtree_com), Q(cdof), Q(qLD), Q(qLDiagInv)),
                               LIST(Q(qfrc_smooth), Q(qacc_smooth)), -1},
    [IG_STAGE_SOLVE] = {"solve", ig_solve, false,
                        LIST(Q(contacts), Q(rows), Q(islands), Q(M), Q(qLD), Q(qLDiagInv), Q(qfrc_smooth), Q(qacc_smooth),
                             Q(qacc_warmstart)),
                        LIST(Q(forces), Q(rows), Q(islands), Q(contacts), Q(qacc), Q(qfrc_constraint)), mjTIMER_CONSTRAINT},
    [IG_STAGE_EXTERNAL] = {"external forces", ig_external_forces, true,
                           LIST(Q(xfrc_applied), Q(xpos), Q(xmat), Q(xipos), Q(subtree_com), Q(contacts), Q(rows), Q(forces)),
                           LIST(Q(cfrc_ext)), -1, senses_wrenches},
    [IG_STAGE_INTERNAL] = {"internal forces", internal, true,
                           LIST(Q(cfrc_ext), Q(qacc), Q(cdof), Q(cdof_dot), Q(cinert), Q(cvel), Q(qvel)),
                           LIST(Q(cacc), Q(cfrc_int)), -1, senses_wrenches},
    [IG_STAGE_SENSE_ACCELERATION] = {"sensors of accelerations", sense_acceleration, false,
                                     LIST(Q(time), Q(history), Q(sensordata)), LIST(Q(sensordata)), -1, senses_acceleration,
                                     ig_sense_reads_acceleration},

    [IG_STAGE_RATE] = {"implicit matrix", ig_implicit_matrix, false,
                       LIST(FRAMES, SHAPES, Q(cinert), Q(cdof), Q(cdof_dot), Q(cvel), Q(subtree_com), Q(qvel), Q(ctrl), Q(act),
                            Q(act_dot), Q(actuator_length), Q(actuator_velocity), Q(actuator_force), MOMENT, TENDON_J,
                            Q(flexedge_J), Q(M)),
                       LIST(Q(qDeriv), Q(qH), Q(qLU)), -1},
    [IG_STAGE_HISTORY] = {"history", ig_record_history, false, LIST(Q(time), Q(ctrl), Q(history), Q(sensordata)),
                          LIST(Q(history)), -1, has_history, history_reads},

    [IG_STAGE_CONTINUOUS] = {"continuous acceleration", ig_continuous_acceleration, false,
                             LIST(Q(qacc), Q(M), Q(qLD), Q(qLDiagInv), Q(qH), Q(qLU)), LIST(Q(qacc)), -1, of_no_step},
    [IG_STAGE_ROW_FORCES] = {"row forces", ig_row_forces, false, LIST(Q(contacts), Q(rows), Q(qacc)),
                             LIST(Q(forces), Q(qfrc_constraint)), -1, of_no_step},
    [IG_STAGE_INVERSE] = {"inverse", ig_inverse_force, false,
                          LIST(Q(qfrc_bias), Q(M), Q(qacc), Q(qfrc_passive), Q(qfrc_constraint)), LIST(Q(qfrc_inverse)), -1,
                          of_no_step},
};
