// SPDX-License-Identifier: Apache-2.0
// ingot compare: this engine and another on the same states, field by field, beside the other's own sensitivity.
//
// The sensitivity is how far the other library's results move when every position and velocity moves by one unit in the
// last place. A difference of that size is rounding; a difference far above it is a difference of the engines.
#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "engine.h"
#include "json.h"
#include "model/field.h"
#include "source.h"
#include "terminal.h"

static const char help[] =
    "usage: ingot compare --against LIB.so [options] [model]\n\n"
    "Run both libraries on the same random states; print the largest difference of each field of mjData,\n"
    "|a - b| / max(1, |b|), beside the change that one-ulp nudges of the state make in the other library.\n\n"
    "  --against LIB.so   the other library, such as libmujoco.so.3.5.0\n"
    "  --states N         random states, half of them after some steps (default 20)\n"
    "  --seed N           (default 1)\n"
    "  --tolerance T      differences up to T are no finding, nor are those up to 100 times the sensitivity (default 1e-9)\n"
    "  --all              also fields without a difference\n"
    "  --json             for machines\n\n"
    "Exit code 0: no finding, 1: differences found.\n\n"
    "Example:\n"
    "  ingot compare models/crane.xml --against /path/to/libmujoco.so.3.5.0 --states 50\n";

// one field over all states
typedef struct {
  const char* name;
  double difference, sensitivity;
  int state, place;  // of the largest difference
  bool exact;        // whole numbers: any difference counts
} Field;

enum { MAX_FIELDS = 2 * IG_MAX_FIELDS };

typedef struct {
  const char *model, *against;
  int states, seed;
  double tolerance;
  bool all, json;
  ig_Engine own, other;
  mjModel *own_m, *other_m;
  mjData *own_d, *other_d, *nudged_d;
  double *state, *nudged;
  Field fields[MAX_FIELDS];
  int nfield;
} Compare;

enum { OPTION_AGAINST = 256, OPTION_STATES, OPTION_SEED, OPTION_TOLERANCE, OPTION_ALL, OPTION_JSON };

static int read_options(int argc, char** argv, Compare* compare) {
  static const struct option known[] = {{"against", required_argument, 0, OPTION_AGAINST},
                                        {"states", required_argument, 0, OPTION_STATES},
                                        {"seed", required_argument, 0, OPTION_SEED},
                                        {"tolerance", required_argument, 0, OPTION_TOLERANCE},
                                        {"all", no_argument, 0, OPTION_ALL},
                                        {"json", no_argument, 0, OPTION_JSON},
                                        {0, 0, 0, 0}};
  compare->states = 20;
  compare->seed = 1;
  compare->tolerance = 1e-9;
  bool good = true;
  for (int found; good && (found = getopt_long(argc, argv, "", known, NULL)) != -1;) {
    switch (found) {
      case OPTION_AGAINST: compare->against = optarg; break;
      case OPTION_STATES: good = ig_option_count("states", optarg, 1, 1000000, &compare->states); break;
      case OPTION_SEED: good = ig_option_count("seed", optarg, 0, 2147483647, &compare->seed); break;
      case OPTION_TOLERANCE: good = ig_option_number("tolerance", optarg, 0, 1e9, &compare->tolerance); break;
      case OPTION_ALL: compare->all = true; break;
      case OPTION_JSON: compare->json = true; break;
      default: return ig_option_unknown(argv, known);
    }
  }
  if (!good) return IG_EXIT_USAGE;
  if (!compare->against) return ig_complain(IG_EXIT_USAGE, "--against LIB.so is needed");
  if (argc - optind > 1) return ig_complain(IG_EXIT_USAGE, "one model at a time, not also '%s'", argv[optind + 1]);
  compare->model = argc > optind ? argv[optind] : NULL;
  return IG_EXIT_OK;
}

// the sizes must agree before arrays can be compared
static int same_sizes(const Compare* compare) {
  static const char* const reserved[] = {"narena", "nbuffer", "npaths", "nnames_map"};
  ig_Size sizes[IG_MAX_FIELDS];
  int count = ig_model_sizes(sizes);
  for (int i = 0; i < count; i++) {
    bool skip = false;
    for (size_t k = 0; k < sizeof reserved / sizeof reserved[0]; k++) skip = skip || !strcmp(sizes[i].name, reserved[k]);
    long long own = (long long)ig_size_at(compare->own_m, sizes[i].offset),
              other = (long long)ig_size_at(compare->other_m, sizes[i].offset);
    if (!skip && own != other) {
      return ig_complain(IG_EXIT_FOUND, "the compiled models differ: %s is %lld here and %lld in %s", sizes[i].name, own, other,
                         compare->other.label);
    }
  }
  return IG_EXIT_OK;
}

static int prepare(Compare* compare) {
  compare->own = ig_own_engine();
  compare->own_m = ig_open_model(compare->model);
  if (!compare->own_m) return IG_EXIT_MODEL;
  if (!ig_open_engine(compare->against, &compare->other)) return IG_EXIT_FILE;
  compare->other_m = ig_engine_model(&compare->other, compare->model);
  if (!compare->other_m) return IG_EXIT_MODEL;
  int code = same_sizes(compare);
  if (code) return code;
  compare->own_d = mj_makeData(compare->own_m);
  compare->other_d = compare->other.mj_makeData(compare->other_m);
  compare->nudged_d = compare->other.mj_makeData(compare->other_m);
  size_t size = (size_t)mj_stateSize(compare->own_m, mjSTATE_INTEGRATION) + 1;
  compare->state = malloc(size * sizeof(double));
  compare->nudged = malloc(size * sizeof(double));
  bool made = compare->own_d && compare->other_d && compare->nudged_d && compare->state && compare->nudged;
  return made ? IG_EXIT_OK : ig_complain(IG_EXIT_ENGINE, "out of memory");
}

// Every second state is near the initial pose; the others went on from such a pose for some steps of the other library,
// so that there are contacts and activations as they occur.
static void make_state(Compare* compare, int number, uint64_t* seed) {
  const mjModel* m = compare->other_m;
  mjData* d = compare->other_d;
  compare->other.mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = 2 * ig_random(seed) - 1;
  compare->other.mj_integratePos(m, d->qpos, d->qvel, 0.1);
  for (int i = 0; i < m->na; i++) d->act[i] = 0.5 * ig_random(seed);
  ig_random_controls(m, d, seed);
  int steps = number % 2 ? 20 * (number % 10 + 1) : 0;
  for (int i = 0; i < steps; i++) compare->other.mj_step(m, d);
  compare->other.mj_getState(m, d, compare->state, mjSTATE_INTEGRATION);
}

// positions and velocities one unit in the last place up or down
static void nudge(Compare* compare, uint64_t* seed) {
  const mjModel* m = compare->other_m;
  int size = mj_stateSize(m, mjSTATE_INTEGRATION), first = mj_stateSize(m, mjSTATE_TIME), moving = (int)(m->nq + m->nv);
  memcpy(compare->nudged, compare->state, (size_t)size * sizeof(double));
  for (int i = first; i < first + moving; i++) {
    compare->nudged[i] = nextafter(compare->state[i], ig_random(seed) < 0.5 ? -INFINITY : INFINITY);
  }
}

static void set_and_run(const ig_Engine* engine, const mjModel* m, mjData* d, const double* state) {
  engine->mj_resetData(m, d);
  engine->mj_setState(m, d, state, mjSTATE_INTEGRATION);
  engine->mj_forward(m, d);
}

static Field* find_field(Compare* compare, const char* name, bool exact) {
  for (int i = 0; i < compare->nfield; i++) {
    if (!strcmp(compare->fields[i].name, name)) return &compare->fields[i];
  }
  if (compare->nfield == MAX_FIELDS) return NULL;
  compare->fields[compare->nfield] = (Field){.name = name, .exact = exact};
  return &compare->fields[compare->nfield++];
}

static double scaled(double a, double b) {
  if (a == b || (isnan(a) && isnan(b))) return 0;
  double difference = fabs(a - b) / fmax(1, fabs(b));
  return isnan(difference) ? INFINITY : difference;
}

static double number_at(const ig_Field* field, const void* array, size_t i) {
  switch (field->kind) {
    case IG_FIELD_NUM: return ((const mjtNum*)array)[i];
    case IG_FIELD_FLOAT: return ((const float*)array)[i];
    case IG_FIELD_INT: return ((const int*)array)[i];
    case IG_FIELD_BYTE: return ((const mjtByte*)array)[i];
    default: return 0;
  }
}

// numbers of an array that mean something: rows of moments are packed, and what lies behind the last is left over
static size_t used_numbers(const mjModel* m, const mjData* d, const ig_Field* field) {
  size_t all = (size_t)field->rows * (size_t)field->cols;
  bool packed = m->nu && (!strcmp(field->name, "actuator_moment") || !strcmp(field->name, "moment_colind"));
  return packed ? (size_t)(d->moment_rowadr[m->nu - 1] + d->moment_rownnz[m->nu - 1]) : all;
}

// largest difference of one array of two mjData, and where
static double array_difference(const mjModel* m, const ig_Field* field, const mjData* a, const mjData* b, int* place) {
  const void *left = *ig_field_pointer(a, field), *right = *ig_field_pointer(b, field);
  size_t n = used_numbers(m, b, field);
  double largest = 0;
  for (size_t i = 0; left && right && i < n; i++) {
    double difference = scaled(number_at(field, left, i), number_at(field, right, i));
    if (difference > largest) {
      largest = difference;
      *place = (int)i;
    }
  }
  return largest;
}

static void note(Field* field, double difference, double sensitivity, int state, int place) {
  if (!field) return;
  if (difference > field->difference) {
    field->difference = difference;
    field->state = state;
    field->place = place;
  }
  if (sensitivity > field->sensitivity) field->sensitivity = sensitivity;
}

// Left out: caches, copies of rows and inertia in the order of islands (only a part of them is filled), and, with dense
// Jacobians, the patterns of sparse ones.
static bool is_compared(const mjModel* m, const ig_Field* field) {
  static const char* const skipped[] = {"bvh_active", "plugin_data", "plugin", "efc_AR_", "iM", "iLD", "iefc_", "iacc", "ifrc_"};
  if (field->kind > IG_FIELD_BYTE) return false;
  for (size_t i = 0; i < sizeof skipped / sizeof skipped[0]; i++) {
    if (!strncmp(field->name, skipped[i], strlen(skipped[i]))) return false;
  }
  return mj_isSparse(m) || strncmp(field->name, "efc_J_", 6);
}

static void compare_arrays(Compare* compare, const ig_Field* fields, int count, int state, bool nudged_too) {
  for (int i = 0; i < count; i++) {
    if (!is_compared(compare->own_m, &fields[i])) continue;
    int place = 0, ignored = 0;
    double difference = array_difference(compare->own_m, &fields[i], compare->own_d, compare->other_d, &place);
    double sensitivity =
        nudged_too ? array_difference(compare->own_m, &fields[i], compare->nudged_d, compare->other_d, &ignored) : 0;
    bool exact = fields[i].kind != IG_FIELD_NUM && fields[i].kind != IG_FIELD_FLOAT;
    note(find_field(compare, fields[i].name, exact), difference, sensitivity, state, place);
  }
}

// distance, position and frame of each contact; the rest of the struct follows from the model
static double contact_difference(const mjData* a, const mjData* b, int* place) {
  double largest = 0;
  for (int i = 0; i < a->ncon; i++) {
    const mjContact *one = &a->contact[i], *two = &b->contact[i];
    double worst = scaled(one->dist, two->dist);
    for (int k = 0; k < 3; k++) worst = fmax(worst, scaled(one->pos[k], two->pos[k]));
    for (int k = 0; k < 9; k++) worst = fmax(worst, scaled(one->frame[k], two->frame[k]));
    if (one->geom[0] != two->geom[0] || one->geom[1] != two->geom[1]) worst = INFINITY;
    if (worst > largest) {
      largest = worst;
      *place = i;
    }
  }
  return largest;
}

static bool same_rows(const mjData* a, const mjData* b) {
  return a->ncon == b->ncon && a->nefc == b->nefc && a->nisland == b->nisland;
}

static void compare_contacts(Compare* compare, int state) {
  const mjData *own = compare->own_d, *other = compare->other_d, *nudged = compare->nudged_d;
  note(find_field(compare, "ncon", true), fabs((double)own->ncon - other->ncon), fabs((double)nudged->ncon - other->ncon), state,
       0);
  note(find_field(compare, "nefc", true), fabs((double)own->nefc - other->nefc), fabs((double)nudged->nefc - other->nefc), state,
       0);
  if (!same_rows(own, other)) return;
  bool nudged_too = same_rows(nudged, other);
  int place = 0, ignored = 0;
  double difference = contact_difference(own, other, &place);
  note(find_field(compare, "contact", false), difference, nudged_too ? contact_difference(nudged, other, &ignored) : 0, state,
       place);
  ig_Field fields[IG_MAX_FIELDS];
  compare_arrays(compare, fields, ig_arena_fields(compare->own_m, own, fields), state, nudged_too);
}

// what the step makes of it, under names of their own
static void compare_next(Compare* compare, int state) {
  static const struct {
    const char *name, *shown;
  } next[] = {{"qpos", "qpos after the step"}, {"qvel", "qvel after the step"}, {"act", "act after the step"}};
  mj_step(compare->own_m, compare->own_d);
  compare->other.mj_step(compare->other_m, compare->other_d);
  compare->other.mj_step(compare->other_m, compare->nudged_d);
  ig_Field fields[IG_MAX_FIELDS];
  int count = ig_data_fields(compare->own_m, fields);
  for (int i = 0; i < count; i++) {
    for (size_t k = 0; k < sizeof next / sizeof next[0]; k++) {
      if (strcmp(fields[i].name, next[k].name)) continue;
      fields[i].name = next[k].shown;
      compare_arrays(compare, &fields[i], 1, state, true);
    }
  }
}

static void run_states(Compare* compare) {
  uint64_t seed = (uint64_t)compare->seed;
  for (int state = 0; state < compare->states; state++) {
    make_state(compare, state, &seed);
    nudge(compare, &seed);
    set_and_run(&compare->own, compare->own_m, compare->own_d, compare->state);
    set_and_run(&compare->other, compare->other_m, compare->other_d, compare->state);
    set_and_run(&compare->other, compare->other_m, compare->nudged_d, compare->nudged);
    ig_Field fields[IG_MAX_FIELDS];
    compare_arrays(compare, fields, ig_data_fields(compare->own_m, fields), state, true);
    compare_contacts(compare, state);
    compare_next(compare, state);
    ig_show_progress("comparing", (state + 1.0) / compare->states);
  }
  ig_clear_progress();
}

static bool is_finding(const Compare* compare, const Field* field) {
  if (field->exact) return field->difference > 0 && field->sensitivity == 0;
  return field->difference > fmax(compare->tolerance, 100 * field->sensitivity);
}

static int by_difference(const void* a, const void* b) {
  double x = ((const Field*)a)->difference, y = ((const Field*)b)->difference;
  return x > y ? -1 : x < y;
}

static int print_findings(Compare* compare) {
  static const char* const headings[] = {"field", "largest difference", "sensitivity", "state", "place", "<"};
  char title[400];
  snprintf(title, sizeof title, "%s: ingot and %s on %d states", ig_model_title(compare->model), compare->other.label,
           compare->states);
  ig_print_title(title);
  ig_Table table;
  ig_table_start(&table, 6, headings);
  int same = 0, found = 0;
  for (int i = 0; i < compare->nfield; i++) {
    const Field* field = &compare->fields[i];
    found += is_finding(compare, field);
    same += field->difference == 0;
    if (field->difference == 0 && !compare->all) continue;
    ig_table_cell(&table, "%s", field->name);
    ig_table_cell(&table, "%.2e", field->difference);
    ig_table_cell(&table, "%.2e", field->sensitivity);
    ig_table_cell(&table, "%d", field->state);
    ig_table_cell(&table, "%d", field->place);
    ig_table_cell(&table, "%s", is_finding(compare, field) ? "beyond rounding" : "");
  }
  if (table.rows > table.columns)
    ig_table_print(&table, stdout);
  else
    ig_table_free(&table);
  printf("%d of %d fields have no difference at all, %d differ beyond rounding\n", same, compare->nfield, found);
  return found;
}

static int json_findings(const Compare* compare) {
  ig_Json json = {.stream = stdout};
  int found = 0;
  ig_json_open(&json, NULL, '{');
  ig_json_text(&json, "model", ig_model_title(compare->model));
  ig_json_text(&json, "against", compare->against);
  ig_json_count(&json, "states", compare->states);
  ig_json_open(&json, "fields", '[');
  for (int i = 0; i < compare->nfield; i++) {
    const Field* field = &compare->fields[i];
    found += is_finding(compare, field);
    ig_json_open(&json, NULL, '{');
    ig_json_text(&json, "name", field->name);
    ig_json_number(&json, "difference", field->difference);
    ig_json_number(&json, "sensitivity", field->sensitivity);
    ig_json_count(&json, "state", field->state);
    ig_json_count(&json, "place", field->place);
    ig_json_flag(&json, "beyond_rounding", is_finding(compare, field));
    ig_json_close(&json, '}');
  }
  ig_json_close(&json, ']');
  ig_json_count(&json, "findings", found);
  ig_json_close(&json, '}');
  return found;
}

static void release(Compare* compare) {
  mj_deleteData(compare->own_d);
  mj_deleteModel(compare->own_m);
  if (compare->other_d) compare->other.mj_deleteData(compare->other_d);
  if (compare->nudged_d) compare->other.mj_deleteData(compare->nudged_d);
  if (compare->other_m) compare->other.mj_deleteModel(compare->other_m);
  free(compare->state);
  free(compare->nudged);
}

static int compare_command(int argc, char** argv) {
  static Compare compare;
  int code = read_options(argc, argv, &compare);
  if (code) return code;
  code = prepare(&compare);
  if (!code) {
    run_states(&compare);
    qsort(compare.fields, (size_t)compare.nfield, sizeof compare.fields[0], by_difference);
    int found = compare.json ? json_findings(&compare) : print_findings(&compare);
    code = found ? IG_EXIT_FOUND : IG_EXIT_OK;
  }
  release(&compare);
  return code;
}

const ig_Command ig_command_compare = {"compare", "largest difference per field against another library", help, compare_command};
