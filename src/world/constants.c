// SPDX-License-Identifier: Apache-2.0
// What follows from the numbers of each world: ingot_worldsSetConst.
//
// A thread computes in a draft: a whole model and data of a group. For each world the draft gets the group's numbers and the
// world's own; bounds and trees of bounds are made anew where sizes or frames differ from the group's, and mj_setConst runs in
// it. What came out goes to the numbers that the world has of its own. Where a field changed that the group has no such numbers
// of yet, nothing of the world is written: the field is noted, gets its room when the pass is over, and the world is done again.
// The first pass takes one world of each group, which tells nearly always all that will change.
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/guard.h"
#include "base/memory.h"
#include "batch/array.h"
#include "compile/derived/bounds.h"
#include "compile/derived/constants.h"
#include "model/data.h"
#include "model/model.h"
#include "step/reset.h"
#include "world/worlds.h"

typedef struct Draft_ {
  int group;
  mjModel* m;
  mjData* d;
  struct Draft_* next;
} Draft;

// the fields of a group's model that may change
typedef struct {
  const char* name;
  size_t offset, bytes;  // of the pointer in mjModel, and what it points to; bytes 0: the number itself
  int column;            // place in the list of the group; -1: shared by all worlds
  _Atomic bool changed;  // in some world, while it is shared
} Field;

typedef struct {
  int n;
  Field* fields;
} Table;

typedef struct {
  Table* tables;         // (ngroup)
  mjtByte* todo;         // (nworld)
  pthread_mutex_t lock;  // of what follows
  Draft* idle;
  ingotReport failure;  // the first
} Constants;

// ------------------------------------------------ tables

// which fields worlds have of their own by now
static void find_owns(const ig_Group* group, Table* table) {
  for (int i = 0; i < table->n; i++) {
    const ig_ParamColumn* column = ig_param_find(&group->params, table->fields[i].name);
    table->fields[i].column = column ? (int)(column - group->params.list) : -1;
    atomic_store_explicit(&table->fields[i].changed, false, memory_order_relaxed);
  }
}

// mj_setConst writes nothing of these: assets and names, which are most of a model's memory
static bool is_asset(const char* name) {
  static const char* const kinds[] = {"mesh_", "tex_", "hfield_", "skin_", "bvh_child", "bvh_depth", "bvh_nodeid", "bvh_active",
                                      "oct_",  "name", "text_",   "paths", "key_",      "numeric_",  "tuple_"};
  for (int i = 0; i < (int)(sizeof kinds / sizeof kinds[0]); i++) {
    if (!strncmp(name, kinds[i], strlen(kinds[i]))) return true;
  }
  return false;
}

static bool make_table(const ig_Group* group, Table* table) {
  ig_Field all[IG_MAX_FIELDS];
  int n = ig_model_fields(group->model, all);
  table->fields = ig_try_zero((size_t)n + 1, sizeof(Field));
  if (!table->fields) return false;
  for (int i = 0; i < n; i++) {
    size_t bytes = ig_field_bytes(all + i);
    if (!strcmp(all[i].name, "bvh_aabb")) bytes = sizeof(mjtNum) * 6 * (size_t)ig_body_nodes(group->model);
    if (bytes && all[i].kind <= IG_FIELD_BYTE && !is_asset(all[i].name))
      table->fields[table->n++] = (Field){.name = all[i].name, .offset = all[i].offset, .bytes = bytes};
  }
  table->fields[table->n++] = (Field){.name = "stat.meaninertia", .offset = offsetof(mjModel, stat.meaninertia)};
  find_owns(group, table);
  return true;
}

static bool same(const Field* f, const mjModel* a, const mjModel* b) {
  const char *x = (const char*)a + f->offset, *y = (const char*)b + f->offset;
  return f->bytes ? !memcmp(*(char* const*)x, *(char* const*)y, f->bytes) : !memcmp(x, y, sizeof(mjtNum));
}

// ------------------------------------------------ one world

static void free_draft(Draft* draft) {
  ig_delete_data(draft->d);
  ig_delete_model(draft->m);
  ig_free(draft);
}

static Draft* take_draft(Constants* c, int group) {
  pthread_mutex_lock(&c->lock);
  Draft** link = &c->idle;
  while (*link && (*link)->group != group) link = &(*link)->next;
  Draft* draft = *link;
  if (draft) *link = draft->next;
  pthread_mutex_unlock(&c->lock);
  if (draft) return draft;
  draft = ig_try_zero(1, sizeof *draft);
  if (draft) draft->group = group;
  return draft;
}

static void return_draft(Constants* c, Draft* draft) {
  pthread_mutex_lock(&c->lock);
  draft->next = c->idle;
  c->idle = draft;
  pthread_mutex_unlock(&c->lock);
}

typedef struct {
  const ingotWorlds* w;
  const ig_World* world;
  const Table* table;
  Draft* draft;
} Turn;

// what the draft's model was made from, again; of a draft that the group shares, only what a computation may have changed
static void restore(const Turn* t) {
  const mjModel* from = ig_model_of(t->w, t->world);
  mjModel* m = t->draft->m;
  for (int i = 0; i < t->table->n; i++) {
    const Field* f = t->table->fields + i;
    if (f->bytes) memcpy(*(char**)((char*)m + f->offset), *(char* const*)((const char*)from + f->offset), f->bytes);
  }
  m->opt = from->opt;
  m->stat = from->stat;
}

// in the reference pose, in scratch data
static void compute(void* argument) {
  const Turn* t = argument;
  Draft* draft = t->draft;
  if (draft->m)
    restore(t);
  else
    draft->m = ig_copy_model(NULL, ig_model_of(t->w, t->world));
  if (!t->world->private_model) ig_params_write(&t->w->groups[t->world->group].params, draft->m, t->world->index, false);
  if (draft->d)
    ig_reset(draft->m, draft->d);
  else
    draft->d = ig_make_data(draft->m);
  const mjModel* base = t->w->groups[t->world->group].model;
  char trouble[512];
  if (ig_structure_trouble(draft->m, base, trouble, sizeof trouble)) mju_error("%s", trouble);
  ig_set_bounds(draft->m, base);
  ig_set_constants(draft->m, draft->d);
}

// false: something changed that there is no room for yet; then nothing is written
static bool reuse(const ingotWorlds* w, Table* table, const ig_World* world, const mjModel* m) {
  const ig_Group* group = &w->groups[world->group];
  bool fits = true;
  for (int i = 0; i < table->n; i++) {
    Field* f = table->fields + i;
    if (f->column >= 0 || same(f, m, group->model)) continue;
    atomic_store_explicit(&f->changed, true, memory_order_relaxed);
    fits = false;
  }
  for (int i = 0; fits && i < table->n; i++) {
    if (table->fields[i].column >= 0)
      ig_param_read(&group->params, group->params.list + table->fields[i].column, m, world->index);
  }
  return fits;
}

static void fail(Constants* c, ingotStatus status, int world, const char* text) {
  pthread_mutex_lock(&c->lock);
  if (c->failure.status == INGOT_OK) ig_report(&c->failure, status, "constants of world %d: %.900s", world, text);
  pthread_mutex_unlock(&c->lock);
}

// An error is the call's, not the world's: its numbers are as they were.
static void constants_part(ingotWorlds* w, int number, void* argument) {
  Constants* c = argument;
  const ig_World* world = &w->worlds[number];
  c->todo[number] = 0;
  // a whole model of the world's own may differ in anything: its draft is a copy of it
  Draft* draft = world->private_model ? ig_try_zero(1, sizeof *draft) : take_draft(c, world->group);
  Turn turn = {.w = w, .world = world, .table = &c->tables[world->group], .draft = draft};
  ingotReport report;
  if (!draft) {
    fail(c, INGOT_NO_MEMORY, number, "no memory");
    return;
  }
  if (ig_guard(compute, &turn, &report) != INGOT_OK) {
    fail(c, report.status, number, report.text);
    free_draft(draft);
    return;
  }
  if (world->private_model) {
    ig_copy_model(world->private_model, draft->m);
    free_draft(draft);
    return;
  }
  c->todo[number] = !reuse(w, &c->tables[world->group], world, draft->m);
  return_draft(c, draft);
}

// ------------------------------------------------ all worlds

static ingotStatus make_room(ingotWorlds* w, int group, Table* table, ingotReport* report) {
  ingotView view;
  ingotStatus status = INGOT_OK;
  for (int i = 0; i < table->n && status == INGOT_OK; i++) {
    const Field* f = table->fields + i;
    ig_ParamColumn column;
    if (!f->changed) continue;
    if (w->device && ig_param_describe(w->groups[group].model, f->name, &column) && !ig_param_on_device(&column))
      return ig_report(report, INGOT_BAD_ARGUMENT,
                       "what follows from the worlds' own numbers changes '%s', which worlds on a GPU cannot have of their own; "
                       "device=\"cpu\" steps them",
                       f->name);
    status = ingot_worldsParameter(w, group, f->name, 1, &view, report);
  }
  find_owns(&w->groups[group], table);
  return status;
}

static ingotStatus run_pass(Constants* c, ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  // a world that failed in an earlier call is no failure of this one
  ingotStatus status = ig_worlds_each(w, chosen, constants_part, c, report);
  if (status == INGOT_CANCELLED) return status;
  if (c->failure.status != INGOT_OK) return ig_report(report, c->failure.status, "%s", c->failure.text);
  status = ig_report(report, INGOT_OK, "%s", "");
  for (int g = 0; g < w->ngroup && status == INGOT_OK; g++) status = make_room(w, g, &c->tables[g], report);
  return status;
}

// one world of each group that has a world left to do
static bool choose_first(const ingotWorlds* w, const mjtByte* todo, mjtByte* first) {
  memset(first, 0, (size_t)w->nworld);
  bool any = false;
  for (int g = 0; g < w->ngroup; g++) {
    for (int e = 0; e < w->nworld; e++) {
      if (!todo[e] || w->worlds[e].group != g || w->worlds[e].private_model) continue;
      first[e] = 1;
      any = true;
      break;
    }
  }
  return any;
}

static ingotStatus run_passes(Constants* c, ingotWorlds* w, mjtByte* chosen, ingotReport* report) {
  ingotStatus status = INGOT_OK;
  if (choose_first(w, c->todo, chosen)) status = run_pass(c, w, chosen, report);
  while (status == INGOT_OK && memchr(c->todo, 1, (size_t)w->nworld)) {
    memcpy(chosen, c->todo, (size_t)w->nworld);
    status = run_pass(c, w, chosen, report);
  }
  return status;
}

static bool make_constants(Constants* c, const ingotWorlds* w, const mjtByte* chosen) {
  *c = (Constants){.tables = ig_try_zero((size_t)w->ngroup + 1, sizeof(Table)), .todo = ig_try_zero((size_t)w->nworld + 1, 1)};
  pthread_mutex_init(&c->lock, NULL);
  if (!c->tables || !c->todo) return false;
  for (int g = 0; g < w->ngroup; g++) {
    if (!make_table(&w->groups[g], &c->tables[g])) return false;
  }
  for (int e = 0; e < w->nworld; e++) c->todo[e] = !chosen || chosen[e];
  return true;
}

static void free_constants(Constants* c, const ingotWorlds* w) {
  while (c->idle) {
    Draft* draft = c->idle;
    c->idle = draft->next;
    free_draft(draft);
  }
  for (int g = 0; c->tables && g < w->ngroup; g++) ig_free(c->tables[g].fields);
  ig_free(c->tables);
  ig_free(c->todo);
  pthread_mutex_destroy(&c->lock);
}

ingotStatus ingot_worldsSetConst(ingotWorlds* w, const mjtByte* chosen, ingotReport* report) {
  if (!w) return ig_report(report, INGOT_BAD_ARGUMENT, "worlds is NULL");
  // resident worlds have models of their own for this
  for (int e = 0; e < w->nworld; e++) {
    if (chosen && !chosen[e]) continue;
    if (w->groups[w->worlds[e].group].resident && !ingot_worldsOwnModel(w, e, report)) return INGOT_NO_MEMORY;
  }
  Constants c;
  mjtByte* mask = ig_try_zero((size_t)w->nworld + 1, 1);
  ingotStatus status = make_constants(&c, w, chosen) && mask ? run_passes(&c, w, mask, report)
                                                             : ig_report(report, INGOT_NO_MEMORY, "no memory for constants");
  free_constants(&c, w);
  ig_free(mask);
  return status == INGOT_OK ? ig_report(report, INGOT_OK, "%s", "") : status;
}
