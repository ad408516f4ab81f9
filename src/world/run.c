// SPDX-License-Identifier: Apache-2.0
// How worlds run: which are taken together, in lanes or alone, on which thread, and what happens to those that go wrong.
#include <pthread.h>
#include <string.h>

#include <mujoco/mjxmacro.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "base/try.h"
#include "math/scalar.h"
#include "model/model.h"
#include "model/stack.h"
#include "model/state.h"
#include "smooth/bias.h"
#include "smooth/position/com.h"
#include "step/forward.h"
#include "step/reset.h"
#include "step/stage.h"
#include "step/step.h"
#include "world/device_worlds.h"
#include "world/worlds.h"

typedef enum { STEP, FORWARD, OBSERVE, PART, LOOK, RESET, GET, SET } Kind;

// the first world that had no answer to a question
typedef struct {
  pthread_mutex_t lock;
  int world;  // -1: all have answered
  char text[256];
} Unanswered;

// one call over all worlds
typedef struct {
  ingotWorlds* w;
  Kind kind;
  const mjtByte* mask;
  int group;  // of an OBSERVE
  ig_Steps steps;
  int key, sig, width;
  ig_WorldPart part;
  ig_WorldLook look;
  ig_WorldsLook look_together;
  void* argument;
  double* out;
  const double* in;
  Unanswered* unanswered;  // of a LOOK
} Job;

// ------------------------------------------------ one world alone

typedef struct {
  const Job* job;
  ingotWorlds* w;
  ig_Group* group;
  ig_World* world;
  ig_WorkerSlot* slot;
  bool from_last_inputs;  // one step from the inputs kept for it: a lane that left
} Turn;

// a bad qpos is reported by its place in qpos; the dof is that of the last joint that starts at or before it
static void note_divergence(const mjModel* m, ig_World* world, const mjData* d, mjtWarning kind, double time) {
  ingotWorldStatus* s = &world->status;
  int info = d->warning[kind].lastinfo, dof = -1;
  if (kind != mjWARN_BADQPOS) {
    dof = info;
  } else {
    for (int j = 0; j < m->njnt; j++) {
      if (m->jnt_qposadr[j] <= info) dof = m->jnt_dofadr[j];
    }
  }
  s->state = INGOT_WORLD_DIVERGED;
  s->divergences++;
  s->kind = kind;
  s->dof = dof;
  s->body = dof >= 0 && dof < m->nv ? m->dof_bodyid[dof] : -1;
  s->time = time;
}

static void count_warnings(ig_World* world, const mjData* d) {
  for (int k = 0; k < mjNWARNING; k++) {
    if (!d->warning[k].number) continue;
    world->warning[k].number += d->warning[k].number;
    world->warning[k].lastinfo = d->warning[k].lastinfo;
  }
}

// counts of warnings are set aside for those of one call alone, and come back with these
typedef struct {
  int number[mjNWARNING];
} Counts;

static Counts set_counts_aside(mjData* d) {
  Counts before;
  for (int k = 0; k < mjNWARNING; k++) {
    before.number[k] = d->warning[k].number;
    d->warning[k].number = 0;
  }
  return before;
}

static void bring_counts_back(mjData* d, const Counts* before) {
  for (int k = 0; k < mjNWARNING; k++) d->warning[k].number += before->number[k];
}

// the status may be left alone
static void step_once(ig_World* world, const mjModel* m, mjData* d, ig_Policy policy, bool note) {
  static const mjtWarning bad[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC};
  double time = d->time;
  Counts before = set_counts_aside(d);
  ig_step(m, d, mjSTAGE_NONE, false);
  // the first one found is the cause, the others follow from it
  int diverged = -1;
  for (int k = 0; k < 3 && diverged < 0; k++) {
    if (d->warning[bad[k]].number) diverged = (int)bad[k];
  }
  if (note && d->warning[mjWARN_BADCTRL].number) {
    world->status.bad_controls++;
    world->status.control = d->warning[mjWARN_BADCTRL].lastinfo;
  }
  bool full = d->warning[mjWARN_CONTACTFULL].number || d->warning[mjWARN_CNSTRFULL].number;
  if (note && full) world->status.contacts_dropped++;
  if (note && diverged >= 0) note_divergence(m, world, d, (mjtWarning)diverged, time);
  // a reset within the step forgets the warnings before it
  bool cleared = diverged >= 0 && !(m->opt.disableflags & mjDSBL_AUTORESET);
  if (note && cleared) memset(world->warning, 0, sizeof world->warning);
  if (note) count_warnings(world, d);
  if (!cleared) bring_counts_back(d, &before);
  if (diverged < 0) return;
  if (policy.kind == INGOT_RESET_KEY) {
    ig_reset_to_key(m, d, policy.key);
    if (note) memset(world->warning, 0, sizeof world->warning);
  }
  if (note && policy.kind == INGOT_FREEZE) world->status.state = INGOT_WORLD_FROZEN;
}

// the model and the data that a world is computed with
static const mjModel* turn_model(const Turn* t, bool last) {
  return t->world->private_model ? t->world->private_model : ig_worker_slot_model(t->group, t->slot, 8, t->world->index, last);
}

static mjData* turn_data(const Turn* t) { return ig_world_resident(t->w, t->world) ? t->world->d : t->slot->spare; }

static void keep(const Turn* t) {
  ig_fields_copy(&t->group->last_inputs, &t->group->fields, t->world->index, 1);
  ig_params_snapshot(&t->group->params, t->world->index);
}

// functions that outputs ask for, after a step
static void make_calls(const mjModel* m, mjData* d, unsigned calls) {
  if (calls & IG_CALL_FORCES) ig_body_forces(m, d);
  if (calls & IG_CALL_SUBTREES) ig_subtree_velocities(m, d);
}

// a world's data is what the last call computed, unless it is light
static void note_last(const Turn* t, ig_Last last) {
  ig_world_note(t->w, t->world, last);
  t->world->fresh = ig_world_resident(t->w, t->world);
}

static void finish(const Turn* t, const mjModel* m, mjData* d, ig_Last last) {
  ig_fields_from_data(&t->group->fields, t->world->index, d);
  note_last(t, last);
  if (!t->group->noutput) return;
  if (last != IG_LAST_RESET) make_calls(m, d, t->group->calls);
  ig_outputs_from_data(t->group, t->world->index, d);
}

// the controls of a world in its first step, NULL: those in the fields
static const double* controls_of(const ig_Steps* steps, int world) {
  size_t row = (size_t)world * (size_t)steps->total + (size_t)steps->first;
  return steps->controls ? steps->controls + row * (size_t)steps->width : NULL;
}

// The spare has been another world's, and what the settings of this one leave alone shows in outputs as in new data.
static void clear_spare(const Turn* t, const mjModel* m, mjData* d) {
  if (t->group->noutput && t->group->params.n && !ig_world_resident(t->w, t->world)) ig_reset(m, d);
}

// fields are what callers see and write; mjData is what steps, so they are copied in before and out after
static void step_alone(void* argument) {
  const Turn* t = argument;
  const Job* job = t->job;
  const mjModel* m = turn_model(t, t->from_last_inputs);
  mjData* d = turn_data(t);
  const ig_Steps* steps = &job->steps;
  int nstep = t->from_last_inputs ? 1 : steps->nstep, index = t->world->index;
  const double* controls = t->from_last_inputs ? NULL : controls_of(steps, (int)(t->world - t->w->worlds));
  if (!nstep) return;
  clear_spare(t, m, d);
  ig_fields_to_data(t->from_last_inputs ? &t->group->last_inputs : &t->group->fields, index, d);
  if (!t->from_last_inputs) keep(t);
  for (int k = 0; k < nstep && !ig_world_stands_still(t->world); k++) {
    if (k && ig_cancelled(&t->w->cancel)) break;
    if (controls) memcpy(d->ctrl, controls + (size_t)k * (size_t)steps->width, sizeof(double) * (size_t)m->nu);
    if (k || controls) ig_fields_from_data(&t->group->last_inputs, index, d);
    step_once(t->world, m, d, t->w->policy, true);
  }
  finish(t, m, d, IG_LAST_STEP);
}

static void forward_alone(void* argument) {
  const Turn* t = argument;
  const mjModel* m = turn_model(t, false);
  mjData* d = turn_data(t);
  keep(t);
  clear_spare(t, m, d);
  ig_fields_to_data(&t->group->fields, t->world->index, d);
  Counts before = set_counts_aside(d);
  ig_forward(m, d, mjSTAGE_NONE, false);
  count_warnings(t->world, d);
  bring_counts_back(d, &before);
  finish(t, m, d, IG_LAST_FORWARD);
}

// what the last call computed, once more from its inputs and under its policy
static void repeat(const Turn* t, const mjModel* m, mjData* d, unsigned calls) {
  mjModel then = *m;
  ig_apply_policy(t->world->last_policy, &then);
  ig_reset(&then, d);
  ig_fields_to_data(&t->group->last_inputs, t->world->index, d);
  if (t->world->last == IG_LAST_STEP) step_once(t->world, &then, d, t->world->last_policy, false);
  if (t->world->last == IG_LAST_FORWARD) ig_forward(&then, d, mjSTAGE_NONE, false);
  make_calls(&then, d, calls);
}

typedef struct {
  const Turn* turn;
  const mjModel* m;
  mjData* d;
  unsigned calls;
} Repeat;

static void repeat_guarded(void* argument) {
  const Repeat* r = argument;
  repeat(r->turn, r->m, r->d, r->calls);
}

static void observe_alone(void* argument) {
  const Turn* t = argument;
  unsigned calls = t->world->last == IG_LAST_RESET ? 0 : t->group->calls;
  // data that is there may have been changed by a call since, and was made before anybody asked for this
  if (t->world->fresh || ig_world_resident(t->w, t->world)) {
    make_calls(turn_model(t, true), t->world->d, calls);
    ig_outputs_from_data(t->group, t->world->index, t->world->d);
    return;
  }
  repeat(t, turn_model(t, true), t->slot->spare, calls | t->world->called);
  ig_outputs_from_data(t->group, t->world->index, t->slot->spare);
}

static void quiet(const char* text) { (void)text; }

mjData* ig_world_data(ingotWorlds* w, ig_World* world) {
  if (world->fresh) return world->d;
  ig_Group* group = &w->groups[world->group];
  if (!world->d) world->d = ig_make_data(group->model);
  if (!world->d) return NULL;
  ig_WorkerSlot* slot = ig_worker_slot_take(group);
  ig_ErrorHandler before = ig_thread_warning_handler();
  ig_set_thread_warning_handler(quiet);
  Turn t = {.w = w, .group = group, .world = world, .slot = slot};
  ingotReport report;
  unsigned calls = world->last == IG_LAST_RESET ? 0 : group->calls;
  Repeat again = {&t, turn_model(&t, true), world->d, world->called | calls};
  ingotStatus status = ig_guard(repeat_guarded, &again, &report);
  ig_set_thread_warning_handler(before);
  ig_worker_slot_return(slot);
  memcpy(world->d->warning, world->warning, sizeof world->warning);
  // the step that failed is looked at as it was left
  world->fresh = status == INGOT_OK;
  return world->d;
}

static void run_part(void* argument) {
  const Turn* t = argument;
  t->job->part(t->w, (int)(t->world - t->w->worlds), t->job->argument);
}

// a part sees and may change everything, so the world gets data of its own
void ig_world_load(ingotWorlds* w, int world) {
  ig_World* one = &w->worlds[world];
  mjData* d = ig_world_data(w, one);
  if (!d) mju_error("no memory for the data of world %d", world);
  ig_fields_to_data(&w->groups[one->group].fields, one->index, d);
}

void ig_world_store(ingotWorlds* w, int world) {
  const ig_World* one = &w->worlds[world];
  ig_fields_from_data(&w->groups[one->group].fields, one->index, one->d);
  ig_outputs_from_data(&w->groups[one->group], one->index, one->d);
}

void ig_world_state(const ingotWorlds* w, int world, mjData* d) {
  const ig_World* one = &w->worlds[world];
  ig_fields_to_data(&w->groups[one->group].fields, one->index, d);
}

// Load the current state into scratch data; clear leftovers that affect the result.
static void look_alone(void* argument) {
  const Turn* t = argument;
  const mjModel* m = turn_model(t, false);
  if (ig_world_resident(t->w, t->world) || (m->opt.enableflags & mjENBL_INVDISCRETE)) ig_reset(m, t->slot->spare);
  ig_fields_to_data(&t->group->fields, t->world->index, t->slot->spare);
  const ig_Width* width = t->group->width ? t->group->width : ig_width_best();
  ig_Look look = {.m = m, .d = t->slot->spare, .world = (int)(t->world - t->w->worlds), .width = width};
  // where worlds have numbers of their own, so have the lanes
  if (!t->group->params.n && !t->world->private_model) look.lanes = t->slot->lanes;
  t->job->look(&look, t->job->argument);
}

static void restart(const Turn* t, const mjModel* m, mjData* d) {
  t->world->status.state = INGOT_WORLD_OK;
  t->world->error[0] = 0;
  memset(t->world->warning, 0, sizeof t->world->warning);
  finish(t, m, d, IG_LAST_RESET);
  keep(t);
}

static void reset_alone(void* argument) {
  const Turn* t = argument;
  const mjModel* m = turn_model(t, false);
  mjData* d = turn_data(t);
  if (t->job->key >= 0)
    ig_reset_to_key(m, d, t->job->key);
  else
    ig_reset(m, d);
  restart(t, m, d);
}

static void get_alone(void* argument) {
  const Turn* t = argument;
  mjData* d = t->slot->spare;
  ig_fields_to_data(&t->group->fields, t->world->index, d);
  size_t row = (size_t)(t->world - t->w->worlds);
  ig_get_state(t->group->model, d, t->job->out + row * (size_t)t->job->width, t->job->sig);
}

// a state sets all that a run depends on, so a world that failed is well again
static void set_alone(void* argument) {
  const Turn* t = argument;
  const mjModel* m = turn_model(t, false);
  mjData* d = turn_data(t);
  size_t row = (size_t)(t->world - t->w->worlds);
  ig_reset(m, d);
  ig_set_state(m, d, t->job->in + row * (size_t)t->job->width, t->job->sig);
  restart(t, m, d);
}

static void reset_spare(void* argument) {
  const Turn* t = argument;
  ig_reset(t->group->model, t->slot->spare);
}

// A question changes no world: it has no answer.
static void note_unanswered(const Turn* t, const char* text) {
  Unanswered* u = t->job->unanswered;
  int world = (int)(t->world - t->w->worlds);
  pthread_mutex_lock(&u->lock);
  if (u->world < 0 || world < u->world) {
    u->world = world;
    ig_copy_text(u->text, text, sizeof u->text);
  }
  pthread_mutex_unlock(&u->lock);
}

// the step that raised an error was not made: the fields are those that it began with
static void note_failure(const Turn* t, const char* text) {
  ig_World* world = t->world;
  if (t->job->kind == STEP) {
    ig_fields_copy(&t->group->fields, &t->group->last_inputs, world->index, 1);
    ig_world_note(t->w, world, IG_LAST_STEP);
    world->fresh = false;
  }
  world->status.state = INGOT_WORLD_FAILED;
  world->status.time = t->group->fields.data[INGOT_TIME][world->index];
  ig_copy_text(world->error, text, sizeof world->error);
}

#ifdef IG_CHECKED
// what a user may have changed in a model that was given to him; NULL: nothing that matters
static const char* own_trouble(const mjModel* own, const mjModel* model) {
#define X(name) \
  if (own->name != model->name) return "ingot_worldsOwnModel: the size " #name " was changed";
  MJMODEL_SIZES
#undef X
  return ig_check_model(own);
}

static bool own_is_sound(Turn* t) {
  const char* trouble = t->world->private_model ? own_trouble(t->world->private_model, t->group->model) : NULL;
  if (!trouble) return true;
  t->world->status.state = INGOT_WORLD_FAILED;
  ig_copy_text(t->world->error, trouble, sizeof t->world->error);
  return false;
}
#endif

// warnings are in the status, errors stop this world alone
static void run_alone(Turn* t) {
  static void (*const parts[])(void*) = {step_alone, forward_alone, observe_alone, run_part,
                                         look_alone, reset_alone,   get_alone,     set_alone};
  ingotReport report;
  if (t->job->kind == STEP && ig_world_stands_still(t->world)) return;
  // worlds on a device that were to be written whole are: they have nothing else here
  bool whole = t->w->device && (t->job->kind == RESET || t->job->kind == SET);
  if (!t->from_last_inputs && !whole && ig_cancelled(&t->w->cancel)) return;
#ifdef IG_CHECKED
  if (!own_is_sound(t)) return;
#endif
  if (ig_guard(parts[t->job->kind], t, &report) == INGOT_OK) return;
  if (t->job->kind == LOOK) note_unanswered(t, report.text);
  // an output of a step that failed stays as it is
  if (t->job->kind != LOOK && t->job->kind != OBSERVE) note_failure(t, report.text);
  // what the error left on the spare's stack
  if (t->slot && !ig_world_resident(t->w, t->world)) ig_guard(reset_spare, t, NULL);
}

// ------------------------------------------------ a vector of them

typedef struct {
  const Job* job;
  ig_Group* group;
  ig_WorkerSlot* slot;
  ig_LaneSlots lane_slots;
  int count;
  unsigned alive;  // lanes whose world goes on
  unsigned well;   // lanes that ended the step in the vector
} Vector;

static ig_World* world_in(const Vector* v, int lane) { return &v->job->w->worlds[v->group->world[v->lane_slots.index[lane]]]; }

static void take_lane_slots(Vector* v, const int* order, bool last) {
  ig_LaneSlots* s = &v->lane_slots;
  const ig_ParamSet* params = &v->group->params;
  s->width = v->group->width;
  s->lanes = v->slot->lanes;
  s->adjacent = v->count == s->width->width;
  for (int lane = 0; lane < s->width->width; lane++) {
    s->index[lane] = order[lane < v->count ? lane : 0];
    s->adjacent = s->adjacent && s->index[lane] == s->index[0] + lane;
    const mjModel* model = ig_worker_slot_model(v->group, v->slot, lane, s->index[lane], last);
    if (!lane) s->m = model;
    if (!params->n) continue;
    s->width->set_model(s->lanes, lane, model);
    ig_params_to_lane(params, s->width, model, s->lanes, lane, s->index[lane], last);
  }
  v->alive = (1u << v->count) - 1;
}

// after a step: what functions that are called then would compute
static void call_in_lanes(void* argument) {
  const Vector* v = argument;
  const ig_LaneSlots* s = &v->lane_slots;
  if (v->group->calls & IG_CALL_FORCES) {
    s->width->run(s->m, s->lanes, IG_STAGE_EXTERNAL);
    s->width->run(s->m, s->lanes, IG_STAGE_INTERNAL);
  }
  if (v->group->calls & IG_CALL_SUBTREES) s->width->run(s->m, s->lanes, IG_STAGE_SUBTREE);
}

static unsigned look_in_lanes(const Vector* v) {
  const ig_LaneSlots* s = &v->lane_slots;
  ig_LanesLook look = {.m = s->m, .width = s->width, .lanes = s->lanes, .active = v->alive};
  for (int lane = 0; lane < s->width->width; lane++) look.world[lane] = v->group->world[s->index[lane]];
  return v->job->look_together(&look, v->job->argument);
}

static void try_lanes(void* argument) {
  Vector* v = argument;
  const ig_LaneSlots* s = &v->lane_slots;
  const ig_Quantities none = {{0, 0}};
  s->width->begin(s->m, s->lanes, v->alive, &none);
  if (v->job->kind == LOOK) {
    v->well = look_in_lanes(v);
    return;
  }
  ig_Last last = v->job->kind == OBSERVE ? world_in(v, 0)->last : v->job->kind == STEP ? IG_LAST_STEP : IG_LAST_FORWARD;
  unsigned well = last == IG_LAST_STEP ? s->width->step(s->m, s->lanes) : s->width->forward(s->m, s->lanes);
  v->well = well;
}

static void reset_lanes(void* argument) {
  const Vector* v = argument;
  const ig_LaneSlots* s = &v->lane_slots;
  for (int lane = 0; lane < s->width->width; lane++) ig_reset(v->group->model, s->width->world(s->lanes, lane));
}

// lanes that leave are computed alone, from the inputs kept for them; after an error all are
static unsigned run_lanes(Vector* v) {
  v->well = 0;
  if (ig_guard(try_lanes, v, NULL) != INGOT_OK) {
    v->well = 0;
    ig_guard(reset_lanes, v, NULL);
  }
  unsigned left = v->alive & ~v->well;
  for (int lane = 0; lane < v->count; lane++) {
    if (!(left >> lane & 1)) continue;
    Turn t = {
        .job = v->job, .w = v->job->w, .group = v->group, .world = world_in(v, lane), .slot = v->slot, .from_last_inputs = true};
    run_alone(&t);
  }
  return left;
}

static void store_outputs(Vector* v, unsigned which) {
  const ig_LaneSlots* s = &v->lane_slots;
  if (which && v->group->calls) ig_guard(call_in_lanes, v, NULL);
  for (int k = 0; k < v->group->noutput && which; k++) {
    const ig_Output* o = v->group->outputs + k;
    int n;
    s->width->bring(s->m, s->lanes, o->quantity);
    const double* from = s->width->numbers(s->m, s->lanes, o->quantity, &n);
    if (from) ig_numbers_from_lanes(o->data, v->group->fields.worlds, from, o->count, s, which);
  }
}

static void store_sensors(const Vector* v, unsigned which) {
  const ig_LaneSlots* s = &v->lane_slots;
  if (!which || (s->m->opt.disableflags & mjDSBL_SENSOR)) return;
  s->width->bring(s->m, s->lanes, IG_Q_sensordata);
  ig_sensors_from_lanes(&v->group->fields, s, which);
}

static void keep_all(const Vector* v) {
  const ig_LaneSlots* s = &v->lane_slots;
  if (s->adjacent) {
    ig_fields_copy(&v->group->last_inputs, &v->group->fields, s->index[0], v->count);
  } else {
    for (int lane = 0; lane < v->count; lane++) ig_fields_copy(&v->group->last_inputs, &v->group->fields, s->index[lane], 1);
  }
  for (int lane = 0; lane < v->count; lane++) ig_params_snapshot(&v->group->params, s->index[lane]);
}

static void controls_to_lanes(const Vector* v, int step) {
  const ig_Steps* steps = &v->job->steps;
  const ig_LaneSlots* s = &v->lane_slots;
  int n, width = s->width->width;
  double* ctrl = s->width->numbers(s->m, s->lanes, IG_Q_ctrl, &n);
  for (int lane = 0; lane < v->count; lane++) {
    const double* row = controls_of(steps, v->group->world[s->index[lane]]) + (size_t)step * (size_t)steps->width;
    for (int i = 0; i < n; i++) ctrl[width * i + lane] = row[i];
  }
}

// A world that left goes on in its lane, unless it stands still. A reset may have changed any of its inputs, and what is kept of
// later steps is only what these change.
static void take_back(Vector* v, unsigned left) {
  for (int lane = 0; lane < v->count; lane++) {
    if (!(left >> lane & 1)) continue;
    if (ig_world_stands_still(world_in(v, lane))) {
      v->alive &= ~(1u << lane);
      continue;
    }
    ig_fields_to_lane(&v->group->fields, &v->lane_slots, lane);
    ig_fields_copy(&v->group->last_inputs, &v->group->fields, v->lane_slots.index[lane], 1);
  }
}

static void note_all(const Vector* v, unsigned which, ig_Last last) {
  for (int lane = 0; lane < v->count; lane++) {
    if (!(which >> lane & 1)) continue;
    ig_World* world = world_in(v, lane);
    ig_world_note(v->job->w, world, last);
    world->fresh = false;
  }
}

static void step_vector(Vector* v) {
  const ig_Steps* steps = &v->job->steps;
  bool controls = steps->controls;
  if (!steps->nstep) return;
  ig_fields_to_lanes(&v->group->fields, &v->lane_slots);
  keep_all(v);
  unsigned left = 0;
  for (int k = 0; k < steps->nstep && v->alive; k++) {
    if (k && ig_cancelled(&v->job->w->cancel)) break;
    if (k) take_back(v, left);
    if (controls) controls_to_lanes(v, k);
    if (k || controls) ig_fields_from_lanes(&v->group->last_inputs, &v->lane_slots, v->alive, controls);
    left = run_lanes(v);
  }
  unsigned done = v->alive & ~left;
  ig_fields_from_lanes(&v->group->fields, &v->lane_slots, done, controls);
  store_sensors(v, done);
  store_outputs(v, done);
  note_all(v, done, IG_LAST_STEP);
}

static void forward_vector(Vector* v) {
  ig_fields_to_lanes(&v->group->fields, &v->lane_slots);
  keep_all(v);
  unsigned done = v->alive & ~run_lanes(v);
  store_sensors(v, done);
  store_outputs(v, done);
  note_all(v, done, IG_LAST_FORWARD);
}

static void observe_vector(Vector* v) {
  ig_fields_to_lanes(&v->group->last_inputs, &v->lane_slots);
  store_outputs(v, v->alive & ~run_lanes(v));
}

static void look_vector(Vector* v) {
  ig_fields_to_lanes(&v->group->fields, &v->lane_slots);
  run_lanes(v);
}

// ------------------------------------------------ planning

static void run_item(int number, void* context) {
  const Job* job = context;
  ingotWorlds* w = job->w;
  const ig_Item* item = &w->items[number];
  ig_Group* group = &w->groups[item->group];
  ig_ErrorHandler before = ig_thread_warning_handler();
  ig_set_thread_warning_handler(quiet);
  // a part makes data of worlds, which takes a slot itself
  ig_WorkerSlot* slot = job->kind == PART ? NULL : ig_worker_slot_take(group);
  if (item->count >= IG_LEAST_LANES && !ig_cancelled(&w->cancel)) {
    Vector v = {.job = job, .group = group, .slot = slot, .count = item->count};
    take_lane_slots(&v, w->order + item->first, job->kind == OBSERVE);
    if (job->kind == STEP) step_vector(&v);
    if (job->kind == FORWARD) forward_vector(&v);
    if (job->kind == OBSERVE) observe_vector(&v);
    if (job->kind == LOOK) look_vector(&v);
  } else if (item->count < IG_LEAST_LANES) {
    for (int k = item->first; k < item->first + item->count; k++) {
      Turn t = {.job = job, .w = w, .group = group, .world = &w->worlds[group->world[w->order[k]]], .slot = slot};
      run_alone(&t);
    }
  }
  if (slot) ig_worker_slot_return(slot);
  ig_set_thread_warning_handler(before);
}

static bool takes_part(const Job* job, const ig_World* world) {
  if (job->mask && !job->mask[world - job->w->worlds]) return false;
  return job->kind != STEP || !ig_world_stands_still(world);
}

// worlds that may stand side by side
static int compare(const Job* job, const ig_Group* group, int a, int b) {
  const ig_World *x = &job->w->worlds[group->world[a]], *y = &job->w->worlds[group->world[b]];
  if (job->kind == OBSERVE && x->last != y->last) return (int)x->last - (int)y->last;
  return ig_params_compare(&group->params, a, b, job->kind == OBSERVE);
}

// binary insertion keeps the order of equals; most groups are in order already
static void sort(const Job* job, const ig_Group* group, int* order, int n) {
  for (int i = 1; i < n; i++) {
    int moving = order[i], low = 0, high = i;
    if (compare(job, group, order[i - 1], moving) <= 0) continue;
    while (low < high) {
      int middle = (low + high) / 2;
      if (compare(job, group, order[middle], moving) <= 0)
        low = middle + 1;
      else
        high = middle;
    }
    memmove(order + low + 1, order + low, sizeof(int) * (size_t)(i - low));
    order[low] = moving;
  }
}

// cut a sorted run of equals into vectors; what is too short goes one by one
static void cut(ingotWorlds* w, int group, int first, int count, int width) {
  for (int done = 0; done < count;) {
    int n = count - done < width ? count - done : width;
    if (n < IG_LEAST_LANES) n = 1;
    w->items[w->nitem++] = (ig_Item){group, first + done, n};
    done += n;
  }
}

// which of the two lists a world goes to
static bool in_lanes(const Job* job, const ig_Group* group, const ig_World* world, bool lanes) {
  // data that is there may have been changed by a call since
  bool observe = job->kind == OBSERVE && world->last != IG_LAST_RESET && !world->fresh;
  bool kind = job->kind == STEP || job->kind == FORWARD || observe || (job->kind == LOOK && job->look_together);
  return lanes && kind && !world->private_model && !ig_params_alone(&group->params, group->model, world->index);
}

static int plan_group(const Job* job, int g, int first) {
  ingotWorlds* w = job->w;
  const ig_Group* group = &w->groups[g];
  bool lanes = group->width && !ig_width_refusal(group->model);
  int* order = w->order + first;
  int n = 0;
  for (int pass = 0; pass < 2; pass++) {
    int start = n;
    for (int index = 0; index < group->fields.worlds; index++) {
      const ig_World* world = &w->worlds[group->world[index]];
      if (world->group != g || world->index != index || !takes_part(job, world)) continue;
      if (in_lanes(job, group, world, lanes) == !pass) order[n++] = index;
    }
    if (pass) {
      cut(w, g, first + start, n - start, 1);
      break;
    }
    if (group->params.n || job->kind == OBSERVE) sort(job, group, order, n);
    for (int a = 0, b; a < n; a = b) {
      for (b = a + 1; b < n && !compare(job, group, order[a], order[b]);) b++;
      cut(w, g, first + a, b - a, group->width->width);
    }
  }
  return n;
}

static void watch_cancel(void* cancel) { (void)ig_cancelled(cancel); }

ingotStatus ig_worlds_failure(const ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  for (int e = 0; e < w->nworld; e++) {
    const ig_World* world = &w->worlds[e];
    if ((!chosen || chosen[e]) && world->status.state == INGOT_WORLD_FAILED)
      return ig_report(report, INGOT_ENGINE_ERROR, "world %d: %s", e, world->error);
  }
  return ig_report(report, INGOT_OK, "%s", "");
}

void ig_world_finish(ingotWorlds* w, int world, int nstep, mjData* d) {
  ig_World* one = &w->worlds[world];
  ig_Group* group = &w->groups[one->group];
  Job job = {.w = w, .kind = STEP, .steps = {.nstep = nstep}};
  ig_ErrorHandler before = ig_thread_warning_handler();
  ig_set_thread_warning_handler(quiet);
  Turn t = {.job = &job, .w = w, .group = group, .world = one, .slot = ig_worker_slot_take(group)};
  ig_fields_from_data(&group->fields, one->index, d);
  run_alone(&t);
  ig_fields_to_data(&group->fields, one->index, d);
  ig_worker_slot_return(t.slot);
  ig_set_thread_warning_handler(before);
}

size_t ig_worlds_job_bytes(void) { return sizeof(Job); }

static void clear_slot(void* argument) {
  const ig_Group* group = ((Vector*)argument)->group;
  ig_WorkerSlot* slot = ((Vector*)argument)->slot;
  ig_reset(group->model, slot->spare);
  for (int lane = 0; slot->lanes && lane < group->width->width; lane++)
    ig_reset(group->model, group->width->world(slot->lanes, lane));
}

ingotStatus ig_worlds_enter(ingotWorlds* w, volatile uint64_t* mark, ingotReport* report) {
  bool left;
  ingotStatus status = ig_gate_enter(&w->gate, mark, &left, report);
  if (status != INGOT_OK || !left) return status;
  // other threads end at their next step
  atomic_store(&w->cancel.raised, true);
  ig_workers_abandon(w->workers);
  for (int g = 0; g < w->ngroup; g++) {
    for (int i = 0; i < w->groups[g].nslot; i++) {
      Vector v = {.group = &w->groups[g], .slot = w->groups[g].slots + i};
      ig_guard(clear_slot, &v, NULL);
      ig_worker_slot_return(v.slot);
    }
  }
  for (int e = 0; e < w->nworld; e++) {
    mjData* d = w->worlds[e].d;
    if (!d) continue;
    ig_drop_frames(d);
    d->pstack = 0;
  }
  return INGOT_OK;
}

// The first world that failed in the job is named; the others are done all the same. Threads look at the copy of the job, which
// is there even if a jump leaves this function before they have ended.
static ingotStatus run_job(const Job* asked, ingotReport* report) {
  ingotWorlds* w = asked->w;
  volatile uint64_t mark;
  // a reset or a new state writes the whole world: worlds on a device need no sync to the host for it
  bool whole = asked->kind == RESET || asked->kind == SET;
  ingotStatus here = whole ? ig_worlds_settle(w, report) : ig_worlds_sync_to_host(w, report);
  if (here == INGOT_OK) here = ig_worlds_enter(w, &mark, report);
  if (here != INGOT_OK) return here;
  Job* job = w->job;
  *job = *asked;
  ig_Cancel* cancel = &w->cancel;
  ig_cancel_begin(cancel);
  ig_workers_watch(w->workers, cancel->poll ? watch_cancel : NULL, cancel);
  w->nitem = 0;
  for (int g = 0, first = 0; g < w->ngroup; g++) {
    if (job->kind != OBSERVE || job->group == g) first += plan_group(job, g, first);
  }
  ig_workers_run(w->workers, run_item, job, w->nitem);
  bool cancelled = ig_cancel_end(cancel);
  ig_worlds_leave(w);
  here = whole ? ig_worlds_follow(w, asked->mask, report) : INGOT_OK;
  if (here != INGOT_OK) return here;
  if (cancelled) return ig_report(report, INGOT_CANCELLED, "cancelled; each world stands after a whole step");
  // worlds that failed before were asked like others
  bool question = asked->kind == LOOK || asked->kind == OBSERVE;
  return question ? INGOT_OK : ig_worlds_failure(w, asked->mask, report);
}

ingotStatus ig_worlds_observe(ingotWorlds* w, int group, ingotReport* report) {
  Job job = {.w = w, .kind = OBSERVE, .group = group};
  return run_job(&job, report);
}

// ------------------------------------------------ public

ingotStatus ig_worlds_step(ingotWorlds* w, const ig_Steps* steps, const mjtByte* chosen, ingotReport* report) {
  if (w->device) return ig_device_worlds_step(w, steps, chosen, report);
  Job job = {.w = w, .kind = STEP, .mask = chosen, .steps = *steps};
  return run_job(&job, report);
}

ingotStatus ingot_worldsStep(ingotWorlds* w, int nstep, const mjtByte* chosen, ingotReport* report) {
  if (!w || nstep < 0)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsStep: worlds is NULL or nstep is negative (%d)", nstep);
  ig_Steps steps = {.nstep = nstep};
  return ig_worlds_step(w, &steps, chosen, report);
}

ingotStatus ingot_worldsFollow(ingotWorlds* w, int nstep, const double* controls, int width, const mjtByte* chosen,
                               ingotReport* report) {
  if (!w || !controls || nstep < 0)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsFollow: worlds or controls is NULL, or nstep is negative (%d)",
                     nstep);
  for (int e = 0; e < w->nworld; e++) {
    int nu = (int)ig_model_of(w, &w->worlds[e])->nu;
    if ((!chosen || chosen[e]) && nu > width) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %d controls are too short for world %d, which has %d", width, e, nu);
    }
  }
  ig_Steps steps = {.nstep = nstep, .controls = controls, .width = width, .total = nstep};
  return ig_worlds_step(w, &steps, chosen, report);
}

ingotStatus ig_worlds_each(ingotWorlds* w, const mjtByte* chosen, ig_WorldPart part, void* argument, ingotReport* report) {
  Job job = {.w = w, .kind = PART, .mask = chosen, .part = part, .argument = argument};
  return run_job(&job, report);
}

ingotStatus ig_worlds_look(ingotWorlds* w, const mjtByte* chosen, ig_WorldLook alone, ig_WorldsLook together, void* argument,
                           ingotReport* report) {
  Unanswered unanswered = {.world = -1};
  pthread_mutex_init(&unanswered.lock, NULL);
  Job job = {.w = w,
             .kind = LOOK,
             .mask = chosen,
             .look = alone,
             .look_together = together,
             .argument = argument,
             .unanswered = &unanswered};
  ingotStatus status = run_job(&job, report);
  pthread_mutex_destroy(&unanswered.lock);
  if (status != INGOT_OK) return status;
  if (unanswered.world < 0) return ig_report(report, INGOT_OK, "%s", "");
  return ig_report(report, INGOT_ENGINE_ERROR, "world %d: %s", unanswered.world, unanswered.text);
}

ingotStatus ig_worlds_forward(ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  bool done = false;
  if (w->device) IG_TRY(ig_device_worlds_forward(w, chosen, &done, report));
  if (done) return ig_worlds_failure(w, chosen, report);
  Job job = {.w = w, .kind = FORWARD, .mask = chosen};
  return run_job(&job, report);
}

// Worlds with data run it there, the others when theirs is made: both from what the last call saw, whatever was written since.
static void called_part(ingotWorlds* w, int world, void* argument) {
  ig_World* one = &w->worlds[world];
  unsigned call = *(const unsigned*)argument;
  if (!one->fresh) {
    one->called |= call;
    // after a step the outputs have it already
    if (one->last != IG_LAST_RESET || !w->groups[one->group].noutput || !ig_world_data(w, one)) return;
  } else {
    make_calls(ig_world_model(w, world), one->d, call);
  }
  ig_outputs_from_data(&w->groups[one->group], one->index, one->d);
}

ingotStatus ig_worlds_called(ingotWorlds* w, unsigned call, const mjtByte* chosen, ingotReport* report) {
  return ig_worlds_each(w, chosen, called_part, &call, report);
}

ingotStatus ig_check_key(const ingotWorlds* w, const mjtByte* chosen, int key, ingotReport* report) {
  if (key < -1) return ig_report(report, INGOT_BAD_ARGUMENT, "keyframe %d does not exist", key);
  for (int e = 0; e < w->nworld; e++) {
    const mjModel* m = ig_model_of(w, &w->worlds[e]);
    if ((!chosen || chosen[e]) && key >= m->nkey) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "world %d has no keyframe %d, its model has %d", e, key, (int)m->nkey);
    }
  }
  return INGOT_OK;
}

ingotStatus ingot_worldsReset(ingotWorlds* w, const mjtByte* chosen, int key, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  ingotStatus status = ig_check_key(w, chosen, key, report);
  if (status != INGOT_OK) return status;
  Job job = {.w = w, .kind = RESET, .mask = chosen, .key = key};
  return run_job(&job, report);
}

// all is checked before anything is written: a refused call changes nothing
static ingotStatus check_rows(const ingotWorlds* w, const mjtByte* chosen, int sig, const void* states, int width,
                              ingotReport* report) {
  if (!w || !states) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and states must not be NULL");
  if (sig < 0 || sig >= 1 << mjNSTATE) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "state signature %d has bits that no part of the state stands for", sig);
  }
  for (int e = 0; e < w->nworld; e++) {
    int size = ig_state_size(ig_model_of(w, &w->worlds[e]), sig);
    if ((!chosen || chosen[e]) && size > width) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %d numbers are too short for world %d, which has %d", width, e, size);
    }
  }
  return INGOT_OK;
}

ingotStatus ingot_worldsGetState(ingotWorlds* w, const mjtByte* chosen, int sig, double* states, int width, ingotReport* report) {
  ingotStatus status = check_rows(w, chosen, sig, states, width, report);
  if (status != INGOT_OK) return status;
  Job job = {.w = w, .kind = GET, .mask = chosen, .sig = sig, .width = width, .out = states};
  return run_job(&job, report);
}

ingotStatus ingot_worldsSetState(ingotWorlds* w, const mjtByte* chosen, int sig, const double* states, int width,
                                 ingotReport* report) {
  ingotStatus status = check_rows(w, chosen, sig, states, width, report);
  if (status != INGOT_OK) return status;
  Job job = {.w = w, .kind = SET, .mask = chosen, .sig = sig, .width = width, .in = states};
  return run_job(&job, report);
}
