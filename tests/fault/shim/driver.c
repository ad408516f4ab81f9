// SPDX-License-Identifier: Apache-2.0
// Every allocation, read and write of loading, compiling, saving and stepping fails once: nothing is lost, nothing crashes, and what
// returns nothing says why. Run with shim.c preloaded.
#include <dlfcn.h>
#include <mujoco/mujoco.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ingot/read.h>
#include <ingot/worlds.h>

enum { ALLOC, READ, WRITE };
static const char* const kinds[] = {"allocation", "read", "write"};

static void (*arm)(int kind, long n);
static long (*seen)(int kind);
static long (*live)(void);

static const char part[] =
    "<mujoco><asset><texture name='t' type='2d' builtin='checker' width='8' height='8'/><material name='m' texture='t'/></asset></mujoco>";
static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char text[] =
    "<mujoco model='a model whose name is longer than the room that short texts have'><include file='part.xml'/>"
    "<default><default class='a'><geom rgba='1 0 0 1'/><default class='b'><geom size='.1'/></default></default></default>"
    "<asset><mesh name='mesh' file='mesh.obj'/><hfield name='h' nrow='2' ncol='2' size='1 1 1 1'/></asset>"
    "<worldbody><geom type='plane' size='1 1 1' material='m'/><geom type='hfield' hfield='h' pos='5 0 0'/>"
    "<body name='one' pos='0 0 1' childclass='b'><freejoint name='free'/><geom name='g'/><geom type='mesh' mesh='mesh' mass='1'/><site name='here'/></body>"
    "<body name='two' pos='1 0 1'><joint name='j' axis='0 1 0'/><geom class='b' type='capsule' size='.1 .2'/><site name='there'/>"
    "<replicate count='3' offset='.1 0 0'><geom size='.01'/></replicate></body>"
    "<flexcomp name='f' type='grid' count='2 2 1' spacing='.1 .1 .1' dim='2' mass='1' pos='3 0 0'/></worldbody>"
    "<tendon><spatial name='ten'><site site='here'/><site site='there'/></spatial></tendon>"
    "<equality><joint joint1='j'/></equality><contact><pair geom1='g' geom2='g'/></contact>"
    "<actuator><motor joint='j'/><position tendon='ten' kp='1'/></actuator>"
    "<sensor><jointpos joint='j'/><framepos objtype='site' objname='here'/></sensor><custom><numeric name='n' data='1 2'/><text name='x' data='y'/></custom>"
    "<keyframe><key name='k' time='1'/></keyframe></mujoco>";

static char model_path[300], saved_path[300];
static int failures;

static void complain(const char* scenario, int kind, long n, const char* what) {
  if (++failures < 20) printf("%s, %s %ld: %s\n", scenario, kinds[kind], n, what);
}

// scenarios: prepare (nothing fails), act (something does), clean. `act` is false when it failed with a message, and complains
// itself when it has none.
typedef struct {
  mjSpec* spec;
  mjModel* m;
  mjData* d;
  ingotWorlds* worlds;
  char error[sizeof(((ingotReport*)0)->text)];
} Things;

static mjModel* load(Things* t) { return mj_loadXML(model_path, NULL, t->error, sizeof t->error); }
static void nothing(Things* t) { (void)t; }
static void parse_first(Things* t) { t->spec = mj_parseXML(model_path, NULL, t->error, sizeof t->error); }
static void load_first(Things* t) { t->m = load(t); }
static void compile_first(Things* t) {
  parse_first(t);
  t->m = mj_compile(t->spec, NULL);
}

static bool act_load(Things* t) { return (t->m = load(t)) != NULL; }

static bool act_compile(Things* t) {
  t->m = mj_compile(t->spec, NULL);
  if (!t->m) snprintf(t->error, sizeof t->error, "%s", mjs_getError(t->spec));
  return t->m != NULL;
}

static bool act_save(Things* t) { return mj_saveXML(t->spec, saved_path, t->error, sizeof t->error) == 0; }

static void make_data(void* argument) {
  Things* t = argument;
  t->d = mj_makeData(t->m);
}

static bool act_data(Things* t) {
  ingotReport report;
  bool good = ingot_guard(make_data, t, &report) == INGOT_OK && t->d;
  if (!good) snprintf(t->error, sizeof t->error, "%s", report.text);
  return good;
}

static bool act_worlds(Things* t) {
  const mjModel* models[5] = {t->m, t->m, t->m, t->m, t->m};
  ingotReport report = {0};
  bool good = ingot_worldsCreate(models, 5, 2, &t->worlds, &report) == INGOT_OK && ingot_worldsStep(t->worlds, 2, NULL, &report) == INGOT_OK;
  if (!good) snprintf(t->error, sizeof t->error, "%s", report.text);
  return good;
}

static const struct {
  const char* name;
  void (*prepare)(Things*);
  bool (*act)(Things*);
} scenarios[] = {
    {"load", nothing, act_load},     {"compile", parse_first, act_compile}, {"save", compile_first, act_save},
    {"data", load_first, act_data},  {"worlds", load_first, act_worlds},
};

static void clean(Things* t) {
  ingot_worldsDelete(t->worlds);
  mj_deleteData(t->d);
  mj_deleteModel(t->m);
  mj_deleteSpec(t->spec);
  mj_freeLastXML();
  mj_clearCache(mj_getCache());
}

// the n-th of a kind fails (0: none); how many there were
static long run(int scenario, int kind, long n) {
  Things t = {0};
  scenarios[scenario].prepare(&t);
  t.error[0] = 0;
  arm(kind, n);
  bool good = scenarios[scenario].act(&t);
  long count = seen(kind);
  arm(kind, 0);
  if (!good && !t.error[0]) complain(scenarios[scenario].name, kind, n, "failed without a message");
  if (!good && n == 0) complain(scenarios[scenario].name, kind, n, t.error);
  clean(&t);
  return count;
}

static void try_all(int scenario, int kind, int most) {
  run(scenario, kind, 0);
  long before = live(), count = run(scenario, kind, 0);
  if (live() != before) complain(scenarios[scenario].name, kind, 0, "blocks are lost without any failure");
  long stride = count > most ? count / most : 1, tried = 0;
  for (long n = 1; n <= count; n += stride, tried++) {
    before = live();
    run(scenario, kind, n);
    if (live() > before) complain(scenarios[scenario].name, kind, n, "blocks are lost");
  }
  printf("%-8s %ld of %ld %ss failed\n", scenarios[scenario].name, tried, count, kinds[kind]);
}

static void write_text(const char* folder, const char* name, const char* contents) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "w");
  if (!file || fputs(contents, file) < 0 || fclose(file)) exit(2);
}

static void quiet(const char* message) { (void)message; }

// calls that promise a message must not raise an error
static void raised(const char* message) {
  printf("an error was raised: %s\n", message);
  abort();
}

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  arm = (void (*)(int, long))dlsym(RTLD_DEFAULT, "fault_arm");
  seen = (long (*)(int))dlsym(RTLD_DEFAULT, "fault_seen");
  live = (long (*)(void))dlsym(RTLD_DEFAULT, "fault_live");
  if (!arm || !seen || !live) return printf("the shim is not preloaded\n"), 2;
  mju_user_warning = quiet;
  mju_user_error = raised;
  setvbuf(stdout, NULL, _IONBF, 0);
  snprintf(model_path, sizeof model_path, "%s/model.xml", argv[1]);
  snprintf(saved_path, sizeof saved_path, "%s/saved.xml", argv[1]);
  write_text(argv[1], "part.xml", part);
  write_text(argv[1], "mesh.obj", tetrahedron);
  write_text(argv[1], "model.xml", text);
  for (int scenario = 0; scenario < (int)(sizeof scenarios / sizeof scenarios[0]); scenario++) {
    for (int kind = ALLOC; kind <= WRITE; kind++) try_all(scenario, kind, atoi(argv[2]));
  }
  printf("%d failures\n", failures);
  return failures ? 1 : 0;
}
