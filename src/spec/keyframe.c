// SPDX-License-Identifier: Apache-2.0
#include "spec/keyframe.h"

#include <stdio.h>
#include <string.h>

#include <mujoco/mujoco.h>

#include "base/memory.h"
#include "base/scope.h"
#include "spec/add.h"
#include "spec/element.h"
#include "spec/list.h"
#include "spec/names.h"

enum { STATE_WORK = 100 };  // to save or fill the state of an element

static int joint_nq(mjtJoint type) { return type == mjJNT_FREE ? 7 : type == mjJNT_BALL ? 4 : 1; }
static int joint_nv(mjtJoint type) { return type == mjJNT_FREE ? 6 : type == mjJNT_BALL ? 3 : 1; }

static void copy(double* to, const double* from, int n) { memcpy(to, from, (size_t)n * sizeof(double)); }

// ------------------------------------------------ addresses

void ig_assign_addresses(ig_Spec* spec) {
  const ig_List* joints = ig_spec_list(spec, mjOBJ_JOINT);
  const ig_List* bodies = ig_spec_list(spec, mjOBJ_BODY);
  const ig_List* actuators = ig_spec_list(spec, mjOBJ_ACTUATOR);
  spec->nq = spec->nv = spec->na = spec->nmocap = 0;
  for (int i = 0; i < joints->count; i++) {
    mjtJoint type = IG_ITEM(mjsJoint, *joints, i)->type;
    joints->item[i]->address[0] = spec->nq;
    joints->item[i]->address[1] = spec->nv;
    spec->nq += joint_nq(type);
    spec->nv += joint_nv(type);
  }
  for (int i = 0; i < actuators->count; i++) {
    const mjsActuator* a = IG_ITEM(mjsActuator, *actuators, i);
    int size = a->actdim > 0 ? a->actdim : a->dyntype != mjDYN_NONE;
    actuators->item[i]->address[0] = size ? spec->na : -1;
    actuators->item[i]->address[1] = size;
    spec->na += size;
  }
  for (int i = 0; i < bodies->count; i++) {
    bodies->item[i]->address[0] = IG_ITEM(mjsBody, *bodies, i)->mocap ? spec->nmocap++ : -1;
  }
  spec->nu = actuators->count;
}

// ------------------------------------------------ saving and restoring

static void save_joint(ig_Element* el, const char* name, const ig_State* state) {
  mjtJoint type = IG_PUBLIC(mjsJoint, el)->type;
  if (el->address[0] < 0) return;
  ig_Saved* saved = ig_saved_make(el, name);
  if (state->qpos) {
    copy(saved->position, state->qpos + el->address[0], joint_nq(type));
    saved->has_position = true;
  }
  if (state->qvel) {
    copy(saved->velocity, state->qvel + el->address[1], joint_nv(type));
    saved->has_velocity = true;
  }
}

static void save_mocap(ig_Element* el, const char* name, const ig_State* state) {
  if (!IG_PUBLIC(mjsBody, el)->mocap || el->address[0] < 0) return;
  ig_Saved* saved = ig_saved_make(el, name);
  if (state->mpos) {
    copy(saved->position, state->mpos + 3 * el->address[0], 3);
    saved->has_position = true;
  }
  if (state->mquat) {
    copy(saved->velocity, state->mquat + 4 * el->address[0], 4);
    saved->has_velocity = true;
  }
}

static void save_actuator(ig_Element* el, const char* name, const ig_State* state) {
  int id = ig_element_id(el);
  if (id < 0) return;
  ig_Saved* saved = ig_saved_make(el, name);
  if (state->ctrl) {
    saved->position[0] = state->ctrl[id];
    saved->has_position = true;
  }
  if (state->act && el->address[0] >= 0) {
    double* act = ig_spec_alloc((size_t)el->address[1] * sizeof(double));
    ig_free(saved->act);
    saved->nact = el->address[1];
    saved->act = act;
    copy(saved->act, state->act + el->address[0], saved->nact);
  }
}

void ig_save_state(ig_Spec* spec, const char* name, const ig_State* state) {
  const ig_List* joints = ig_spec_list(spec, mjOBJ_JOINT);
  const ig_List* bodies = ig_spec_list(spec, mjOBJ_BODY);
  const ig_List* actuators = ig_spec_list(spec, mjOBJ_ACTUATOR);
  ig_spend(STATE_WORK * ((double)joints->count + bodies->count + actuators->count));
  for (int i = 0; i < joints->count; i++) save_joint(joints->item[i], name, state);
  for (int i = 0; i < bodies->count; i++) save_mocap(bodies->item[i], name, state);
  for (int i = 0; i < actuators->count; i++) save_actuator(actuators->item[i], name, state);
}

void ig_restore_state(ig_Spec* spec, const char* name, const ig_State* state, const double* qpos0, const double* body_pos,
                      const double* body_quat) {
  const ig_List* joints = ig_spec_list(spec, mjOBJ_JOINT);
  const ig_List* bodies = ig_spec_list(spec, mjOBJ_BODY);
  const ig_List* actuators = ig_spec_list(spec, mjOBJ_ACTUATOR);
  for (int i = 0; i < joints->count; i++) {
    const ig_Element* el = joints->item[i];
    const ig_Saved* saved = ig_saved_find(el, name);
    int adr = el->address[0], nq = joint_nq(IG_PUBLIC(mjsJoint, el)->type), nv = joint_nv(IG_PUBLIC(mjsJoint, el)->type);
    if (state->qpos) copy(state->qpos + adr, saved && saved->has_position ? saved->position : qpos0 + adr, nq);
    if (state->qvel && saved && saved->has_velocity) copy(state->qvel + el->address[1], saved->velocity, nv);
  }
  for (int i = 0; i < bodies->count; i++) {
    const ig_Element* el = bodies->item[i];
    const ig_Saved* saved = ig_saved_find(el, name);
    int mocap = el->address[0];
    if (mocap < 0) continue;
    if (state->mpos) copy(state->mpos + 3 * mocap, saved && saved->has_position ? saved->position : body_pos + 3 * i, 3);
    if (state->mquat) copy(state->mquat + 4 * mocap, saved && saved->has_velocity ? saved->velocity : body_quat + 4 * i, 4);
  }
  for (int i = 0; i < actuators->count; i++) {
    const ig_Element* el = actuators->item[i];
    const ig_Saved* saved = ig_saved_find(el, name);
    if (state->ctrl) state->ctrl[i] = saved && saved->has_position ? saved->position[0] : 0;
    if (state->act && saved && saved->act && saved->nact == el->address[1]) {
      copy(state->act + el->address[0], saved->act, saved->nact);
    }
  }
}

// ------------------------------------------------ keyframes

// the vectors of a keyframe, with the size each has in the model
typedef struct Part_ {
  const char* name;
  void* vector;
  int size;
} Part;

enum { NPART = 6 };

static void key_parts(const ig_Spec* spec, const mjsKey* key, Part part[NPART]) {
  part[0] = (Part){"qpos", key->qpos, spec->nq};
  part[1] = (Part){"qvel", key->qvel, spec->nv};
  part[2] = (Part){"act", key->act, spec->na};
  part[3] = (Part){"ctrl", key->ctrl, spec->nu};
  part[4] = (Part){"mpos", key->mpos, 3 * spec->nmocap};
  part[5] = (Part){"mquat", key->mquat, 4 * spec->nmocap};
}

// vectors that were not given are NULL
static ig_State key_state(const mjsKey* key) {
  return (ig_State){IG_ITEMS(double, key->qpos), IG_ITEMS(double, key->qvel), IG_ITEMS(double, key->act),
                    IG_ITEMS(double, key->ctrl), IG_ITEMS(double, key->mpos), IG_ITEMS(double, key->mquat)};
}

static ig_State given_state(const mjsKey* key) {
  ig_State s = key_state(key);
  if (!IG_COUNT(double, key->qpos)) s.qpos = NULL;
  if (!IG_COUNT(double, key->qvel)) s.qvel = NULL;
  if (!IG_COUNT(double, key->act)) s.act = NULL;
  if (!IG_COUNT(double, key->ctrl)) s.ctrl = NULL;
  if (!IG_COUNT(double, key->mpos)) s.mpos = NULL;
  if (!IG_COUNT(double, key->mquat)) s.mquat = NULL;
  return s;
}

void ig_pending_add(ig_Spec* spec, const ig_PendingKey* key) {
  size_t n = (size_t)spec->npending;
  if (spec->npending == spec->pending_room) {
    size_t room = 2 * n + 4;
    spec->pending = ig_spec_grow(spec->pending, n * sizeof(*key), room * sizeof(*key));
    spec->pending_room = (int)room;
  }
  char* name = ig_spec_text(key->name);
  spec->pending[n] = *key;
  spec->pending[n].name = name;
  spec->npending++;
}

void ig_pending_clear(ig_Spec* spec) {
  for (int i = 0; i < spec->npending; i++) ig_free(spec->pending[i].name);
  ig_free(spec->pending);
  spec->pending = NULL;
  spec->npending = spec->pending_room = 0;
}

static bool check_key(ig_Spec* spec, ig_Element* el) {
  Part part[NPART];
  key_parts(spec, IG_PUBLIC(mjsKey, el), part);
  for (int i = 0; i < NPART; i++) {
    int n = IG_COUNT(double, part[i].vector);
    if (n && n != part[i].size) {
      return ig_spec_fail(spec, NULL, "Keyframe '%s' has invalid %s size, got %d, should be %d", ig_el_name(el), part[i].name, n,
                          part[i].size);
    }
  }
  return true;
}

bool ig_store_keys(ig_Spec* spec, ig_Spec* to, const char* prefix, const char* suffix) {
  if (spec != to && spec->npending) {
    mju_warning(
        "the attached model has pending keyframes, whose names will lack the prefix; "
        "compile it before it is attached once more.");
  }
  const ig_List* keys = &spec->list[mjOBJ_KEY];
  if (!keys->count) return true;
  if (!spec->compiled) ig_assign_addresses(spec);
  for (int i = 0; i < keys->count; i++) {
    ig_Element* el = keys->item[i];
    const mjsKey* key = IG_PUBLIC(mjsKey, el);
    if (!check_key(spec, el)) {
      if (to != spec) snprintf(to->message, sizeof(to->message), "%s", spec->message);
      return false;
    }
    ig_String name = {0};
    ig_text_set(&name, ig_el_name(el));
    ig_text_wrap(&name, prefix, suffix);
    ig_State state = given_state(key);
    ig_pending_add(to, &(ig_PendingKey){(char*)ig_text(&name), key->time, state.qpos, state.qvel, state.act, state.ctrl,
                                        state.mpos, state.mquat});
    ig_save_state(spec, ig_text(&name), &state);
    ig_text_free(&name);
  }
  return true;
}

// reference position of a joint
//   MuJoCo goes by the type the joint was made with: until it has been compiled that is its class's, so a free joint of
//   a fresh model stands at the origin here and not where its body does
static void joint_reference(const ig_Element* el, double qpos[7]) {
  const mjsJoint* joint = IG_PUBLIC(mjsJoint, el);
  const mjsBody* body = &el->body->s;
  memset(qpos, 0, 7 * sizeof(double));
  if (el->known_type == mjJNT_FREE) {
    copy(qpos, body->pos, 3);
    copy(qpos + 3, body->quat, 4);
  } else if (el->known_type == mjJNT_BALL) {
    qpos[0] = 1;
  } else {
    qpos[0] = joint->ref;
  }
}

// what is beyond the old end of the vectors takes its reference value
static void expand_key(ig_Spec* spec, const mjsKey* key) {
  const ig_List* joints = ig_spec_list(spec, mjOBJ_JOINT);
  const ig_List* bodies = ig_spec_list(spec, mjOBJ_BODY);
  Part part[NPART];
  int old[NPART];
  ig_spend(STATE_WORK * ((double)joints->count + bodies->count));
  key_parts(spec, key, part);
  for (int i = 0; i < NPART; i++) {
    old[i] = IG_COUNT(double, part[i].vector);
    if (old[i] && old[i] < part[i].size) ig_vec_resize(part[i].vector, (size_t)part[i].size, sizeof(double));
  }
  ig_State state = key_state(key);
  for (int i = 0; old[0] && i < joints->count; i++) {
    int adr = joints->item[i]->address[0];
    double reference[7];
    joint_reference(joints->item[i], reference);
    for (int k = 0, nq = joint_nq(IG_ITEM(mjsJoint, *joints, i)->type); k < nq; k++) {
      if (adr + k >= old[0]) state.qpos[adr + k] = reference[k];
    }
  }
  for (int i = 0; i < bodies->count; i++) {
    int mocap = bodies->item[i]->address[0];
    if (mocap < 0) continue;
    if (old[4] && mocap >= old[4] / 3) copy(state.mpos + 3 * mocap, IG_ITEM(mjsBody, *bodies, i)->pos, 3);
    if (old[5] && mocap >= old[5] / 4) copy(state.mquat + 4 * mocap, IG_ITEM(mjsBody, *bodies, i)->quat, 4);
  }
}

void ig_expand_keys(ig_Spec* spec) {
  const ig_List* keys = &spec->list[mjOBJ_KEY];
  if (!keys->count) return;
  ig_assign_addresses(spec);
  for (int i = 0; i < keys->count; i++) expand_key(spec, IG_ITEM(mjsKey, *keys, i));
}

void ig_add_pending_keys(ig_Spec* spec) {
  for (int i = 0; i < spec->npending; i++) {
    ig_Element* el = ig_add_element(spec, mjOBJ_KEY, NULL);
    ig_text_set(&el->name, spec->pending[i].name);
    ig_names_enter(spec, el);
  }
}

void ig_fill_pending_keys(ig_Spec* spec, const mjModel* m) {
  ig_assign_addresses(spec);
  // they were added last and in this order; one of them may have no name
  const ig_List* keys = &spec->list[mjOBJ_KEY];
  int first = keys->count - spec->npending;
  for (int i = 0; i < spec->npending && first >= 0; i++) {
    const ig_PendingKey* pending = spec->pending + i;
    mjsKey* key = IG_ITEM(mjsKey, *keys, first + i);
    const bool given[NPART] = {pending->qpos, pending->qvel, pending->act, pending->ctrl, pending->mpos, pending->mquat};
    Part part[NPART];
    key->time = pending->time;
    key_parts(spec, key, part);
    for (int k = 0; k < NPART; k++) {
      if (given[k]) ig_vec_assign(part[k].vector, NULL, (size_t)part[k].size, sizeof(double));
    }
    ig_State state = given_state(key);
    ig_restore_state(spec, pending->name, &state, m->qpos0, m->body_pos, m->body_quat);
  }
  ig_pending_clear(spec);
}
