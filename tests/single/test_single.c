// SPDX-License-Identifier: Apache-2.0
// Steps in single precision: the same bits for every width and whoever sits beside whom, close to those of doubles.
#include "test.h"

#include <stdio.h>
#include <stdlib.h>

#include "model.h"
#include "steps.h"

typedef struct {
  const char* name;
  uint64_t hash;     // of sixteen worlds after 30 steps
  double closeness;  // of the state to that of doubles, after as many; where contacts come and go that grows with every step
} Golden;

static const Golden golden[] = {
    {"crane", 0xe71662900541b40e, 2e-3},   {"dominoes", 0xd53ca4f80bd9fc34, 1e-4},  {"double_pendulum", 0x33bae63ab083712b, 1e-6},
    {"gripper", 0x7483627478eb5961, 1e-5}, {"quadruped", 0x2ece0fb9721854df, 1e-4},
};
enum { nmodel = sizeof golden / sizeof golden[0], nstep = 30 };

static ig_ModelView view;

static mjModel* load(const char* name) {
  char path[500], error[500] = "";
  snprintf(path, sizeof path, "%s/../models/%s.xml", IG_TESTS_DIR, name);
  mjModel* m = mj_loadXML(path, NULL, error, sizeof error);
  if (!m) ig_test_fail(__FILE__, __LINE__, "%s", error);
  return m;
}

static double distance(const mjModel* m, const double* state) {
  mjData* d = mj_makeData(m);
  double far = 0, size = 1e-6;
  for (int step = 0; step < nstep; step++) {
    for (int i = 0; i < m->nu; i++) d->ctrl[i] = ig_single_control(0, step, i);
    mj_step(m, d);
  }
  for (int i = 0; i < m->nq; i++) far += pow(state[i] - d->qpos[i], 2), size += d->qpos[i] * d->qpos[i];
  for (int i = 0; i < m->nv; i++) far += pow(state[m->nq + i] - d->qvel[i], 2), size += d->qvel[i] * d->qvel[i];
  mj_deleteData(d);
  return sqrt(far / size);
}

// every vector of lanes agrees with worlds alone, and most worlds never leave theirs
static void check_run(const mjModel* m, const char* name, const Golden* expected) {
  ig_SingleResult r = {.state = calloc((size_t)(m->nq + m->nv) + 1, sizeof(double))};
  ig_model_describe(&view, m);
  const char* refused = ig_single_run(&view, nstep, &r);
  if (refused) {
    ig_test_fail(__FILE__, __LINE__, "%s is refused: %s", name, refused);
  } else {
    if (r.different)
      ig_test_fail(__FILE__, __LINE__, "%s: %ld worlds of %ld differ, first in step %d at width %d", name, r.different,
                   r.compared, r.step, r.width);
    CHECK(r.compared > 10 * r.left);
    double off = distance(m, r.state);
    if (expected && !(off < expected->closeness)) ig_test_fail(__FILE__, __LINE__, "%s is %.2e off from doubles", name, off);
    if (expected && r.hash != expected->hash)
      ig_test_fail(__FILE__, __LINE__, "%s has the hash 0x%016llx", name, (unsigned long long)r.hash);
  }
  free(r.state);
}

TEST(models_have_the_same_bits_at_every_width_of_floats) {
  for (int i = 0; i < nmodel; i++) {
    mjModel* m = load(golden[i].name);
    if (m) check_run(m, golden[i].name, golden + i);
    mj_deleteModel(m);
  }
}

static void check_text(const char* options, const char* rest) {
  char text[4000];
  snprintf(text, sizeof text,
           "<mujoco><option %s/><worldbody><geom type='plane' size='2 2 .1'/>"
           "<body pos='0 0 .12' euler='3 5 7'><freejoint/><geom type='box' size='.1 .08 .06'/></body>"
           "<body pos='.3 0 .11' euler='80 5 7'><freejoint/><geom type='capsule' size='.06 .1'/></body>"
           "<body pos='.3 .05 .3' euler='80 5 7'><freejoint/><geom type='cylinder' size='.06 .1'/></body>"
           "<body pos='0 .05 .27' euler='3 5 7'><freejoint/><geom type='ellipsoid' size='.1 .08 .06'/></body>"
           "<body name='a' pos='-.5 0 .5'><joint name='j' axis='0 1 0' damping='.1' frictionloss='.05' range='-40 40'/>"
           "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/><site name='s' pos='.1 0 .1'/>"
           "<body name='b' pos='.3 0 0'><joint name='k' type='ball'/><geom size='.05' pos='.1 0 0'/>"
           "<site name='t' pos='0 0 .1'/></body></body></worldbody>%s</mujoco>",
           options, rest);
  mjModel* m = ig_test_model(text);
  if (m) check_run(m, options, NULL);
  mj_deleteModel(m);
}

TEST(solvers_cones_and_integrators_have_the_same_bits_at_every_width_of_floats) {
  const char* rest =
      "<tendon><spatial name='w' stiffness='20'><site site='s'/><site site='t'/></spatial></tendon>"
      "<actuator><motor joint='j' gear='2'/><muscle joint='j'/><position tendon='w' kp='3'/></actuator>"
      "<equality><connect body1='b' anchor='.1 0 0' active='false'/></equality>"
      "<sensor><accelerometer site='t'/><touch site='s'/><clock/></sensor>";
  check_text("solver='Newton' cone='elliptic'", rest);
  check_text("solver='CG' integrator='implicitfast'", rest);
  check_text("solver='PGS' noslip_iterations='3' integrator='RK4'", rest);
  check_text("jacobian='sparse' wind='1 2 0' density='1.2' viscosity='2e-5'", rest);
}

TEST(numbers_of_a_model_are_rounded_to_nearest_once) {
  mjModel* m = load("gripper");
  if (!m) return;
  ig_model_describe(&view, m);
  for (int body = 0; body < m->nbody; body++)
    CHECK(ig_single_number(&view, "body_mass", body) == (double)(float)m->body_mass[body]);
  mj_deleteModel(m);
}
