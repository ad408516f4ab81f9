// SPDX-License-Identifier: Apache-2.0
// The worlds of one model: their fields, the parameters of each, the outputs asked for, and the worker slots in which
// threads step them.
//
// A world is light or resident. A light one has its numbers in the fields alone, and is stepped on a slot: in lanes, or in
// the slot's spare mjData. A resident one (plugins, sleep, a model of its own) has an mjData whose hidden state lives on.
#ifndef INGOT_WORLD_GROUP_H_
#define INGOT_WORLD_GROUP_H_

#include <stdatomic.h>
#include <stdbool.h>

#include <ingot/worlds.h>

#include "world/fields.h"
#include "world/param_set.h"

// functions that are called after a step, and that lanes know
enum { IG_CALL_FORCES = 1, IG_CALL_SUBTREES = 2 };

// what the last call computed in a world
typedef enum { IG_LAST_RESET, IG_LAST_STEP, IG_LAST_FORWARD } ig_Last;

// a requested array of mjData, over all worlds
typedef struct {
  int quantity, count;
  double* data;
} ig_Output;

// where one thread steps worlds of the group
typedef struct {
  _Atomic bool busy;
  void* lanes;        // NULL: single worlds only
  mjData* spare;      // a single world
  mjModel* model[9];  // with the numbers of the worlds in the lanes, and of the single one; NULL: all share the model
} ig_WorkerSlot;

typedef struct {
  const mjModel* source;  // the caller's, only compared at creation
  mjModel* model;         // our copy
  bool resident;
  ig_Fields fields;       // of now
  ig_Fields last_inputs;  // the inputs of the last step
  int* world;             // which world stands at an index
  ig_ParamSet params;
  int noutput;
  ig_Output* outputs;
  unsigned calls;  // made after each step, for the outputs
  const ig_Width* width;
  int nslot;
  ig_WorkerSlot* slots;
} ig_Group;

enum { IG_LEAST_LANES = 3 };  // fewer worlds are stepped one by one: that is as fast

// fields, slots; model and fields.worlds are set. False: no memory. May raise an error of the engine.
bool ig_group_make(ig_Group* group, int threads, const ig_Width* width);
void ig_group_free(ig_Group* group);

// a slot that no other thread has, and back
ig_WorkerSlot* ig_worker_slot_take(ig_Group* group);
void ig_worker_slot_return(ig_WorkerSlot* slot);

// the model of a world, with its own numbers of now, or those of the last step; `lane` is the lane, 8: the spare
const mjModel* ig_worker_slot_model(const ig_Group* group, ig_WorkerSlot* slot, int lane, int index, bool last);

// the output of a quantity; made when it is not there yet. NULL: no memory, or no numbers.
ig_Output* ig_group_output(ig_Group* group, int quantity, bool* fresh);

// the outputs of a world from its data
void ig_outputs_from_data(const ig_Group* group, int index, const mjData* d);

#endif  // INGOT_WORLD_GROUP_H_
