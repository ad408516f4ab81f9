// SPDX-License-Identifier: Apache-2.0
// Sixteen pendulums with their own lengths of swing and their own gravity, stepped together on two threads.
#include <stdio.h>

#include <ingot/read.h>
#include <ingot/worlds.h>

enum { COUNT = 16 };

static const char pendulum[] =
    "<mujoco><worldbody><body pos='0 0 1'><joint name='hinge' axis='0 1 0' damping='.01'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.5' size='.02'/></body></worldbody></mujoco>";

static int fail(const ingotReport* report) {
  fprintf(stderr, "%s\n", report->text);
  return 1;
}

int main(void) {
  ingotReport report;
  mjSpec* spec;
  if (ingot_parseText(pendulum, NULL, NULL, &spec, &report) != INGOT_OK) return fail(&report);
  mjModel* model = mj_compile(spec, NULL);
  mj_deleteSpec(spec);

  const mjModel* models[COUNT];
  for (int e = 0; e < COUNT; e++) models[e] = model;
  ingotWorlds* worlds;
  if (ingot_worldsCreate(models, COUNT, 2, &worlds, &report) != INGOT_OK) return fail(&report);
  mj_deleteModel(model);

  // number i of world e stands at data[i * stride + e * world_stride]
  ingotView qpos;
  ingot_worldsField(worlds, 0, INGOT_QPOS, &qpos, &report);
  for (int e = 0; e < COUNT; e++) qpos.data[e * qpos.world_stride] = 0.1 * e;

  // half of the worlds are on the moon
  for (int e = COUNT / 2; e < COUNT; e++) {
    mjModel* own = ingot_worldsOwnModel(worlds, e, &report);
    if (!own) return fail(&report);
    own->opt.gravity[2] = -1.62;
  }

  if (ingot_worldsStep(worlds, 500, NULL, &report) != INGOT_OK) return fail(&report);
  for (int e = 0; e < COUNT; e += 5) {
    ingotWorldStatus status;
    ingot_worldsStatus(worlds, e, &status, &report);
    printf("world %2d: angle %8.5f, %s\n", e, qpos.data[e * qpos.world_stride], status.state == INGOT_WORLD_OK ? "ok" : "diverged");
  }
  ingot_worldsDelete(worlds);
  return 0;
}
