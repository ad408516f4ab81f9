// SPDX-License-Identifier: Apache-2.0
#include "model/sleep.h"

#include <stdint.h>
#include <string.h>

// ------------------------------------------------ state of an object

// at most two trees are recorded for a tendon; one that crosses more never sleeps
static mjtSleepState tendon_state(const mjModel* m, const mjData* d, int tendon) {
  int ntree = m->tendon_treenum[tendon];
  if (ntree == 0) return mjS_STATIC;
  if (ntree > 2) return mjS_AWAKE;
  bool awake = false;
  for (int k = 0; k < ntree; k++) awake = awake || d->tree_awake[m->tendon_treeid[2 * tendon + k]];
  return awake ? mjS_AWAKE : mjS_ASLEEP;
}

static mjtSleepState actuator_state(const mjModel* m, const mjData* d, int actuator) {
  const int* target = m->actuator_trnid + 2 * actuator;
  switch (m->actuator_trntype[actuator]) {
    case mjTRN_JOINT:
    case mjTRN_JOINTINPARENT: return ig_sleep_state(m, d, mjOBJ_JOINT, target[0]);
    case mjTRN_TENDON: return tendon_state(m, d, target[0]);
    case mjTRN_SITE: return ig_sleep_state(m, d, mjOBJ_SITE, target[0]);
    case mjTRN_BODY: return ig_sleep_state(m, d, mjOBJ_BODY, target[0]);
    case mjTRN_SLIDERCRANK:
      for (int k = 0; k < 2; k++) {
        if (ig_sleep_state(m, d, mjOBJ_SITE, target[k]) == mjS_AWAKE) return mjS_AWAKE;
      }
      return mjS_ASLEEP;
    default: return mjS_AWAKE;
  }
}

static mjtSleepState equality_state(const mjModel* m, const mjData* d, int eq) {
  mjtObj type;
  switch (m->eq_type[eq]) {
    case mjEQ_CONNECT:
    case mjEQ_WELD: type = m->eq_objtype[eq]; break;
    case mjEQ_JOINT: type = mjOBJ_JOINT; break;
    case mjEQ_TENDON: type = mjOBJ_TENDON; break;
    case mjEQ_FLEX:
    case mjEQ_FLEXVERT: type = mjOBJ_FLEX; break;
    default: return mjS_AWAKE;
  }
  int first = m->eq_obj1id[eq], second = m->eq_obj2id[eq];
  bool awake = (first >= 0 && ig_sleep_state(m, d, type, first) == mjS_AWAKE) ||
               (second >= 0 && ig_sleep_state(m, d, type, second) == mjS_AWAKE);
  return awake ? mjS_AWAKE : mjS_ASLEEP;
}

// a sensor sleeps when all that it reads sleeps; some read the whole world and never do
static mjtSleepState sensor_state(const mjModel* m, const mjData* d, int sensor) {
  mjtSensor type = m->sensor_type[sensor];
  mjtObj object = m->sensor_objtype[sensor], reference = m->sensor_reftype[sensor];
  if (type == mjSENS_USER || type == mjSENS_PLUGIN || type == mjSENS_RANGEFINDER) return mjS_AWAKE;
  if (type == mjSENS_CONTACT && (object == mjOBJ_SITE || reference == mjOBJ_SITE)) return mjS_AWAKE;

  bool has_object = object != mjOBJ_UNKNOWN, has_reference = reference != mjOBJ_UNKNOWN;
  mjtSleepState first = ig_sleep_state(m, d, object, m->sensor_objid[sensor]);
  mjtSleepState second = ig_sleep_state(m, d, reference, m->sensor_refid[sensor]);
  if (has_object && has_reference) return first == mjS_AWAKE || second == mjS_AWAKE ? mjS_AWAKE : mjS_ASLEEP;
  if (has_object) return first == mjS_ASLEEP ? mjS_ASLEEP : mjS_AWAKE;
  if (has_reference) return second == mjS_ASLEEP ? mjS_ASLEEP : mjS_AWAKE;
  return mjS_AWAKE;
}

mjtSleepState ig_sleep_state(const mjModel* m, const mjData* d, mjtObj type, int id) {
  switch (type) {
    case mjOBJ_BODY:
    case mjOBJ_XBODY: return d->body_awake[id];
    case mjOBJ_JOINT: return d->body_awake[m->jnt_bodyid[id]];
    case mjOBJ_DOF: return d->body_awake[m->dof_bodyid[id]];
    case mjOBJ_GEOM: return d->body_awake[m->geom_bodyid[id]];
    case mjOBJ_SITE: return d->body_awake[m->site_bodyid[id]];
    case mjOBJ_CAMERA: return d->body_awake[m->cam_bodyid[id]];
    case mjOBJ_LIGHT: return d->body_awake[m->light_bodyid[id]];
    case mjOBJ_EQUALITY: return equality_state(m, d, id);
    case mjOBJ_TENDON: return tendon_state(m, d, id);
    case mjOBJ_ACTUATOR: return actuator_state(m, d, id);
    case mjOBJ_SENSOR: return sensor_state(m, d, id);
    case mjOBJ_FLEX:
    case mjOBJ_UNKNOWN: return mjS_AWAKE;
    default: mju_error("sleep state: objects of type %d do not sleep", type); return mjS_AWAKE;
  }
}

// ------------------------------------------------ waking

int ig_sleep_cycle(const int* tree_asleep, int ntree, int tree) {
  if (tree < 0 || tree >= ntree) return -1;
  int smallest = tree, current = tree;
  for (int step = 0; step <= ntree; step++) {
    current = tree_asleep[current];
    if (current < 0 || current >= ntree) return -1;
    if (current < smallest) smallest = current;
    if (current == tree) return smallest;
  }
  return -1;
}

int ig_wake_tree(const mjModel* m, mjData* d, int tree, int value) {
  int* asleep = d->tree_asleep;
  if (tree < 0 || tree >= m->ntree) {
    mju_error("wake: there is no tree %d", tree);
    return 0;
  }

  // awake already: keep it awake for the longer of the two times
  if (asleep[tree] < 0) {
    if (value < asleep[tree]) asleep[tree] = value;
    return 0;
  }
  if (ig_sleep_cycle(asleep, m->ntree, tree) < 0) {
    mju_error("wake: tree %d is not in a sleeping cycle", tree);
    return 0;
  }
  int count = 0;
  for (int current = tree; asleep[current] >= 0; count++) {
    int next = asleep[current];
    asleep[current] = value;
    current = next;
  }
  return count;
}

static bool all_bits_zero(const mjtNum* values, int n) {
  uint64_t some = 0;
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, values + i, sizeof bits);
    some |= bits;
  }
  return !some;
}

bool ig_tree_is_quiet(const mjModel* m, const mjData* d, int tree, mjtNum tolerance) {
  int policy = m->tree_sleep_policy[tree];
  if (policy == mjSLEEP_NEVER || policy == mjSLEEP_AUTO_NEVER) return false;
  int dof = m->tree_dofadr[tree], ndof = m->tree_dofnum[tree];
  if (!all_bits_zero(d->xfrc_applied + 6 * m->tree_bodyadr[tree], 6 * m->tree_bodynum[tree])) return false;
  if (!all_bits_zero(d->qfrc_applied + dof, ndof)) return false;
  if (!tolerance) return all_bits_zero(d->qvel + dof, ndof);

  // dof_length turns angular velocities into the speed of the tree's surface. A NaN compares as quiet.
  for (int i = dof; i < dof + ndof; i++) {
    if (m->dof_length[i] * mju_abs(d->qvel[i]) >= tolerance) return false;
  }
  return tolerance > 0;
}

int ig_wake_disturbed(const mjModel* m, mjData* d) {
  if (!(m->opt.enableflags & mjENBL_SLEEP)) {
    int sleeping = m->ntree - d->ntree_awake;
    for (int tree = 0; sleeping && tree < m->ntree; tree++) d->tree_asleep[tree] = IG_FULLY_AWAKE;
    return sleeping;
  }
  int woke = 0;
  for (int tree = 0; tree < m->ntree; tree++) {
    // tree_awake and tree_asleep disagree when a state was written over the sleeping one
    if (d->tree_asleep[tree] < 0) continue;
    if (d->tree_awake[tree] || !ig_tree_is_quiet(m, d, tree, 0)) woke += ig_wake_tree(m, d, tree, IG_FULLY_AWAKE);
  }
  return woke;
}
