// SPDX-License-Identifier: Apache-2.0
// The same worlds twice, on the emulated device and on the CPU.
#ifndef INGOT_TESTS_GPU_PAIR_H_
#define INGOT_TESTS_GPU_PAIR_H_

#include <stdlib.h>
#include <string.h>

#include <ingot/device.h>

#include "model.h"
#include "test.h"
#include "world/device_worlds.h"
#include "world/worlds.h"

enum { WORLDS = 40 };

typedef struct {
  mjModel* m;
  ingotWorlds *there, *here;  // on the device, and on the CPU
  ig_Device* device;
} Pair;

static inline double* field(ingotWorlds* w, ingotField f, int* n) {
  ingotView here;
  ingotDeviceView there;
  if (w->device) {
    CHECK_INT(ingot_worldsDeviceField(w, 0, 0, f, &there, NULL), INGOT_OK);
  } else {
    CHECK_INT(ingot_worldsField(w, 0, f, &here, NULL), INGOT_OK);
  }
  *n = w->groups[0].fields.count[f];
  return w->device ? there.data : here.data;
}

// the same start for both, which differs from world to world
static inline void start(ingotWorlds* w) {
  int nv, nu;
  double* qvel = field(w, INGOT_QVEL, &nv);
  for (int i = 0; i < nv * WORLDS; i++) qvel[i] = 0.001 * (i % 17 - 8);
  double* ctrl = field(w, INGOT_CTRL, &nu);
  for (int i = 0; i < nu * WORLDS; i++) ctrl[i] = 0.1 * (i % 7 - 3);
}

static inline Pair make(const char* xml) {
  Pair p = {.m = ig_test_model(xml)};
  ingotReport report = {0};
  const mjModel* models[WORLDS];
  for (int i = 0; i < WORLDS; i++) models[i] = p.m;
  setenv("INGOT_GPU_EMULATE", IG_GPU_EMULATOR, 1);
  if (ingot_worldsCreateOn("cuda", models, WORLDS, 1, &p.there, &report) != INGOT_OK)
    ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  CHECK_INT(ingot_worldsCreate(models, WORLDS, 1, &p.here, NULL), INGOT_OK);
  p.device = ig_gpu_device(p.there->device->parts[0].batch);
  start(p.there);
  start(p.here);
  return p;
}

static inline void end(Pair* p) {
  ingot_worldsDelete(p->there);
  ingot_worldsDelete(p->here);
  mj_deleteModel(p->m);
}

static inline void same(Pair* p) {
  CHECK_INT(ingot_worldsWait(p->there, NULL), INGOT_OK);
  for (int f = 0; f < INGOT_NFIELD; f++) {
    int n;
    double *there = field(p->there, f, &n), *here = field(p->here, f, &n);
    for (int i = 0; i < n * WORLDS; i++) {
      if (!memcmp(there + i, here + i, sizeof(double))) continue;
      ig_test_fail(__FILE__, __LINE__, "field %d, world %d, number %d: %g, not %g", f, i % WORLDS, i / WORLDS, there[i], here[i]);
      break;
    }
  }
}

#endif  // INGOT_TESTS_GPU_PAIR_H_
