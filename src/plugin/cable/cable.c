// SPDX-License-Identifier: Apache-2.0
// mujoco.elasticity.cable: bodies in a row, each bent and twisted against the one before it like pieces of a rod.
//
//   moment in a joint = -k * (curvature - curvature at rest) / length of the piece
//
// with k from the cross-section of the body's geom: torsion constant times the twist modulus along the axis (x), second
// moments of area times the bend modulus across it. The joint pulls at both bodies, in opposite directions.
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "lane/elementary.h"
#include "plugin/common/config.h"

// the joint between a body and the one before it
typedef struct {
  mjtNum stiffness[3];  // about x, y, z of the body; those of the first body only tell whether it takes part
  mjtNum length;
  mjtNum rest[3];    // curvature at rest
  mjtNum stress[3];  // moment of the last evaluation, in the frame of the body before
} Joint;

typedef struct {
  int first, count;  // bodies
  mjtNum vmax;       // stress at the red end of the colours, 0: geoms keep theirs
  Joint joint[];
} Cable;

// ------------------------------------------------ setting up

// torsion constant and second moments of area; circles and rectangles have them
static void section(const mjModel* m, int body, mjtNum moment[3]) {
  int geom = m->body_geomadr[body];
  moment[0] = moment[1] = moment[2] = 0;
  if (geom < 0) return;
  const mjtNum* size = m->geom_size + 3 * geom;
  switch (m->geom_type[geom]) {
    case mjGEOM_CYLINDER:
    case mjGEOM_CAPSULE:
      moment[0] = mjPI * ig_pow(size[0], 4) / 2;
      moment[1] = moment[2] = mjPI * ig_pow(size[0], 4) / 4;
      break;
    case mjGEOM_BOX: {
      mjtNum y = size[1], z = size[2], a = y > z ? y : z, b = y > z ? z : y;
      moment[0] = a * ig_pow(b, 3) * (16.0 / 3 - 3.36 * b / a * (1 - ig_pow(b, 4) / ig_pow(a, 4) / 12));
      moment[1] = ig_pow(2 * z, 3) * 2 * y / 12;
      moment[2] = ig_pow(2 * y, 3) * 2 * z / 12;
      break;
    }
    default: break;
  }
}

// where the rotation of a body against its parent stands in qpos: the end of its last joint, ball or free. -1: none
static int rotation_adr(const mjModel* m, int body) {
  int last = m->body_jntadr[body] + m->body_jntnum[body] - 1;
  if (m->body_jntnum[body] < 1) return -1;
  int type = m->jnt_type[last];
  if (type != mjJNT_BALL && type != mjJNT_FREE) return -1;
  return m->jnt_qposadr[last] + (type == mjJNT_FREE ? 3 : 0);
}

static void set_joint(const mjModel* m, const mjData* d, const Cable* cable, int k, Joint* joint, const double modulus[3],
                      bool flat) {
  int body = cable->first + k;
  mjtNum moment[3];
  section(m, body, moment);
  *joint = (Joint){.length = 0};
  for (int axis = 0; axis < 3; axis++) joint->stiffness[axis] = moment[axis] * modulus[axis];
  if (!k) return;
  if (!flat) mju_subQuat(joint->rest, m->body_quat + 4 * body, d->qpos + rotation_adr(m, body));
  mjtNum shift[3];
  mju_sub3(shift, d->xpos + 3 * body, d->xpos + 3 * (body - 1));
  joint->length = mju_norm3(shift);
}

// the bodies must stand in a row, and all but the first must be able to turn
static bool find_bodies(const mjModel* m, int instance, int* first, int* count) {
  *first = *count = 0;
  for (int body = 1; body < m->nbody; body++) {
    if (m->body_plugin[body] != instance) continue;
    if (!(*count)++) *first = body;
    if (body != *first + *count - 1) {
      mju_error("mujoco.elasticity.cable: body %d does not follow the other bodies of plugin instance %d", body, instance);
      return false;
    }
    if (body != *first && rotation_adr(m, body) < 0) {
      mju_warning("mujoco.elasticity.cable: body %d has no ball joint", body);
      return false;
    }
  }
  return true;
}

static int init(const mjModel* m, mjData* d, int instance) {
  if (!ig_text_is_number(ig_config_text(m, instance, "twist")) || !ig_text_is_number(ig_config_text(m, instance, "bend"))) {
    mju_warning("mujoco.elasticity.cable: twist and bend of instance %d must be numbers", instance);
    return -1;
  }
  int first, count;
  if (!find_bodies(m, instance, &first, &count)) return -1;
  Cable* cable = mju_malloc(sizeof(Cable) + (size_t)count * sizeof(Joint));
  if (!cable) return -1;
  *cable = (Cable){.first = first, .count = count};

  double twist = 0, bend = 0;
  ig_config_number(m, instance, "twist", &twist);
  ig_config_number(m, instance, "bend", &bend);
  ig_config_number(m, instance, "vmax", &cable->vmax);
  bool flat = !strcmp(ig_config_text(m, instance, "flat"), "true");

  // positions in the initial configuration; the data is new and what it holds is replaced by a reset
  mju_zero(d->mocap_pos, 3 * (int)m->nmocap);
  mju_zero(d->mocap_quat, 4 * (int)m->nmocap);
  mju_copy(d->qpos, m->qpos0, (int)m->nq);
  mj_kinematics(m, d);
  for (int k = 0; k < count; k++) set_joint(m, d, cable, k, cable->joint + k, (double[3]){twist, bend, bend}, flat);
  d->plugin_data[instance] = (uintptr_t)cable;
  return 0;
}

static void destroy(mjData* d, int instance) {
  mju_free((void*)d->plugin_data[instance]);
  d->plugin_data[instance] = 0;
}

static int no_state(const mjModel* m, int instance) { return 0; }

// ------------------------------------------------ forces

// the moment in a joint, in the frame of its body; turn: the body's rotation against the one before
static void bend_moment(const mjModel* m, const mjData* d, const Joint* joint, int body, mjtNum moment[3], mjtNum turn[4]) {
  mjtNum curvature[3];
  mju_mulQuat(turn, m->body_quat + 4 * body, d->qpos + rotation_adr(m, body));
  mju_quat2Vel(curvature, turn, 1);
  for (int k = 0; k < 3; k++) moment[k] = -joint->stiffness[k] * (curvature[k] - joint->rest[k]) / joint->length;
}

static void compute(const mjModel* m, mjData* d, int instance, int capability) {
  Cable* cable = (Cable*)d->plugin_data[instance];
  for (int k = 0; k < cable->count; k++) {
    Joint* joint = cable->joint + k;
    const mjtNum* stiffness = joint->stiffness;
    int body = cable->first + k;
    mjtNum local[3] = {0, 0, 0}, torque[3], moment[3], turn[4], back[4];
    if (!stiffness[0] && !stiffness[1] && !stiffness[2]) continue;

    // towards the body before
    if (k > 0) {
      bend_moment(m, d, joint, body, moment, turn);
      mju_negQuat(back, turn);
      mju_rotVecQuat(joint->stress, moment, back);
      mju_addTo3(local, joint->stress);
    }
    // and the opposite of what the next body feels
    if (k + 1 < cable->count) {
      bend_moment(m, d, joint + 1, body + 1, joint[1].stress, turn);
      mju_addToScl3(local, joint[1].stress, -1);
    }
    mju_rotVecQuat(torque, local, d->xquat + 4 * body);
    mj_applyFT(m, d, NULL, torque, d->xpos + 3 * body, body, d->qfrc_passive);
  }
}

// ------------------------------------------------ colours

// Blue, cyan, green, yellow, red in equal steps up to the top: each channel is a ramp of a quarter's width, cut off at 0 and 1.
static void heat_colour(float rgba[4], mjtNum value, mjtNum top) {
  mjtNum v = value < 0 ? 0 : value > top ? top : value;
  mjtNum rise = 4 * v / top, fall = 1 + 4 * (0.75 * top - v) / top;
  rgba[0] = (float)mju_clip(4 * (v - 0.5 * top) / top, 0, 1);
  rgba[1] = (float)mju_clip(rise < fall ? rise : fall, 0, 1);
  rgba[2] = (float)mju_clip(1 + 4 * (0.25 * top - v) / top, 0, 1);
}

// each body by the mean of the stress at its two ends
static void visualize(const mjModel* m, mjData* d, const mjvOption* opt, mjvScene* scn, int instance) {
  const Cable* cable = (const Cable*)d->plugin_data[instance];
  if (!cable->vmax) return;
  for (int k = 0; k < cable->count; k++) {
    int geom = m->body_geomadr[cable->first + k], end = k + 1 < cable->count ? k + 1 : k;
    if (geom < 0) continue;
    mjtNum mean[3];
    mju_add3(mean, cable->joint[k > 0 ? k : end].stress, cable->joint[end].stress);
    mju_scl3(mean, mean, 0.5);
    heat_colour(m->geom_rgba + 4 * geom, mju_norm3(mean), cable->vmax);
  }
}

mjPLUGIN_LIB_INIT {
  static const char* const attributes[] = {"twist", "bend", "flat", "vmax"};
  mjpPlugin plugin;
  mjp_defaultPlugin(&plugin);
  plugin.name = "mujoco.elasticity.cable";
  plugin.nattribute = sizeof attributes / sizeof *attributes;
  plugin.attributes = attributes;
  plugin.capabilityflags = mjPLUGIN_PASSIVE;
  plugin.nstate = no_state;
  plugin.init = init;
  plugin.destroy = destroy;
  plugin.compute = compute;
  plugin.visualize = visualize;
  mjp_registerPlugin(&plugin);
}
