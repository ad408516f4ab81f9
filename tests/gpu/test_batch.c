// SPDX-License-Identifier: Apache-2.0
// Worlds on an emulated device: the kernels as a GPU has them, compiled for this machine. Each world has the bits of mj_step.
#include "case.h"
#include "model.h"
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/batch.h"
#include "gpu/layout.h"
#include "scenes.h"
#include "wide.h"

#ifdef IG_GPU_EMULATOR

enum { WORLDS = 40, STEPS = 60 };

static void start(ig_Case* c, unsigned seed) {
  ig_case_state(c, seed);
  for (int i = 0; i < c->m->neq; i++) c->d->eq_active[i] = (seed + (unsigned)i) % 3 != 0;
}

// all numbers that a step leaves behind and that the device has, but for what lies in the arena
static int difference(ig_GpuBatch* b, const mjModel* m, int worlds, mjData** alone, int* world) {
  static const uint8_t looked_at[] = {
      IG_Q_time,         IG_Q_qpos,      IG_Q_qvel,          IG_Q_act,         IG_Q_qacc_warmstart,  IG_Q_qacc,
      IG_Q_act_dot,      IG_Q_xpos,      IG_Q_xquat,         IG_Q_geom_xpos,   IG_Q_site_xpos,       IG_Q_subtree_com,
      IG_Q_cinert,       IG_Q_M,         IG_Q_qLD,           IG_Q_ten_length,  IG_Q_actuator_length, IG_Q_actuator_force,
      IG_Q_qfrc_passive, IG_Q_qfrc_bias, IG_Q_qfrc_actuator, IG_Q_qfrc_smooth, IG_Q_qacc_smooth,     IG_Q_qfrc_constraint,
      IG_Q_energy,       IG_Q_sensordata};
  for (size_t k = 0; k < sizeof looked_at; k++) {
    int q = looked_at[k], n = ig_gpu_length(b, q);
    double* numbers = malloc(sizeof(double) * (size_t)(n ? n : 1) * (size_t)worlds);
    CHECK_INT(ig_gpu_download(b, q, numbers, NULL), INGOT_OK);
    for (*world = 0; *world < worlds; ++*world) {
      const double* ours = ig_test_numbers(alone[*world], q);
      for (int i = 0; i < n; i++) {
        if (ig_test_same(ours[i], numbers[i * worlds + *world])) continue;
        free(numbers);
        return q;
      }
    }
    free(numbers);
  }
  return -1;
}

static ig_GpuBatch* make(const mjModel* m, int worlds) {
  ig_GpuBatch* b = NULL;
  ingotReport report = {0};
  setenv("INGOT_GPU_EMULATE", IG_GPU_EMULATOR, 1);
  if (ig_gpu_make(m, worlds, 0, &b, &report) != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  return b;
}

// crew: how worlds are solved; NULL: as the batch chooses
static void compare(ig_Case* c, const char* name, int worlds, int steps, const ig_GpuCrew* crew) {
  mjData* alone[WORLDS];
  ig_GpuBatch* b = make(c->m, worlds);
  if (!b) return;
  if (crew) CHECK_INT(ig_gpu_set_crew(b, *crew, NULL), INGOT_OK);
  for (int w = 0; w < worlds; w++) {
    start(c, (unsigned)w);
    alone[w] = mj_copyData(NULL, c->m, c->d);
    CHECK_INT(ig_gpu_put_world(b, w, alone[w], NULL), INGOT_OK);
  }
  int away = 0, world = 0, q = -1, contacts = 0;
  for (int step = 0; step < steps && q < 0; step += 10) {
    int count;
    CHECK_INT(ig_gpu_step(b, 10, NULL), INGOT_OK);
    CHECK_INT(ig_gpu_settle(b, &count, NULL), INGOT_OK);
    away += count;
    for (int w = 0; w < worlds; w++) {
      for (int k = 0; k < 10; k++) mj_step(c->m, alone[w]);
      contacts += alone[w]->ncon;
    }
    q = difference(b, c->m, worlds, alone, &world);
    if (q >= 0)
      ig_test_fail(__FILE__, __LINE__, "%s: %s differs in world %d by step %d", name, ig_test_quantity(q), world, step + 10);
  }
  // nearly all of them stay on the device
  if (away > WORLDS / 4) ig_test_fail(__FILE__, __LINE__, "%s: worlds left the device %d times", name, away);
  for (int w = 0; w < worlds; w++) mj_deleteData(alone[w]);
  ig_gpu_free(b);
}

TEST(every_scene_has_the_bits_of_width_1) {
  const char* only = getenv("IG_SCENE");
  for (int i = 0; i < ig_gpu_nscene; i++) {
    if (only && strcmp(only, ig_gpu_scenes[i].name)) continue;
    ig_Case c = ig_case(ig_gpu_scenes[i].xml);
    if (!c.m) continue;
    if (only) fprintf(stderr, "%s\n", only);
    // the emulator takes a second for a step of many dofs
    compare(&c, ig_gpu_scenes[i].name, WORLDS, c.m->nv > 32 ? STEPS / 3 : STEPS, NULL);
    ig_case_free(&c);
  }
}

// Crews of several sizes, with near memory for some of their numbers or for all. Members that did not wait for each other where
// they must would get other bits here: see gpu/crew_host.h.
TEST(every_scene_has_the_same_bits_when_a_crew_solves_it) {
  const char* only = getenv("IG_SCENE");
  for (int i = 0; i < ig_gpu_nscene; i++) {
    if (only && strcmp(only, ig_gpu_scenes[i].name)) continue;
    ig_Case c = ig_case(ig_gpu_scenes[i].xml);
    if (!c.m) continue;
    ig_GpuCrew crew = {.threads = 4 << i % 3, .worlds = 1, .near = i % 2 ? 65536 : 4096};
    if (c.m->opt.solver != mjSOL_PGS && !c.m->opt.noslip_iterations) compare(&c, ig_gpu_scenes[i].name, 8, 60, &crew);
    ig_case_free(&c);
  }
}

// Two balls that touch by next to nothing, in a scene of `others` that stand still: a single world may miss them, since its sweep
// rounds to float. Returns in how many worlds it did.
static int touch_barely(int others) {
  char xml[8192];
  int at = snprintf(xml, sizeof xml, "<mujoco><option gravity='0 0 0'/><worldbody>");
  for (int i = 0; i < others + 2; i++) {
    at += snprintf(xml + at, sizeof xml - (size_t)at, "<body pos='%d 0 0'>%s<geom size='.1' mass='1'/></body>", i,
                   i < 2 ? "<freejoint/>" : "");
  }
  snprintf(xml + at, sizeof xml - (size_t)at, "</worldbody></mujoco>");
  mjModel* m = ig_test_model(xml);
  ig_GpuBatch* b = make(m, WORLDS);
  mjData* alone[WORLDS];
  int missed = 0, count = 0, world = 0;
  for (int w = 0; b && w < WORLDS; w++) {
    mjData* d = alone[w] = mj_makeData(m);
    // along x, where the others are spread, and across
    mjtNum* second = d->qpos + 7;
    for (int k = 0; k < 3; k++) second[k] = d->qpos[k] = 0.1234567 * (k + 1);
    second[w % 2] += 0.2 - 1e-9 * (w / 2);
    for (int k = 0; k < 2; k++) d->qvel[6 * k + w % 2] = k ? -1 : 1;
    CHECK_INT(ig_gpu_put_world(b, w, d, NULL), INGOT_OK);
    mj_step(m, d);
    missed += w / 2 > 0 && !d->ncon;
  }
  CHECK_INT(ig_gpu_step(b, 1, NULL), INGOT_OK);
  CHECK_INT(ig_gpu_settle(b, &count, NULL), INGOT_OK);
  CHECK_INT(count, 0);
  CHECK_INT(difference(b, m, WORLDS, alone, &world), -1);
  for (int w = 0; w < WORLDS; w++) mj_deleteData(alone[w]);
  ig_gpu_free(b);
  mj_deleteModel(m);
  return missed;
}

TEST(worlds_that_a_sweep_leaves_in_doubt_stay_and_have_the_same_contacts) {
  CHECK_INT(touch_barely(0), 0);
  CHECK(touch_barely(30) > 0);
}

// A warp each: Newton with pyramids has kernels of its own there, one for worlds with few rows and one for the others.
TEST(every_scene_has_the_same_bits_when_a_warp_solves_it) {
  const char* only = getenv("IG_SCENE");
  for (int i = 0; i < ig_gpu_nscene; i++) {
    if (only && strcmp(only, ig_gpu_scenes[i].name)) continue;
    ig_Case c = ig_case(ig_gpu_scenes[i].xml);
    if (!c.m) continue;
    ig_GpuCrew crew = {.threads = 32, .worlds = 1, .near = i % 2 ? 65536 : 4096};
    if (c.m->opt.solver != mjSOL_PGS && !c.m->opt.noslip_iterations) compare(&c, ig_gpu_scenes[i].name, 2, 40, &crew);
    // as one problem, however many trees there are, and from a cold start
    c.m->opt.disableflags |= mjDSBL_ISLAND | (i % 3 ? 0 : mjDSBL_WARMSTART);
    c.m->opt.solver = mjSOL_NEWTON;
    c.m->opt.cone = mjCONE_PYRAMIDAL;
    crew.near = i % 2 ? 4096 : 65536;
    if (!c.m->opt.noslip_iterations) compare(&c, ig_gpu_scenes[i].name, 2, 40, &crew);
    ig_case_free(&c);
  }
}

TEST(a_crew_that_cannot_be_is_refused) {
  ig_Case c = ig_case(ig_gpu_scenes[0].xml);
  ig_GpuBatch* b = make(c.m, 1);
  static const ig_GpuCrew wrong[] = {{3, 1, 0}, {64, 1, 0}, {8, 0, 0}, {8, 1, -1}, {8, 1, 1 << 30}, {32, 64, 0}};
  for (size_t i = 0; b && i < sizeof wrong / sizeof wrong[0]; i++)
    CHECK_INT(ig_gpu_set_crew(b, wrong[i], NULL), INGOT_BAD_ARGUMENT);
  ig_gpu_free(b);
  ig_case_free(&c);
}

// masses, gains and gravity of each world's own: the bits of a model with these numbers
TEST(worlds_with_numbers_of_their_own_have_the_bits_of_their_models) {
  static const char* const fields[] = {"body_mass", "body_inertia", "dof_damping", "geom_friction", "actuator_gear", "gravity"};
  ig_Case c = ig_case(ig_gpu_scenes[0].xml);
  ig_GpuBatch* b = c.m ? make(c.m, WORLDS) : NULL;
  if (!b) return;
  mjModel* own[WORLDS];
  mjData* alone[WORLDS];
  for (int w = 0; w < WORLDS; w++) {
    own[w] = mj_copyModel(NULL, c.m);
    start(&c, (unsigned)w);
    alone[w] = mj_copyData(NULL, c.m, c.d);
    CHECK_INT(ig_gpu_put_world(b, w, alone[w], NULL), INGOT_OK);
  }
  for (int k = 0; k < 6; k++) {
    int n = 0;
    CHECK_INT(ig_gpu_param(b, fields[k], NULL, &n, NULL), INGOT_OK);
    double* numbers = malloc(sizeof(double) * (size_t)n * WORLDS);
    for (int w = 0; w < WORLDS; w++) {
      ig_Parameter found;
      CHECK(ig_find_parameter(own[w], fields[k], &found));
      mjtNum* mine = (mjtNum*)found.shared;
      for (int i = 0; i < n; i++) numbers[i * WORLDS + w] = mine[i] *= 1 + 0.01 * w;
    }
    CHECK_INT(ig_gpu_param(b, fields[k], numbers, NULL, NULL), INGOT_OK);
    free(numbers);
  }
  int world;
  CHECK_INT(ig_gpu_step(b, 30, NULL), INGOT_OK);
  for (int w = 0; w < WORLDS; w++) {
    for (int k = 0; k < 30; k++) mj_step(own[w], alone[w]);
  }
  CHECK_INT(difference(b, c.m, WORLDS, alone, &world), -1);
  CHECK_INT(ig_gpu_param(b, "nobody_knows_it", NULL, NULL, NULL), INGOT_BAD_ARGUMENT);
  for (int w = 0; w < WORLDS; w++) {
    mj_deleteData(alone[w]);
    mj_deleteModel(own[w]);
  }
  ig_gpu_free(b);
  ig_case_free(&c);
}

static void be_quiet(const char* message) {}

// a bad number sends a world to width 1, which resets it; its neighbours go on, and those that are held do not
TEST(worlds_that_diverge_leave_and_worlds_that_are_held_stand_still) {
  ig_Case c = ig_case(ig_gpu_scenes[0].xml);
  ig_GpuBatch* b = c.m ? make(c.m, WORLDS) : NULL;
  if (!b) return;
  mjData* alone[WORLDS];
  mjtByte hold[WORLDS] = {0};
  void (*warn)(const char*) = mju_user_warning;
  mju_user_warning = be_quiet;
  for (int w = 0; w < WORLDS; w++) {
    start(&c, (unsigned)w);
    if (w == 3) c.d->qvel[2] = 1e300;
    if (w == 5) c.d->ctrl[1] = NAN;
    hold[w] = w % 7 == 0;
    alone[w] = mj_copyData(NULL, c.m, c.d);
    CHECK_INT(ig_gpu_put_world(b, w, alone[w], NULL), INGOT_OK);
  }
  int count = 0;
  CHECK_INT(ig_gpu_hold(b, hold, NULL), INGOT_OK);
  CHECK_INT(ig_gpu_step(b, 5, NULL), INGOT_OK);
  CHECK_INT(ig_gpu_settle(b, &count, NULL), INGOT_OK);
  CHECK(count >= 2 && count < 6);
  CHECK_INT(ig_gpu_hold(b, NULL, NULL), INGOT_OK);
  CHECK_INT(ig_gpu_step(b, 5, NULL), INGOT_OK);
  for (int w = 0; w < WORLDS; w++) {
    for (int k = hold[w] ? 5 : 0; k < 10; k++) mj_step(c.m, alone[w]);
  }
  ig_gpu_settle(b, NULL, NULL);
  for (int w = 0; w < WORLDS; w++) {
    mjData* d = mj_makeData(c.m);
    CHECK_INT(ig_gpu_get_world(b, w, d, NULL), INGOT_OK);
    for (int i = 0; i < c.m->nq; i++) CHECK(ig_test_same(d->qpos[i], alone[w]->qpos[i]));
    for (int i = 0; i < c.m->nv; i++) CHECK(ig_test_same(d->qvel[i], alone[w]->qvel[i]));
    CHECK(ig_test_same(d->time, alone[w]->time));
    mj_deleteData(d);
  }
  mju_user_warning = warn;
  for (int w = 0; w < WORLDS; w++) mj_deleteData(alone[w]);
  ig_gpu_free(b);
  ig_case_free(&c);
}

// not only their states: everything that a step leaves
TEST(worlds_that_left_have_the_outputs_of_their_steps) {
  ig_Case c = ig_case(ig_gpu_scenes[0].xml);
  ig_GpuBatch* b = c.m ? make(c.m, WORLDS) : NULL;
  if (!b) return;
  mjData* alone[WORLDS];
  void (*warn)(const char*) = mju_user_warning;
  mju_user_warning = be_quiet;
  for (int w = 0; w < WORLDS; w++) {
    start(&c, (unsigned)w);
    if (w == 3) c.d->qvel[2] = 1e300;
    if (w == 5) c.d->ctrl[1] = NAN;
    alone[w] = mj_copyData(NULL, c.m, c.d);
    CHECK_INT(ig_gpu_put_world(b, w, alone[w], NULL), INGOT_OK);
    for (int k = 0; k < 3; k++) mj_step(c.m, alone[w]);
  }
  int count = 0, world = 0;
  CHECK_INT(ig_gpu_step(b, 3, NULL), INGOT_OK);
  CHECK_INT(ig_gpu_settle(b, &count, NULL), INGOT_OK);
  CHECK(count >= 2);
  int q = difference(b, c.m, WORLDS, alone, &world);
  if (q >= 0) ig_test_fail(__FILE__, __LINE__, "%s differs in world %d", ig_test_quantity(q), world);
  mju_user_warning = warn;
  for (int w = 0; w < WORLDS; w++) mj_deleteData(alone[w]);
  ig_gpu_free(b);
  ig_case_free(&c);
}

TEST(room_grows_and_no_world_is_short_of_it) {
  char text[8000];
  ig_Case c = ig_case(ig_gpu_stack(text, sizeof text));
  ig_GpuBatch* b = c.m ? make(c.m, WORLDS) : NULL;
  if (!b) return;
  size_t before = ig_gpu_bytes(b);
  mjData* alone[WORLDS];
  for (int w = 0; w < WORLDS; w++) {
    mj_resetData(c.m, c.d);
    for (int i = 0; i < c.m->nv; i++) c.d->qvel[i] = 0.001 * (w + i % 3);
    alone[w] = mj_copyData(NULL, c.m, c.d);
    CHECK_INT(ig_gpu_put_world(b, w, alone[w], NULL), INGOT_OK);
  }
  int world, most = 0, q;
  CHECK_INT(ig_gpu_step(b, 10, NULL), INGOT_OK);
  for (int w = 0; w < WORLDS; w++) {
    for (int k = 0; k < 10; k++) mj_step(c.m, alone[w]), most = alone[w]->ncon > most ? alone[w]->ncon : most;
  }
  q = difference(b, c.m, WORLDS, alone, &world);
  CHECK_INT(q, -1);
  CHECK(most > 16);
  CHECK(ig_gpu_bytes(b) > before);
  for (int w = 0; w < WORLDS; w++) mj_deleteData(alone[w]);
  ig_gpu_free(b);
  ig_case_free(&c);
}

// what was put into a world comes out of it again, equalities that are switched off among it
// A device has no arena: worlds for which width 1 might have too little of it leave, and drop what it drops.
TEST(rows_that_do_not_fit_an_arena_are_dropped_as_by_mj_step) {
  enum { FEW = 4 };
  ig_Case c = ig_case(
      "<mujoco><worldbody><geom type='plane' size='5 5 1'/><body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 "
      ".1'/></body>"
      "<body pos='.3 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body></worldbody></mujoco>");
  if (!c.m) return;
  for (int k = 0; k < STEPS; k++) mj_step(c.m, c.d);
  c.m->narena = c.d->maxuse_arena * 3 / 4;
  mjData* alone[FEW];
  ig_GpuBatch* b = make(c.m, FEW);
  int dropped = 0, world = 0;
  for (int w = 0; b && w < FEW; w++) {
    alone[w] = mj_makeData(c.m);
    alone[w]->qvel[2] = -0.1 * w;
    CHECK_INT(ig_gpu_put_world(b, w, alone[w], NULL), INGOT_OK);
    for (int k = 0; k < STEPS; k++) mj_step(c.m, alone[w]);
    dropped += alone[w]->warning[mjWARN_CNSTRFULL].number + alone[w]->warning[mjWARN_CONTACTFULL].number;
  }
  for (int k = 0; b && k < STEPS; k++) {
    int count;
    CHECK_INT(ig_gpu_step(b, 1, NULL), INGOT_OK);
    CHECK_INT(ig_gpu_settle(b, &count, NULL), INGOT_OK);
  }
  CHECK(dropped > 0);
  int q = b ? difference(b, c.m, FEW, alone, &world) : -1;
  if (q >= 0) ig_test_fail(__FILE__, __LINE__, "%s of world %d differs", ig_test_quantity(q), world);
  for (int w = 0; b && w < FEW; w++) mj_deleteData(alone[w]);
  ig_gpu_free(b);
  ig_case_free(&c);
}

TEST(a_world_comes_out_as_it_was_put_in) {
  for (int i = 0; i < ig_gpu_nscene; i++) {
    if (strcmp(ig_gpu_scenes[i].name, "equalities")) continue;
    ig_Case c = ig_case(ig_gpu_scenes[i].xml);
    ig_GpuBatch* b = c.m ? make(c.m, WORLDS) : NULL;
    if (!b) return;
    CHECK(c.m->neq > 2);
    for (int w = 0; w < WORLDS; w++) {
      start(&c, (unsigned)w);
      mjData* d = mj_makeData(c.m);
      CHECK_INT(ig_gpu_put_world(b, w, c.d, NULL), INGOT_OK);
      CHECK_INT(ig_gpu_get_world(b, w, d, NULL), INGOT_OK);
      CHECK(!memcmp(d->eq_active, c.d->eq_active, (size_t)c.m->neq));
      CHECK(!memcmp(d->qpos, c.d->qpos, sizeof(mjtNum) * (size_t)c.m->nq));
      mj_deleteData(d);
    }
    ig_gpu_free(b);
    ig_case_free(&c);
  }
}

// each with its reason, and the way out
TEST(models_that_do_not_run_are_refused_by_name) {
  static const struct {
    const char *xml, *reason;
  } refused[] = {
      {"<mujoco><option><flag nativeccd='disable'/></option><worldbody><body><freejoint/><geom "
       "size='1'/></body></worldbody></mujoco>",
       "native collider"},
      {"<mujoco><option integrator='implicit'/><worldbody><body><freejoint/><geom size='1'/></body></worldbody></mujoco>",
       "implicit"},
      {"<mujoco><option jacobian='sparse'/><worldbody><site name='a'/><body pos='0 0 1'><joint type='slide'/><geom "
       "size='.1'/><site name='b'/></body></worldbody>"
       "<tendon><spatial><site site='a'/><site site='b'/></spatial></tendon></mujoco>",
       "spatial"},
      {"<mujoco><worldbody><body><freejoint/><geom size='1'/><camera name='c' resolution='2 "
       "2'/></body></worldbody><sensor><rangefinder "
       "camera='c'/></sensor></mujoco>",
       "rangefinder"},
      {"<mujoco><worldbody><replicate count='11' offset='1 0 0'><body><freejoint/><geom "
       "size='.1'/></body></replicate></worldbody></mujoco>",
       "degrees of freedom"},
  };
  setenv("INGOT_GPU_EMULATE", IG_GPU_EMULATOR, 1);
  for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
    ig_Case c = ig_case(refused[i].xml);
    if (!c.m) continue;
    ig_GpuBatch* b;
    ingotReport report = {0};
    CHECK_INT(ig_gpu_make(c.m, 4, 0, &b, &report), INGOT_BAD_MODEL);
    CHECK(!b && strstr(report.text, refused[i].reason) && strstr(report.text, "device=\"cpu\""));
    ig_case_free(&c);
  }
}

#endif
