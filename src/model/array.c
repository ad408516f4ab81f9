// SPDX-License-Identifier: Apache-2.0
// Arrays and numbers of mjModel and mjData found by their names.
#include "model/array.h"

#include <stdbool.h>
#include <string.h>

#include <mujoco/mjxmacro.h>

#include "base/guard.h"
#include "model/field.h"

#ifdef IG_SINGLE
#define NUM_TYPE
#else
#define NUM_TYPE mjtNum* : INGOT_DOUBLE,
#endif
#define TYPE(type) \
  _Generic((type*)NULL, NUM_TYPE float*: INGOT_FLOAT, int*: INGOT_INT, mjtByte*: INGOT_BYTE, \
           mjtSize*: INGOT_SIZE, size_t*: INGOT_SIZE, default: INGOT_STRUCT)

// members that are not behind a pointer
typedef struct {
  const char* name;
  size_t offset;
  ingotType type;
  int size, dimensions, rows, columns;
} Member;

// Integers of a model that any value suits: flags and groups. All others are structure: sizes, indices, addresses, types.
static const char* const free_integers[] = {
    "actuator_actlimited",
    "actuator_ctrllimited",
    "actuator_forcelimited",
    "actuator_group",
    "cam_resolution",
    "eq_active0",
    "flex_conaffinity",
    "flex_contype",
    "flex_group",
    "flex_priority",
    "geom_conaffinity",
    "geom_contype",
    "geom_group",
    "geom_priority",
    "jnt_actfrclimited",
    "jnt_actgravcomp",
    "jnt_group",
    "jnt_limited",
    "light_active",
    "light_castshadow",
    "mat_texuniform",
    "site_group",
    "skin_group",
    "tendon_actfrclimited",
    "tendon_group",
    "tendon_limited",
    "tex_data",
};

static bool is_structure(const char* name, ingotType type) {
  if (type == INGOT_DOUBLE || type == INGOT_FLOAT) return false;
  for (size_t i = 0; i < sizeof free_integers / sizeof free_integers[0]; i++) {
    if (!strcmp(free_integers[i], name)) return false;
  }
  // integers among the options are choices of the user; the solver refuses those it does not know
  return strncmp(name, "opt.", 4) != 0;
}

// rows and columns are known here; those of arrays behind pointers depend on the model
#define MEMBER(owner, label, field, type, dimensions, nr, nc) \
  {label, offsetof(owner, field), TYPE(type), sizeof(type), dimensions, nr, nc},
#define NUMBER(owner, label, field, type) MEMBER(owner, label, field, type, 0, 1, 1)

static const Member model_members[] = {
#define X(name) NUMBER(mjModel, #name, name, mjtSize)
    MJMODEL_SIZES
#undef X
#define X(type, name) NUMBER(mjModel, "opt." #name, opt.name, type)
        MJOPTION_SCALARS
#undef X
#define X(name, count) MEMBER(mjModel, "opt." #name, opt.name, mjtNum, 1, count, 1)
            MJOPTION_VECTORS
#undef X
#define X(type, name, count) MEMBER(mjModel, "stat." #name, stat.name, type, (count) > 1, count, 1)
                MJSTATISTIC_FIELDS
#undef X
};

static const Member data_members[] = {
#define X(type, name) NUMBER(mjData, #name, name, type)
    MJDATA_SCALAR
#undef X
#define X(type, name, nr, nc) MEMBER(mjData, #name, name, type, (nc) > 1 ? 2 : 1, nr, nc)
        MJDATA_VECTOR
#undef X
};

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

static bool find_member(const void* owner, const Member* members, int count, const char* name, ingotArray* array) {
  for (int i = 0; i < count; i++) {
    const Member* member = &members[i];
    if (strcmp(member->name, name)) continue;
    *array = (ingotArray){
        .data = (char*)owner + member->offset,
        .type = member->type,
        .size = member->size,
        .dimensions = member->dimensions,
        .fixed = 1,
        .rows = member->rows,
        .columns = member->columns,
    };
    return true;
  }
  return false;
}

// arrays of the arena move and change size with each step: they are not fixed
static bool find_field(const void* owner, const ig_Field* fields, int count, bool fixed, const char* name, ingotArray* array) {
  static const ingotType types[] = {
      [IG_FIELD_NUM] = INGOT_DOUBLE,   [IG_FIELD_FLOAT] = INGOT_FLOAT, [IG_FIELD_INT] = INGOT_INT,
      [IG_FIELD_BYTE] = INGOT_BYTE,    [IG_FIELD_CHAR] = INGOT_CHAR,   [IG_FIELD_SIZE] = INGOT_SIZE,
      [IG_FIELD_OTHER] = INGOT_STRUCT,
  };
  for (int i = 0; i < count; i++) {
    const ig_Field* field = &fields[i];
    if (strcmp(field->name, name)) continue;
    *array = (ingotArray){
        .data = *ig_field_pointer(owner, field),
        .type = types[field->kind],
        .size = (int)field->size,
        .dimensions = field->cols == 1 ? 1 : 2,
        .fixed = fixed,
        .rows = field->rows,
        .columns = field->cols,
    };
    // an array of the arena that this step had no use for
    if (!array->data && !fixed) array->rows = 0;
    return true;
  }
  return false;
}

ingotStatus ig_model_array(const mjModel* m, const char* name, ingotArray* array, ingotReport* report) {
  if (!m || !name || !array) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_modelArray: an argument is NULL");
  ig_Field fields[IG_MAX_FIELDS];
  bool found = find_field(m, fields, ig_model_fields(m, fields), true, name, array) ||
               find_member(m, model_members, COUNT(model_members), name, array);
  if (found) array->structure = is_structure(name, array->type);
  if (!found) return ig_report(report, INGOT_BAD_ARGUMENT, "mjModel has no array '%s'", name);
  return ig_report(report, INGOT_OK, "%s", "");
}

ingotStatus ig_data_array(const mjModel* m, const mjData* d, const char* name, ingotArray* array, ingotReport* report) {
  if (!m || !d || !name || !array) return ig_report(report, INGOT_BAD_ARGUMENT, "ingot_dataArray: an argument is NULL");
  ig_Field fields[IG_MAX_FIELDS];
  bool found = find_field(d, fields, ig_data_fields(m, fields), true, name, array) ||
               find_field(d, fields, ig_arena_fields(m, d, fields), false, name, array) ||
               find_member(d, data_members, COUNT(data_members), name, array);
  // of the integers of mjData only the switches of equalities are the user's
  if (found) array->structure = strcmp(name, "eq_active") && is_structure(name, array->type);
  if (!found) return ig_report(report, INGOT_BAD_ARGUMENT, "mjData has no array '%s'", name);
  return ig_report(report, INGOT_OK, "%s", "");
}

// the names of a table's fields, then those of its members
static const char* name_of(int number, const ig_Field* fields, int nfield, const Member* members, int nmember) {
  if (number < 0) return NULL;
  if (number < nfield) return fields[number].name;
  return number - nfield < nmember ? members[number - nfield].name : NULL;
}

const char* ingot_modelArrayName(int number) {
  static const mjModel none;
  ig_Field fields[IG_MAX_FIELDS];
  return name_of(number, fields, ig_model_fields(&none, fields), model_members, COUNT(model_members));
}

const char* ingot_dataArrayName(int number) {
  static const mjModel no_model;
  static const mjData no_data;
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_data_fields(&no_model, fields);
  count += ig_arena_fields(&no_model, &no_data, fields + count);
  return name_of(number, fields, count, data_members, COUNT(data_members));
}
