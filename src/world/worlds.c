// SPDX-License-Identifier: Apache-2.0
// Many worlds: grouping by model, looking at them, replacing, status. How they run is in run.c.
#include "world/worlds.h"

#include <string.h>

#include "base/error.h"
#include "base/guard.h"
#include "base/memory.h"
#include "model/check/check.h"
#include "model/data.h"
#include "model/model.h"
#include "sense/sensor.h"
#include "step/reset.h"
#include "world/device_worlds.h"

// ------------------------------------------------ creation

static int find_group(const ingotWorlds* w, const mjModel* source) {
  for (int g = 0; g < w->ngroup; g++) {
    if (w->groups[g].source == source) return g;
  }
  return -1;
}

// what a step leaves for the next one beside the state: of plugins, of what sleeps, the energy that e_kinetic shows
static bool is_resident(const mjModel* m) {
  return m->nplugin || (m->opt.enableflags & mjENBL_SLEEP) || ig_sensed(m, mjSENS_E_KINETIC);
}

static bool make_groups(ingotWorlds* w, const mjModel* const* models) {
  for (int e = 0; e < w->nworld; e++) {
    int g = find_group(w, models[e]);
    if (g < 0) {
      g = w->ngroup++;
      w->groups[g] = (ig_Group){.source = models[e], .model = ig_copy_model(NULL, models[e])};
      if (!w->groups[g].model) return false;
      w->groups[g].resident = is_resident(models[e]);
    }
    w->worlds[e].group = g;
    w->worlds[e].index = w->groups[g].fields.worlds++;
  }
  for (int g = 0; g < w->ngroup; g++) {
    ig_Group* group = &w->groups[g];
    // another model at the same address later must not be taken for this one
    group->source = NULL;
    group->world = ig_try_alloc(sizeof(int) * (size_t)group->fields.worlds);
    if (!group->world || !ig_group_make(group, w->threads, w->width)) return false;
  }
  for (int e = 0; e < w->nworld; e++) w->groups[w->worlds[e].group].world[w->worlds[e].index] = e;
  return true;
}

// at its start: the fields of a fresh mjData
static bool start_world(ingotWorlds* w, ig_World* world) {
  ig_Group* group = &w->groups[world->group];
  world->status = (ingotWorldStatus){.dof = -1, .body = -1, .control = -1};
  if (ig_world_resident(w, world) && !world->d) world->d = ig_make_data(ig_model_of(w, world));
  const mjData* d = ig_world_resident(w, world) ? world->d : group->slots[0].spare;
  if (!d) return false;
  world->fresh = world->d;
  ig_fields_from_data(&group->fields, world->index, d);
  ig_fields_from_data(&group->last_inputs, world->index, d);
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
  for (int e = 0; make->made && e < make->w->nworld; e++) make->made = start_world(make->w, &make->w->worlds[e]);
}

ingotStatus ingot_worldsCreate(const mjModel* const* models, int nworld, int threads, ingotWorlds** worlds, ingotReport* report) {
  if (!models || !worlds || nworld < 1)
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsCreate: at least one model is needed");
  for (int e = 0; e < nworld; e++) {
    if (!models[e]) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsCreate: the model of world %d is NULL", e);
  }
  for (int e = 0; e < nworld; e++) {
    const char* trouble = !e || models[e] != models[e - 1] ? ig_check_options(models[e]) : NULL;
    if (trouble) return ig_report(report, INGOT_BAD_MODEL, "world %d: %s", e, trouble);
  }
  if (threads < 1 || threads > mjMAXTHREAD) {
    return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_worldsCreate: %d threads, expected 1 to %d", threads, mjMAXTHREAD);
  }
  *worlds = NULL;
  ingotWorlds* w = ig_try_alloc(sizeof *w);
  if (!w) return ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", nworld);
  *w = (ingotWorlds){.nworld = nworld, .threads = threads, .width = ig_width_best()};
  w->worlds = ig_try_zero((size_t)nworld, sizeof(ig_World));
  w->groups = ig_try_zero((size_t)nworld, sizeof(ig_Group));
  w->items = ig_try_alloc(sizeof(ig_Item) * (size_t)nworld);
  w->order = ig_try_alloc(sizeof(int) * (size_t)nworld);
  w->workers = ig_workers_make(threads);
  w->job = ig_try_alloc(ig_worlds_job_bytes());
  Make make = {w, models, false};
  ingotStatus status = INGOT_NO_MEMORY;
  if (w->worlds && w->groups && w->items && w->order && w->workers && w->job) {
    status = ig_guard(make_all, &make, report);
  }
  if (status == INGOT_OK && make.made) {
    *worlds = w;
    return INGOT_OK;
  }
  ingot_worldsDelete(w);
  return status == INGOT_ENGINE_ERROR ? status : ig_report(report, INGOT_NO_MEMORY, "no memory for %d worlds", nworld);
}

static void free_world(ig_World* world) {
  ig_delete_data(world->d);
  ig_delete_model(world->private_model);
  for (ig_ModelView *view = world->view, *before; view; view = before) {
    before = view->before;
    ig_free(view->model);
    ig_free(view);
  }
}

void ingot_worldsDelete(ingotWorlds* w) {
  if (!w) return;
  if (w->attachment.free) w->attachment.free(w->attachment.thing);
  ig_device_worlds_free(w->device);
  ig_workers_free(w->workers);
  for (int e = 0; w->worlds && e < w->nworld; e++) free_world(&w->worlds[e]);
  for (int g = 0; w->groups && g < w->ngroup; g++) ig_group_free(&w->groups[g]);
  ig_free(w->worlds);
  ig_free(w->groups);
  ig_free(w->items);
  ig_free(w->order);
  ig_free(w->job);
  ig_free(w);
}

bool ig_worlds_use(ingotWorlds* w, const ig_Width* width) {
  w->width = width;
  for (int g = 0; g < w->ngroup; g++) {
    ig_Group* group = &w->groups[g];
    ig_Group other = {.model = group->model, .world = group->world, .resident = group->resident};
    other.fields.worlds = group->fields.worlds;
    if (!ig_group_make(&other, w->threads, width)) return false;
    group->model = NULL;
    group->world = NULL;
    ig_group_free(group);
    *group = other;
  }
  for (int e = 0; e < w->nworld; e++) {
    if (!start_world(w, &w->worlds[e])) return false;
  }
  return true;
}

// ------------------------------------------------ looking

ingotStatus ig_check_world(const ingotWorlds* w, int world, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  if (world >= 0 && world < w->nworld) return INGOT_OK;
  return ig_report(report, INGOT_BAD_ARGUMENT, "world %d does not exist, there are %d", world, w->nworld);
}

static ingotStatus check_group(const ingotWorlds* w, int group, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and view must not be NULL");
  if (group >= 0 && group < w->ngroup) return INGOT_OK;
  return ig_report(report, INGOT_BAD_ARGUMENT, "group %d does not exist, there are %d", group, w->ngroup);
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

static ingotView view_of(double* data, int count, int worlds) {
  return (ingotView){.data = data, .count = count, .worlds = worlds, .stride = worlds, .world_stride = 1};
}

ingotStatus ingot_worldsField(ingotWorlds* w, int group, ingotField field, ingotView* view, ingotReport* report) {
  if (!view) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds and view must not be NULL");
  ingotStatus status = check_group(w, group, report);
  if (status != INGOT_OK) return status;
  if ((unsigned)field >= INGOT_NFIELD) return ig_report(report, INGOT_BAD_ARGUMENT, "field %d does not exist", (int)field);
  status = ig_worlds_sync_to_host(w, report);
  if (status != INGOT_OK) return status;
  const ig_Fields* fields = &w->groups[group].fields;
  *view = view_of(fields->data[field], fields->count[field], fields->worlds);
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

// few others have the integers and settings of this world
static bool is_lonely(const ig_Group* group, int index) {
  int alike = 0;
  for (int other = 0; other < group->fields.worlds && alike < IG_LEAST_LANES; other++) {
    alike += !ig_params_compare(&group->params, index, other, false);
  }
  return alike < IG_LEAST_LANES;
}

int ingot_worldsWidth(const ingotWorlds* w, int world, const char** reason) {
  const char* why = NULL;
  int width = 1;
  if (ig_check_world(w, world, NULL) == INGOT_OK) {
    const ig_World* one = &w->worlds[world];
    const ig_Group* group = &w->groups[one->group];
    why = ig_width_refusal(group->model);
    if (!why && one->private_model) why = "the world has a model of its own";
    if (!why && ig_params_alone(&group->params, group->model, one->index))
      why = "the world has integers of its own that shape the lanes";
    if (!why && !w->width) why = "the processor has neither AVX2 nor AVX-512";
    if (!why && !group->width) why = "there are too few worlds of this model";
    if (!why && is_lonely(group, one->index)) why = "there are too few worlds with its integers and settings";
    if (!why) width = group->width->width;
  }
  if (reason) *reason = why ? why : "";
  return width;
}

static bool add_view(ig_World* world, const ig_Group* group) {
  ig_ModelView* view = ig_try_alloc(sizeof *view);
  mjModel* model = ig_params_model(&group->params, group->model);
  if (!view || !model) return ig_free(view), ig_free(model), false;
  *view = (ig_ModelView){model, group->params.n, world->view};
  world->view = view;
  return true;
}

const mjModel* ingot_worldsModel(const ingotWorlds* w, int world) {
  if (ig_check_world(w, world, NULL) != INGOT_OK) return NULL;
  ig_World* one = &w->worlds[world];
  const ig_Group* group = &w->groups[one->group];
  if (one->private_model || !group->params.n) return ig_model_of(w, one);
  if ((!one->view || one->view->fields != group->params.n) && !add_view(one, group)) return NULL;
  ig_params_fill(&group->params, group->model, one->view->model, one->index, false);
  return one->view->model;
}

typedef struct {
  ingotWorlds* w;
  ig_World* world;
  const mjModel* source;
  mjModel* copy;
  mjData* d;
} Call;

static void make_world_data(void* argument) {
  Call* call = argument;
  call->d = ig_world_data(call->w, call->world);
}

mjData* ingot_worldsData(ingotWorlds* w, int world) {
  if (ig_check_world(w, world, NULL) != INGOT_OK) return NULL;
  if (ig_worlds_sync_to_host(w, NULL) != INGOT_OK) return NULL;
  Call call = {.w = w, .world = &w->worlds[world]};
  return ig_guard(make_world_data, &call, NULL) == INGOT_OK ? call.d : w->worlds[world].d;
}

// from now on the world is resident
static void make_own(void* argument) {
  Call* call = argument;
  ig_world_data(call->w, call->world);
  if (call->world->d) call->copy = ig_copy_model(NULL, call->source);
}

mjModel* ingot_worldsOwnModel(ingotWorlds* w, int world, ingotReport* report) {
  if (ig_check_world(w, world, report) != INGOT_OK) return NULL;
  ig_World* one = &w->worlds[world];
  if (!one->private_model) {
    if (w->device) {
      ig_report(report, INGOT_BAD_ARGUMENT, "a world on a GPU cannot have a model of its own; move the worlds to the CPU first");
      return NULL;
    }
    Call call = {.w = w, .world = one, .source = ingot_worldsModel(w, world)};
    if (ig_guard(make_own, &call, report) != INGOT_OK) return NULL;
    one->private_model = call.copy;
  }
  return one->private_model;
}

// ------------------------------------------------ parameters and outputs

// every slot gets room for the new numbers, so that none is asked for while stepping
static bool make_room(ig_Group* group, const ig_ParamColumn* column) {
  for (int i = 0; i < group->nslot; i++) {
    ig_WorkerSlot* slot = group->slots + i;
    for (int lane = 0; lane < 9; lane++) {
      ig_free(slot->model[lane]);
      slot->model[lane] = ig_params_model(&group->params, group->model);
      if (!slot->model[lane]) return false;
    }
    if (!slot->lanes || !column->laned || column->in_model) continue;
    const char* name = column->array ? column->name : column->name + strlen("opt.");
    if (column->count && !group->width->param(group->model, slot->lanes, name)) return false;
  }
  return true;
}

// the group and its worlds on the CPU, for a view of something by name
static ingotStatus open_view(ingotWorlds* w, int group, const char* name, const ingotView* view, ingotReport* report) {
  if (!view || !name) return ig_report(report, INGOT_BAD_ARGUMENT, "name and view must not be NULL");
  ingotStatus status = check_group(w, group, report);
  return status == INGOT_OK ? ig_worlds_sync_to_host(w, report) : status;
}

ingotStatus ingot_worldsParameter(ingotWorlds* w, int group, const char* name, int own, ingotView* view, ingotReport* report) {
  ingotStatus status = open_view(w, group, name, view, report);
  if (status != INGOT_OK) return status;
  ig_Group* g = &w->groups[group];
  const ig_ParamColumn* found = ig_param_find(&g->params, name);
  if (!found && own) {
    status = ig_gate_check(&w->gate, report);
    if (status != INGOT_OK) return status;
    found = ig_param_column(&g->params, g->model, g->fields.worlds, name);
    if (!found) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds cannot have numbers of their own of '%s'", name);
    if (!make_room(g, found)) return ig_report(report, INGOT_NO_MEMORY, "no memory for numbers of '%s'", name);
  }
  *view = found ? view_of(found->now, found->count, g->fields.worlds) : (ingotView){.data = NULL};
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsOutput(ingotWorlds* w, int group, const char* name, ingotView* view, ingotReport* report) {
  ingotStatus status = open_view(w, group, name, view, report);
  if (status != INGOT_OK) return status;
  ig_Group* g = &w->groups[group];
  int quantity = ig_quantity(name);
  status = ig_gate_check(&w->gate, report);
  if (status != INGOT_OK) return status;
  bool fresh = false;
  ig_Output* output = quantity < 0 ? NULL : ig_group_output(g, quantity, &fresh);
  if (!output) return ig_report(report, INGOT_BAD_ARGUMENT, "mjData has no array of numbers '%s'", name);
  if (fresh) status = ig_worlds_observe(w, group, report);
  *view = view_of(output->data, output->count, g->fields.worlds);
  return status == INGOT_OK ? ig_report(report, INGOT_OK, "%s", "") : status;
}

void ingot_worldsCancel(ingotWorlds* w) {
  if (w) atomic_store(&w->cancel.raised, true);
}

void ingot_worldsSetPoll(ingotWorlds* w, int (*poll)(void* user), void* user) {
  if (!w) return;
  w->cancel.poll = poll;
  w->cancel.user = user;
}

const mjModel* ig_world_model(const ingotWorlds* w, int world) { return ingot_worldsModel(w, world); }
const mjModel* ig_world_shared_model(const ingotWorlds* w, int world) { return w->groups[w->worlds[world].group].model; }
ig_Attachment* ig_worlds_attachment(ingotWorlds* w) { return &w->attachment; }
ingotWorldStatus* ig_world_status(ingotWorlds* w, int world) { return &w->worlds[world].status; }

// ------------------------------------------------ replacing

// A world with another model gets a group of its own; its old place in the old group stays unused.
typedef struct {
  ingotWorlds* w;
  const mjModel* source;
  ig_Group group;
  bool made;
} Replace;

static void build_replacement(void* argument) {
  Replace* r = argument;
  r->group.model = ig_copy_model(NULL, r->source);
  r->group.world = ig_try_alloc(sizeof(int));
  if (!r->group.model || !r->group.world) return;
  r->group.resident = is_resident(r->source);
  ig_apply_policy(r->w->policy, r->group.model);
  r->group.fields.worlds = 1;
  r->made = ig_group_make(&r->group, r->w->threads, r->w->width);
}

static void start_replacement(void* argument) {
  Call* call = argument;
  if (!start_world(call->w, call->world)) mju_error("no memory for the data of a world");
}

ingotStatus ingot_worldsReplace(ingotWorlds* w, int world, const mjModel* model, ingotReport* report) {
  ingotStatus status = ig_check_world(w, world, report);
  if (status == INGOT_OK) status = ig_gate_check(&w->gate, report);
  if (status != INGOT_OK) return status;
  if (!model) return ig_report(report, INGOT_BAD_ARGUMENT, "the model for world %d is NULL", world);
  const char* trouble = ig_check_options(model);
  if (trouble) return ig_report(report, INGOT_BAD_MODEL, "world %d: %s", world, trouble);
  if (w->device) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds on a GPU keep their models; move them to the CPU first");
  Replace r = {.w = w, .source = model};
  ig_Group* groups = ig_try_alloc(sizeof(ig_Group) * (size_t)(w->ngroup + 1));
  status = groups ? ig_guard(build_replacement, &r, report) : INGOT_NO_MEMORY;
  if (status != INGOT_OK || !r.made) {
    ig_free(groups);
    ig_group_free(&r.group);
    return status == INGOT_ENGINE_ERROR ? status
                                        : ig_report(report, INGOT_NO_MEMORY, "no memory for the model of world %d", world);
  }
  memcpy(groups, w->groups, sizeof(ig_Group) * (size_t)w->ngroup);
  ig_free(w->groups);
  w->groups = groups;
  r.group.world[0] = world;
  w->groups[w->ngroup] = r.group;
  free_world(&w->worlds[world]);
  w->worlds[world] = (ig_World){.group = w->ngroup++};
  Call call = {.w = w, .world = &w->worlds[world]};
  status = ig_guard(start_replacement, &call, report);
  return status == INGOT_OK ? ig_report(report, INGOT_OK, "%s", "") : status;
}

// ------------------------------------------------ status

ingotStatus ingot_worldsSetPolicy(ingotWorlds* w, ingotPolicy policy, int key, ingotReport* report) {
  if (!w || (unsigned)policy > INGOT_REPORT)
    return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL or policy %d does not exist", (int)policy);
  if (policy == INGOT_RESET_KEY) {
    if (key < 0) return ig_report(report, INGOT_BAD_ARGUMENT, "keyframe %d does not exist", key);
    ingotStatus status = ig_check_key(w, NULL, key, report);
    if (status != INGOT_OK) return status;
  }
  ingotStatus open = ig_gate_check(&w->gate, report);
  if (open != INGOT_OK) return open;
  // worlds that wait on a device to be stepped here are stepped under the policy that they were under
  ingotStatus synced = ig_worlds_sync_to_host(w, report);
  if (synced != INGOT_OK) return synced;
  w->policy = (ig_Policy){policy, key};
  // copies of models carry the policy as their autoreset flag
  for (int g = 0; g < w->ngroup; g++) ig_apply_policy(w->policy, w->groups[g].model);
  for (int e = 0; e < w->nworld; e++) {
    if (w->worlds[e].private_model) ig_apply_policy(w->policy, w->worlds[e].private_model);
  }
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ingot_worldsStatus(const ingotWorlds* w, int world, ingotWorldStatus* status, ingotReport* report) {
  ingotStatus found = ig_check_world(w, world, report);
  if (found == INGOT_OK) found = ig_worlds_settle(w, report);
  if (found != INGOT_OK) return found;
  if (status) *status = w->worlds[world].status;
  return ig_report(report, INGOT_OK, "%s", w->worlds[world].error);
}

ingotStatus ingot_worldsClearStatus(ingotWorlds* w, const mjtByte* mask, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  ingotStatus settled = ig_worlds_settle(w, report);
  if (settled != INGOT_OK) return settled;
  for (int e = 0; e < w->nworld; e++) {
    if (mask && !mask[e]) continue;
    w->worlds[e].status = (ingotWorldStatus){.dof = -1, .body = -1, .control = -1};
    w->worlds[e].error[0] = 0;
  }
  return ig_report(report, INGOT_OK, "%s", "");
}
