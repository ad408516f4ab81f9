// SPDX-License-Identifier: Apache-2.0
#include "world/own.h"

#include <stddef.h>
#include <string.h>

#include "base/memory.h"

// ------------------------------------------------ which fields there are

typedef struct {
  const char* name;
  size_t offset;
  ig_FieldKind kind;
  int count;
  bool laned;
} Setting;

#define NUMBER(part, member, n, laned) \
  { #part "." #member, offsetof(mjModel, part.member), IG_FIELD_NUM, n, laned }
#define INTEGER(member) \
  { "opt." #member, offsetof(mjModel, opt.member), IG_FIELD_INT, 1, false }

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
    INTEGER(integrator),
    INTEGER(cone),
    INTEGER(jacobian),
    INTEGER(solver),
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
  static const char* const names[] = {"geom_condim",
                                      "geom_priority",
                                      "pair_dim",
                                      "jnt_limited",
                                      "jnt_actfrclimited",
                                      "jnt_actgravcomp",
                                      "tendon_limited",
                                      "tendon_actfrclimited",
                                      "actuator_ctrllimited",
                                      "actuator_forcelimited",
                                      "actuator_actlimited",
                                      "actuator_actearly",
                                      "actuator_dyntype",
                                      "actuator_gaintype",
                                      "actuator_biastype",
                                      "actuator_group",
                                      "eq_active0"};
  return IS_LISTED(name, names);
}

// no stage looks at them
static bool is_visual(const char* name) {
  static const char* const names[] = {"geom_rgba",  "site_rgba",  "tendon_rgba", "mat_rgba",    "geom_matid",
                                      "site_matid", "geom_group", "site_group",  "tendon_group"};
  return IS_LISTED(name, names);
}

static bool describe_array(const mjModel* m, const char* name, ig_Own* own) {
  ig_Field fields[IG_MAX_FIELDS];
  int n = ig_model_fields(m, fields);
  for (int i = 0; i < n; i++) {
    const ig_Field* f = fields + i;
    if (strcmp(f->name, name) || f->kind > IG_FIELD_BYTE) continue;
    bool numbers = f->kind == IG_FIELD_NUM;
    *own = (ig_Own){.offset = f->offset,
                    .array = true,
                    .kind = f->kind,
                    .count = (int)(f->rows * f->cols),
                    .laned = (numbers && !decides(name)) || is_visual(name),
                    .in_model = is_visual(name),
                    .shape = numbers || is_looked_up(name) || is_visual(name) ? 0 : -1};
    return true;
  }
  return false;
}

static bool describe_setting(const mjModel* m, const char* name, ig_Own* own) {
  for (int i = 0; i < (int)(sizeof settings / sizeof settings[0]); i++) {
    const Setting* s = settings + i;
    if (strcmp(s->name, name)) continue;
    *own = (ig_Own){.offset = s->offset, .kind = s->kind, .count = s->count, .laned = s->laned};
    own->in_model = !strcmp(name, "stat.meaninertia");
    // compensation of gravity is left out where there is none
    if (!strcmp(name, "opt.gravity") && m->ngravcomp) own->laned = false;
    // lanes have one table of the pairs that can meet, and flags decide about these; others about lanes as such
    if (!strcmp(name, "opt.disableflags")) {
      own->shape = mjDSBL_CONSTRAINT | mjDSBL_CONTACT | mjDSBL_FILTERPARENT | mjDSBL_MIDPHASE | (m->nhistory ? mjDSBL_SENSOR : 0);
    }
    if (!strcmp(name, "opt.enableflags")) own->shape = mjENBL_OVERRIDE | mjENBL_SLEEP | mjENBL_FWDINV;
    return true;
  }
  return false;
}

// ------------------------------------------------ numbers of any type

static void* place_in(const mjModel* m, const ig_Own* own) {
  char* at = (char*)m + own->offset;
  return own->array ? *(char**)at : at;
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

static size_t at(const ig_Owns* owns, int i, int world) { return (size_t)i * (size_t)owns->worlds + (size_t)world; }

// ------------------------------------------------ the list

const ig_Own* ig_own_find(const ig_Owns* owns, const char* name) {
  for (int k = 0; k < owns->n; k++) {
    if (!strcmp(owns->list[k].name, name)) return owns->list + k;
  }
  return NULL;
}

ig_Own* ig_own(ig_Owns* owns, const mjModel* m, int worlds, const char* name) {
  ig_Own own = {.count = 0};
  const ig_Own* found = ig_own_find(owns, name);
  if (found) return (ig_Own*)found;
  if (strlen(name) >= sizeof own.name || (!describe_array(m, name, &own) && !describe_setting(m, name, &own))) return NULL;
  strcpy(own.name, name);
  owns->worlds = worlds;
  size_t bytes = sizeof(double) * (size_t)own.count * (size_t)worlds;
  ig_Own* list = ig_try_alloc(sizeof(ig_Own) * (size_t)(owns->n + 1));
  own.now = ig_try_alloc(bytes + 1);
  own.kept = ig_try_alloc(bytes + 1);
  if (!list || !own.now || !own.kept) {
    ig_free(list);
    ig_free(own.now);
    ig_free(own.kept);
    return NULL;
  }
  for (int i = 0; i < own.count; i++) {
    double shared = get_number(place_in(m, &own), own.kind, i);
    for (int e = 0; e < worlds; e++) own.now[at(owns, i, e)] = own.kept[at(owns, i, e)] = shared;
  }
  if (owns->n) memcpy(list, owns->list, sizeof(ig_Own) * (size_t)owns->n);
  ig_free(owns->list);
  owns->list = list;
  owns->list[owns->n] = own;
  return owns->list + owns->n++;
}

void ig_owns_free(ig_Owns* owns) {
  for (int k = 0; k < owns->n; k++) {
    ig_free(owns->list[k].now);
    ig_free(owns->list[k].kept);
  }
  ig_free(owns->list);
  *owns = (ig_Owns){0};
}

void ig_owns_keep(const ig_Owns* owns, int world) {
  for (int k = 0; k < owns->n; k++) {
    const ig_Own* own = owns->list + k;
    for (int i = 0; i < own->count; i++) own->kept[at(owns, i, world)] = own->now[at(owns, i, world)];
  }
}

// ------------------------------------------------ models of worlds

static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

static size_t bytes_of(const ig_Own* own) {
  static const size_t sizes[] = {[IG_FIELD_NUM] = sizeof(mjtNum),
                                 [IG_FIELD_FLOAT] = sizeof(float),
                                 [IG_FIELD_INT] = sizeof(int),
                                 [IG_FIELD_BYTE] = sizeof(mjtByte)};
  return own->array ? rounded(sizes[own->kind] * (size_t)own->count) : 0;
}

mjModel* ig_owns_model(const ig_Owns* owns, const mjModel* m) {
  size_t total = rounded(sizeof(mjModel));
  for (int k = 0; k < owns->n; k++) total += bytes_of(owns->list + k);
  mjModel* model = ig_try_alloc(total);
  if (model) *model = *m;
  return model;
}

void ig_owns_write(const ig_Owns* owns, mjModel* model, int world, bool kept) {
  for (int k = 0; k < owns->n; k++) {
    const ig_Own* own = owns->list + k;
    const double* from = kept ? own->kept : own->now;
    void* to = place_in(model, own);
    for (int i = 0; i < own->count; i++) set_number(to, own->kind, i, from[at(owns, i, world)]);
  }
}

void ig_own_read(const ig_Owns* owns, const ig_Own* own, const mjModel* model, int world) {
  const void* from = place_in(model, own);
  for (int i = 0; i < own->count; i++) own->now[at(owns, i, world)] = get_number(from, own->kind, i);
}

void ig_owns_fill(const ig_Owns* owns, const mjModel* m, mjModel* model, int world, bool kept) {
  char* block = (char*)model + rounded(sizeof(mjModel));
  *model = *m;
  for (int k = 0; k < owns->n; k++) {
    const ig_Own* own = owns->list + k;
    if (own->array) *(char**)((char*)model + own->offset) = block;
    block += bytes_of(own);
  }
  ig_owns_write(owns, model, world, kept);
}

void ig_owns_to_lane(const ig_Owns* owns, const ig_Width* width, const mjModel* m, void* lanes, int lane, int world, bool kept) {
  for (int k = 0; k < owns->n; k++) {
    const ig_Own* own = owns->list + k;
    if (!own->laned || own->in_model) continue;
    double* to = width->own(m, lanes, own->array ? own->name : own->name + strlen("opt."));
    for (int i = 0; to && i < own->count; i++) to[width->width * i + lane] = (kept ? own->kept : own->now)[at(owns, i, world)];
  }
}

int ig_owns_compare(const ig_Owns* owns, int a, int b) {
  for (int k = 0; k < owns->n; k++) {
    const ig_Own* own = owns->list + k;
    for (int i = 0; !own->laned && i < own->count; i++) {
      double x = own->now[at(owns, i, a)], y = own->now[at(owns, i, b)];
      if (x != y) return x < y ? -1 : 1;
    }
  }
  return 0;
}

bool ig_own_differs(const ig_Owns* owns, const mjModel* m, const ig_Own* own, int world) {
  for (int i = 0; i < own->count; i++) {
    if (own->now[at(owns, i, world)] != get_number(place_in(m, own), own->kind, i)) return true;
  }
  return false;
}

bool ig_owns_alone(const ig_Owns* owns, const mjModel* m, int world) {
  for (int k = 0; k < owns->n; k++) {
    const ig_Own* own = owns->list + k;
    for (int i = 0; own->shape && i < own->count; i++) {
      double x = own->now[at(owns, i, world)], y = get_number(place_in(m, own), own->kind, i);
      if (own->shape == -1 ? x != y : (((int)x ^ (int)y) & own->shape) != 0) return true;
    }
  }
  return false;
}
