// SPDX-License-Identifier: Apache-2.0
// The worlds of a batch, inside.
#ifndef INGOT_WORLD_WORLDS_H_
#define INGOT_WORLD_WORLDS_H_

#include <ingot/worlds.h>

#include "base/workers.h"
#include "world/access.h"
#include "world/cancel.h"
#include "world/gate.h"
#include "world/group.h"

// a model with the numbers of one world, for callers to look at; those before it stay valid
typedef struct ig_ModelView_ {
  mjModel* model;
  int fields;  // that worlds had of their own when it was made
  struct ig_ModelView_* before;
} ig_ModelView;

// what becomes of a world that diverges
typedef struct {
  ingotPolicy kind;
  int key;
} ig_Policy;

typedef struct {
  int group, index;        // place in the fields of the group
  mjModel* private_model;  // NULL: the group's model
  ig_ModelView* view;
  mjData* d;   // of a resident world its own; of a light one made when it is asked for
  bool fresh;  // d is what the last call computed
  ig_Last last;
  ig_Policy last_policy;  // that the last call went by
  unsigned called;        // functions called since the last step
  ingotWorldStatus status;
  mjWarningStat warning[mjNWARNING];  // of a light world, since its last reset
  char error[256];
} ig_World;

// worlds that a thread takes together: entries of `order`
typedef struct {
  int group, first, count;
} ig_Item;

typedef struct ig_DeviceWorlds_ ig_DeviceWorlds;  // see world/device_worlds.h

struct ingotWorlds_ {
  int nworld, ngroup, threads;
  ig_World* worlds;
  ig_Group* groups;
  ig_Workers* workers;
  const ig_Width* width;  // of all groups that can
  ig_Policy policy;
  ig_Cancel cancel;
  ig_Gate gate;
  void* job;  // the running call, in memory that outlives it
  int nitem;
  ig_Item* items;           // (nworld) of the running call
  int* order;               // (nworld) indices within their groups
  ig_DeviceWorlds* device;  // NULL: on the CPU
  ig_Attachment attachment;
};

static inline const mjModel* ig_model_of(const ingotWorlds* w, const ig_World* world) {
  return world->private_model ? world->private_model : w->groups[world->group].model;
}

// the world's hidden state lives in its own data
static inline bool ig_world_resident(const ingotWorlds* w, const ig_World* world) {
  return world->private_model || w->groups[world->group].resident;
}

// a world that failed or was frozen waits for a reset
static inline bool ig_world_stands_still(const ig_World* world) { return world->status.state >= INGOT_WORLD_FROZEN; }

// the last call of a world was of that kind
static inline void ig_world_note(const ingotWorlds* w, ig_World* world, ig_Last last) {
  world->last = last;
  world->last_policy = w->policy;
  world->called = 0;
}

// a model's flag by which a bad state is reset within the step: every policy but the first looks at it before
static inline void ig_apply_policy(ig_Policy policy, mjModel* m) {
  if (policy.kind == INGOT_RESET)
    m->opt.disableflags &= ~mjDSBL_AUTORESET;
  else
    m->opt.disableflags |= mjDSBL_AUTORESET;
}

// what the last call computed, in data of the world's own; NULL: no memory. Errors of the engine are raised.
mjData* ig_world_data(ingotWorlds* w, ig_World* world);

// compute an output of all worlds of a group from the inputs of their last step
ingotStatus ig_worlds_observe(ingotWorlds* w, int group, ingotReport* report);

// steps of the worlds of a mask; controls may be NULL: number i of world e in step k is at
// controls[(e * total + first + k) * width + i]
typedef struct {
  int nstep;
  const double* controls;
  int width, first, total;
} ig_Steps;
ingotStatus ig_worlds_step(ingotWorlds* w, const ig_Steps* steps, const mjtByte* mask, ingotReport* report);

// around a call over worlds, see world/gate.h; what a call that was left had in hand is cleared
ingotStatus ig_worlds_enter(ingotWorlds* w, volatile uint64_t* mark, ingotReport* report);
static inline void ig_worlds_leave(ingotWorlds* w) { ig_gate_leave(&w->gate); }

// forward dynamics of the worlds of a mask
ingotStatus ig_worlds_forward(ingotWorlds* w, const mjtByte* mask, ingotReport* report);

// Steps of one world from the state in d, which becomes its state after them; for a world that has left its device.
void ig_world_finish(ingotWorlds* w, int world, int nstep, mjData* d);

// the first world of a mask that failed is named
ingotStatus ig_worlds_failure(const ingotWorlds* w, const mjtByte* mask, ingotReport* report);

// note that a function which lanes know (IG_CALL_...) was called: its results are made on access
ingotStatus ig_worlds_called(ingotWorlds* w, unsigned call, const mjtByte* mask, ingotReport* report);

// the keyframe must exist in every world that is meant
ingotStatus ig_check_key(const ingotWorlds* w, const mjtByte* mask, int key, ingotReport* report);

// bytes of the running call
size_t ig_worlds_job_bytes(void);

// step with another table of lanes, for worlds that have just been made; for tests of all widths. False: no memory.
bool ig_worlds_use(ingotWorlds* w, const ig_Width* width);

#endif  // INGOT_WORLD_WORLDS_H_
