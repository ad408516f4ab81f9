// SPDX-License-Identifier: Apache-2.0
// Steps of worlds captured in a graph and replayed without the host, on the emulated device, which records what is queued.
#include <stdio.h>

#include "scenes.h"
#include "test.h"

#ifdef IG_GPU_EMULATOR

#include "pair.h"

static void capture(Pair* p, int nstep) {
  ingotReport report = {0};
  CHECK_INT(ingot_worldsWait(p->there, NULL), INGOT_OK);
  ig_device_record(p->device, true);
  if (ingot_worldsStep(p->there, nstep, NULL, &report) != INGOT_OK) ig_test_fail(__FILE__, __LINE__, "%s", report.text);
  ig_device_record(p->device, false);
}

TEST(a_graph_of_steps_reads_controls_and_has_the_bits_of_the_cpu) {
  Pair p = make(ig_gpu_scenes[0].xml);
  int nu, nq;
  CHECK_INT(ingot_worldsStep(p.there, 3, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 3, NULL, NULL), INGOT_OK);
  capture(&p, 2);
  // nothing has happened yet
  same(&p);
  double *ctrl = field(p.there, INGOT_CTRL, &nu), *qpos = field(p.there, INGOT_QPOS, &nq), *home = field(p.here, INGOT_CTRL, &nu);
  CHECK(nu > 0);
  for (int turn = 0; turn < 6; turn++) {
    for (int i = 0; i < nu * WORLDS; i++) ctrl[i] = home[i] = 0.05 * ((i + turn) % 9 - 4);
    CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(p.here, 2, NULL, NULL), INGOT_OK);
    // the fields are those after the steps, without a call
    CHECK(!memcmp(qpos, field(p.here, INGOT_QPOS, &nq), sizeof(double) * (size_t)nq * WORLDS));
  }
  same(&p);
  // and what is not captured goes on
  CHECK_INT(ingot_worldsStep(p.there, 5, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 5, NULL, NULL), INGOT_OK);
  same(&p);
  mjtByte mask[WORLDS] = {1, 0, 1};
  CHECK_INT(ingot_worldsReset(p.there, mask, -1, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsReset(p.here, mask, -1, NULL), INGOT_OK);
  CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 2, NULL, NULL), INGOT_OK);
  same(&p);
  // what a world began its last step with is known too
  mjData *a = ingot_worldsData(p.there, 7), *b = ingot_worldsData(p.here, 7);
  CHECK(a && b && !memcmp(a->qacc, b->qacc, sizeof(mjtNum) * (size_t)p.m->nv) && a->ncon == b->ncon);
  end(&p);
}

TEST(worlds_that_lack_room_in_a_graph_are_brought_up_and_the_graph_goes_on) {
  char text[8000];
  Pair p = make(ig_gpu_stack(text, sizeof text));
  size_t before = ig_gpu_bytes(p.there->device->parts[0].batch);
  capture(&p, 1);
  for (int turn = 0; turn < 3; turn++) CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 3, NULL, NULL), INGOT_OK);
  same(&p);
  // the blocks have moved
  CHECK(ig_gpu_bytes(p.there->device->parts[0].batch) > before);
  for (int turn = 0; turn < 4; turn++) CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 4, NULL, NULL), INGOT_OK);
  same(&p);
  end(&p);
}

// what is written into the fields of a world that has fallen behind counts after the steps that it lacks
TEST(a_world_that_is_behind_keeps_its_inputs_and_what_is_written_for_it_is_not_lost) {
  Pair p = make(ig_gpu_scenes[0].xml);
  capture(&p, 1);
  int nu, nv;
  double *ctrl = field(p.there, INGOT_CTRL, &nu), *home = field(p.here, INGOT_CTRL, &nu), old = ctrl[5];
  field(p.there, INGOT_QVEL, &nv)[5] = field(p.here, INGOT_QVEL, &nv)[5] = 1e12;
  CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 1, NULL, NULL), INGOT_OK);
  CHECK(field(p.there, INGOT_CTRL, &nu)[5] == 0 && old != 0);  // settled: the policy has reset it
  same(&p);
  // again after a step that is not in the graph, and the controls change before anybody looks
  CHECK_INT(ingot_worldsStep(p.there, 3, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 3, NULL, NULL), INGOT_OK);
  field(p.there, INGOT_QVEL, &nv)[5] = field(p.here, INGOT_QVEL, &nv)[5] = 1e12;
  CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 1, NULL, NULL), INGOT_OK);
  for (int i = 0; i < nu * WORLDS; i++) {
    ctrl[i] = 0.3;
    if (i % WORLDS != 5) home[i] = 0.3;
  }
  CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 1, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsWait(p.there, NULL), INGOT_OK);
  for (int i = 0; i < nu; i++) {
    CHECK(ctrl[i * WORLDS + 5] == 0.3);
    home[i * WORLDS + 5] = 0.3;
  }
  same(&p);
  // nobody looks before the next step, which is not in the graph either
  field(p.there, INGOT_QVEL, &nv)[5] = field(p.here, INGOT_QVEL, &nv)[5] = 1e12;
  CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.there, 2, NULL, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsStep(p.here, 3, NULL, NULL), INGOT_OK);
  same(&p);
  end(&p);
}

TEST(running_ahead_nothing_waits_and_the_bits_are_the_same) {
  Pair p = make(ig_gpu_scenes[0].xml);
  CHECK_INT(ingot_worldsRunAhead(p.there, 1, NULL), INGOT_OK);
  int nv;
  field(p.there, INGOT_QVEL, &nv)[5] = field(p.here, INGOT_QVEL, &nv)[5] = 1e12;
  for (int turn = 0; turn < 5; turn++) {
    CHECK_INT(ingot_worldsStep(p.there, 2, NULL, NULL), INGOT_OK);
    CHECK_INT(ingot_worldsStep(p.here, 2, NULL, NULL), INGOT_OK);
  }
  same(&p);
  CHECK_INT(ingot_worldsRunAhead(p.there, 0, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsRunAhead(p.here, 1, NULL), INGOT_BAD_ARGUMENT);
  end(&p);
}

TEST(a_graph_that_would_go_on_from_other_numbers_is_refused) {
  Pair p = make(ig_gpu_scenes[0].xml);
  ingotReport report = {0};
  mjtByte mask[WORLDS] = {1, 0, 1};
  ingot_worldsData(p.there, 0);  // home
  ig_device_record(p.device, true);
  CHECK_INT(ingot_worldsStep(p.there, 1, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK(strstr(report.text, "wait()"));
  ig_device_record(p.device, false);
  CHECK_INT(ingot_worldsWait(p.there, NULL), INGOT_OK);
  ig_device_record(p.device, true);
  CHECK_INT(ingot_worldsStep(p.there, 1, mask, &report), INGOT_BAD_ARGUMENT);
  CHECK(strstr(report.text, "mask"));
  ig_device_record(p.device, false);
  capture(&p, 1);
  ingot_worldsData(p.there, 0);
  CHECK_INT(ig_device_replay(p.device, NULL), INGOT_OK);
  CHECK_INT(ingot_worldsForward(p.there, NULL, &report), INGOT_BAD_ARGUMENT);
  CHECK(strstr(report.text, "graph") && strstr(report.text, "wait()"));
  end(&p);
}

#endif
