// SPDX-License-Identifier: Apache-2.0
#include "world/param_set.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "batch/array.h"

// ------------------------------------------------ which fields there are

typedef struct {
  const char* name;
  size_t offset;
  ig_FieldKind kind;
  int count;
  bool laned;
  int choices;  // of an option that is a choice of few: 0 to choices - 1
} Setting;

#define NUMBER(part, member, n, laned) \
  { #part "." #member, offsetof(mjModel, part.member), IG_FIELD_NUM, n, laned, 0 }
#define INTEGER(member) \
  { "opt." #member, offsetof(mjModel, opt.member), IG_FIELD_INT, 1, false, 0 }
#define CHOICE(member, last) \
  { "opt." #member, offsetof(mjModel, opt.member), IG_FIELD_INT, 1, false, (int)(last) + 1 }

// numbers beside the arrays. What decides by an `if` whether a force exists at all must agree in a vector.
static const Setting settings[] = {
    NUMBER(opt, timestep, 1, true),
    NUMBER(opt, gravity, 3, true),
    NUMBER(opt, wind, 3, true),
    NUMBER(opt, magnetic, 3, true),
    NUMBER(opt, density, 1, false),
    NUMBER(opt, viscosity, 1, false),
    NUMBER(opt, impratio, 1, false),
    NUMBER(opt, tolerance, 1, false),
    NUMBER(opt, ls_tolerance, 1, false),
    NUMBER(opt, noslip_tolerance, 1, false),
    NUMBER(opt, ccd_tolerance, 1, false),
    NUMBER(opt, o_margin, 1, false),
    NUMBER(opt, o_solref, mjNREF, false),
    NUMBER(opt, o_solimp, mjNIMP, false),
    NUMBER(opt, o_friction, 5, false),
    CHOICE(integrator, mjINT_IMPLICITFAST),
    CHOICE(cone, mjCONE_ELLIPTIC),
    CHOICE(jacobian, mjJAC_AUTO),
    CHOICE(solver, mjSOL_NEWTON),
    INTEGER(iterations),
    INTEGER(ls_iterations),
    INTEGER(noslip_iterations),
    INTEGER(ccd_iterations),
    INTEGER(disableflags),
    INTEGER(enableflags),
    INTEGER(disableactuator),
    INTEGER(sdf_initpoints),
    INTEGER(sdf_iterations),
    NUMBER(stat, meaninertia, 1, true),
};

static bool is_listed(const char* name, const char* const* names, int n) {
  for (int i = 0; i < n; i++) {
    if (!strcmp(names[i], name)) return true;
  }
  return false;
}
#define IS_LISTED(name, names) is_listed(name, names, (int)(sizeof names / sizeof names[0]))

// arrays by which kernels decide for all lanes
static bool decides(const char* name) {
  static const char* const names[] = {"body_gravcomp",   "geom_fluid",      "actuator_delay", "sensor_delay",
                                      "sensor_interval", "tendon_armature", "wrap_prm"};
  return IS_LISTED(name, names);
}

// integers that stages look up in the model when they need them: worlds that agree in them can share a vector. Others are built
// into the lanes: the tree, its trees of boxes, the table of pairs.
static bool is_looked_up(const char* name) {
  static const char* const names[] = {"geom_condim",           "geom_priority",        "pair_dim",
                                      "jnt_limited",           "jnt_actfrclimited",    "jnt_actgravcomp",
                                      "tendon_limited",        "tendon_actfrclimited", "actuator_ctrllimited",
                                      "actuator_forcelimited", "actuator_actlimited",  "actuator_actearly",
                                      "actuator_dyntype",      "actuator_gaintype",    "actuator_biastype",
                                      "actuator_group",        "eq_active0",           "body_sameframe",
                                      "geom_sameframe",        "site_sameframe"};
  return IS_LISTED(name, names);
}

// no stage looks at them
static bool is_visual(const char* name) {
  static const char* const names[] = {"geom_rgba",  "site_rgba",  "tendon_rgba", "mat_rgba",    "geom_matid",
                                      "site_matid", "geom_group", "site_group",  "tendon_group"};
  return IS_LISTED(name, names);
}

bool ig_param_is_shown(const char* name) { return is_visual(name); }

const char* ig_param_refusal(const char* name) {
  static const struct {
    const char *prefix, *reason;
  } refusals[] = {
      {"bvh_", "it follows from sizes and frames of geoms and bodies: set those, and set_const makes it"},
      {"mesh_", "hull, polygons, tree and inertia of a mesh would not follow: give each mesh a model"},
      {"oct_", "it is a mesh's field of distances, which the compiler measures"},
      {"flex_vert", "elements, edges and stiffness of a flex would not follow: give each flex a model"},
      {"flex_node", "elements, edges and stiffness of a flex would not follow: give each flex a model"},
      {"skin_", "skins are drawn from the model that worlds share"},
      {"tex_data", "pictures are drawn from the model that worlds share"},
  };
  for (int i = 0; i < (int)(sizeof refusals / sizeof refusals[0]); i++) {
    if (!strncmp(name, refusals[i].prefix, strlen(refusals[i].prefix))) return refusals[i].reason;
  }
  return NULL;
}

// numbers of another type that colliders and rays read in the model of each lane; kernels of devices have no place for them
static bool is_read_in_place(const char* name) { return !strcmp(name, "hfield_data"); }

static bool describe_array(const mjModel* m, const char* name, ig_ParamColumn* column) {
  ig_Field fields[IG_MAX_FIELDS];
  int n = ig_model_fields(m, fields);
  for (int i = 0; i < n; i++) {
    const ig_Field* f = fields + i;
    if (strcmp(f->name, name) || f->kind > IG_FIELD_BYTE) continue;
    bool numbers = f->kind == IG_FIELD_NUM, in_model = is_visual(name) || is_read_in_place(name);
    *column = (ig_ParamColumn){.offset = f->offset,
                               .array = true,
                               .kind = f->kind,
                               .count = strcmp(name, "bvh_aabb") ? (int)(f->rows * f->cols) : 6 * ig_body_nodes(m),
                               .whole = (int)(f->rows * f->cols),
                               .laned = (numbers && !decides(name)) || in_model,
                               .in_model = in_model,
                               .host_only = is_read_in_place(name),
                               .shape = numbers || is_looked_up(name) || in_model ? 0 : -1};
    return true;
  }
  return false;
}

static bool describe_setting(const mjModel* m, const char* name, ig_ParamColumn* column) {
  for (int i = 0; i < (int)(sizeof settings / sizeof settings[0]); i++) {
    const Setting* s = settings + i;
    if (strcmp(s->name, name)) continue;
    *column = (ig_ParamColumn){.offset = s->offset, .kind = s->kind, .count = s->count, .whole = s->count, .laned = s->laned};
    column->in_model = !strcmp(name, "stat.meaninertia");
    // compensation of gravity is left out where there is none
    if (!strcmp(name, "opt.gravity") && m->ngravcomp) column->laned = false;
    // lanes have one table of the pairs that can meet, and flags decide about these; others about lanes as such
    if (!strcmp(name, "opt.disableflags")) {
      column->shape =
          mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_FILTERPARENT | mjDSBL_MIDPHASE | (m->nhistory ? mjDSBL_SENSOR : 0);
    }
    if (!strcmp(name, "opt.enableflags")) column->shape = mjENBL_OVERRIDE | mjENBL_SLEEP | mjENBL_FWDINV;
    return true;
  }
  return false;
}

bool ig_param_describe(const mjModel* m, const char* name, ig_ParamColumn* column) {
  return strlen(name) < sizeof column->name && (describe_array(m, name, column) || describe_setting(m, name, column));
}

bool ig_param_on_device(const ig_ParamColumn* column) { return column->laned && !column->host_only; }

bool ig_param_is_no_choice(const char* name, double number, char* text, size_t size) {
  for (int i = 0; i < (int)(sizeof settings / sizeof settings[0]); i++) {
    const Setting* s = settings + i;
    if (!s->choices || strcmp(s->name, name)) continue;
    for (int k = 0; k < s->choices; k++) {
      if (number == k) return false;
    }
    snprintf(text, size, "'%s' is 0 to %d, not %g", name, s->choices - 1, number);
    return true;
  }
  return false;
}

// ------------------------------------------------ numbers of any type

static void* place_in(const mjModel* m, const ig_ParamColumn* column) {
  char* at = (char*)m + column->offset;
  return column->array ? *(char**)at : at;
}

static double get_number(const void* from, ig_FieldKind kind, int i) {
  switch (kind) {
    case IG_FIELD_NUM: return ((const mjtNum*)from)[i];
    case IG_FIELD_FLOAT: return ((const float*)from)[i];
    case IG_FIELD_INT: return ((const int*)from)[i];
    default: return ((const mjtByte*)from)[i];
  }
}

static void set_number(void* to, ig_FieldKind kind, int i, double value) {
  switch (kind) {
    case IG_FIELD_NUM: ((mjtNum*)to)[i] = value; break;
    case IG_FIELD_FLOAT: ((float*)to)[i] = (float)value; break;
    case IG_FIELD_INT: ((int*)to)[i] = (int)value; break;
    default: ((mjtByte*)to)[i] = (mjtByte)value;
  }
}

static size_t at(const ig_ParamSet* params, int i, int world) { return (size_t)i * (size_t)params->worlds + (size_t)world; }

// ------------------------------------------------ the list

const ig_ParamColumn* ig_param_find(const ig_ParamSet* params, const char* name) {
  for (int k = 0; k < params->n; k++) {
    if (!strcmp(params->list[k].name, name)) return params->list + k;
  }
  return NULL;
}

ig_ParamColumn* ig_param_column(ig_ParamSet* params, const mjModel* m, int worlds, const char* name) {
  ig_ParamColumn column = {.count = 0};
  const ig_ParamColumn* found = ig_param_find(params, name);
  if (found) return (ig_ParamColumn*)found;
  if (!ig_param_describe(m, name, &column)) return NULL;
  strcpy(column.name, name);
  params->worlds = worlds;
  size_t bytes = sizeof(double) * (size_t)column.count * (size_t)worlds;
  ig_ParamColumn* list = ig_try_alloc(sizeof(ig_ParamColumn) * (size_t)(params->n + 1));
  column.now = ig_try_alloc(bytes + 1);
  column.last = ig_try_alloc(bytes + 1);
  if (!list || !column.now || !column.last) {
    ig_free(list);
    ig_free(column.now);
    ig_free(column.last);
    return NULL;
  }
  for (int i = 0; i < column.count; i++) {
    double shared = get_number(place_in(m, &column), column.kind, i);
    for (int e = 0; e < worlds; e++) column.now[at(params, i, e)] = column.last[at(params, i, e)] = shared;
  }
  if (params->n) memcpy(list, params->list, sizeof(ig_ParamColumn) * (size_t)params->n);
  ig_free(params->list);
  params->list = list;
  params->list[params->n] = column;
  return params->list + params->n++;
}

void ig_params_free(ig_ParamSet* params) {
  for (int k = 0; k < params->n; k++) {
    ig_free(params->list[k].now);
    ig_free(params->list[k].last);
  }
  ig_free(params->list);
  *params = (ig_ParamSet){0};
}

void ig_params_snapshot(const ig_ParamSet* params, int world) {
  IG_ASSERT(!params->n || (world >= 0 && world < params->worlds));
  for (int k = 0; k < params->n; k++) {
    const ig_ParamColumn* column = params->list + k;
    for (int i = 0; i < column->count; i++) column->last[at(params, i, world)] = column->now[at(params, i, world)];
  }
}

// ------------------------------------------------ models of worlds

static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

static size_t bytes_of(const ig_ParamColumn* column) {
  static const size_t sizes[] = {[IG_FIELD_NUM] = sizeof(mjtNum),
                                 [IG_FIELD_FLOAT] = sizeof(float),
                                 [IG_FIELD_INT] = sizeof(int),
                                 [IG_FIELD_BYTE] = sizeof(mjtByte)};
  return column->array ? rounded(sizes[column->kind] * (size_t)column->whole) : 0;
}

mjModel* ig_params_model(const ig_ParamSet* params, const mjModel* m) {
  size_t total = rounded(sizeof(mjModel));
  for (int k = 0; k < params->n; k++) total += bytes_of(params->list + k);
  mjModel* model = ig_try_alloc(total);
  if (!model) return NULL;
  *model = *m;
  // what the worlds of a column share stays there
  char* block = (char*)model + rounded(sizeof(mjModel));
  for (int k = 0; k < params->n; k++) {
    const ig_ParamColumn* column = params->list + k;
    if (column->whole > column->count) memcpy(block, place_in(m, column), sizeof(mjtNum) * (size_t)column->whole);
    block += bytes_of(column);
  }
  return model;
}

void ig_params_write(const ig_ParamSet* params, mjModel* model, int world, bool last) {
  IG_ASSERT(!params->n || (world >= 0 && world < params->worlds));
  for (int k = 0; k < params->n; k++) {
    const ig_ParamColumn* column = params->list + k;
    const double* from = last ? column->last : column->now;
    void* to = place_in(model, column);
    for (int i = 0; i < column->count; i++) set_number(to, column->kind, i, from[at(params, i, world)]);
  }
}

void ig_param_read(const ig_ParamSet* params, const ig_ParamColumn* column, const mjModel* model, int world) {
  IG_ASSERT(world >= 0 && world < params->worlds);
  const void* from = place_in(model, column);
  for (int i = 0; i < column->count; i++) column->now[at(params, i, world)] = get_number(from, column->kind, i);
}

void ig_params_fill(const ig_ParamSet* params, const mjModel* m, mjModel* model, int world, bool last) {
  char* block = (char*)model + rounded(sizeof(mjModel));
  *model = *m;
  for (int k = 0; k < params->n; k++) {
    const ig_ParamColumn* column = params->list + k;
    if (column->array) *(char**)((char*)model + column->offset) = block;
    block += bytes_of(column);
  }
  ig_params_write(params, model, world, last);
  // what becomes of bad states is the policy of all worlds
  model->opt.disableflags &= ~mjDSBL_AUTORESET;
  model->opt.disableflags |= m->opt.disableflags & mjDSBL_AUTORESET;
}

void ig_params_to_lane(const ig_ParamSet* params, const ig_Width* width, const mjModel* m, void* lanes, int lane, int world,
                       bool last) {
  IG_ASSERT(lane >= 0 && lane < width->width);
  for (int k = 0; k < params->n; k++) {
    const ig_ParamColumn* column = params->list + k;
    if (!column->laned || column->in_model) continue;
    double* to = width->param(m, lanes, column->array ? column->name : column->name + strlen("opt."));
    for (int i = 0; to && i < column->count; i++)
      to[width->width * i + lane] = (last ? column->last : column->now)[at(params, i, world)];
  }
}

int ig_params_compare(const ig_ParamSet* params, int a, int b, bool last) {
  for (int k = 0; k < params->n; k++) {
    const ig_ParamColumn* column = params->list + k;
    for (int i = 0; !column->laned && i < column->count; i++) {
      const double* from = last ? column->last : column->now;
      double x = from[at(params, i, a)], y = from[at(params, i, b)];
      if (x != y) return x < y ? -1 : 1;
    }
  }
  return 0;
}

bool ig_param_differs(const ig_ParamSet* params, const mjModel* m, const ig_ParamColumn* column, int world) {
  for (int i = 0; i < column->count; i++) {
    if (column->now[at(params, i, world)] != get_number(place_in(m, column), column->kind, i)) return true;
  }
  return false;
}

bool ig_params_alone(const ig_ParamSet* params, const mjModel* m, int world) {
  for (int k = 0; k < params->n; k++) {
    const ig_ParamColumn* column = params->list + k;
    for (int i = 0; column->shape && i < column->count; i++) {
      double x = column->now[at(params, i, world)], y = get_number(place_in(m, column), column->kind, i);
      if (column->shape == -1 ? x != y : (((int)x ^ (int)y) & column->shape) != 0) return true;
    }
  }
  return false;
}
