// SPDX-License-Identifier: Apache-2.0
// What each type of sensor looks at, for stages that bring in only what is read.
#include "sense/sensor.h"

#define Q(name) IG_Q_##name
#define LIST(...) ((const uint8_t[]){__VA_ARGS__, IG_Q_END})
#define FRAMES                                                                                                         \
  Q(xpos), Q(xquat), Q(xmat), Q(xipos), Q(ximat), Q(geom_xpos), Q(geom_xmat), Q(site_xpos), Q(site_xmat), Q(cam_xpos), \
      Q(cam_xmat), Q(subtree_com)

// those that are not here look at the whole scene: rays, distances, frames, user and plugin sensors
static const uint8_t* const reads[] = {
    [mjSENS_JOINTPOS] = LIST(Q(qpos)),
    [mjSENS_BALLQUAT] = LIST(Q(qpos)),
    [mjSENS_JOINTVEL] = LIST(Q(qvel)),
    [mjSENS_BALLANGVEL] = LIST(Q(qvel)),
    [mjSENS_TENDONPOS] = LIST(Q(ten_length)),
    [mjSENS_TENDONVEL] = LIST(Q(ten_velocity)),
    [mjSENS_ACTUATORPOS] = LIST(Q(actuator_length)),
    [mjSENS_ACTUATORVEL] = LIST(Q(actuator_velocity)),
    [mjSENS_ACTUATORFRC] = LIST(Q(actuator_force)),
    [mjSENS_TENDONACTFRC] = LIST(Q(actuator_force)),
    [mjSENS_JOINTACTFRC] = LIST(Q(qfrc_actuator)),
    [mjSENS_SUBTREECOM] = LIST(Q(subtree_com)),
    [mjSENS_SUBTREELINVEL] = LIST(Q(subtree_linvel), Q(subtree_angmom)),
    [mjSENS_SUBTREEANGMOM] = LIST(Q(subtree_linvel), Q(subtree_angmom)),
    [mjSENS_CLOCK] = LIST(Q(time)),
    [mjSENS_MAGNETOMETER] = LIST(Q(site_xmat)),
    [mjSENS_VELOCIMETER] = LIST(Q(site_xpos), Q(site_xmat), Q(cvel), Q(subtree_com)),
    [mjSENS_GYRO] = LIST(Q(site_xpos), Q(site_xmat), Q(cvel), Q(subtree_com)),
    [mjSENS_ACCELEROMETER] = LIST(Q(site_xpos), Q(site_xmat), Q(cvel), Q(cacc), Q(subtree_com)),
    [mjSENS_FORCE] = LIST(Q(site_xpos), Q(site_xmat), Q(cfrc_int), Q(subtree_com)),
    [mjSENS_TORQUE] = LIST(Q(site_xpos), Q(site_xmat), Q(cfrc_int), Q(subtree_com)),
    [mjSENS_JOINTLIMITPOS] = LIST(Q(rows)),
    [mjSENS_JOINTLIMITVEL] = LIST(Q(rows)),
    [mjSENS_TENDONLIMITPOS] = LIST(Q(rows)),
    [mjSENS_TENDONLIMITVEL] = LIST(Q(rows)),
    [mjSENS_JOINTLIMITFRC] = LIST(Q(rows), Q(forces)),
    [mjSENS_TENDONLIMITFRC] = LIST(Q(rows), Q(forces)),
    [mjSENS_FRAMELINVEL] = LIST(FRAMES, Q(cvel)),
    [mjSENS_FRAMEANGVEL] = LIST(FRAMES, Q(cvel)),
    [mjSENS_FRAMELINACC] = LIST(FRAMES, Q(cvel), Q(cacc)),
    [mjSENS_FRAMEANGACC] = LIST(FRAMES, Q(cvel), Q(cacc)),
    [mjSENS_TOUCH] = LIST(FRAMES, Q(contacts), Q(rows), Q(forces)),
    [mjSENS_CONTACT] = LIST(FRAMES, Q(contacts), Q(rows), Q(forces)),
    [mjSENS_TACTILE] = LIST(FRAMES, Q(contacts), Q(rows), Q(forces), Q(cvel)),
    [mjSENS_E_POTENTIAL] = LIST(Q(qpos), Q(xipos), Q(ten_length), Q(flexedge_length), Q(energy)),
    [mjSENS_E_KINETIC] = LIST(Q(qvel), Q(M), Q(energy)),
};
static const uint8_t scene[] = {FRAMES, Q(flexvert_xpos), Q(bvh_aabb_dyn), IG_Q_END};

static const uint8_t* reads_of(int type) {
  int known = sizeof reads / sizeof reads[0];
  return type >= 0 && type < known && reads[type] ? reads[type] : scene;
}

static void reads_of_stage(const mjModel* m, mjtStage stage, ig_Quantities* set) {
  for (int i = 0; i < m->nsensor; i++) {
    if ((int)m->sensor_needstage[i] == (int)stage) ig_put_list(set, reads_of(m->sensor_type[i]));
  }
}

void ig_sense_reads_position(const mjModel* m, ig_Quantities* set) { reads_of_stage(m, mjSTAGE_POS, set); }
void ig_sense_reads_velocity(const mjModel* m, ig_Quantities* set) { reads_of_stage(m, mjSTAGE_VEL, set); }
void ig_sense_reads_acceleration(const mjModel* m, ig_Quantities* set) { reads_of_stage(m, mjSTAGE_ACC, set); }

bool ig_sensed(const mjModel* m, mjtSensor type) {
  for (int i = 0; i < m->nsensor; i++) {
    if (m->sensor_type[i] == (int)type) return true;
  }
  return false;
}
