// SPDX-License-Identifier: Apache-2.0
#include "play.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <ingot/device.h>
#include <ingot/worlds.h>

#include "alone.h"
#include "base/guard.h"
#include "batch/array.h"
#include "batch/quantity.h"
#include "compare.h"
#include "model/field.h"
#include "scene.h"
#include "wide.h"
#include "world/worlds.h"

enum { MOST_OUTPUTS = 32, MOST_NUMBERS = 1 << 15, MOST_DOFS_ASKED = 20 };

typedef struct {
  int group;
  const char* name;
} Asked;

typedef struct {
  const Program* p;
  PlayCounts* counts;
  char* text;
  int nworld, nasked;
  mjModel* model[MOST_SCENES];
  Alone alone[MOST_WORLDS];
  Asked asked[MOST_OUTPUTS];
  bool calls;  // an output was asked for that functions after a step fill in
  ingotWorlds* w;
  mjtByte mask[MOST_WORLDS];
  ingotReport report;
} Play;

static double buffer[MOST_WORLDS * MOST_NUMBERS];

__attribute__((format(printf, 2, 3))) static bool fail(Play* p, const char* format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(p->text, PLAY_TEXT, format, list);
  va_end(list);
  return false;
}

static Random stream(const Call* c, int world) { return random_of(c->seed, 10 + (uint32_t)world); }

int play_widths(void) {
  int n = 0;
  while (ig_test_width(n)) n++;
  return n;
}

// ------------------------------------------------ after each call

static double expected_number(const mjData* d, int field, int i) {
  if (field == INGOT_EQ_ACTIVE) return d->eq_active[i];
  return ig_test_numbers(d, ig_field_quantity((ingotField)field))[i];
}

static bool check_fields(Play* p, int world) {
  for (int f = 0; f < INGOT_NFIELD; f++) {
    ingotView view;
    if (ingot_worldsView(p->w, world, (ingotField)f, &view, &p->report) != INGOT_OK)
      return fail(p, "field %d of world %d: %s", f, world, p->report.text);
    for (int i = 0; i < view.count; i++) {
      double ours = view.data[i * view.stride], theirs = expected_number(p->alone[world].d, f, i);
      if (same_numbers(&ours, &theirs, 1)) continue;
      return fail(p, "world %d: number %d of field %d is %.17g, alone %.17g", world, i, f, ours, theirs);
    }
  }
  return true;
}

static bool check_status(Play* p, int world) {
  static const char* const names[] = {"state", "divergences", "contacts_dropped", "kind",
                                      "dof",   "body",        "bad_controls",     "control"};
  ingotWorldStatus s, t = p->alone[world].status;
  ingot_worldsStatus(p->w, world, &s, NULL);
  int ours[] = {(int)s.state, s.divergences, s.contacts_dropped, (int)s.kind, s.dof, s.body, s.bad_controls, s.control};
  int theirs[] = {(int)t.state, t.divergences, t.contacts_dropped, (int)t.kind, t.dof, t.body, t.bad_controls, t.control};
  for (int i = 0; i < 8; i++) {
    compared++;
    if (ours[i] != theirs[i])
      return fail(p, "world %d: %s of the status is %d, alone %d (%s)", world, names[i], ours[i], theirs[i], p->report.text);
  }
  if (!same_numbers(&s.time, &t.time, 1))
    return fail(p, "world %d: time of the status is %.17g, alone %.17g", world, s.time, t.time);
  return true;
}

static bool is_of_calls(int q, unsigned* call) {
  *call = q == IG_Q_cacc || q == IG_Q_cfrc_int || q == IG_Q_cfrc_ext ? IG_CALL_FORCES
          : q == IG_Q_subtree_linvel || q == IG_Q_subtree_angmom     ? IG_CALL_SUBTREES
                                                                     : 0;
  return *call;
}

// what an output shows of a world
static const double* expected_output(Alone* a, const char* name) {
  mjData* d = (mjData*)alone_data(a);
  unsigned call;
  int q = ig_quantity(name);
  if (is_of_calls(q, &call) && a->saw != SAW_RESET) {
    // a model of its own has no other numbers than those of now
    const mjModel* m = a->own ? a->m : a->then;
    if (call == IG_CALL_FORCES) mj_rnePostConstraint(m, d);
    if (call == IG_CALL_SUBTREES) mj_subtreeVel(m, d);
  }
  return ig_test_numbers(d, q);
}

static bool check_outputs(Play* p, int world) {
  Alone* a = &p->alone[world];
  int group, index;
  ingot_worldsPlace(p->w, world, &group, &index, NULL);
  for (int k = 0; k < p->nasked && a->status.state != INGOT_WORLD_FAILED; k++) {
    unsigned call;
    bool calls = is_of_calls(ig_quantity(p->asked[k].name), &call);
    if (p->asked[k].group != group || (calls && a->mixed)) continue;
    ingotView view;
    if (ingot_worldsOutput(p->w, group, p->asked[k].name, &view, &p->report) != INGOT_OK) continue;
    const double* theirs = expected_output(a, p->asked[k].name);
    for (int i = 0; i < view.count; i++) {
      double ours = view.data[i * view.stride + index * view.world_stride];
      if (same_numbers(&ours, theirs + i, 1)) continue;
      return fail(p, "world %d: number %d of output %s is %.17g, alone %.17g", world, i, p->asked[k].name, ours, theirs[i]);
    }
  }
  return true;
}

static bool check_all(Play* p) {
  for (int e = 0; e < p->nworld; e++) {
    if (!check_status(p, e) || !check_fields(p, e) || !check_outputs(p, e)) return false;
  }
  return true;
}

// a call is refused before it does anything, or it fails because a world of the mask has
static bool check_answer(Play* p, const Call* c, ingotStatus status) {
  bool failed = false;
  for (int e = 0; e < p->nworld; e++) failed = failed || (p->mask[e] && p->alone[e].status.state == INGOT_WORLD_FAILED);
  if ((status == INGOT_ENGINE_ERROR) == failed && (status == INGOT_OK || failed)) return true;
  return fail(p, "%s answers %d: %s", call_names[c->kind], (int)status, p->report.text);
}

static bool is_refusal(ingotStatus status) { return status != INGOT_OK && status != INGOT_ENGINE_ERROR; }

#define FOR_MASK(p, e)                  \
  for (int e = 0; e < (p)->nworld; e++) \
    if (!(p)->mask[e]) {                \
    } else

// ------------------------------------------------ steps

// The widest row, and controls in it: mostly small, now and then one that is too large or no number
static int fill_controls(Play* p, const Call* c, int nstep, double** rows) {
  int width = 0;
  for (int e = 0; e < p->nworld; e++) width = p->alone[e].m->nu > width ? (int)p->alone[e].m->nu : width;
  *rows = calloc((size_t)p->nworld * (size_t)(nstep + 1) * (size_t)(width + 1), sizeof(double));
  for (int e = 0; e < p->nworld; e++) {
    Random r = stream(c, e);
    bool wild = !random_below(&r, 4);
    for (int i = 0; i < nstep * width; i++) {
      double value = random_signed(&r);
      if (wild && !random_below(&r, 12)) value = random_below(&r, 2) ? 1e9 : random_below(&r, 2) ? NAN : 1e12;
      (*rows)[e * nstep * width + i] = value;
    }
  }
  return width;
}

static bool play_step(Play* p, const Call* c) {
  ingotStatus status = ingot_worldsStep(p->w, c->n, p->mask, &p->report);
  if (is_refusal(status)) return p->counts->refused++, true;
  FOR_MASK(p, e) alone_step(&p->alone[e], c->n, NULL, 0);
  return check_answer(p, c, status);
}

static bool play_follow(Play* p, const Call* c) {
  double* rows;
  int width = fill_controls(p, c, c->n, &rows);
  ingotStatus status = ingot_worldsFollow(p->w, c->n, rows, width, p->mask, &p->report);
  bool refused = is_refusal(status);
  FOR_MASK(p, e) {
    if (!refused) alone_step(&p->alone[e], c->n, rows + (size_t)e * (size_t)c->n * (size_t)width, width);
  }
  free(rows);
  p->counts->refused += refused;
  return refused || check_answer(p, c, status);
}

static const char* const rolled[] = {"qpos", "sensordata", "xpos", "qacc"};
enum { ROLLED = 4 };

static int length_of(const mjModel* m, const char* name) { return ig_array_length(m, ig_quantity(name)); }

// a moment of one world against its row; fields are those of now
static bool check_row(Play* p, int world, const char* name, const double* row, int count, int moment) {
  Alone* a = &p->alone[world];
  int n = length_of(a->m, name), q = ig_quantity(name);
  bool field = q == IG_Q_qpos || q == IG_Q_sensordata;
  if (a->status.state == INGOT_WORLD_FAILED) return true;
  const double* theirs = ig_test_numbers(field ? a->d : alone_data(a), q);
  for (int i = 0; i < count; i++) {
    double expected = i < n ? theirs[i] : 0;
    if (!same_numbers(row + i, &expected, 1))
      return fail(p, "world %d, moment %d: number %d of %s is %.17g, alone %.17g", world, moment, i, name, row[i], expected);
  }
  return true;
}

static bool play_rollout(Play* p, const Call* c) {
  int every = 1 + c->a % 3, moments = 1 + c->n % 4, nstep = every * moments, width = 0, count[ROLLED];
  double *rows = NULL, *kept[ROLLED];
  ingotOutput outputs[ROLLED];
  if (c->b % 2) width = fill_controls(p, c, nstep, &rows);
  for (int k = 0; k < ROLLED; k++) {
    count[k] = 0;
    for (int e = 0; e < p->nworld; e++) {
      int n = length_of(p->alone[e].m, rolled[k]);
      count[k] = n > count[k] ? n : count[k];
    }
    kept[k] = calloc((size_t)p->nworld * (size_t)moments * (size_t)(count[k] + 1), sizeof(double));
    outputs[k] = (ingotOutput){.name = rolled[k], .type = INGOT_DOUBLE, .data = kept[k], .count = count[k], .stride = count[k]};
  }
  ingotStatus status = ingot_worldsRollout(p->w, nstep, every, rows, width, outputs, ROLLED, p->mask, &p->report);
  bool good = true, refused = is_refusal(status);
  for (int moment = 0; moment < moments && !refused; moment++) {
    FOR_MASK(p, e) {
      alone_step(&p->alone[e], every, rows ? rows + ((size_t)e * (size_t)nstep + (size_t)(moment * every)) * (size_t)width : NULL,
                 width);
      for (int k = 0; k < ROLLED && good; k++)
        good = check_row(p, e, rolled[k], kept[k] + (size_t)(e * moments + moment) * (size_t)count[k], count[k], moment);
    }
  }
  for (int k = 0; k < ROLLED; k++) free(kept[k]);
  free(rows);
  p->counts->refused += refused;
  return good && (refused || check_answer(p, c, status));
}

static bool play_forward(Play* p, const Call* c) {
  ingotStatus status = ingot_worldsForward(p->w, p->mask, &p->report);
  FOR_MASK(p, e) alone_forward(&p->alone[e]);
  return check_answer(p, c, status);
}

// ------------------------------------------------ states

static bool play_reset(Play* p, const Call* c) {
  int key = c->a % 3 - 1;
  ingotStatus status = ingot_worldsReset(p->w, p->mask, key, &p->report);
  FOR_MASK(p, e) alone_reset(&p->alone[e], key);
  return check_answer(p, c, status);
}

static int signature(const Call* c) {
  static const int all[] = {mjSTATE_INTEGRATION, mjSTATE_FULLPHYSICS, mjSTATE_PHYSICS, mjSTATE_USER};
  Random r = random_of(c->seed, 1);
  return c->a % 5 < 4 ? all[c->a % 5] : random_below(&r, 1 << mjNSTATE);
}

// the state of another world of the same model, or as after a reset in part
static bool play_set_state(Play* p, const Call* c) {
  int sig = signature(c), width = 1;
  for (int e = 0; e < p->nworld; e++) {
    int n = mj_stateSize(p->alone[e].m, (unsigned)sig);
    width = n > width ? n : width;
  }
  double* rows = calloc((size_t)p->nworld * (size_t)width, sizeof(double));
  double* theirs = calloc((size_t)p->nworld * (size_t)width, sizeof(double));
  ingotStatus status = ingot_worldsGetState(p->w, NULL, sig, rows, width, &p->report);
  bool good = !is_refusal(status);
  for (int e = 0; e < p->nworld; e++)
    mj_getState(p->alone[e].m, p->alone[e].d, theirs + (size_t)e * (size_t)width, (unsigned)sig);
  for (int e = 0; e < p->nworld && good; e++) {
    good = same_numbers(rows + (size_t)e * (size_t)width, theirs + (size_t)e * (size_t)width, width);
    if (!good) fail(p, "the state of world %d is not that of its data (signature %d)", e, sig);
  }
  for (int e = 0; e < p->nworld; e++) {
    int from = (e + p->p->nscene * (c->b % 5)) % p->nworld;
    if (from % p->p->nscene != e % p->p->nscene) from = e;
    memcpy(rows + (size_t)e * (size_t)width, theirs + (size_t)from * (size_t)width, sizeof(double) * (size_t)width);
  }
  if (good) {
    status = ingot_worldsSetState(p->w, p->mask, sig, rows, width, &p->report);
    FOR_MASK(p, e) alone_set_state(&p->alone[e], rows + (size_t)e * (size_t)width, sig);
    good = check_answer(p, c, status);
  }
  free(rows);
  free(theirs);
  return good;
}

static double written(Random* r, int flavour, double old, bool here) {
  static const double bad[] = {NAN, INFINITY, -1e12, 1e11};
  double mild = old + 0.3 * random_signed(r);
  if (flavour == 0 || !here) return flavour == 0 || !random_below(r, 3) ? mild : old;
  return flavour == 1 ? 1e9 * random_signed(r) : bad[random_below(r, 4)];
}

static bool play_write(Play* p, const Call* c) {
  static const ingotField fields[] = {INGOT_QPOS,         INGOT_QVEL,         INGOT_CTRL,     INGOT_CTRL,
                                      INGOT_QFRC_APPLIED, INGOT_XFRC_APPLIED, INGOT_ACT,      INGOT_EQ_ACTIVE,
                                      INGOT_MOCAP_POS,    INGOT_MOCAP_QUAT,   INGOT_USERDATA, INGOT_WARMSTART,
                                      INGOT_TIME,         INGOT_QFRC_APPLIED, INGOT_CTRL,     INGOT_SENSORDATA};
  ingotField f = fields[c->a % 16];
  // one in ten is bad, two in ten are large
  int flavour = c->b % 10 == 0 ? 2 : c->b % 10 < 3 ? 1 : 0;
  if (f == INGOT_TIME || f == INGOT_EQ_ACTIVE) flavour = 0;
  FOR_MASK(p, e) {
    ingotView view;
    if (ingot_worldsView(p->w, e, f, &view, &p->report) != INGOT_OK) return fail(p, "%s", p->report.text);
    Random r = stream(c, e);
    int at = random_below(&r, view.count);
    for (int i = 0; i < view.count; i++) {
      double value = written(&r, flavour, expected_number(p->alone[e].d, f, i), i == at);
      if (f == INGOT_EQ_ACTIVE) {
        p->alone[e].d->eq_active[i] = (mjtByte)(value > 0.5);
        value = value > 0.5;
      } else {
        ig_test_numbers(p->alone[e].d, ig_field_quantity(f))[i] = value;
      }
      view.data[i * view.stride] = value;
    }
  }
  return true;
}

static bool play_policy(Play* p, const Call* c) {
  ingotPolicy policy = (ingotPolicy)(c->a % 4);
  if (ingot_worldsSetPolicy(p->w, policy, c->b % 2, &p->report) != INGOT_OK) return fail(p, "%s", p->report.text);
  for (int e = 0; e < p->nworld; e++) alone_set_policy(&p->alone[e], policy, c->b % 2);
  return true;
}

static bool play_clear(Play* p, const Call* c) {
  (void)c;
  if (ingot_worldsClearStatus(p->w, p->mask, &p->report) != INGOT_OK) return fail(p, "%s", p->report.text);
  FOR_MASK(p, e) alone_clear(&p->alone[e]);
  return true;
}

// ------------------------------------------------ numbers of their own

typedef double (*NewNumber)(Random* r, double old, int choice);

// the new rows of a parameter, into the worlds and into the models; `kind` of the numbers in mjModel
static bool set_numbers(Play* p, const Call* c, const char* name, size_t offset, bool array, ig_FieldKind kind, const int* counts,
                        NewNumber new_number) {
  int width = 1;
  for (int e = 0; e < p->nworld; e++) width = counts[e] > width ? counts[e] : width;
  if (width > MOST_NUMBERS) return true;
  for (int e = 0; e < p->nworld; e++) {
    const mjModel* m = p->alone[e].m;
    const void* from = array ? *(void**)((char*)m + offset) : (char*)m + offset;
    Random r = stream(c, e);
    for (int i = 0; i < counts[e]; i++) {
      double old = kind == IG_FIELD_NUM     ? ((const double*)from)[i]
                   : kind == IG_FIELD_FLOAT ? ((const float*)from)[i]
                   : kind == IG_FIELD_INT   ? ((const int*)from)[i]
                                            : ((const mjtByte*)from)[i];
      buffer[e * width + i] = new_number(&r, old, c->b);
    }
  }
  ingotStatus status = ingot_worldsSetParameter(p->w, name, buffer, width, p->mask, &p->report);
  if (is_refusal(status)) return p->counts->refused++, true;
  FOR_MASK(p, e) {
    Alone* a = &p->alone[e];
    void* to = array ? *(void**)((char*)a->m + offset) : (char*)a->m + offset;
    for (int i = 0; i < counts[e]; i++) {
      double value = buffer[e * width + i];
      if (kind == IG_FIELD_NUM) ((double*)to)[i] = value;
      if (kind == IG_FIELD_FLOAT) ((float*)to)[i] = (float)value;
      if (kind == IG_FIELD_INT) ((int*)to)[i] = (int)value;
      if (kind == IG_FIELD_BYTE) ((mjtByte*)to)[i] = (mjtByte)value;
    }
    a->changed = true;
    // a model of its own has no other numbers than those of now
    a->mixed = a->mixed || a->own;
    alone_set_policy(a, a->policy, a->key);
    // worlds with more than the state have models of their own for this
    if (a->resident) alone_own(a);
  }
  return check_answer(p, c, status);
}

static bool set_array(Play* p, const Call* c, const char* name, NewNumber new_number) {
  ig_Field fields[IG_MAX_FIELDS];
  int counts[MOST_WORLDS];
  size_t offset = 0;
  ig_FieldKind kind = IG_FIELD_NUM;
  for (int e = 0; e < p->nworld; e++) {
    int n = ig_model_fields(p->alone[e].m, fields);
    counts[e] = 0;
    for (int i = 0; i < n; i++) {
      if (strcmp(fields[i].name, name)) continue;
      counts[e] = (int)(fields[i].rows * fields[i].cols);
      offset = fields[i].offset;
      kind = fields[i].kind;
    }
  }
  return set_numbers(p, c, name, offset, true, kind, counts, new_number);
}

static double near_number(Random* r, double old, int choice) {
  double scale = 1 + 0.2 * random_signed(r);
  return old * scale + (choice % 4 == 0 ? 0.01 * random_signed(r) : 0);
}

// any array of numbers that the first scene has
static bool play_parameter(Play* p, const Call* c) {
  ig_Field fields[IG_MAX_FIELDS];
  int n = ig_model_fields(p->alone[0].m, fields), found = 0;
  const char* names[IG_MAX_FIELDS];
  for (int i = 0; i < n; i++) {
    bool numbers = fields[i].kind == IG_FIELD_NUM || fields[i].kind == IG_FIELD_FLOAT;
    if (numbers && fields[i].rows > 0 && !fields[i].visual) names[found++] = fields[i].name;
  }
  return set_array(p, c, names[c->a % found], near_number);
}

static double choice_of(Random* r, double old, int choice) {
  static const int choices[][4] = {{1, 3, 4, 6}, {0, 1, 2, 0}, {0, 1, 2, 3}, {0, 1, 1, 0}};
  if (random_below(r, 3)) return old;
  return choices[choice / 100 % 4][random_below(r, 4)];
}

// integers that a step can go by without losing its way
static bool play_choice(Play* p, const Call* c) {
  static const struct {
    const char* name;
    int choices;
  } all[] = {{"geom_condim", 0},       {"geom_priority", 1},      {"geom_contype", 2},          {"geom_conaffinity", 2},
             {"jnt_limited", 3},       {"tendon_limited", 3},     {"actuator_ctrllimited", 3},  {"actuator_group", 2},
             {"eq_active0", 3},        {"geom_group", 2},         {"actuator_forcelimited", 3}, {"jnt_actgravcomp", 3},
             {"actuator_actearly", 3}, {"actuator_actlimited", 3}};
  Call own = *c;
  int which = c->a % 14;
  own.b = all[which].choices * 100;
  return set_array(p, &own, all[which].name, choice_of);
}

static double setting_of(Random* r, double old, int choice) {
  static const int disable[] = {mjDSBL_LIMIT,     mjDSBL_CONTACT,      mjDSBL_SPRING,    mjDSBL_GRAVITY, mjDSBL_CLAMPCTRL,
                                mjDSBL_WARMSTART, mjDSBL_FILTERPARENT, mjDSBL_ACTUATION, mjDSBL_SENSOR,  mjDSBL_EULERDAMP,
                                mjDSBL_ISLAND,    mjDSBL_AUTORESET,    mjDSBL_EQUALITY,  mjDSBL_MIDPHASE};
  static const int enable[] = {mjENBL_ENERGY, mjENBL_OVERRIDE, mjENBL_FWDINV, mjENBL_INVDISCRETE, mjENBL_MULTICCD};
  switch (choice) {
    case 0: return old * (1 + 0.5 * random_signed(r));
    case 1: return (int)old ^ disable[random_below(r, 14)];
    case 2: return (int)old ^ enable[random_below(r, 5)];
    case 3: return old + random_signed(r);
    default: return random_below(r, choice - 10);
  }
}

#define SETTING(member, kind, choice)                                                                                          \
  {                                                                                                                            \
    "opt." #member, offsetof(mjModel, opt.member), kind, (int)(sizeof((mjOption*)0)->member / (kind == IG_FIELD_NUM ? 8 : 4)), \
        choice                                                                                                                 \
  }

static bool play_setting(Play* p, const Call* c) {
  // what is a choice of n is 10 + n here
  static const struct {
    const char* name;
    size_t offset;
    ig_FieldKind kind;
    int count, choice;
  } all[] = {
      SETTING(timestep, IG_FIELD_NUM, 0),
      SETTING(gravity, IG_FIELD_NUM, 3),
      SETTING(wind, IG_FIELD_NUM, 3),
      SETTING(density, IG_FIELD_NUM, 0),
      SETTING(viscosity, IG_FIELD_NUM, 0),
      SETTING(impratio, IG_FIELD_NUM, 0),
      SETTING(tolerance, IG_FIELD_NUM, 0),
      SETTING(o_friction, IG_FIELD_NUM, 0),
      SETTING(o_margin, IG_FIELD_NUM, 0),
      SETTING(integrator, IG_FIELD_INT, 10 + 4),
      SETTING(cone, IG_FIELD_INT, 10 + 2),
      SETTING(jacobian, IG_FIELD_INT, 10 + 3),
      SETTING(solver, IG_FIELD_INT, 10 + 3),
      SETTING(iterations, IG_FIELD_INT, 10 + 20),
      SETTING(noslip_iterations, IG_FIELD_INT, 10 + 3),
      SETTING(disableflags, IG_FIELD_INT, 1),
      SETTING(enableflags, IG_FIELD_INT, 2),
      SETTING(disableactuator, IG_FIELD_INT, 10 + 8),
      SETTING(ls_iterations, IG_FIELD_INT, 10 + 9),
      SETTING(magnetic, IG_FIELD_NUM, 3),
  };
  Call own = *c;
  int which = c->a % 20, counts[MOST_WORLDS];
  own.b = all[which].choice;
  // worlds that agree can stand side by side: those of a residue draw alike
  for (int e = 0; e < p->nworld; e++) counts[e] = all[which].count;
  return set_numbers(p, &own, all[which].name, all[which].offset, false, all[which].kind, counts, setting_of);
}

static bool play_own_model(Play* p, const Call* c) {
  int e = c->a % p->nworld;
  mjModel* own = ingot_worldsOwnModel(p->w, e, &p->report);
  if (!own) return p->counts->refused++, true;
  Alone* a = &p->alone[e];
  alone_own(a);
  Random r = stream(c, e);
  for (int i = 0; i < own->nbody; i++)
    own->body_mass[i] = a->m->body_mass[i] = a->m->body_mass[i] * (1 + 0.3 * random_signed(&r));
  for (int i = 0; i < own->ngeom; i++) own->geom_friction[3 * i] = a->m->geom_friction[3 * i] = random_unit(&r);
  a->changed = a->mixed = true;
  return true;
}

static bool play_replace(Play* p, const Call* c) {
  int e = c->a % p->nworld;
  const mjModel* m = p->model[c->b % p->p->nscene];
  if (ingot_worldsReplace(p->w, e, m, &p->report) != INGOT_OK) return p->counts->refused++, true;
  ingotPolicy policy = p->alone[e].policy;
  int key = p->alone[e].key;
  alone_free(&p->alone[e]);
  p->alone[e] = alone_make(m);
  alone_set_policy(&p->alone[e], policy, key);
  return true;
}

// ------------------------------------------------ looking

static bool play_output(Play* p, const Call* c) {
  static const char* const names[] = {"xpos",           "qacc",          "xquat",     "geom_xpos",      "qfrc_constraint",
                                      "actuator_force", "cvel",          "qfrc_bias", "subtree_linvel", "cfrc_ext",
                                      "site_xpos",      "ten_length",    "qM",        "qfrc_passive",   "cdof",
                                      "subtree_com",    "qfrc_actuator", "xipos",     "act_dot",        "qacc_smooth",
                                      "energy",         "cacc",          "efc_force", "qfrc_smooth"};
  const char* name = names[c->a % 24];
  ingotView view;
  int group, index;
  unsigned call;
  ingot_worldsPlace(p->w, c->b % p->nworld, &group, &index, NULL);
  ingotStatus status = ingot_worldsOutput(p->w, group, name, &view, &p->report);
  if (is_refusal(status) || p->nasked == MOST_OUTPUTS) return p->counts->refused++, true;
  p->calls |= is_of_calls(ig_quantity(name), &call);
  p->asked[p->nasked++] = (Asked){group, name};
  return true;
}

static bool play_look(Play* p, const Call* c) {
  (void)c;
  FOR_MASK(p, e) {
    Alone* a = &p->alone[e];
    if (a->status.state == INGOT_WORLD_FAILED) continue;
    const mjData *ours = ingot_worldsData(p->w, e), *theirs = alone_data(a);
    if (!ours) return fail(p, "world %d has no data", e);
    const char* name = data_difference(a->then, ours, theirs, !p->calls, !a->mixed);
    if (name) return fail(p, "world %d: %s of its data is not that of its data alone", e, name);
  }
  return true;
}

static bool play_gather(Play* p, const Call* c) {
  static const char* const names[] = {"qpos", "sensordata", "qacc", "geom_xpos", "qfrc_constraint", "xpos"};
  const char* name = names[c->a % 6];
  int count = 1;
  for (int e = 0; e < p->nworld; e++) {
    int n = length_of(p->alone[e].m, name);
    count = n > count ? n : count;
  }
  ingotOutput output = {.name = name, .type = INGOT_DOUBLE, .data = buffer, .count = count, .stride = count};
  ingotStatus status = ingot_worldsGather(p->w, &output, 1, p->mask, &p->report);
  if (is_refusal(status)) return p->counts->refused++, true;
  FOR_MASK(p, e) {
    if (!check_row(p, e, name, buffer + (size_t)e * (size_t)count, count, 0)) return false;
  }
  return check_answer(p, c, status);
}

static bool play_function(Play* p, const Call* c) {
  static const struct {
    const char* name;
    void (*function)(const mjModel* m, mjData* d);
  } all[] = {{"mj_rnePostConstraint", mj_rnePostConstraint},
             {"mj_subtreeVel", mj_subtreeVel},
             {"mj_energyPos", mj_energyPos},
             {"mj_kinematics", mj_kinematics},
             {"mj_inverse", mj_inverse},
             {"mj_step1", mj_step1},
             {"mj_sensorPos", mj_sensorPos},
             {"mj_fwdPosition", mj_fwdPosition}};
  int which = c->a % 8;
  ingotStatus status = ingot_worldsRun(p->w, all[which].name, p->mask, &p->report);
  FOR_MASK(p, e) alone_call(&p->alone[e], all[which].function);
  return check_answer(p, c, status);
}

// ------------------------------------------------ questions

typedef struct {
  const mjModel* m;
  mjData* d;
  double *A, *B;
  bool centered;
} Transition;

static void ask_transition(void* argument) {
  const Transition* t = argument;
  mjd_transitionFD(t->m, t->d, 1e-6, t->centered, t->A, t->B, NULL, NULL);
}

// the answers of the worlds against those of each, from new data
static bool ask_transitions(Play* p, const Call* c) {
  const mjModel* m = p->alone[0].m;
  size_t nx = (size_t)(2 * m->nv + m->na), nu = (size_t)m->nu, worlds = (size_t)p->nworld;
  double *A = calloc(worlds * nx * nx + 1, sizeof(double)), *B = calloc(worlds * nx * nu + 1, sizeof(double));
  double *C = calloc(nx * nx + 1, sizeof(double)), *D = calloc(nx * nu + 1, sizeof(double));
  ingotStatus status = ingot_worldsTransition(p->w, 1e-6, c->b % 2, A, B, NULL, NULL, p->mask, &p->report);
  bool good = true, failed = false;
  FOR_MASK(p, e) {
    if (!good || is_refusal(status)) continue;
    mjData* d = mj_makeData(p->alone[e].m);
    alone_copy_inputs(p->alone[e].m, p->alone[e].d, d);
    Transition t = {p->alone[e].m, d, C, D, c->b % 2};
    bool answered = ig_guard(ask_transition, &t, NULL) == INGOT_OK;
    failed = failed || !answered;
    good = !answered ||
           (same_numbers(A + (size_t)e * nx * nx, C, (int)(nx * nx)) && same_numbers(B + (size_t)e * nx * nu, D, (int)(nx * nu)));
    if (!good) fail(p, "world %d: its transition is another alone", e);
    mj_deleteData(d);
  }
  if (good && !is_refusal(status) && failed != (status == INGOT_ENGINE_ERROR))
    good = fail(p, "transition answers %d: %s", (int)status, p->report.text);
  free(A), free(B), free(C), free(D);
  return good;
}

static void ask_inverse(void* argument) {
  const Transition* t = argument;
  mj_inverse(t->m, t->d);
}

static bool ask_inverses(Play* p, const Call* c) {
  int nv = (int)p->alone[0].m->nv;
  double *qacc = calloc((size_t)(p->nworld * nv + 1), sizeof(double)),
         *qfrc = calloc((size_t)(p->nworld * nv + 1), sizeof(double));
  Random r = stream(c, 0);
  for (int i = 0; i < p->nworld * nv; i++) qacc[i] = 3 * random_signed(&r);
  ingotStatus status = ingot_worldsInverse(p->w, qacc, qfrc, p->mask, &p->report);
  bool good = true, failed = false;
  FOR_MASK(p, e) {
    if (!good || is_refusal(status)) continue;
    mjData* d = mj_makeData(p->alone[e].m);
    alone_copy_inputs(p->alone[e].m, p->alone[e].d, d);
    memcpy(d->qacc, qacc + e * nv, sizeof(double) * (size_t)nv);
    Transition t = {.m = p->alone[e].m, .d = d};
    bool answered = ig_guard(ask_inverse, &t, NULL) == INGOT_OK;
    failed = failed || !answered;
    good = !answered || same_numbers(qfrc + e * nv, d->qfrc_inverse, nv);
    if (!good) fail(p, "world %d: its inverse dynamics are others alone", e);
    mj_deleteData(d);
  }
  if (good && !is_refusal(status) && failed != (status == INGOT_ENGINE_ERROR))
    good = fail(p, "inverse answers %d: %s", (int)status, p->report.text);
  free(qacc), free(qfrc);
  return good;
}

enum { RAYS = 3 };

static void ask_kinematics(void* argument) {
  const Transition* t = argument;
  mj_fwdPosition(t->m, t->d);
}

static bool ask_rays(Play* p, const Call* c) {
  double origin[3 * RAYS * MOST_WORLDS], direction[3 * RAYS * MOST_WORLDS], distance[RAYS * MOST_WORLDS];
  int geom[RAYS * MOST_WORLDS];
  Random r = stream(c, 0);
  for (int i = 0; i < 3 * RAYS * p->nworld; i++) {
    origin[i] = random_signed(&r) + (i % 3 == 2);
    direction[i] = random_signed(&r) - (i % 3 == 2);
  }
  ingotRays rays = {.count = RAYS,
                    .origin = origin,
                    .direction = direction,
                    .with_static = 1,
                    .except_body = -1,
                    .distance = distance,
                    .geom = geom};
  ingotStatus status = ingot_worldsRays(p->w, &rays, p->mask, &p->report);
  if (is_refusal(status)) return true;
  bool good = true;
  FOR_MASK(p, e) {
    mjData* d = mj_makeData(p->alone[e].m);
    alone_copy_inputs(p->alone[e].m, p->alone[e].d, d);
    Transition t = {.m = p->alone[e].m, .d = d};
    bool answered = ig_guard(ask_kinematics, &t, NULL) == INGOT_OK;
    for (int i = 0; i < RAYS && good && answered; i++) {
      int at = e * RAYS + i, hit = -1;
      double theirs = mj_ray(p->alone[e].m, d, origin + 3 * at, direction + 3 * at, NULL, 1, -1, &hit, NULL);
      good = hit == geom[at] && same_numbers(distance + at, &theirs, 1);
      if (!good) fail(p, "world %d: ray %d hits geom %d at %.17g, alone %d at %.17g", e, i, geom[at], distance[at], hit, theirs);
    }
    mj_deleteData(d);
  }
  return good;
}

static bool play_question(Play* p, const Call* c) {
  if (p->alone[0].m->nv > MOST_DOFS_ASKED) return true;
  switch (c->a % 3) {
    case 0: return ask_transitions(p, c);
    case 1: return ask_inverses(p, c);
    default: return ask_rays(p, c);
  }
}

// ------------------------------------------------ devices

#ifdef IG_GPU_EMULATOR
bool play_has_device(void) { return true; }

static bool play_move(Play* p, const Call* c) {
  setenv("INGOT_GPU_EMULATE", IG_GPU_EMULATOR, 1);
  ingotStatus status = ingot_worldsMove(p->w, c->a % 3 ? "cuda" : "cpu", &p->report);
  p->counts->refused += status != INGOT_OK;
  return true;
}
#else
bool play_has_device(void) { return false; }
static bool play_move(Play* p, const Call* c) { return p && c; }
#endif

// ------------------------------------------------ programs

static bool open_worlds(Play* p) {
  const mjModel* models[MOST_WORLDS];
  char error[PLAY_TEXT / 2];
  for (int i = 0; i < p->p->nscene; i++) {
    p->model[i] = scene_model(p->p->scene[i], error, sizeof error);
    if (!p->model[i]) return fail(p, "scene %d does not compile: %s", i, error);
  }
  for (int e = 0; e < p->nworld; e++) {
    models[e] = p->model[e % p->p->nscene];
    p->alone[e] = alone_make(models[e]);
  }
  if (ingot_worldsCreate(models, p->nworld, p->p->threads, &p->w, &p->report) != INGOT_OK) return fail(p, "%s", p->report.text);
  const ig_Width* width = p->p->width ? ig_test_width(p->p->width - 1) : NULL;
  return ig_worlds_use(p->w, width) || fail(p, "no memory");
}

static void close_worlds(Play* p) {
  ingot_worldsDelete(p->w);
  for (int e = 0; e < p->nworld; e++) {
    if (!p->alone[e].m) continue;
    p->counts->resets += p->alone[e].status.divergences;
    p->counts->dropped += p->alone[e].status.contacts_dropped;
    p->counts->failed += p->alone[e].status.state == INGOT_WORLD_FAILED;
    alone_free(&p->alone[e]);
  }
  for (int i = 0; i < p->p->nscene; i++) mj_deleteModel(p->model[i]);
}

static void quiet(const char* text) { (void)text; }

bool play(const Program* program, PlayCounts* counts, char text[PLAY_TEXT]) {
  static bool (*const players[CALL_COUNT])(Play * p, const Call* c) = {
#define X(name) [CALL_##name] = play_##name,
      CALLS
#undef X
  };
  static Play p;
  p = (Play){.p = program, .counts = counts, .text = text, .nworld = program->nworld};
  mju_user_warning = quiet;
  long long before = compared;
  bool good = open_worlds(&p) && check_all(&p);
  for (int i = 0; i < program->ncall && good; i++) {
    const Call* c = &program->call[i];
    for (int e = 0; e < p.nworld; e++) p.mask[e] = c->mask >> e & 1;
    p.report.text[0] = 0;
    good = players[c->kind](&p, c) && check_all(&p);
    counts->calls++;
    counts->made[c->kind]++;
    if (!good) {
      char what[PLAY_TEXT];
      snprintf(what, sizeof what, "call %d (%s): %.400s", i, call_names[c->kind], text);
      snprintf(text, PLAY_TEXT, "%s", what);
    }
  }
  close_worlds(&p);
  counts->programs++;
  counts->numbers += compared - before;
  return good;
}
