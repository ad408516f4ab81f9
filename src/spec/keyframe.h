// SPDX-License-Identifier: Apache-2.0
// State that survives edits: keyframes of attached or edited models, and the simulation state over a recompilation.
//
// The state is kept with the elements it belongs to, under a name. When the model changes, elements that are new have
// nothing saved and take their reference values; elements that are gone take theirs along.
#ifndef INGOT_SPEC_KEYFRAME_H_
#define INGOT_SPEC_KEYFRAME_H_

#include "spec/spec.h"

// state vectors; those that are NULL are left out
typedef struct ig_State_ {
  double *qpos, *qvel, *act, *ctrl, *mpos, *mquat;
} ig_State;

// the addresses that the joints, actuators and mocap bodies of a spec have now, and the sizes
void ig_assign_addresses(ig_Spec* spec);

void ig_save_state(ig_Spec* spec, const char* name, const ig_State* state);

// what was saved, or the reference values: qpos0 by address, positions and quaternions of bodies by body
void ig_restore_state(ig_Spec* spec, const char* name, const ig_State* state, const double* qpos0, const double* body_pos,
                      const double* body_quat);

// keep the keyframes of one spec with its elements, to be made again in `to` under prefix + name + suffix
bool ig_store_keys(ig_Spec* spec, ig_Spec* to, const char* prefix, const char* suffix);

// for the compiler. Before anything is numbered: keyframes that are too short for the model get the reference values of
// what was added, and pending ones become elements. Then, with the model's sizes and reference values in place: the
// pending ones get their contents.
void ig_expand_keys(ig_Spec* spec);
void ig_add_pending_keys(ig_Spec* spec);
void ig_fill_pending_keys(ig_Spec* spec, const mjModel* m);

void ig_pending_add(ig_Spec* spec, const ig_PendingKey* key);
void ig_pending_clear(ig_Spec* spec);

#endif  // INGOT_SPEC_KEYFRAME_H_
