// SPDX-License-Identifier: Apache-2.0
#include "scene.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  Scene scene;
  char* text;
  int length;
  int links, bodies;  // of the chain; with free joints
  bool runge_kutta;
} Writer;

__attribute__((format(printf, 2, 3))) static void put(Writer* w, const char* format, ...) {
  va_list list;
  va_start(list, format);
  w->length += vsnprintf(w->text + w->length, (size_t)(SCENE_BYTES - w->length), format, list);
  va_end(list);
  if (w->length >= SCENE_BYTES) abort();
}

static bool has(const Writer* w, Feature feature) { return w->scene.features >> feature & 1; }
static Random stream(const Writer* w, uint32_t number) { return random_of(w->scene.seed, 100 + number); }
static double in_range(Random* r, double low, double high) { return low + (high - low) * random_unit(r); }
static bool one_in(Random* r, int n) { return !random_below(r, n); }
static const char* truth(bool value) { return value ? "true" : "false"; }

// ------------------------------------------------ settings

static void put_flags(Writer* w) {
  static const char* const names[] = {"constraint", "equality", "frictionloss", "limit",     "contact",      "spring",
                                      "damper",     "gravity",  "clampctrl",    "warmstart", "filterparent", "actuation",
                                      "refsafe",    "sensor",   "midphase",     "eulerdamp", "island",       "nativeccd"};
  Random r = stream(w, HAS_FLAGS);
  put(w, "<flag");
  if (has(w, HAS_FLAGS)) {
    for (int i = 0; i < (int)(sizeof names / sizeof names[0]); i++) {
      if (one_in(&r, 9)) put(w, " %s='disable'", names[i]);
    }
    if (one_in(&r, 3)) put(w, " energy='enable'");
    if (one_in(&r, 6)) put(w, " multiccd='enable'");
    if (one_in(&r, 6)) put(w, " override='enable'");
    if (one_in(&r, 6)) put(w, " fwdinv='enable'");
    if (one_in(&r, 6) && !w->runge_kutta) put(w, " invdiscrete='enable'");
  }
  if (has(w, HAS_SLEEP)) put(w, " sleep='enable'");
  put(w, "/>");
}

static void put_options(Writer* w) {
  static const char* const integrators[] = {"Euler", "RK4", "implicit", "implicitfast"};
  static const char* const solvers[] = {"PGS", "CG", "Newton"};
  static const char* const jacobians[] = {"dense", "sparse", "auto"};
  Random r = stream(w, HAS_OPTIONS);
  double timestep = one_in(&r, 3) ? 0.01 : 0.004;
  int integrator = random_below(&r, 4);
  w->runge_kutta = integrator == mjINT_RK4;
  put(w, "<option timestep='%.3g' integrator='%s'", timestep, integrators[integrator]);
  if (has(w, HAS_OPTIONS)) {
    put(w, " solver='%s' cone='%s' jacobian='%s'", solvers[random_below(&r, 3)], one_in(&r, 2) ? "elliptic" : "pyramidal",
        jacobians[random_below(&r, 3)]);
    if (one_in(&r, 3)) put(w, " iterations='%d'", random_below(&r, 30));
    if (one_in(&r, 3)) put(w, " impratio='%.3g'", in_range(&r, 0.5, 5));
    if (one_in(&r, 4)) put(w, " noslip_iterations='%d'", 1 + random_below(&r, 4));
    if (one_in(&r, 4)) put(w, " o_margin='0.01' o_friction='.6 .6 .01 .001 .001'");
  }
  Random medium = stream(w, HAS_MEDIUM);
  if (has(w, HAS_MEDIUM)) {
    put(w, " density='%.3g' viscosity='%.3g' wind='%.2g 0 .3'", one_in(&medium, 2) ? 0 : in_range(&medium, 1, 300),
        one_in(&medium, 2) ? 0 : in_range(&medium, 0.01, 2), random_signed(&medium));
  }
  put(w, ">");
  put_flags(w);
  put(w, "</option><size nuserdata='%d'/>", has(w, HAS_OPTIONS) ? 3 : 0);
}

// ------------------------------------------------ bodies

static void put_shape(Writer* w, Random* r, const char* name, double size) {
  int kind = random_below(r, has(w, HAS_MESH) ? 6 : 5);
  put(w, "<geom name='%s' ", name);
  switch (kind) {
    case 0: put(w, "type='sphere' size='%.3g'", size); break;
    case 1: put(w, "type='capsule' size='%.3g %.3g'", 0.6 * size, size); break;
    case 2: put(w, "type='box' size='%.3g %.3g %.3g'", size, 0.8 * size, 0.6 * size); break;
    case 3: put(w, "type='cylinder' size='%.3g %.3g'", 0.8 * size, size); break;
    case 4: put(w, "type='ellipsoid' size='%.3g %.3g %.3g'", size, 0.8 * size, 0.6 * size); break;
    default: put(w, "type='mesh' mesh='wedge'");
  }
  static const int dims[] = {1, 3, 3, 3, 4, 6};
  put(w, " condim='%d'", dims[random_below(r, 6)]);
  if (one_in(r, 4)) put(w, " friction='%.3g .01 .001'", in_range(r, 0.1, 1.5));
  if (one_in(r, 5)) put(w, " solref='%.3g %.3g'", in_range(r, 0.01, 0.05), in_range(r, 0.5, 1.5));
  if (one_in(r, 5)) put(w, " margin='%.3g' gap='%.3g'", in_range(r, 0, 0.03), in_range(r, 0, 0.01));
  if (one_in(r, 6)) put(w, " priority='%d'", random_below(r, 3));
  if (one_in(r, 8)) put(w, " contype='2' conaffinity='3'");
  if (has(w, HAS_MEDIUM) && one_in(r, 4)) put(w, " fluidshape='ellipsoid'");
  put(w, "/>");
}

static void put_joint(Writer* w, Random* r, int link) {
  static const char* const kinds[] = {"hinge", "hinge", "slide", "ball"};
  const char* kind = link < 2 ? "hinge" : kinds[random_below(r, 4)];
  put(w, "<joint name='j%d' type='%s' axis='%d %d %d'", link, kind, one_in(r, 3), 1, one_in(r, 3));
  if (one_in(r, 2)) put(w, " damping='%.3g'", in_range(r, 0, 0.5));
  if (one_in(r, 3)) put(w, " armature='%.3g'", in_range(r, 0, 0.1));
  if (has(w, HAS_LIMITS)) {
    if (one_in(r, 2)) put(w, " limited='true' range='%.3g %.3g'", kind[0] == 'b' ? 0 : in_range(r, -40, -2), in_range(r, 2, 60));
    if (one_in(r, 3)) put(w, " frictionloss='%.3g'", in_range(r, 0, 0.3));
    if (one_in(r, 3)) put(w, " stiffness='%.3g' springref='%.3g'", in_range(r, 0, 5), in_range(r, -20, 20));
    if (one_in(r, 5)) put(w, " actuatorfrclimited='true' actuatorfrcrange='-3 2'");
  }
  put(w, "/>");
}

static void put_chain(Writer* w) {
  Random r = stream(w, 50);
  w->links = 2 + random_below(&r, 4);
  for (int i = 0; i < w->links; i++) {
    char name[16];
    snprintf(name, sizeof name, "g%d", i);
    bool lifted = has(w, HAS_MEDIUM) && one_in(&r, 3);
    put(w, "<body name='l%d' pos='%s'%s>", i, i ? "0 0 -.25" : "0 0 1", lifted ? " gravcomp='.7'" : "");
    put_joint(w, &r, i);
    put_shape(w, &r, name, in_range(&r, 0.04, 0.09));
    put(w, "<geom type='capsule' fromto='0 0 0 0 0 -.2' size='.03'/><site name='s%d' pos='.05 .02 -.2' size='.06'/>", i);
  }
  put(w, "<camera name='eye' pos='0 0 .1'/>");
  for (int i = 0; i < w->links; i++) put(w, "</body>");
}

static void put_free(Writer* w) {
  Random r = stream(w, HAS_FREE);
  w->bodies = has(w, HAS_FREE) ? 1 + random_below(&r, 3) : 0;
  if (has(w, HAS_FREE) && has(w, HAS_MANY)) w->bodies += 4 + random_below(&r, 6);
  for (int i = 0; i < w->bodies; i++) {
    char name[16];
    snprintf(name, sizeof name, "f%d", i);
    put(w, "<body name='b%d' pos='%.3g %.3g %.3g' euler='%.3g 20 0'><freejoint/>", i, 0.25 * (i % 3) + 0.3,
        0.25 * (i / 3 % 3) - 0.2, 0.13 + 0.22 * (i / 9) + 0.1 * random_unit(&r), in_range(&r, -40, 40));
    put_shape(w, &r, name, in_range(&r, 0.06, 0.12));
    if (i == 0) put(w, "<site name='sf' size='.1'/>");
    put(w, "</body>");
  }
}

static void put_bodies(Writer* w) {
  put(w, "<worldbody><light pos='0 0 3'/>");
  if (has(w, HAS_FLOOR)) put(w, "<geom name='floor' type='plane' size='4 4 1'/>");
  if (has(w, HAS_HFIELD)) put(w, "<geom name='ground' type='hfield' hfield='hills' pos='.5 0 -.05'/>");
  put_chain(w);
  put_free(w);
  if (has(w, HAS_MOCAP))
    put(w, "<body name='hand' mocap='true' pos='.1 0 .4'><geom name='gm' size='.05'/><site name='sm'/></body>");
  if (has(w, HAS_WRAPPING))
    put(w, "<geom name='drum' type='cylinder' size='.06 .2' pos='.1 0 .7' euler='90 0 0' contype='0' conaffinity='0'/>");
  put(w, "<site name='anchor' pos='.3 0 1'/><site name='side' pos='.3 0 .75'/></worldbody>");
}

static void put_assets(Writer* w) {
  put(w, "<asset>");
  if (has(w, HAS_HFIELD)) {
    Random r = stream(w, HAS_HFIELD);
    put(w, "<hfield name='hills' nrow='6' ncol='5' size='1 1 .2 .1' elevation='");
    for (int i = 0; i < 30; i++) put(w, "%.2f ", random_unit(&r));
    put(w, "'/>");
  }
  if (has(w, HAS_MESH)) {
    put(w, "<mesh name='wedge' vertex='-.08 -.08 -.05  .08 -.08 -.05  .08 .08 -.05  -.08 .08 -.05  0 -.06 .08  0 .06 .08'/>");
  }
  put(w, "</asset>");
}

// ------------------------------------------------ relations

static void put_tendons(Writer* w) {
  Random r = stream(w, HAS_TENDONS);
  if (!has(w, HAS_TENDONS) && !has(w, HAS_WRAPPING)) return;
  put(w, "<tendon>");
  if (has(w, HAS_TENDONS)) {
    put(w, "<fixed name='t0'%s%s stiffness='%.3g'><joint joint='j0' coef='1'/><joint joint='j1' coef='-.7'/></fixed>",
        one_in(&r, 2) ? " limited='true' range='-.2 .3'" : "", one_in(&r, 2) ? " frictionloss='.1'" : "", in_range(&r, 0, 3));
    put(w, "<spatial name='t1'%s damping='%.3g'%s><site site='anchor'/><site site='s0'/><site site='s1'/></spatial>",
        one_in(&r, 2) ? " limited='true' range='0 .5'" : "", in_range(&r, 0, 0.4), one_in(&r, 4) ? " armature='.02'" : "");
  }
  if (has(w, HAS_WRAPPING)) {
    put(w,
        "<spatial name='t2' stiffness='4'><site site='anchor'/><geom geom='drum' sidesite='side'/><site site='s1'/></spatial>");
  }
  put(w, "</tendon>");
}

static void put_actuators(Writer* w) {
  Random r = stream(w, HAS_ACTUATORS), late = stream(w, HAS_DELAYS);
  if (!has(w, HAS_ACTUATORS)) return;
  put(w, "<actuator>");
  int n = 1 + random_below(&r, 4);
  for (int i = 0; i < n; i++) {
    static const char* const kinds[] = {
        "<motor gear='3'",
        "<motor ctrllimited='true' ctrlrange='-1 .8' forcelimited='true' forcerange='-2 2'",
        "<position kp='8' kv='.5'",
        "<velocity kv='1.5'",
        "<general dyntype='filter' dynprm='.05' gainprm='3'",
        "<general dyntype='filterexact' dynprm='.03' gainprm='2' actearly='true'",
        "<general dyntype='integrator' gainprm='2' biastype='affine' biasprm='0 -2 -.1' actlimited='true' actrange='-.5 .6'",
        "<muscle lengthrange='-1 1'",
        "<damper kv='.5' ctrlrange='0 1'",
        "<intvelocity kp='5' actrange='-1 1'"};
    int kind = random_below(&r, 10), where = random_below(&r, 5);
    put(w, "%s name='a%d'", kinds[kind], i);
    // only what pulls a whole joint or tendon has a length range
    bool muscle = !strncmp(kinds[kind], "<muscle", strlen("<muscle"));
    if (where == 0 && has(w, HAS_TENDONS))
      put(w, " tendon='t%d'", random_below(&r, 2));
    else if (where == 1 && !muscle)
      put(w, " site='s1' refsite='s0'");
    else if (where == 2)
      put(w, " jointinparent='j1'");
    else
      put(w, " joint='j%d'", random_below(&r, 2));
    if (one_in(&r, 5)) put(w, " group='%d'", 1 + random_below(&r, 3));
    if (has(w, HAS_DELAYS) && one_in(&late, 2))
      put(w, " delay='%.3g' nsample='4'%s", in_range(&late, 0, 0.03), one_in(&late, 2) ? " interp='linear'" : "");
    put(w, "/>");
  }
  put(w, "</actuator>");
}

static void put_equalities(Writer* w) {
  Random r = stream(w, HAS_EQUALITIES);
  put(w, "<equality>");
  if (has(w, HAS_EQUALITIES)) {
    put(w, "<joint joint1='j0' joint2='j1' polycoef='.1 .5 0 0 0' active='%s'/>", truth(one_in(&r, 2)));
    if (one_in(&r, 2)) put(w, "<connect body1='l1' anchor='.1 0 0' active='%s'/>", truth(one_in(&r, 2)));
    if (w->bodies && one_in(&r, 2)) put(w, "<weld body1='b0' body2='l0' active='%s'/>", truth(one_in(&r, 3)));
    if (has(w, HAS_TENDONS) && !has(w, HAS_SLEEP) && one_in(&r, 2))
      put(w, "<tendon tendon1='t0' tendon2='t1' active='%s'/>", truth(one_in(&r, 2)));
  }
  if (has(w, HAS_MOCAP)) put(w, "<weld body1='hand' body2='l1' solref='.03 1'/>");
  put(w, "</equality>");
}

static void put_sensor(Writer* w, Random* late, const char* text) {
  put(w, "<%s", text);
  // what the user measures is not recorded
  bool recorded = has(w, HAS_DELAYS) && strncmp(text, "user", 4);
  if (recorded && one_in(late, 3))
    put(w, " nsample='4' delay='%.3g'", in_range(late, 0, 0.03));
  else if (recorded && one_in(late, 6))
    put(w, " nsample='3' interval='.015'");
  put(w, "/>");
}

static void put_sensors(Writer* w) {
  static const char* const plain[] = {"jointpos joint='j0'",
                                      "jointvel joint='j1' cutoff='2'",
                                      "accelerometer site='s1'",
                                      "gyro site='s0'",
                                      "velocimeter site='s1'",
                                      "force site='s0'",
                                      "torque site='s1'",
                                      "touch site='s1'",
                                      "magnetometer site='s0'",
                                      "framepos objtype='body' objname='l1'",
                                      "framequat objtype='geom' objname='g0' reftype='site' refname='anchor'",
                                      "framelinvel objtype='site' objname='s1' reftype='body' refname='l0'",
                                      "frameangacc objtype='body' objname='l1'",
                                      "framelinacc objtype='site' objname='s0'",
                                      "subtreecom body='l0'",
                                      "subtreelinvel body='l0'",
                                      "subtreeangmom body='l0'",
                                      "clock",
                                      "e_potential",
                                      "user dim='2'",
                                      "jointactuatorfrc joint='j0'"};
  static const char* const sights[] = {"rangefinder site='s0'",
                                       "rangefinder site='anchor'",
                                       "distance geom1='g0' geom2='g1' cutoff='1'",
                                       "normal geom1='g0' geom2='g1' cutoff='1'",
                                       "contact geom1='g0' num='2' data='found force dist'",
                                       "insidesite site='s1' objtype='body' objname='l0'"};
  Random r = stream(w, HAS_SENSORS), late = stream(w, HAS_DELAYS + 40), sight = stream(w, HAS_SIGHT);
  put(w, "<sensor>");
  for (int i = 0; has(w, HAS_SENSORS) && i < (int)(sizeof plain / sizeof plain[0]); i++) {
    if (one_in(&r, 3)) put_sensor(w, &late, plain[i]);
  }
  for (int i = 0; has(w, HAS_SIGHT) && i < 6; i++) {
    if (one_in(&sight, 2)) put_sensor(w, &late, sights[i]);
  }
  if (has(w, HAS_KINETIC)) put(w, "<e_kinetic/>");
  if (has(w, HAS_TENDONS) && has(w, HAS_SENSORS)) put(w, "<tendonpos tendon='t0'/><tendonvel tendon='t1'/>");
  if (has(w, HAS_ACTUATORS) && has(w, HAS_SENSORS)) put(w, "<actuatorfrc actuator='a0'/><actuatorpos actuator='a0'/>");
  put(w, "</sensor>");
}

void scene_text(Scene scene, char text[SCENE_BYTES]) {
  Writer w = {.scene = scene, .text = text};
  put(&w, "<mujoco>");
  put_options(&w);
  put_assets(&w);
  put_bodies(&w);
  put_tendons(&w);
  put_actuators(&w);
  put_equalities(&w);
  put_sensors(&w);
  put(&w, "<keyframe><key time='.3'/><key/></keyframe></mujoco>");
}

// keyframes that differ from the start: the joints of the chain and the first control
static void fill_keys(mjModel* m, Scene scene) {
  Random r = random_of(scene.seed, 99);
  for (int key = 0; key < m->nkey; key++) {
    mjtNum* qpos = m->key_qpos + key * m->nq;
    for (int j = 0; j < m->njnt; j++) {
      int adr = m->jnt_qposadr[j];
      if (m->jnt_type[j] >= mjJNT_SLIDE) qpos[adr] += 0.2 * random_signed(&r);
      if (m->jnt_type[j] == mjJNT_FREE) qpos[adr + 2] += 0.1 * random_unit(&r);
    }
    for (int i = 0; i < m->nv; i++) m->key_qvel[key * m->nv + i] = 0.3 * random_signed(&r);
    for (int i = 0; i < m->nu; i++) m->key_ctrl[key * m->nu + i] = 0.5 * random_signed(&r);
  }
}

static mjModel* compile(const char* text, char* error, int size) {
  mjVFS vfs;
  mj_defaultVFS(&vfs);
  mj_addBufferVFS(&vfs, "scene.xml", text, (int)strlen(text));
  mjModel* m = mj_loadXML("scene.xml", &vfs, error, size);
  mj_deleteVFS(&vfs);
  return m;
}

mjModel* scene_model(Scene scene, char* error, int size) {
  static char text[SCENE_BYTES];
  scene_text(scene, text);
  mjModel* m = compile(text, error, size);
  if (!m) return NULL;
  fill_keys(m, scene);
  if (scene.features >> HAS_ARENA & 1) {
    Random r = random_of(scene.seed, 98);
    m->narena = (mjtSize)(16e3 * exp(4.6 * random_unit(&r)));
  }
  return m;
}
