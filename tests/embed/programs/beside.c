// SPDX-License-Identifier: Apache-2.0
// Ingot in a process that has another library with MuJoCo's names before it: only ingot_ functions are called by name, and what
// they print is the same as without the other library. The argument is the library's file; with LINKED it is linked to.
#include <dlfcn.h>
#include <stdio.h>

#include <ingot/plugins.h>
#include <ingot/read.h>
#include <ingot/worlds.h>

#ifdef LINKED
#define GET(name) (name)
#else
#define GET(name) ((__typeof__(&name))dlsym(library, #name))
#endif
// those of MuJoCo's names, from ours
#define OURS(name) ((__typeof__(&name))dlsym(library, #name))

static const char text[] =
    "<mujoco><extension><plugin plugin='mujoco.pid'/></extension>"
    "<option cone='elliptic'/><asset><mesh name='m' builtin='sphere' params='1' scale='.1 .1 .1'/></asset>"
    "<worldbody><geom type='plane' size='5 5 .1'/>"
    "<replicate count='4' offset='1.5 0 0'><body pos='0 0 .09'><freejoint/><geom type='mesh' mesh='m' mass='1'/>"
    "<body pos='.5 0 .5'><joint name='j' axis='0 1 0' range='-1 1'/><geom type='box' size='.1 .1 .1'/><site "
    "name='s'/></body></body>"
    "</replicate></worldbody><sensor><accelerometer site='s0'/></sensor></mujoco>";

static int failed(const ingotReport* report, int status) {
  if (status != INGOT_OK) printf("%s\n", report->text);
  return status != INGOT_OK;
}

int main(int argc, char** argv) {
  // the other library is in the process before ours, but where ours is linked to
  void* library = argc > 1 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) return puts(argc > 1 ? dlerror() : "no library"), 1;
  ingotReport report;
  mjSpec* spec;
  mjModel* model;
  ingotWorlds* worlds;
  int plugins = 0;
  if (failed(&report, GET(ingot_loadPlugins)(NULL, &plugins, &report))) return 1;
  if (failed(&report, GET(ingot_parseText)(text, NULL, NULL, &spec, &report))) return 1;
  if (failed(&report, GET(ingot_compile)(spec, NULL, &model, &report))) return 1;
  const mjModel* models[20];
  for (int i = 0; i < 20; i++) models[i] = model;
  if (failed(&report, GET(ingot_worldsCreate)(models, 20, 2, &worlds, &report))) return 1;
  if (failed(&report, GET(ingot_worldsStep)(worlds, 100, NULL, &report))) return 1;
  const mjData* d = GET(ingot_worldsData)(worlds, 19);
  mjData* single = OURS(mj_makeData)(model);
  for (int i = 0; i < 100; i++) OURS(mj_step)(model, single);
  printf("%d plugins, %d of %d contacts\n", plugins, d->ncon, single->ncon);
  for (int i = 0; i < model->nq; i++) printf("%a %a\n", d->qpos[i], single->qpos[i]);
  OURS(mj_deleteData)(single);
  GET(ingot_worldsDelete)(worlds);
  OURS(mj_deleteModel)(model);
  OURS(mj_deleteSpec)(spec);
  return 0;
}
