// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

#include <string.h>

#include "base/memory.h"
#include "batch/array.h"
#include "model/data.h"
#include "model/model.h"
#include "step/reset.h"
#include "step/step.h"
#include "step/width.h"

extern const ig_Width ig_width_table_f4_base;

static double uniform(unsigned seed) {
  uint64_t x = seed * 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (double)(x >> 11) * (double)0x1p-52 - (double)1;
}

double ig_single_control(int world, int step, int actuator) {
  return uniform((unsigned)(1 + actuator + 1000 * step + 1000000 * world));
}

static mjData* make_world(const mjModel* m, int k) {
  mjData* d = ig_make_data(m);
  if (!d) return NULL;
  ig_reset(m, d);
  for (int i = 0; i < m->nv && k; i++) d->qvel[i] = (mjtNum)(uniform((unsigned)(7 + i + 4096 * k)) / 10);
  return d;
}

// seat s of the worlds side by side: neighbours are never neighbours
static int world_of(int seat) { return (5 * seat + 3) % ig_single_worlds; }

// the state before a step into the lanes, whose worlds are those of the seats from `first` on
static void fill_lanes(const ig_Width* w, const mjModel* m, void* lanes, mjData* const* d, int first) {
  for (const uint8_t* q = ig_state_quantities; *q != IG_Q_END; q++) {
    int n;
    mjtNum* to = w->numbers(m, lanes, *q, &n);
    for (int lane = 0; to && lane < w->width; lane++) {
      const mjtNum* from = ig_array_of(d[world_of(first + lane)], *q);
      for (int i = 0; i < n; i++) to[w->width * i + lane] = from[i];
    }
  }
  for (int lane = 0; lane < w->width; lane++)
    memcpy(w->world(lanes, lane)->eq_active, d[world_of(first + lane)]->eq_active, (size_t)m->neq);
}

static bool same(const ig_Width* w, const mjModel* m, void* lanes, int quantity, int lane, const mjtNum* alone) {
  int n;
  w->bring(m, lanes, quantity);
  const mjtNum* numbers = w->numbers(m, lanes, quantity, &n);
  for (int i = 0; i < n; i++) {
    if (memcmp(numbers + w->width * i + lane, alone + i, sizeof(mjtNum)) != 0) return false;
  }
  return true;
}

static bool same_state(const ig_Width* w, const mjModel* m, void* lanes, int lane, const mjData* d) {
  return same(w, m, lanes, IG_Q_qpos, lane, d->qpos) && same(w, m, lanes, IG_Q_qvel, lane, d->qvel) &&
         same(w, m, lanes, IG_Q_act, lane, d->act) && same(w, m, lanes, IG_Q_sensordata, lane, d->sensordata);
}

typedef struct {
  const ig_Width* width;
  void* lanes[ig_single_worlds];  // one for each vector of worlds
  unsigned well[ig_single_worlds];
} Side;

static void step_side(Side* s, const mjModel* m, mjData* const* d) {
  const ig_Quantities asked = {{0, 0}};
  for (int v = 0; v < ig_single_worlds / s->width->width; v++) {
    fill_lanes(s->width, m, s->lanes[v], d, v * s->width->width);
    s->width->begin(m, s->lanes[v], (1u << s->width->width) - 1, &asked);
    s->well[v] = s->width->step(m, s->lanes[v]);
  }
}

static void compare_side(Side* s, const mjModel* m, mjData* const* d, int step, ig_SingleResult* r) {
  int width = s->width->width;
  for (int seat = 0; seat < ig_single_worlds; seat++) {
    int v = seat / width, lane = seat % width;
    if (!(s->well[v] >> lane & 1)) {
      r->left++;
      continue;
    }
    r->compared++;
    if (same_state(s->width, m, s->lanes[v], lane, d[world_of(seat)])) continue;
    if (!r->different++) r->width = width, r->step = step;
  }
}

static uint64_t hash_of(uint64_t hash, const mjtNum* x, int n) {
  for (int i = 0; i < n; i++) {
    uint32_t bits;
    memcpy(&bits, x + i, sizeof bits);
    hash = (hash ^ bits) * 0x100000001b3u;
  }
  return hash;
}

static void finish(const mjModel* m, mjData* const* d, ig_SingleResult* r) {
  r->hash = 0xcbf29ce484222325u;
  for (int k = 0; k < ig_single_worlds; k++) {
    r->hash = hash_of(r->hash, d[k]->qpos, (int)m->nq);
    r->hash = hash_of(r->hash, d[k]->qvel, (int)m->nv);
  }
  for (int i = 0; i < m->nq; i++) r->state[i] = (double)d[0]->qpos[i];
  for (int i = 0; i < m->nv; i++) r->state[m->nq + i] = (double)d[0]->qvel[i];
}

const char* ig_single_run(const ig_ModelView* model, int nstep, ig_SingleResult* r) {
  mjModel* m = ig_model_convert(model);
  if (!m) return "no memory";
  const char* refused = ig_width_refusal(m);
  if (refused) return ig_delete_model(m), refused;

  // one side for each width that the processor has
  Side side[4];
  int nside = 0;
  side[nside++].width = &ig_width_table_f4_base;
  for (int i = 0; ig_width(i); i++) side[nside++].width = ig_width(i);
  mjData* d[ig_single_worlds];
  for (int k = 0; k < ig_single_worlds; k++) d[k] = make_world(m, k);
  for (int i = 0; i < nside; i++) {
    for (int v = 0; v < ig_single_worlds / side[i].width->width; v++) side[i].lanes[v] = side[i].width->make(m, false, NULL);
  }
  for (int step = 0; step < nstep; step++) {
    for (int k = 0; k < ig_single_worlds; k++) {
      for (int i = 0; i < m->nu; i++) d[k]->ctrl[i] = (mjtNum)ig_single_control(k, step, i);
    }
    for (int i = 0; i < nside; i++) step_side(side + i, m, d);
    for (int k = 0; k < ig_single_worlds; k++) ig_step(m, d[k], mjSTAGE_NONE, false);
    for (int i = 0; i < nside; i++) compare_side(side + i, m, d, step, r);
  }
  finish(m, d, r);
  for (int i = 0; i < nside; i++) {
    for (int v = 0; v < ig_single_worlds / side[i].width->width; v++) side[i].width->free(side[i].lanes[v]);
  }
  for (int k = 0; k < ig_single_worlds; k++) ig_delete_data(d[k]);
  ig_delete_model(m);
  return NULL;
}

double ig_single_number(const ig_ModelView* model, const char* array, int i) {
  ig_Field fields[IG_MAX_FIELDS];
  mjModel* m = ig_model_convert(model);
  if (!m) return 0;
  double number = 0;
  int n = ig_model_fields(m, fields);
  for (int k = 0; k < n; k++) {
    if (!strcmp(fields[k].name, array)) number = (double)(*(mjtNum* const*)ig_field_pointer(m, fields + k))[i];
  }
  ig_delete_model(m);
  return number;
}
