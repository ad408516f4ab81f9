// SPDX-License-Identifier: Apache-2.0
#include "alone.h"

#include <string.h>

#include "base/guard.h"

static bool is_resident(const mjModel* m) {
  bool looks_back = false;
  for (int i = 0; i < m->nsensor; i++) looks_back = looks_back || m->sensor_type[i] == mjSENS_E_KINETIC;
  return looks_back || m->nplugin || (m->opt.enableflags & mjENBL_SLEEP);
}

void alone_copy_inputs(const mjModel* m, const mjData* from, mjData* to) {
  mj_copyState(m, from, to, mjSTATE_INTEGRATION);
  if (m->nsensordata) memcpy(to->sensordata, from->sensordata, sizeof(mjtNum) * (size_t)m->nsensordata);
}

static void clear_status(Alone* a) { a->status = (ingotWorldStatus){.dof = -1, .body = -1, .control = -1}; }

// the policy is in the model's flag, whatever else sets flags
static void apply_policy(mjModel* m, ingotPolicy policy) {
  if (policy == INGOT_RESET)
    m->opt.disableflags &= ~mjDSBL_AUTORESET;
  else
    m->opt.disableflags |= mjDSBL_AUTORESET;
}

static void keep(Alone* a) {
  alone_copy_inputs(a->m, a->d, a->kept);
  if (a->changed) mj_copyModel(a->then, a->m);
  a->changed = false;
  a->then_policy = a->policy;
  a->then_key = a->key;
  a->fresh = a->mixed = false;
}

// data shows the state that the call left, whatever is written later
static void shown(Alone* a) {
  if (a->resident) alone_copy_inputs(a->m, a->d, a->after);
}

Alone alone_make(const mjModel* m) {
  Alone a = {.m = mj_copyModel(NULL, m), .resident = is_resident(m), .policy = INGOT_RESET, .saw = SAW_RESET};
  clear_status(&a);
  a.d = mj_makeData(a.m);
  a.seen = mj_makeData(a.m);
  a.kept = mj_makeData(a.m);
  a.after = mj_makeData(a.m);
  a.then = mj_copyModel(NULL, m);
  keep(&a);
  shown(&a);
  return a;
}

void alone_free(Alone* a) {
  mj_deleteData(a->d);
  mj_deleteData(a->seen);
  mj_deleteData(a->kept);
  mj_deleteData(a->after);
  mj_deleteModel(a->m);
  mj_deleteModel(a->then);
  *a = (Alone){.m = NULL};
}

// ------------------------------------------------ one step

static bool any(const mjData* d, mjtWarning a, mjtWarning b) { return d->warning[a].number > 0 || d->warning[b].number > 0; }

static void note_divergence(Alone* a, const mjModel* m, const mjData* d, mjtWarning kind, double time) {
  ingotWorldStatus* s = &a->status;
  int info = d->warning[kind].lastinfo, dof = info;
  if (kind == mjWARN_BADQPOS) {
    // the joint that the position belongs to
    int joint = 0;
    while (joint + 1 < m->njnt && m->jnt_qposadr[joint + 1] <= info) joint++;
    dof = m->jnt_dofadr[joint];
  }
  s->state = a->policy == INGOT_FREEZE ? INGOT_WORLD_FROZEN : INGOT_WORLD_DIVERGED;
  s->divergences++;
  s->kind = kind;
  s->dof = dof;
  s->body = dof >= 0 && dof < m->nv ? m->dof_bodyid[dof] : -1;
  s->time = time;
}

typedef struct {
  Alone* a;
  mjModel* m;
  mjData* d;
  ingotPolicy policy;
  int key;
  bool note;
} Step;

// warnings count as mj_step counts them: a reset forgets those before it
static void step_guarded(void* argument) {
  Step* s = argument;
  Alone* a = s->a;
  mjData* d = s->d;
  int before[mjNWARNING];
  double time = d->time;
  for (int k = 0; k < mjNWARNING; k++) {
    before[k] = d->warning[k].number;
    d->warning[k].number = 0;
  }
  apply_policy(s->m, s->policy);
  mj_step(s->m, d);
  bool bad = any(d, mjWARN_BADQPOS, mjWARN_BADQVEL) || d->warning[mjWARN_BADQACC].number;
  if (s->note) {
    if (bad) {
      note_divergence(a, s->m, d,
                      d->warning[mjWARN_BADQPOS].number   ? mjWARN_BADQPOS
                      : d->warning[mjWARN_BADQVEL].number ? mjWARN_BADQVEL
                                                          : mjWARN_BADQACC,
                      time);
    }
    a->status.contacts_dropped += any(d, mjWARN_CONTACTFULL, mjWARN_CNSTRFULL);
    if (d->warning[mjWARN_BADCTRL].number) {
      a->status.bad_controls++;
      a->status.control = d->warning[mjWARN_BADCTRL].lastinfo;
    }
  }
  for (int k = 0; k < mjNWARNING && !(bad && s->policy == INGOT_RESET); k++) d->warning[k].number += before[k];
  if (bad && s->policy == INGOT_RESET_KEY) mj_resetDataKeyframe(s->m, d, s->key);
}

static Step step_of_now(Alone* a) { return (Step){a, a->m, a->d, a->policy, a->key, true}; }

void alone_step(Alone* a, int nstep, const double* controls, int width) {
  bool stepped = nstep > 0 && !alone_waits(a);
  for (int k = 0; k < nstep && !alone_waits(a); k++) {
    if (controls && a->m->nu) memcpy(a->d->ctrl, controls + (size_t)k * (size_t)width, sizeof(mjtNum) * (size_t)a->m->nu);
    keep(a);
    a->saw = SAW_STEP;
    Step s = step_of_now(a);
    if (ig_guard(step_guarded, &s, NULL) == INGOT_OK) continue;
    // the step that failed did not happen
    a->status.state = INGOT_WORLD_FAILED;
    a->status.time = a->kept->time;
    mj_resetData(a->m, a->d);
    alone_copy_inputs(a->m, a->kept, a->d);
  }
  if (stepped) shown(a);
}

static void forward_guarded(void* argument) {
  Step* s = argument;
  mj_forward(s->m, s->d);
}

void alone_forward(Alone* a) {
  Step s = step_of_now(a);
  keep(a);
  a->saw = SAW_FORWARD;
  if (ig_guard(forward_guarded, &s, NULL) != INGOT_OK) a->status.state = INGOT_WORLD_FAILED;
  shown(a);
}

// ------------------------------------------------ what is no step

static void start_again(Alone* a) {
  a->status.state = INGOT_WORLD_OK;
  a->saw = SAW_RESET;
  keep(a);
  shown(a);
}

typedef struct {
  Alone* a;
  int key, sig;
  const double* state;
} Reset;

static void reset_guarded(void* argument) {
  const Reset* r = argument;
  if (r->key >= 0)
    mj_resetDataKeyframe(r->a->m, r->a->d, r->key);
  else
    mj_resetData(r->a->m, r->a->d);
  if (r->state) mj_setState(r->a->m, r->a->d, r->state, (unsigned)r->sig);
}

static void reset(Alone* a, const Reset* r) {
  if (ig_guard(reset_guarded, (void*)r, NULL) == INGOT_OK)
    start_again(a);
  else
    a->status.state = INGOT_WORLD_FAILED;
}

void alone_reset(Alone* a, int key) { reset(a, &(Reset){.a = a, .key = key}); }

void alone_set_state(Alone* a, const double* state, int sig) {
  reset(a, &(Reset){.a = a, .key = -1, .sig = sig, .state = state});
}

void alone_set_policy(Alone* a, ingotPolicy policy, int key) {
  a->policy = policy;
  a->key = key;
  apply_policy(a->m, policy);
  a->changed = true;
}

void alone_clear(Alone* a) { clear_status(a); }

// ------------------------------------------------ looking

static void make_seen(void* argument) {
  Step* s = argument;
  Alone* a = s->a;
  mj_resetData(s->m, s->d);
  alone_copy_inputs(s->m, a->kept, s->d);
  if (a->saw == SAW_STEP) step_guarded(s);
  if (a->saw == SAW_FORWARD) mj_forward(s->m, s->d);
  memcpy(a->seen->warning, a->d->warning, sizeof a->d->warning);
}

static mjData* data_of(Alone* a) {
  if (a->resident) {
    if (!a->fresh) {
      mj_copyData(a->seen, a->m, a->d);
      alone_copy_inputs(a->m, a->after, a->seen);
    }
    a->fresh = true;
    return a->seen;
  }
  Step s = {a, a->then, a->seen, a->then_policy, a->then_key, false};
  if (!a->fresh) a->fresh = ig_guard(make_seen, &s, NULL) == INGOT_OK;
  return a->seen;
}

const mjData* alone_data(Alone* a) { return data_of(a); }

typedef struct {
  Alone* a;
  mjData* d;
  void (*function)(const mjModel* m, mjData* d);
} Call;

static void call_guarded(void* argument) {
  Call* c = argument;
  c->function(c->a->m, c->d);
}

static bool guarded(Alone* a, mjData* d, void (*function)(const mjModel* m, mjData* d)) {
  Call c = {a, d, function};
  if (ig_guard(call_guarded, &c, NULL) == INGOT_OK) return true;
  a->status.state = INGOT_WORLD_FAILED;
  a->status.time = a->d->time;
  return false;
}

// two functions compute more from what the last call saw; others begin with the state of now and may change it
void alone_call(Alone* a, void (*function)(const mjModel* m, mjData* d)) {
  if (function == mj_rnePostConstraint || function == mj_subtreeVel) {
    guarded(a, data_of(a), function);
    if (!a->resident) return;
    mjData* now = mj_copyData(NULL, a->m, a->d);
    alone_copy_inputs(a->m, a->after, a->d);
    guarded(a, a->d, function);
    alone_copy_inputs(a->m, now, a->d);
    mj_deleteData(now);
    return;
  }
  a->mixed = true;
  if (a->resident) {
    mjData* before = mj_copyData(NULL, a->m, a->d);
    // what failed is not seen
    if (!guarded(a, a->d, function)) alone_copy_inputs(a->m, before, a->d);
    mj_deleteData(before);
    a->fresh = false;
    shown(a);
    return;
  }
  mjData* d = data_of(a);
  alone_copy_inputs(a->m, a->d, d);
  if (guarded(a, d, function)) alone_copy_inputs(a->m, d, a->d);
}

void alone_own(Alone* a) {
  if (a->own) return;
  if (!a->resident) {
    mjData* now = mj_copyData(NULL, a->m, data_of(a));
    alone_copy_inputs(a->m, now, a->after);
    alone_copy_inputs(a->m, a->d, now);
    mj_deleteData(a->d);
    a->d = now;
  }
  a->own = a->resident = a->mixed = true;
}
