// SPDX-License-Identifier: Apache-2.0
// Forward passes and arrays of worlds on the emulated device, without the host: the bits of mj_forward on the CPU.
#include "scenes.h"
#include "test.h"

#ifdef IG_GPU_EMULATOR

#include "pair.h"

static void masked(mjtByte* mask, int every) {
  for (int i = 0; i < WORLDS; i++) mask[i] = i % every == 0;
}

// an array of all worlds, on both sides
static void same_array(Pair* p, const char* name) {
  ingotDeviceView view;
  ingotReport report = {0};
  if (ingot_worldsDeviceArray(p->there, 0, 0, name, &view, &report) != INGOT_OK)
    ig_test_fail(__FILE__, __LINE__, "%s: %s", name, report.text);
  int n = (int)view.shape[1];
  double* rows = malloc(sizeof(double) * (size_t)n * WORLDS);
  ingotOutput output = {.name = name, .type = INGOT_DOUBLE, .data = rows, .count = n, .stride = n};
  CHECK_INT(ingot_worldsGather(p->here, &output, 1, NULL, NULL), INGOT_OK);
  for (int e = 0; e < WORLDS; e++) {
    for (int k = 0; k < n; k++) {
      double there = view.data[e * view.strides[0] + k * view.strides[1]], here = rows[e * n + k];
      if (!memcmp(&there, &here, sizeof there)) continue;
      ig_test_fail(__FILE__, __LINE__, "%s of world %d, number %d: %g, not %g", name, e, k, there, here);
      free(rows);
      return;
    }
  }
  free(rows);
}

static void change(Pair* p, const mjtByte* mask, double size) {
  int nv;
  double *there = field(p->there, INGOT_QVEL, &nv), *here = field(p->here, INGOT_QVEL, &nv);
  for (int i = 0; i < nv * WORLDS; i++) {
    if (mask[i % WORLDS]) there[i] = here[i] = size * (i % 11 - 5);
  }
}

TEST(forward_passes_of_some_worlds_have_the_bits_of_the_cpu) {
  for (int k = 0; k < 3; k++) {
    Pair p = make(ig_gpu_scenes[k].xml);
    mjtByte mask[WORLDS];
    masked(mask, 3);
    CHECK_INT(ingot_worldsStep(p.there, 4, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(p.here, 4, NULL, NULL), INGOT_OK);
    for (int turn = 0; turn < 3; turn++) {
      change(&p, mask, 0.01 * (turn + 1));
      // a mask of the host, and one of the device
      CHECK_INT(turn % 2 ? ingot_worldsDeviceForward(p.there, mask, NULL) : ingot_worldsForward(p.there, mask, NULL), INGOT_OK);
      CHECK_INT(ingot_worldsForward(p.here, mask, NULL), INGOT_OK);
      same(&p);
      same_array(&p, "xpos");
      same_array(&p, "qacc");
      same_array(&p, "cvel");
      same_array(&p, "cfrc_ext");
      CHECK_INT(ingot_worldsStep(p.there, 2, NULL, NULL), INGOT_OK);
      CHECK_INT(ingot_worldsStep(p.here, 2, NULL, NULL), INGOT_OK);
      same_array(&p, "qfrc_constraint");
      same(&p);
    }
    end(&p);
  }
}

TEST(the_data_of_a_world_is_that_of_its_forward_pass) {
  Pair p = make(ig_gpu_scenes[0].xml);
  mjtByte mask[WORLDS];
  masked(mask, 2);
  CHECK_INT(ingot_worldsStep(p.there, 3, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 3, NULL, NULL), INGOT_OK);
  change(&p, mask, 0.3);
  CHECK_INT(ingot_worldsDeviceForward(p.there, mask, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsForward(p.here, mask, NULL), INGOT_OK);
  for (int e = 0; e < 4; e++) {
    mjData *a = ingot_worldsData(p.there, e), *b = ingot_worldsData(p.here, e);
    CHECK(a && b && !memcmp(a->qacc, b->qacc, sizeof(mjtNum) * (size_t)p.m->nv));
    CHECK(a && b && !memcmp(a->cvel, b->cvel, sizeof(mjtNum) * 6 * (size_t)p.m->nbody));
  }
  end(&p);
}

// held worlds of the step before, worlds that stand still, outputs of the host: the pass is made all the same
TEST(forward_passes_find_worlds_that_were_held) {
  Pair p = make(ig_gpu_scenes[0].xml);
  mjtByte step[WORLDS], mask[WORLDS];
  masked(step, 2);
  for (int i = 0; i < WORLDS; i++) mask[i] = !step[i] || i < 6;
  for (int turn = 0; turn < 2; turn++) {
    CHECK_INT(ingot_worldsStep(p.there, 3, step, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(p.here, 3, step, NULL), INGOT_OK);
    change(&p, mask, 0.05);
    CHECK_INT(ingot_worldsDeviceForward(p.there, mask, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsForward(p.here, mask, NULL), INGOT_OK);
    same_array(&p, "qacc");
    same(&p);
  }
  end(&p);
}

TEST(a_world_without_room_is_passed_by_the_host) {
  char text[8000];
  Pair p = make(ig_gpu_stack(text, sizeof text));
  mjtByte mask[WORLDS];
  masked(mask, 1);
  CHECK_INT(ingot_worldsWait(p.there, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsDeviceForward(p.there, mask, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsForward(p.here, mask, NULL), INGOT_OK);
  same(&p);
  same_array(&p, "qacc");
  CHECK_INT(ingot_worldsStep(p.there, 3, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 3, NULL, NULL), INGOT_OK);
  same(&p);
  end(&p);
}

TEST(a_loop_that_runs_ahead_never_waits) {
  Pair p = make(ig_gpu_scenes[0].xml);
  mjtByte mask[WORLDS];
  masked(mask, 4);
  ingotDeviceView view;
  for (int turn = 0; turn < 3; turn++) {
    CHECK_INT(ingot_worldsStep(p.there, 2, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsDeviceForward(p.there, mask, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsDeviceArray(p.there, 0, 0, "cfrc_ext", &view, NULL), INGOT_OK);
    if (turn) continue;
    CHECK_INT(ingot_worldsRunAhead(p.there, 1, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsWait(p.there, NULL), INGOT_OK);
    ig_device_traffic(p.device);
  }
  ig_DeviceTraffic traffic = ig_device_traffic(p.device);
  CHECK_INT(traffic.waits, 0);
  CHECK_INT(traffic.uploads, 0);
  // what the host learns without asking, at each step and each pass: how far the worlds are
  CHECK_INT(traffic.downloads, 4);
  for (int turn = 0; turn < 3; turn++) {
    CHECK_INT(ingot_worldsStep(p.here, 2, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsForward(p.here, mask, NULL), INGOT_OK);
  }
  CHECK_INT(ingot_worldsRunAhead(p.there, 0, NULL), INGOT_OK);
  same(&p);
  end(&p);
}

TEST(arrays_that_no_step_computes_are_refused) {
  Pair p = make(ig_gpu_scenes[0].xml);
  ingotDeviceView view;
  ingotReport report = {0};
  CHECK_INT(ingot_worldsDeviceArray(p.there, 0, 0, "efc_force", &view, &report), INGOT_BAD_ARGUMENT);
  CHECK(!strcmp(report.text, "'efc_force' is no array that steps compute on a device"));
  CHECK_INT(ingot_worldsDeviceArray(p.there, 0, 3, "xpos", &view, &report), INGOT_BAD_ARGUMENT);
  CHECK_INT(ingot_worldsDeviceForward(p.here, "", &report), INGOT_BAD_ARGUMENT);
  end(&p);
}

#endif
