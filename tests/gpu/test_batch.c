// SPDX-License-Identifier: Apache-2.0
// Worlds on an emulated device: the kernels as a GPU has them, compiled for this machine. Each world has the bits of mj_step.
#include "case.h"
#include "model.h"
#include "test.h"

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
  static const uint8_t looked_at[] = {IG_Q_time,       IG_Q_qpos,        IG_Q_qvel,         IG_Q_act,        IG_Q_qacc_warmstart,
                                      IG_Q_qacc,       IG_Q_act_dot,     IG_Q_xpos,         IG_Q_xquat,      IG_Q_geom_xpos,
                                      IG_Q_site_xpos,  IG_Q_subtree_com, IG_Q_cinert,       IG_Q_M,          IG_Q_qLD,
                                      IG_Q_ten_length, IG_Q_actuator_length, IG_Q_actuator_force, IG_Q_qfrc_passive, IG_Q_qfrc_bias,
                                      IG_Q_qfrc_actuator, IG_Q_qfrc_smooth, IG_Q_qacc_smooth, IG_Q_qfrc_constraint, IG_Q_energy, IG_Q_sensordata};
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

static void compare(ig_Case* c, const char* name) {
  mjData* alone[WORLDS];
  ig_GpuBatch* b = make(c->m, WORLDS);
  if (!b) return;
  for (int w = 0; w < WORLDS; w++) {
    start(c, (unsigned)w);
    alone[w] = mj_copyData(NULL, c->m, c->d);
    CHECK_INT(ig_gpu_put_world(b, w, alone[w], NULL), INGOT_OK);
  }
  int away = 0, world = 0, q = -1, contacts = 0;
  for (int step = 0; step < STEPS && q < 0; step += 10) {
    int count;
    CHECK_INT(ig_gpu_step(b, 10, NULL), INGOT_OK);
    CHECK_INT(ig_gpu_settle(b, &count, NULL), INGOT_OK);
    away += count;
    for (int w = 0; w < WORLDS; w++) {
      for (int k = 0; k < 10; k++) mj_step(c->m, alone[w]);
      contacts += alone[w]->ncon;
    }
    q = difference(b, c->m, WORLDS, alone, &world);
    if (q >= 0) ig_test_fail(__FILE__, __LINE__, "%s: %s differs in world %d by step %d", name, ig_test_quantity(q), world, step + 10);
  }
  // nearly all of them stay on the device
  if (away > WORLDS / 4) ig_test_fail(__FILE__, __LINE__, "%s: worlds left the device %d times", name, away);
  for (int w = 0; w < WORLDS; w++) mj_deleteData(alone[w]);
  ig_gpu_free(b);
}

TEST(every_scene_has_the_bits_of_width_1) {
  const char* only = getenv("IG_SCENE");
  for (int i = 0; i < ig_gpu_nscene; i++) {
    if (only && strcmp(only, ig_gpu_scenes[i].name)) continue;
    ig_Case c = ig_case(ig_gpu_scenes[i].xml);
    if (!c.m) continue;
    if (only) fprintf(stderr, "%s\n", only);
    compare(&c, ig_gpu_scenes[i].name);
    ig_case_free(&c);
  }
}

#endif
