// Many worlds: grouping by model, stepping on threads, reset, status.
#include <ingot/worlds.h>

#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "world/access.h"
#include "world/cancel.h"
#include "world/crew.h"
#include "world/fields.h"
#include "world/thin.h"

typedef struct {
  const mjModel* source;  // the caller's, only compared at creation
  mjModel* model;         // our copy
  ig_Fields fields;
} Group;

typedef struct {
  int group, index;  // place in the fields of the group
  mjModel* own;      // NULL: the group's model
  bool thin;         // own shares the arrays of the group's model that are not its own
  mjModel* retired;  // the thin model that a whole one took the place of: callers may still look at it
  mjData* d;
  ingotWorldStatus status;
  char error[256];
} World;

struct ingotWorlds_ {
  int nworld, ngroup;
  World* worlds;
  Group* groups;
  ig_Crew* crew;
  ingotPolicy policy;
  int key;
  ig_Cancel cancel;
};

static const mjModel* model_of(const ingotWorlds* w, const World* world) {
  return world->own ? world->own : w->groups[world->group].model;
}

static void free_own(const ingotWorlds* w, World* world) {
  if (world->thin)
    ig_thin_free(world->own, w->groups[world->group].model);
  else
    mj_deleteModel(world->own);
  ig_thin_free(world->retired, w->groups[world->group].model);
  world->own = world->retired = NULL;
  world->thin = false;
}

static void load_fields(ingotWorlds* w, World* world) {
  ig_fields_to_data(&w->groups[world->group].fields, world->index, world->d);
}

static void store_fields(ingotWorlds* w, World* world) {
  ig_fields_from_data(&w->groups[world->group].fields, world->index, world->d);
}

// every policy but the first looks at a bad state before it is reset
static void apply_policy(const ingotWorlds* w, mjModel* m) {
  if (w->policy == INGOT_RESET)
    m->opt.disableflags &= ~mjDSBL_AUTORESET;
  else
    m->opt.disableflags |= mjDSBL_AUTORESET;
}

// ------------------------------------------------------------------------------------------------ creation

static int find_group(const ingotWorlds* w, const mjModel* source) {
  for (int g = 0; g < w->ngroup; g++) {
    if (w->groups[g].source == source) return g;
  }
  return -1;
}

static bool make_groups(ingotWorlds* w, const mjModel* const* models) {
  for (int e = 0; e < w->nworld; e++) {
    int g = find_group(w, models[e]);
    if (g < 0) {
      g = w->ngroup++;
      w->groups[g] = (Group){.source = models[e], .model = mj_copyModel(NULL, models[e])};
      if (!w->groups[g].model) return false;
    }
    w->worlds[e].group = g;
    w->worlds[e].index = w->groups[g].fields.worlds++;
  }
  for (int g = 0; g < w->ngroup; g++) {
    if (!ig_fields_make(&w->groups[g].fields, w->groups[g].model, w->groups[g].fields.worlds)) return false;
    // another model at the same address later must not be taken for this one
    w->groups[g].source = NULL;
  }
  return true;
}

static bool make_data(ingotWorlds* w, World* world) {
  world->d = mj_makeData(model_of(w, world));
  if (!world->d) return false;
  world->status = (ingotWorldStatus){.dof = -1, .body = -1, .control = -1};
  store_fields(w, world);
  return true;
}

typedef struct {
  ingotWorlds* w;
  const mjModel* const* models;
  bool made;
} Make;

static void make_all(void* argument) {
  Make* make = argument;
  make->made = make_groups(make->w, make->models);
  for (int e = 0; make->made && e < make->w->nworld; e++) make->made = make_data(make->w, &make->w->worlds[e]);
}

ingotStatus ingot_worldsCreate(const mjModel* const* models, int nworld, int threads, ingotWorlds** worlds, ingotReport* report) {
  if (!models || !worlds || nworld < 1)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsCreate: at least one model is needed");
  for (int e = 0; e < nworld; e++) {
    if (!models[e]) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsCreate: the model of world %d is NULL", e);
  }
  if (threads < 1 || threads > mjMAXTHREAD) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsCreate: %d threads, expected 1 to %d", threads, mjMAXTHREAD);
  }
  *worlds = NULL;
  ingotWorlds* w = ig_try_alloc(sizeof *w);
  if (!w) return ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", nworld);
  *w = (ingotWorlds){.nworld = nworld};
  w->worlds = ig_try_alloc(sizeof(World) * (size_t)nworld);
  w->groups = ig_try_alloc(sizeof(Group) * (size_t)nworld);
  w->crew = ig_crew_make(threads);
  Make make = {w, models, false};
  ingotStatus status = INGOT_NO_MEMORY;
  if (w->worlds && w->groups && w->crew) {
    memset(w->worlds, 0, sizeof(World) * (size_t)nworld);
    memset(w->groups, 0, sizeof(Group) * (size_t)nworld);
    status = ingot_guard(make_all, &make, report);
  }
  if (status == INGOT_OK && make.made) {
    *worlds = w;
    return INGOT_OK;
  }
  ingot_worldsDelete(w);
  return status == INGOT_ENGINE_ERROR ? status : ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", nworld);
}

void ingot_worldsDelete(ingotWorlds* w) {
  if (!w) return;
  ig_crew_free(w->crew);
  for (int e = 0; w->worlds && e < w->nworld; e++) {
    mj_deleteData(w->worlds[e].d);
    free_own(w, &w->worlds[e]);
  }
  for (int g = 0; w->groups && g < w->ngroup; g++) {
    mj_deleteModel(w->groups[g].model);
    ig_fields_free(&w->groups[g].fields);
  }
  ig_free(w->worlds);
  ig_free(w->groups);
  ig_free(w);
}

// ------------------------------------------------------------------------------------------------- looking

ingotStatus ig_check_world(const ingotWorlds* w, int world, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  if (world >= 0 && world < w->nworld) return INGOT_OK;
  return ig_report(report, INGOT_BAD_ARGUMENT, "world %d does not exist, there are %d", world, w->nworld);
}

int ingot_worldsCount(const ingotWorlds* w) { return w ? w->nworld : 0; }
int ingot_worldsGroups(const ingotWorlds* w) { return w ? w->ngroup : 0; }

ingotStatus ingot_worldsPlace(const ingotWorlds* w, int world, int* group, int* index, ingotReport* report) {
  ingotStatus status = ig_check_world(w, world, report);
  if (status != INGOT_OK) return status;
  if (group) *group = w->worlds[world].group;
  if (index) *index = w->worlds[world].index;
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsField(ingotWorlds* w, int group, ingotField field, ingotView* view, ingotReport* report) {
  if (!w || !view) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and view must not be NULL");
  if (group < 0 || group >= w->ngroup)
    return ig_report(report, INGOT_BAD_ARGUMENT, "group %d does not exist, there are %d", group, w->ngroup);
  if ((unsigned)field >= INGOT_NFIELD) return ig_report(report, INGOT_BAD_ARGUMENT, "field %d does not exist", (int)field);
  const ig_Fields* fields = &w->groups[group].fields;
  *view = (ingotView){.data = fields->data[field],
                      .count = fields->count[field],
                      .worlds = fields->worlds,
                      .stride = fields->worlds,
                      .world_stride = 1};
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsView(ingotWorlds* w, int world, ingotField field, ingotView* view, ingotReport* report) {
  ingotStatus status = ig_check_world(w, world, report);
  if (status == INGOT_OK) status = ingot_worldsField(w, w->worlds[world].group, field, view, report);
  if (status != INGOT_OK) return status;
  view->data += w->worlds[world].index;
  view->worlds = 1;
  return INGOT_OK;
}

const mjModel* ingot_worldsModel(const ingotWorlds* w, int world) {
  return ig_check_world(w, world, NULL) == INGOT_OK ? model_of(w, &w->worlds[world]) : NULL;
}

mjData* ingot_worldsData(ingotWorlds* w, int world) {
  return ig_check_world(w, world, NULL) == INGOT_OK ? w->worlds[world].d : NULL;
}

typedef struct {
  const mjModel* source;
  mjModel* copy;
} Copy;

static void copy_model(void* argument) {
  Copy* copy = argument;
  copy->copy = mj_copyModel(NULL, copy->source);
}

mjModel* ingot_worldsOwnModel(ingotWorlds* w, int world, ingotReport* report) {
  if (ig_check_world(w, world, report) != INGOT_OK) return NULL;
  World* one = &w->worlds[world];
  if (!one->own || one->thin) {
    Copy copy = {model_of(w, one), NULL};
    if (ingot_guard(copy_model, &copy, report) != INGOT_OK) return NULL;
    one->retired = one->own;
    one->thin = false;
    one->own = copy.copy;
  }
  return one->own;
}

// ------------------------------------------------------------------------------------------------ replacing

// A world with another model gets a group of its own; its old place in the old group stays unused.
typedef struct {
  ingotWorlds* w;
  World* world;
  const mjModel* source;
  Group group;
  mjData* d;
  bool made;
} Replace;

static void build_replacement(void* argument) {
  Replace* r = argument;
  r->group.model = mj_copyModel(NULL, r->source);
  if (!r->group.model || !ig_fields_make(&r->group.fields, r->group.model, 1)) return;
  apply_policy(r->w, r->group.model);
  r->d = mj_makeData(r->group.model);
  r->made = r->d;
}

ingotStatus ingot_worldsReplace(ingotWorlds* w, int world, const mjModel* model, ingotReport* report) {
  ingotStatus status = ig_check_world(w, world, report);
  if (status != INGOT_OK) return status;
  if (!model) return ig_report(report, INGOT_BAD_ARGUMENT, "the model for world %d is NULL", world);
  Replace r = {.w = w, .world = &w->worlds[world], .source = model};
  Group* groups = ig_try_alloc(sizeof(Group) * (size_t)(w->ngroup + 1));
  status = groups ? ingot_guard(build_replacement, &r, report) : INGOT_NO_MEMORY;
  if (status != INGOT_OK || !r.made) {
    ig_free(groups);
    mj_deleteModel(r.group.model);
    ig_fields_free(&r.group.fields);
    return status == INGOT_ENGINE_ERROR ? status
                                        : ig_report(report, INGOT_NO_MEMORY, "no memory for the model of world %d", world);
  }
  memcpy(groups, w->groups, sizeof(Group) * (size_t)w->ngroup);
  ig_free(w->groups);
  w->groups = groups;
  w->groups[w->ngroup] = r.group;
  World* one = r.world;
  mj_deleteData(one->d);
  free_own(w, one);
  *one = (World){.group = w->ngroup++, .d = r.d, .status = {.dof = -1, .body = -1, .control = -1}};
  store_fields(w, one);
  return ig_report(report, INGOT_OK, "%s", "");
}

// ------------------------------------------------------------------------------------------------ stepping

// one call over all worlds
typedef struct {
  ingotWorlds* w;
  const mjtByte* mask;
  int nstep, key, sig, width;
  ig_WorldPart part;
  void* argument;
  double* out;
  const double* in;
} Job;

typedef struct {
  Job* job;
  int index;
} Turn;

// a world that failed or was frozen waits for a reset
static bool stands_still(const World* world) { return world->status.state >= INGOT_WORLD_FROZEN; }

// a bad qpos is reported by its place in qpos; the dof is that of the last joint that starts at or before it
static void note_divergence(const mjModel* m, World* world, mjtWarning kind, double time) {
  ingotWorldStatus* s = &world->status;
  int info = world->d->warning[kind].lastinfo, dof = -1;
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

// counts of this step alone are looked at, then added to the counts before it
static void step_once(ingotWorlds* w, World* world) {
  static const mjtWarning bad[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC};
  static const mjtWarning full[] = {mjWARN_CONTACTFULL, mjWARN_CNSTRFULL};
  const mjModel* m = model_of(w, world);
  mjData* d = world->d;
  int before[mjNWARNING];
  double time = d->time;
  for (int k = 0; k < mjNWARNING; k++) {
    before[k] = d->warning[k].number;
    d->warning[k].number = 0;
  }
  mj_step(m, d);
  // the first one found is the cause, the others follow from it
  int diverged = -1;
  for (int k = 0; k < 3 && diverged < 0; k++) {
    if (d->warning[bad[k]].number) diverged = bad[k];
  }
  for (int k = 0; k < 2; k++) world->status.contacts_dropped += d->warning[full[k]].number > 0;
  if (d->warning[mjWARN_BADCTRL].number) {
    world->status.bad_controls++;
    world->status.control = d->warning[mjWARN_BADCTRL].lastinfo;
  }
  if (diverged >= 0) note_divergence(m, world, diverged, time);
  for (int k = 0; k < mjNWARNING; k++) d->warning[k].number += before[k];
  if (diverged < 0) return;
  if (w->policy == INGOT_RESET_KEY) mj_resetDataKeyframe(m, d, w->key);
  if (w->policy == INGOT_FREEZE) world->status.state = INGOT_WORLD_FROZEN;
}

static void quiet(const char* text) { (void)text; }

// run part of a job in a worker: warnings are in the status, errors stop this world alone
static void run_world(Job* job, int index, void (*part)(void* turn)) {
  ingotWorlds* w = job->w;
  World* world = &w->worlds[index];
  if ((job->mask && !job->mask[index]) || ig_cancelled(&w->cancel)) return;
  Turn turn = {job, index};
  ingotReport report;
  ig_ErrorHandler before = ig_thread_warning_handler();
  ig_set_thread_warning_handler(quiet);
  if (ingot_guard(part, &turn, &report) != INGOT_OK) {
    world->status.state = INGOT_WORLD_FAILED;
    world->status.time = world->d->time;
    mju_strncpy(world->error, report.text, sizeof world->error);
  }
  ig_set_thread_warning_handler(before);
}

// fields are what callers see and write; mjData is what steps, so they are copied in before and out after
static void step_world(void* argument) {
  const Turn* turn = argument;
  ingotWorlds* w = turn->job->w;
  World* world = &w->worlds[turn->index];
  if (stands_still(world)) return;
  load_fields(w, world);
  int nstep = turn->job->nstep, width = turn->job->width;
  const double* controls = turn->job->in ? turn->job->in + (size_t)turn->index * (size_t)nstep * (size_t)width : NULL;
  size_t bytes = sizeof(double) * (size_t)model_of(w, world)->nu;
  for (int k = 0; k < nstep; k++) {
    if (controls && bytes) memcpy(world->d->ctrl, controls + (size_t)k * (size_t)width, bytes);
    if (!ig_world_step(w, turn->index)) break;
  }
  store_fields(w, world);
}

static void part_world(void* argument) {
  const Turn* turn = argument;
  turn->job->part(turn->job->w, turn->index, turn->job->argument);
}

static void reset_world(void* argument) {
  const Turn* turn = argument;
  ingotWorlds* w = turn->job->w;
  World* world = &w->worlds[turn->index];
  if (turn->job->key >= 0)
    mj_resetDataKeyframe(model_of(w, world), world->d, turn->job->key);
  else
    mj_resetData(model_of(w, world), world->d);
  world->status.state = INGOT_WORLD_OK;
  world->error[0] = 0;
  store_fields(w, world);
}

static void get_world(void* argument) {
  const Turn* turn = argument;
  ingotWorlds* w = turn->job->w;
  World* world = &w->worlds[turn->index];
  load_fields(w, world);
  mj_getState(model_of(w, world), world->d, turn->job->out + (size_t)turn->index * (size_t)turn->job->width, turn->job->sig);
}

// a state sets all that a run depends on, so a world that failed is well again
static void set_world(void* argument) {
  const Turn* turn = argument;
  ingotWorlds* w = turn->job->w;
  World* world = &w->worlds[turn->index];
  mj_resetData(model_of(w, world), world->d);
  mj_setState(model_of(w, world), world->d, turn->job->in + (size_t)turn->index * (size_t)turn->job->width, turn->job->sig);
  world->status.state = INGOT_WORLD_OK;
  store_fields(w, world);
}

#define WORLD_JOB(name, part) \
  static void name(int item, void* context) { run_world(context, item, part); }
WORLD_JOB(step_item, step_world)
WORLD_JOB(part_item, part_world)
WORLD_JOB(reset_item, reset_world)
WORLD_JOB(get_item, get_world)
WORLD_JOB(set_item, set_world)
#undef WORLD_JOB

static void watch_cancel(void* cancel) { (void)ig_cancelled(cancel); }

// the first world that failed in the job is named; the others are done all the same
static ingotStatus run_job(Job* job, void (*item)(int, void*), ingotReport* report) {
  ig_Cancel* cancel = &job->w->cancel;
  ig_cancel_begin(cancel);
  ig_crew_watch(job->w->crew, cancel->poll ? watch_cancel : NULL, cancel);
  ig_crew_run(job->w->crew, item, job, job->w->nworld);
  if (ig_cancel_end(cancel)) return ig_report(report, INGOT_CANCELLED, "cancelled; each world stands after a whole step");
  for (int e = 0; e < job->w->nworld; e++) {
    const World* world = &job->w->worlds[e];
    bool meant = !job->mask || job->mask[e];
    if (meant && world->status.state == INGOT_WORLD_FAILED)
      return ig_report(report, INGOT_ENGINE_ERROR, "world %d: %s", e, world->error);
  }
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsStep(ingotWorlds* w, int nstep, const mjtByte* mask, ingotReport* report) {
  if (!w || nstep < 0)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsStep: worlds is NULL or nstep is negative (%d)", nstep);
  Job job = {.w = w, .mask = mask, .nstep = nstep};
  return run_job(&job, step_item, report);
}

ingotStatus ingot_worldsFollow(ingotWorlds* w, int nstep, const double* controls, int width, const mjtByte* mask,
                               ingotReport* report) {
  if (!w || !controls || nstep < 0)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsFollow: worlds or controls is NULL, or nstep is negative (%d)",
                     nstep);
  for (int e = 0; e < w->nworld; e++) {
    int nu = (int)model_of(w, &w->worlds[e])->nu;
    if ((!mask || mask[e]) && nu > width) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %d controls are too short for world %d, which has %d", width, e, nu);
    }
  }
  Job job = {.w = w, .mask = mask, .nstep = nstep, .in = controls, .width = width};
  return run_job(&job, step_item, report);
}

ingotStatus ig_worlds_each(ingotWorlds* w, const mjtByte* mask, ig_WorldPart part, void* argument, ingotReport* report) {
  Job job = {.w = w, .mask = mask, .part = part, .argument = argument};
  return run_job(&job, part_item, report);
}

void ig_world_load(ingotWorlds* w, int world) { load_fields(w, &w->worlds[world]); }
void ig_world_store(ingotWorlds* w, int world) { store_fields(w, &w->worlds[world]); }
const mjModel* ig_world_model(const ingotWorlds* w, int world) { return model_of(w, &w->worlds[world]); }

mjModel* ig_world_own_field(ingotWorlds* w, int world, const ig_Field* field) {
  World* one = &w->worlds[world];
  const mjModel* base = w->groups[one->group].model;
  if (!one->own) {
    one->own = ig_thin_make(base);
    one->thin = one->own;
  }
  return !one->own || (one->thin && field && !ig_thin_own(one->own, base, field)) ? NULL : one->own;
}

bool ig_world_take(ingotWorlds* w, int world, const mjModel* whole) {
  mjModel* own = ig_world_own_field(w, world, NULL);
  if (own && !w->worlds[world].thin) mj_copyModel(own, whole);
  return own && (!w->worlds[world].thin || ig_thin_take(own, w->groups[w->worlds[world].group].model, whole));
}

ingotWorldStatus* ig_world_status(ingotWorlds* w, int world) { return &w->worlds[world].status; }
bool ig_worlds_cancelled(ingotWorlds* w) { return ig_cancelled(&w->cancel); }

bool ig_world_step(ingotWorlds* w, int world) {
  if (stands_still(&w->worlds[world]) || ig_cancelled(&w->cancel)) return false;
  step_once(w, &w->worlds[world]);
  return true;
}

void ingot_worldsCancel(ingotWorlds* w) {
  if (w) atomic_store(&w->cancel.raised, true);
}

void ingot_worldsSetPoll(ingotWorlds* w, int (*poll)(void* user), void* user) {
  if (!w) return;
  w->cancel.poll = poll;
  w->cancel.user = user;
}

// the keyframe must exist in every world that is meant
static ingotStatus check_key(const ingotWorlds* w, const mjtByte* mask, int key, ingotReport* report) {
  if (key < -1) return ig_report(report, INGOT_BAD_ARGUMENT, "keyframe %d does not exist", key);
  for (int e = 0; e < w->nworld; e++) {
    const mjModel* m = model_of(w, &w->worlds[e]);
    if ((!mask || mask[e]) && key >= m->nkey) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "world %d has no keyframe %d, its model has %d", e, key, (int)m->nkey);
    }
  }
  return INGOT_OK;
}

ingotStatus ingot_worldsReset(ingotWorlds* w, const mjtByte* mask, int key, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  ingotStatus status = check_key(w, mask, key, report);
  if (status != INGOT_OK) return status;
  Job job = {.w = w, .mask = mask, .key = key};
  return run_job(&job, reset_item, report);
}

// all is checked before anything is written: a refused call changes nothing
static ingotStatus check_rows(const ingotWorlds* w, const mjtByte* mask, int sig, const void* states, int width,
                              ingotReport* report) {
  if (!w || !states) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and states must not be NULL");
  if (sig < 0 || sig >= 1 << mjNSTATE) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "state signature %d has bits that no part of the state stands for", sig);
  }
  for (int e = 0; e < w->nworld; e++) {
    int size = mj_stateSize(model_of(w, &w->worlds[e]), sig);
    if ((!mask || mask[e]) && size > width) {
      return ig_report(report, INGOT_BAD_ARGUMENT, "rows of %d numbers are too short for world %d, which has %d", width, e, size);
    }
  }
  return INGOT_OK;
}

ingotStatus ingot_worldsGetState(ingotWorlds* w, const mjtByte* mask, int sig, double* states, int width, ingotReport* report) {
  ingotStatus status = check_rows(w, mask, sig, states, width, report);
  if (status != INGOT_OK) return status;
  Job job = {.w = w, .mask = mask, .sig = sig, .width = width, .out = states};
  return run_job(&job, get_item, report);
}

ingotStatus ingot_worldsSetState(ingotWorlds* w, const mjtByte* mask, int sig, const double* states, int width,
                                 ingotReport* report) {
  ingotStatus status = check_rows(w, mask, sig, states, width, report);
  if (status != INGOT_OK) return status;
  Job job = {.w = w, .mask = mask, .sig = sig, .width = width, .in = states};
  return run_job(&job, set_item, report);
}

// -------------------------------------------------------------------------------------------------- status

ingotStatus ingot_worldsSetPolicy(ingotWorlds* w, ingotPolicy policy, int key, ingotReport* report) {
  if (!w || (unsigned)policy > INGOT_REPORT)
    return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL or policy %d does not exist", (int)policy);
  if (policy == INGOT_RESET_KEY) {
    if (key < 0) return ig_report(report, INGOT_BAD_ARGUMENT, "keyframe %d does not exist", key);
    ingotStatus status = check_key(w, NULL, key, report);
    if (status != INGOT_OK) return status;
  }
  w->policy = policy;
  w->key = key;
  // copies of models carry the policy as their autoreset flag
  for (int g = 0; g < w->ngroup; g++) apply_policy(w, w->groups[g].model);
  for (int e = 0; e < w->nworld; e++) {
    if (w->worlds[e].own) apply_policy(w, w->worlds[e].own);
  }
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsStatus(const ingotWorlds* w, int world, ingotWorldStatus* status, ingotReport* report) {
  ingotStatus found = ig_check_world(w, world, report);
  if (found != INGOT_OK) return found;
  if (status) *status = w->worlds[world].status;
  return ig_report(report, INGOT_OK, "%s", w->worlds[world].error);
}

ingotStatus ingot_worldsClearStatus(ingotWorlds* w, const mjtByte* mask, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  for (int e = 0; e < w->nworld; e++) {
    if (mask && !mask[e]) continue;
    w->worlds[e].status = (ingotWorldStatus){.dof = -1, .body = -1, .control = -1};
    w->worlds[e].error[0] = 0;
  }
  return ig_report(report, INGOT_OK, "%s", "");
}
