// SPDX-License-Identifier: Apache-2.0
// Every allocation, read and write of loading, compiling, saving and stepping fails once: nothing is lost, nothing crashes, and
// what returns nothing says why. Run with shim.c preloaded.
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
    "<mujoco><asset><texture name='t' type='2d' builtin='checker' width='8' height='8'/><material name='m' "
    "texture='t'/></asset></mujoco>";
static const char tetrahedron[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
static const char text[] =
    "<mujoco model='a model whose name is longer than the room that short texts have'><include file='part.xml'/>"
    "<default><default class='a'><geom rgba='1 0 0 1'/><default class='b'><geom size='.1'/></default></default></default>"
    "<asset><mesh name='mesh' file='mesh.obj'/><hfield name='h' nrow='2' ncol='2' size='1 1 1 1'/></asset>"
    "<worldbody><geom type='plane' size='1 1 1' material='m'/><geom type='hfield' hfield='h' pos='5 0 0'/>"
    "<body name='one' pos='0 0 1' childclass='b'><freejoint name='free'/><geom name='g'/><geom type='mesh' mesh='mesh' "
    "mass='1'/><site name='here'/></body>"
    "<body name='two' pos='1 0 1'><joint name='j' axis='0 1 0'/><geom class='b' type='capsule' size='.1 .2'/><site name='there'/>"
    "<replicate count='3' offset='.1 0 0'><geom size='.01'/></replicate></body>"
    "<flexcomp name='f' type='grid' count='2 2 1' spacing='.1 .1 .1' dim='2' mass='1' pos='3 0 0'/></worldbody>"
    "<tendon><spatial name='ten'><site site='here'/><site site='there'/></spatial></tendon>"
    "<equality><joint joint1='j'/></equality><contact><pair geom1='g' geom2='g'/></contact>"
    "<actuator><motor joint='j'/><position tendon='ten' kp='1'/></actuator>"
    "<sensor><jointpos joint='j'/><framepos objtype='site' objname='here'/></sensor><custom><numeric name='n' data='1 2'/><text "
    "name='x' data='y'/></custom>"
    "<keyframe><key name='k' time='1' ctrl='1 2'/></keyframe></mujoco>";

static const char robot[] =
    "<robot name='r'><link name='base'><collision><geometry><mesh filename='mesh.obj'/></geometry></collision></link><link "
    "name='tip'><inertial>"
    "<mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial><visual><geometry><box size='1 1 "
    "1'/></geometry></visual></link>"
    "<joint name='hinge' type='revolute'><parent link='base'/><child link='tip'/><axis xyz='0 1 0'/><limit lower='-1' upper='1' "
    "effort='1' velocity='1'/>"
    "</joint></robot>";
// a picture of 2 x 2 grey pixels, as texture and as height field; a binary height field; a model inside a model
static const unsigned char picture[] = {0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00, 0x00, 0x0d, 0x49, 0x48, 0x44,
                                        0x52, 0x00, 0x00, 0x00, 0x02, 0x00, 0x00, 0x00, 0x02, 0x08, 0x00, 0x00, 0x00, 0x00, 0x57,
                                        0xdd, 0x52, 0xf8, 0x00, 0x00, 0x00, 0x0e, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9c, 0x63, 0x60,
                                        0x70, 0x60, 0x68, 0xf8, 0x0f, 0x00, 0x03, 0x05, 0x01, 0xc0, 0x4e, 0x33, 0x5b, 0xe9, 0x00,
                                        0x00, 0x00, 0x00, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82};
static const char assets[] =
    "<mujoco><compiler/><asset><texture name='t' type='2d' file='grey.png'/><texture name='c' type='cube' builtin='gradient' "
    "width='4' height='24' "
    "rgb1='1 0 0' rgb2='0 0 1'/><material name='m' texture='t'/><hfield name='h' file='grey.png' size='1 1 1 1'/><mesh name='o' "
    "file='mesh.obj' scale='2 2 2'/>"
    "<model name='sub' file='sub.xml'/></asset><worldbody><geom type='hfield' hfield='h' material='m'/><attach model='sub' "
    "body='b' prefix='p_'/>"
    "<body><composite type='cable' count='4 1 1' size='1' curve='s'><joint kind='main'/><geom type='capsule' "
    "size='.01'/></composite></body>"
    "</worldbody></mujoco>";
static const char sub[] =
    "<mujoco><default><geom size='.1'/></default><worldbody><body name='b'><joint name='j'/><geom/></body></worldbody>"
    "<actuator><motor joint='j'/></actuator></mujoco>";

static char model_path[300], saved_path[300], sub_path[300], robot_path[300], assets_path[300], binary_path[300];
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
  mjSpec *second_spec, *third_spec;
  mjModel* second;
  mjData* copy;
  mjvScene scene;
  mjrContext context;
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
  bool good = ingot_worldsCreate(models, 5, 2, &t->worlds, &report) == INGOT_OK &&
              ingot_worldsStep(t->worlds, 2, NULL, &report) == INGOT_OK;
  if (!good) snprintf(t->error, sizeof t->error, "%s", report.text);
  return good;
}

// calls that may raise an error: it comes back as a message
static bool guarded(Things* t, void (*function)(void*)) {
  ingotReport report = {0};
  bool good = ingot_guard(function, t, &report) == INGOT_OK;
  if (!good) snprintf(t->error, sizeof t->error, "%s", report.text);
  return good;
}

static bool act_robot(Things* t) { return (t->m = mj_loadXML(robot_path, NULL, t->error, sizeof t->error)) != NULL; }
static bool act_assets(Things* t) { return (t->m = mj_loadXML(assets_path, NULL, t->error, sizeof t->error)) != NULL; }

static void save_binary(void* argument) { mj_saveModel(((Things*)argument)->m, binary_path, NULL, 0); }
static void load_binary(void* argument) {
  Things* t = argument;
  t->second = mj_loadModel(binary_path, NULL);
}
static void save_first(Things* t) {
  load_first(t);
  save_binary(t);
}
static bool act_save_binary(Things* t) { return guarded(t, save_binary); }
// a warning says why there is none
static bool act_load_binary(Things* t) {
  if (!guarded(t, load_binary)) return false;
  if (!t->second) snprintf(t->error, sizeof t->error, "no model");
  return t->second != NULL;
}

static void copy_all(void* argument) {
  Things* t = argument;
  t->second_spec = mj_copySpec(t->spec);
  t->second = mj_copyModel(NULL, t->m);
  t->d = mj_makeData(t->m);
  t->copy = mj_copyData(NULL, t->m, t->d);
}
static bool act_copy(Things* t) {
  if (!guarded(t, copy_all)) return false;
  bool good = t->second_spec && t->second && t->d && t->copy;
  if (!good) snprintf(t->error, sizeof t->error, "no copy");
  return good;
}

static void two_specs(Things* t) {
  compile_first(t);
  t->second_spec = mj_parseXML(assets_path, NULL, t->error, sizeof t->error);
}
static void attach(void* argument) {
  Things* t = argument;
  mjsFrame* frame = mjs_addFrame(mjs_findBody(t->spec, "world"), NULL);
  mjsBody* body = mjs_findBody(t->second_spec, "p_b");
  if (!frame || !mjs_attach(frame->element, body->element, "x_", "")) {
    snprintf(t->error, sizeof t->error, "not attached: %s", mjs_getError(t->spec));
    return;
  }
  mjModel* m = mj_compile(t->spec, NULL);
  if (!m) snprintf(t->error, sizeof t->error, "%s", mjs_getError(t->spec));
  mj_deleteModel(m);
}
static bool act_attach(Things* t) { return guarded(t, attach) && !t->error[0]; }

// shared or copied, whole models and models that are attached already; what is left half way can be copied and deleted
static void attach_models(Things* t, int copied) {
  mjsBody* world = mjs_findBody(t->spec, "world");
  mjs_setDeepCopy(t->spec, copied);
  bool good =
      mjs_attach(mjs_addFrame(world, NULL)->element, t->second_spec->element, "a prefix that needs memory ", "_w") != NULL;
  good = good &&
         mjs_attach(mjs_findElement(t->spec, mjOBJ_SITE, "here"), mjs_findBody(t->third_spec, "b")->element, "y_", "") != NULL;
  if (!good) snprintf(t->error, sizeof t->error, "not attached: %s", mjs_getError(t->spec));
}
static void attach_shared(void* argument) { attach_models(argument, 0); }
static void attach_copied(void* argument) { attach_models(argument, 1); }
static void three_specs(Things* t) {
  two_specs(t);
  t->third_spec = mj_parseXML(sub_path, NULL, t->error, sizeof t->error);
}
static bool act_attach_shared(Things* t) { return guarded(t, attach_shared) && !t->error[0]; }
static bool act_attach_copied(Things* t) { return guarded(t, attach_copied) && !t->error[0]; }

// one call of most that change a spec; names and lists that need memory of their own
#define LONG "a text that is longer than the room that short ones have "
static void add_to_tree(mjSpec* s) {
  mjsDefault* def = mjs_addDefault(s, LONG "class", NULL);
  mjsBody* body = mjs_addBody(mjs_findBody(s, "world"), def);
  mjs_setName(body->element, LONG "body");
  mjs_setName(mjs_addFreeJoint(body)->element, LONG "joint");
  mjsGeom* geom = mjs_addGeom(body, def);
  mjs_setString(geom->material, LONG "material");
  mjs_setDouble(geom->userdata, (double[]){1, 2, 3}, 3);
  mjs_addCamera(body, NULL);
  mjs_addLight(body, NULL);
  mjs_setName(mjs_addSite(body, NULL)->element, LONG "site");
  mjs_setFrame(geom->element, mjs_addFrame(body, mjs_addFrame(body, NULL)));
  mjs_setUserValue(body->element, LONG "key", s);
}
static void add_others(mjSpec* s) {
  mjs_setName(mjs_addMaterial(s, NULL)->element, LONG "material");
  mjsTexture* texture = mjs_addTexture(s);
  mjs_setInStringVec(texture->cubefiles, 0, LONG "file");
  mjsTendon* tendon = mjs_addTendon(s, NULL);
  mjs_setName(tendon->element, LONG "tendon");
  mjs_wrapSite(tendon, LONG "site");
  mjs_wrapGeom(tendon, LONG "geom", LONG "side");
  mjs_wrapPulley(tendon, 2);
  mjsTuple* tuple = mjs_addTuple(s);
  mjs_setStringVec(tuple->objname, LONG LONG);
  mjs_appendString(tuple->objname, LONG);
  mjsSkin* skin = mjs_addSkin(s);
  mjs_appendIntVec(skin->vertid, (int[]){1, 2, 3}, 3);
  mjs_appendFloatVec(skin->vertweight, (float[]){1, 2, 3}, 3);
  mjsSensor* sensor = mjs_addSensor(s);
  mjs_setString(sensor->objname, LONG "site");
  sensor->type = mjSENS_FRAMEPOS;
  sensor->objtype = mjOBJ_SITE;
  mjsActuator* actuator = mjs_addActuator(s, NULL);
  mjs_setString(actuator->target, LONG "joint");
  actuator->trntype = mjTRN_JOINT;
  mjs_setDouble(mjs_addKey(s)->ctrl, (double[]){1, 2, 3}, 3);
  mjs_addMesh(s, NULL), mjs_addHField(s), mjs_addPair(s, NULL), mjs_addExclude(s), mjs_addEquality(s, NULL);
  mjs_addNumeric(s), mjs_addText(s), mjs_addFlex(s), mjs_addPlugin(s);
}
static void edit(void* argument) {
  mjSpec* s = ((Things*)argument)->spec;
  add_to_tree(s);
  add_others(s);
  mjs_delete(s, mjs_findDefault(s, "a")->element);
  mjsBody* two = mjs_findBody(s, "two");
  mjs_bodyToFrame(&two);
}
static bool act_edit(Things* t) { return guarded(t, edit); }

// a body, with what refers to it and keyframes that are kept
static void delete_parts(void* argument) {
  mjSpec* s = ((Things*)argument)->spec;
  mjs_delete(s, mjs_findBody(s, "one")->element);
  mjs_delete(s, mjs_findElement(s, mjOBJ_JOINT, "j"));
  mjs_delete(s, mjs_firstElement(s, mjOBJ_SENSOR));
}
static bool act_delete(Things* t) { return guarded(t, delete_parts); }

static void make_spec(void* argument) { ((Things*)argument)->spec = mj_makeSpec(); }
static bool act_make_spec(Things* t) { return guarded(t, make_spec); }

static void data_first(Things* t) {
  compile_first(t);
  t->d = mj_makeData(t->m);
}
static void recompile(void* argument) {
  Things* t = argument;
  if (mj_recompile(t->spec, NULL, t->m, t->d)) snprintf(t->error, sizeof t->error, "%s", mjs_getError(t->spec));
  if (t->error[0]) {
    // model and data are gone then, as in the reference
    t->m = NULL;
    t->d = NULL;
  }
}
static bool act_recompile(Things* t) {
  bool good = guarded(t, recompile);
  return good && !t->error[0];
}

static void draw(void* argument) {
  Things* t = argument;
  mjvOption option;
  mjvCamera camera;
  static unsigned char rgb[3 * 32 * 32];
  mjv_defaultOption(&option);
  mjv_defaultCamera(&camera);
  mjv_makeScene(t->m, &t->scene, 100);
  mjr_makeContext(t->m, &t->context, mjFONTSCALE_50);
  mj_forward(t->m, t->d);
  mjv_updateScene(t->m, t->d, &option, NULL, &camera, mjCAT_ALL, &t->scene);
  mjrRect view = {0, 0, 32, 32};
  mjr_setBuffer(mjFB_OFFSCREEN, &t->context);
  mjr_render(view, &t->scene, &t->context);
  mjr_readPixels(rgb, NULL, view, &t->context);
}
static bool act_draw(Things* t) { return guarded(t, draw); }

static const struct {
  const char* name;
  void (*prepare)(Things*);
  bool (*act)(Things*);
} scenarios[] = {
    {"load", nothing, act_load},
    {"compile", parse_first, act_compile},
    {"save", compile_first, act_save},
    {"data", load_first, act_data},
    {"worlds", load_first, act_worlds},
    {"urdf", nothing, act_robot},
    {"assets", nothing, act_assets},
    {"to mjb", load_first, act_save_binary},
    {"from mjb", save_first, act_load_binary},
    {"copy", compile_first, act_copy},
    {"attach", two_specs, act_attach},
    {"share", three_specs, act_attach_shared},
    {"insert", three_specs, act_attach_copied},
    {"spec", nothing, act_make_spec},
    {"edit", compile_first, act_edit},
    {"delete", compile_first, act_delete},
    {"again", data_first, act_recompile},
    {"draw", data_first, act_draw},
};

static void clean(Things* t) {
  ingot_worldsDelete(t->worlds);
  mjr_freeContext(&t->context);
  mjv_freeScene(&t->scene);
  mj_deleteData(t->copy);
  mj_deleteData(t->d);
  mj_deleteModel(t->second);
  mj_deleteModel(t->m);
  mj_deleteSpec(t->third_spec);
  mj_deleteSpec(t->second_spec);
  mj_deleteSpec(t->spec);
  mj_freeLastXML();
  mj_clearCache(mj_getCache());
}

// the n-th of a kind fails (0: none); how many there were
static long run(int scenario, int kind, long n) {
  Things t = {0};
  mjv_defaultScene(&t.scene);
  mjr_defaultContext(&t.context);
  scenarios[scenario].prepare(&t);
  t.error[0] = 0;
  arm(kind, n);
  bool good = scenarios[scenario].act(&t);
  long count = seen(kind);
  arm(kind, 0);
  if (!good && !t.error[0]) complain(scenarios[scenario].name, kind, n, "failed without a message");
  if (!good && n == 0) complain(scenarios[scenario].name, kind, n, t.error);
  // what is left of a spec can be used
  if (!good && t.spec) {
    mj_deleteSpec(mj_copySpec(t.spec));
    mj_deleteModel(mj_compile(t.spec, NULL));
  }
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

static void write_file(const char* folder, const char* name, const void* contents, size_t size) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE* file = fopen(path, "w");
  if (!file || fwrite(contents, 1, size, file) != size || fclose(file)) exit(2);
}
static void write_text(const char* folder, const char* name, const char* contents) {
  write_file(folder, name, contents, strlen(contents));
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
  snprintf(sub_path, sizeof sub_path, "%s/sub.xml", argv[1]);
  snprintf(robot_path, sizeof robot_path, "%s/robot.urdf", argv[1]);
  snprintf(assets_path, sizeof assets_path, "%s/assets.xml", argv[1]);
  snprintf(binary_path, sizeof binary_path, "%s/model.mjb", argv[1]);
  write_text(argv[1], "robot.urdf", robot);
  write_text(argv[1], "assets.xml", assets);
  write_text(argv[1], "sub.xml", sub);
  write_file(argv[1], "grey.png", picture, sizeof picture);
  for (int scenario = 0; scenario < (int)(sizeof scenarios / sizeof scenarios[0]); scenario++) {
    for (int kind = ALLOC; kind <= WRITE; kind++) try_all(scenario, kind, atoi(argv[2]));
  }
  printf("%d failures\n", failures);
  return failures ? 1 : 0;
}
