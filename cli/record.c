// SPDX-License-Identifier: Apache-2.0
#include "record.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "mjcf/text/diag.h"
#include "source.h"
#include "units.h"

// how a quantity finds its numbers: object i has count(i) of them at address(i)
typedef struct {
  const char* name;
  const char* unit;
  int object;      // mjOBJ_UNKNOWN: a single number of the recorder
  size_t data;     // offset of the array in mjData, or place among the counts
  size_t address;  // offset in mjModel of the addresses, 0: width * i
  int width;       // numbers per object, 0: by joint type or sensor
  bool state;
} Quantity;

#define COUNT(name, unit, place) \
  { name, unit, mjOBJ_UNKNOWN, place, 0, 1, false }
#define ARRAY(name, unit, object, field, address, width, state) \
  { name, unit, object, offsetof(mjData, field), address, width, state }

static const Quantity quantities_known[] = {
    COUNT("energy", "J", 0),
    COUNT("kinetic", "J", 1),
    COUNT("potential", "J", 2),
    COUNT("contacts", "", 3),
    COUNT("rows", "", 4),
    COUNT("iterations", "", 5),
    ARRAY("qpos", "m, rad", mjOBJ_JOINT, qpos, offsetof(mjModel, jnt_qposadr), 0, true),
    ARRAY("qvel", "m/s, rad/s", mjOBJ_JOINT, qvel, offsetof(mjModel, jnt_dofadr), 0, true),
    ARRAY("qacc", "m/s\302\262, rad/s\302\262", mjOBJ_JOINT, qacc, offsetof(mjModel, jnt_dofadr), 0, false),
    ARRAY("ctrl", "", mjOBJ_ACTUATOR, ctrl, 0, 1, true),
    ARRAY("force", "N, N\302\267m", mjOBJ_ACTUATOR, actuator_force, 0, 1, false),
    ARRAY("sensor", "", mjOBJ_SENSOR, sensordata, offsetof(mjModel, sensor_adr), 0, false),
    ARRAY("tendon", "m", mjOBJ_TENDON, ten_length, 0, 1, false),
    ARRAY("body", "m", mjOBJ_BODY, xpos, 0, 3, false),
    ARRAY("site", "m", mjOBJ_SITE, site_xpos, 0, 3, false),
};
enum { NQUANTITY = sizeof quantities_known / sizeof quantities_known[0] };

int ig_total_iterations(const mjData* d) {
  int total = 0, islands = d->nisland > 0 ? d->nisland : 1;
  for (int i = 0; i < islands && i < mjNISLAND; i++) total += d->solver_niter[i];
  return total;
}

static int object_width(const mjModel* m, const Quantity* q, int id) {
  static const int positions[] = {7, 4, 1, 1}, dofs[] = {6, 3, 1, 1};
  if (q->width) return q->width;
  if (q->object == mjOBJ_SENSOR) return m->sensor_dim[id];
  return q->data == offsetof(mjData, qpos) ? positions[m->jnt_type[id]] : dofs[m->jnt_type[id]];
}

static ig_Column* add_column(ig_Recorder* recorder) {
  if (recorder->ncolumn == recorder->column_room) {
    int room = recorder->column_room ? 2 * recorder->column_room : 64;
    ig_Column* columns = realloc(recorder->columns, (size_t)room * sizeof *columns);
    if (!columns) exit(ig_complain(IG_EXIT_ENGINE, "out of memory"));
    recorder->columns = columns;
    recorder->column_room = room;
  }
  ig_Column* column = &recorder->columns[recorder->ncolumn++];
  *column = (ig_Column){.panel = recorder->npanel - 1};
  return column;
}

// one column per number of the object
static void add_object(ig_Recorder* recorder, const mjModel* m, const mjData* d, const Quantity* q, int id) {
  static const char* const free_parts[] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
  int width = object_width(m, q, id);
  int address = q->address ? (*(int* const*)((const char*)m + q->address))[id] : width * id;
  const mjtNum* array = *(mjtNum* const*)((const char*)d + q->data);
  char text[128];
  const char* name = ig_shown_name(m, q->object, id, text);
  for (int i = 0; i < width; i++) {
    ig_Column* column = add_column(recorder);
    column->source = array + address + i;
    column->state = q->state;
    if (width == 1)
      snprintf(column->label, IG_LABEL, "%.60s", name);
    else if (width == 3 && q->width == 3)
      snprintf(column->label, IG_LABEL, "%.55s.%s", name, free_parts[i]);
    else if (width == 7)
      snprintf(column->label, IG_LABEL, "%.55s.%s", name, free_parts[i]);
    else
      snprintf(column->label, IG_LABEL, "%.45s[%d]", name, i);
  }
}

static const Quantity* find_quantity(const char* name) {
  for (int i = 0; i < NQUANTITY; i++) {
    if (!strcmp(quantities_known[i].name, name)) return &quantities_known[i];
  }
  return NULL;
}

static int count_objects(const mjModel* m, int object) {
  switch (object) {
    case mjOBJ_JOINT: return (int)m->njnt;
    case mjOBJ_ACTUATOR: return (int)m->nu;
    case mjOBJ_SENSOR: return (int)m->nsensor;
    case mjOBJ_TENDON: return (int)m->ntendon;
    case mjOBJ_BODY: return (int)m->nbody;
    default: return (int)m->nsite;
  }
}

// a panel for the quantity; the same quantity asked for twice shares it
static bool open_panel(ig_Recorder* recorder, const Quantity* q) {
  if (recorder->npanel && !strcmp(recorder->panels[recorder->npanel - 1].title, q->name)) return true;
  if (recorder->npanel == IG_MAX_PANELS) {
    ig_complain(IG_EXIT_USAGE, "--quantities: at most %d different ones", IG_MAX_PANELS);
    return false;
  }
  ig_Panel* panel = &recorder->panels[recorder->npanel++];
  snprintf(panel->title, IG_LABEL, "%s", q->name);
  panel->unit = q->unit;
  return true;
}

static void complain_unknown(const char* word) {
  ig_Hint hint = ig_hint(word);
  char list[200] = "";
  for (int i = 0; i < NQUANTITY; i++) {
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", quantities_known[i].name);
    ig_hint_offer(&hint, quantities_known[i].name);
  }
  if (hint.best)
    ig_complain(IG_EXIT_USAGE, "--quantities: '%s' is not known; did you mean '%s'?", word, hint.best);
  else
    ig_complain(IG_EXIT_USAGE, "--quantities: '%s' is not known; there are %s", word, list);
}

static bool choose_one(ig_Recorder* recorder, const mjModel* m, const mjData* d, char* word) {
  char* name = strchr(word, ':');
  if (name) *name++ = 0;
  const Quantity* q = find_quantity(word);
  if (!q) {
    complain_unknown(word);
    return false;
  }
  if (!open_panel(recorder, q)) return false;
  if (q->object == mjOBJ_UNKNOWN) {
    ig_Column* column = add_column(recorder);
    snprintf(column->label, IG_LABEL, "%s", q->name);
    column->source = recorder->counts + q->data;
    return true;
  }
  if (name) {
    int id = mj_name2id(m, q->object, name);
    if (id < 0) {
      ig_complain(IG_EXIT_USAGE, "--quantities: the model has no %s '%s'", mju_type2Str(q->object), name);
      return false;
    }
    if (q->object == mjOBJ_SENSOR) recorder->panels[recorder->npanel - 1].unit = ig_sensor_unit(m, id);
    add_object(recorder, m, d, q, id);
    return true;
  }
  for (int id = 0; id < count_objects(m, q->object); id++) add_object(recorder, m, d, q, id);
  return true;
}

bool ig_record_choose(ig_Recorder* recorder, const mjModel* m, const mjData* d, const char* quantities) {
  char* copy = strdup(quantities);
  char* rest = copy;
  bool good = copy != NULL;
  for (char* word; good && (word = strsep(&rest, ","));) good = !*word || choose_one(recorder, m, d, word);
  free(copy);
  return good;
}

static double* row_at(ig_Recorder* recorder, int row) {
  return recorder->samples + (size_t)row * (size_t)(recorder->ncolumn + 1);
}

void ig_record_before(ig_Recorder* recorder, const mjData* d) {
  if (recorder->nsample == recorder->room) {
    recorder->room = recorder->room ? 2 * recorder->room : 1024;
    size_t bytes = (size_t)recorder->room * (size_t)(recorder->ncolumn + 1) * sizeof(double);
    double* samples = realloc(recorder->samples, bytes);
    if (!samples) exit(ig_complain(IG_EXIT_ENGINE, "out of memory; record fewer quantities or use --every"));
    recorder->samples = samples;
  }
  double* row = row_at(recorder, recorder->nsample++);
  row[0] = d->time;
  for (int i = 0; i < recorder->ncolumn; i++) {
    if (recorder->columns[i].state) row[i + 1] = *recorder->columns[i].source;
  }
}

void ig_record_after(ig_Recorder* recorder, const mjData* d) {
  recorder->counts[0] = d->energy[0] + d->energy[1];
  recorder->counts[1] = d->energy[1];
  recorder->counts[2] = d->energy[0];
  recorder->counts[3] = d->ncon;
  recorder->counts[4] = d->nefc;
  recorder->counts[5] = ig_total_iterations(d);
  double* row = row_at(recorder, recorder->nsample - 1);
  for (int i = 0; i < recorder->ncolumn; i++) {
    if (!recorder->columns[i].state) row[i + 1] = *recorder->columns[i].source;
  }
}

void ig_record_free(ig_Recorder* recorder) {
  free(recorder->columns);
  free(recorder->samples);
  *recorder = (ig_Recorder){0};
}

// a field in quotes when it needs them
static void write_field(FILE* stream, const char* panel, const char* label) {
  char text[2 * IG_LABEL + 2];
  if (strcmp(panel, label))
    snprintf(text, sizeof text, "%s:%s", panel, label);
  else
    snprintf(text, sizeof text, "%s", label);
  if (!strpbrk(text, ",\"\n")) {
    fputs(text, stream);
    return;
  }
  fputc('"', stream);
  for (const char* c = text; *c; c++) fprintf(stream, *c == '"' ? "\"\"" : "%c", *c);
  fputc('"', stream);
}

void ig_write_csv(const ig_Recorder* recorder, FILE* stream) {
  fputs("time", stream);
  for (int i = 0; i < recorder->ncolumn; i++) {
    fputc(',', stream);
    write_field(stream, recorder->panels[recorder->columns[i].panel].title, recorder->columns[i].label);
  }
  fputc('\n', stream);
  for (int row = 0; row < recorder->nsample; row++) {
    const double* sample = recorder->samples + (size_t)row * (size_t)(recorder->ncolumn + 1);
    for (int i = 0; i <= recorder->ncolumn; i++) fprintf(stream, i ? ",%.17g" : "%.10g", sample[i]);
    fputc('\n', stream);
  }
}
