// SPDX-License-Identifier: Apache-2.0
// Inverse dynamics in lanes, and derivatives with nudged worlds in lanes: the bits of single worlds, at every width and level of
// this build.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "case.h"
#include "model.h"
#include "model/data.h"
#include "scenes.h"
#include "step/copies.h"
#include "step/inverse_rate.h"
#include "step/transition.h"
#include "test.h"
#include "wide.h"

// cones and pyramids of all dimensions, all kinds of rows, sensors of all three stages
static const char rows[] =
    "<mujoco><option timestep='.004'><flag energy='enable'/></option><worldbody><geom name='floor' type='plane' size='3 3 .1'/>"
    "<body name='arm' pos='0 0 .6'><joint name='h' axis='0 1 0' range='-20 20' limited='true' damping='.1' frictionloss='.02'/>"
    "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.03'/><site name='tip' pos='.3 0 0' size='.05'/>"
    "<body pos='.3 0 0'><joint name='b' type='ball' damping='.02' range='0 30' limited='true'/><geom size='.05' pos='.1 0 0'/>"
    "</body></body>"
    "<body name='slick' pos='.1 .3 .1'><freejoint/><geom type='box' size='.1 .1 .1' condim='1'/></body>"
    "<body name='box' pos='.5 .3 .1'><freejoint/><geom type='box' size='.1 .1 .1' condim='3'/><site name='imu'/></body>"
    "<body name='ball' pos='-.4 .3 .1'><freejoint/><geom size='.1' condim='4'/></body>"
    "<body name='wheel' pos='-.8 .3 .1'><freejoint/><geom size='.1' condim='6'/></body>"
    "</worldbody><tendon><fixed name='pull' limited='true' range='-.2 .2' frictionloss='.01'><joint joint='h' coef='2'/></fixed>"
    "</tendon><equality><weld body1='arm' body2='box' solref='.1 1'/><connect body1='ball' body2='wheel' anchor='0 0 0'/>"
    "<joint joint1='h' polycoef='.1 0 0 0 0' active='false'/></equality>"
    "<actuator><general joint='h' dyntype='filter' dynprm='.1' gainprm='2' biastype='affine' biasprm='0 -1 -.1'/>"
    "<motor tendon='pull' forcerange='-1 1' forcelimited='true'/></actuator>"
    "<sensor><accelerometer site='imu'/><gyro site='imu'/><velocimeter site='tip'/><force site='tip'/><jointpos joint='h'/>"
    "<jointlimitfrc joint='h'/><touch site='tip'/><framelinacc objtype='body' objname='box'/><subtreeangmom body='arm'/>"
    "<subtreecom body='arm'/></sensor></mujoco>";

// a state some steps on, in data that is otherwise new, and accelerations
static void start(ig_Case* c, unsigned seed) {
  static mjtNum state[2000];
  ig_case_state(c, seed);
  for (int i = 0; i < c->m->neq; i++) c->d->eq_active[i] = (seed + (unsigned)i) % 3 != 0;
  for (unsigned i = 0; i < 10 + seed; i++) mj_step(c->m, c->d);
  CHECK(mj_stateSize(c->m, mjSTATE_INTEGRATION) <= 2000);
  mj_getState(c->m, c->d, state, mjSTATE_INTEGRATION);
  mj_resetData(c->m, c->d);
  mj_setState(c->m, c->d, state, mjSTATE_INTEGRATION);
  for (int i = 0; i < c->m->nv; i++) c->d->qacc[i] = 5 * ig_test_random(&seed);
}

// lanes may leave for more room, as the first of them do
static unsigned inverse(const ig_Width* w, const mjModel* m, void* lanes, mjData* const* alone) {
  const ig_Quantities none = {{0, 0}};
  unsigned well = 0, every = (1u << w->width) - 1;
  for (int attempt = 0; attempt < 3 && well != every; attempt++) {
    for (int lane = 0; lane < w->width; lane++) ig_test_load(w, m, lanes, lane, alone[lane]);
    w->begin(m, lanes, every, &none);
    well = w->inverse(m, lanes, every, mjSTAGE_NONE, false);
  }
  return well;
}

static void compare_inverse(const ig_Width* w, ig_Case* c, const char* what) {
  void* lanes = w->make(c->m, false, NULL);
  mjData* alone[8];
  int bad = w->width - 2;
  bool any = false;
  for (int lane = 0; lane < w->width; lane++) {
    start(c, (unsigned)lane);
    alone[lane] = mj_copyData(NULL, c->m, c->d);
  }
  CHECK_INT(inverse(w, c->m, lanes, alone), (1 << w->width) - 1);
  for (int turn = 0; turn < 2; turn++) {
    for (int lane = 0; lane < w->width; lane++) {
      if (turn && lane == bad) continue;
      if (!turn) mj_inverse(c->m, alone[lane]);
      any = any || alone[lane]->nefc > 0;
      int q = ig_test_difference(w, c->m, lanes, lane, alone[lane]);
      if (q >= 0) ig_test_fail(__FILE__, __LINE__, "%s: %s differs in lane %d of %d", what, ig_test_quantity(q), lane, w->width);
    }
    // a world whose numbers are none is left to width 1, and changes nothing of the others
    alone[bad]->qvel[0] = NAN;
    if (!turn) CHECK_INT(inverse(w, c->m, lanes, alone), ((1 << w->width) - 1) & ~(1 << bad));
  }
  CHECK(any);
  for (int lane = 0; lane < w->width; lane++) mj_deleteData(alone[lane]);
  w->free(lanes);
}

static void compare_scene(const char* xml, const char* name) {
  static const char* integrators[] = {"Euler", "RK4", "implicit", "implicitfast"};
  ig_Case c = ig_case(xml);
  if (!c.m) return;
  for (int i = 0; ig_test_width(i); i++) {
    for (int integrator = -1; integrator < 4; integrator++) {
      // RK4 has no discrete form
      if (integrator == mjINT_RK4) continue;
      char what[100];
      snprintf(what, sizeof what, "%s, %s", name, integrator < 0 ? "continuous" : integrators[integrator]);
      c.m->opt.integrator = integrator < 0 ? mjINT_EULER : integrator;
      c.m->opt.enableflags &= ~mjENBL_INVDISCRETE;
      if (integrator >= 0) c.m->opt.enableflags |= mjENBL_INVDISCRETE;
      c.m->opt.cone = (integrator + 2) % 2;
      compare_inverse(ig_test_width(i), &c, what);
    }
  }
  ig_case_free(&c);
}

TEST(inverse_dynamics_of_all_rows_in_lanes) { compare_scene(rows, "rows"); }
TEST(inverse_dynamics_of_limbs_in_lanes) { compare_scene(ig_scene_limbs, "limbs"); }
TEST(inverse_dynamics_with_tendons_in_lanes) { compare_scene(ig_scene_flags, "flags"); }

TEST(inverse_dynamics_without_a_discrete_form_leaves_the_lanes) {
  ig_Case c = ig_case(rows);
  if (!c.m) return;
  c.m->opt.integrator = mjINT_RK4;
  c.m->opt.enableflags |= mjENBL_INVDISCRETE;
  for (int i = 0; ig_test_width(i); i++) {
    const ig_Width* w = ig_test_width(i);
    void* lanes = w->make(c.m, false, NULL);
    mjData* all[8] = {c.d, c.d, c.d, c.d, c.d, c.d, c.d, c.d};
    CHECK_INT(inverse(w, c.m, lanes, all), 0);
    w->free(lanes);
  }
  ig_case_free(&c);
}

// ------------------------------------------------ derivatives

static mjtNum* numbers(mjtSize rows_, mjtSize columns) { return calloc((size_t)(rows_ * columns) + 1, sizeof(mjtNum)); }

static ig_InverseRate make_rate(const mjModel* m, bool actuation, bool sensors) {
  return (ig_InverseRate){.eps = 1e-6,
                          .actuation = actuation,
                          .DfDq = numbers(m->nv, m->nv),
                          .DfDv = numbers(m->nv, m->nv),
                          .DfDa = numbers(m->nv, m->nv),
                          .DsDq = sensors ? numbers(m->nv, m->nsensordata) : NULL,
                          .DsDv = sensors ? numbers(m->nv, m->nsensordata) : NULL,
                          .DsDa = sensors ? numbers(m->nv, m->nsensordata) : NULL,
                          .DmDq = numbers(m->nv, m->nM)};
}

static bool same(const mjtNum* a, const mjtNum* b, mjtSize rows_, mjtSize columns) {
  return (!a && !b) || !memcmp(a, b, sizeof(mjtNum) * (size_t)(rows_ * columns));
}

static void compare_rates(const ig_Width* w, ig_Case* c, bool actuation, bool sensors) {
  const mjModel* m = c->m;
  ig_InverseRate r[2];
  for (int k = 0; k < 2; k++) {
    r[k] = make_rate(m, actuation, sensors);
    start(c, 3);
    ig_inverse_rate(m, c->d, r + k, k ? w : NULL);
  }
  CHECK(ig_copies_serve(m, w, !sensors));
  CHECK(same(r[0].DfDq, r[1].DfDq, m->nv, m->nv) && same(r[0].DfDv, r[1].DfDv, m->nv, m->nv));
  CHECK(same(r[0].DfDa, r[1].DfDa, m->nv, m->nv) && same(r[0].DmDq, r[1].DmDq, m->nv, m->nM));
  CHECK(same(r[0].DsDq, r[1].DsDq, m->nv, m->nsensordata) && same(r[0].DsDv, r[1].DsDv, m->nv, m->nsensordata));
  CHECK(same(r[0].DsDa, r[1].DsDa, m->nv, m->nsensordata));
  CHECK(r[1].DfDa[0] != 0 && r[1].DfDq[m->nv * m->nv - 1] != 0);
  for (int k = 0; k < 2; k++) {
    mjtNum* all[] = {r[k].DfDq, r[k].DfDv, r[k].DfDa, r[k].DsDq, r[k].DsDv, r[k].DsDa, r[k].DmDq};
    for (int i = 0; i < 7; i++) free(all[i]);
  }
}

static void compare_transitions(const ig_Width* w, ig_Case* c, bool centered) {
  const mjModel* m = c->m;
  mjtSize nx = 2 * m->nv + m->na, nu = m->nu, ns = m->nsensordata;
  mjtNum *A[2], *B[2], *C[2], *D[2];
  void* lanes = w->make(m, true, NULL);
  for (int k = 0; k < 2; k++) {
    A[k] = numbers(nx, nx), B[k] = numbers(nx, nu), C[k] = numbers(ns, nx), D[k] = numbers(ns, nu);
    ig_Transition t = {1e-6, centered, A[k], B[k], C[k], D[k]};
    start(c, 4);
    c->d->ctrl[0] = 1;
    ig_transition(m, c->d, &t, k ? w : NULL, k ? lanes : NULL);
  }
  CHECK(same(A[0], A[1], nx, nx) && same(B[0], B[1], nx, nu) && same(C[0], C[1], ns, nx) && same(D[0], D[1], ns, nu));
  CHECK(A[1][0] != 0);
  for (int k = 0; k < 2; k++) free(A[k]), free(B[k]), free(C[k]), free(D[k]);
  w->free(lanes);
}

static void compare_derivatives(const char* xml, bool sensors) {
  ig_Case c = ig_case(xml);
  if (!c.m) return;
  for (int i = 0; ig_test_width(i); i++) {
    for (int k = 0; k < 4; k++) {
      c.m->opt.cone = k % 2;
      c.m->opt.integrator = k < 2 ? mjINT_EULER : mjINT_IMPLICITFAST;
      compare_rates(ig_test_width(i), &c, k % 3 == 0, sensors);
      compare_transitions(ig_test_width(i), &c, k > 1);
    }
    c.m->opt.integrator = mjINT_EULER;
    c.m->opt.enableflags |= mjENBL_INVDISCRETE;
    compare_rates(ig_test_width(i), &c, true, sensors);
    c.m->opt.enableflags &= ~mjENBL_INVDISCRETE;
  }
  ig_case_free(&c);
}

TEST(derivatives_of_limbs_are_those_of_single_worlds) { compare_derivatives(ig_scene_limbs, false); }

static void compare_sensed(const char* sensors) {
  static char text[5000];
  const char* end = strstr(ig_scene_limbs, "</mujoco>");
  snprintf(text, sizeof text, "%.*s<sensor>%s</sensor></mujoco>", (int)(end - ig_scene_limbs), ig_scene_limbs, sensors);
  compare_derivatives(text, true);
}

// sensors that lanes have functions for
TEST(derivatives_of_sensors_are_those_of_single_worlds) {
  compare_sensed(
      "<jointpos joint='a'/><jointvel joint='b'/><framelinacc objtype='body' objname='trunk'/><subtreeangmom "
      "body='trunk'/><clock/>");
}

// forces of actuators are not of inverse dynamics: a sensor of them shows those of the nudge before, in lanes as alone
TEST(sensors_of_actuators_in_derivatives_of_inverse_dynamics) {
  compare_sensed("<actuatorfrc actuator='a'/><jointactuatorfrc joint='b'/>");
}

// rangefinders and touch have no function of lanes; without sensors they do not keep a model from them
TEST(sensors_that_lanes_have_not_count_only_where_they_are_asked_for) {
  const char sensors[] = "<touch site='foot'/>";
  static char text[5000];
  const char* end = strstr(ig_scene_limbs, "<body pos='.1 0 -.1'>");
  snprintf(text, sizeof text, "%.*s<site name='foot'/>%.*s<sensor>%s</sensor></mujoco>", (int)(end - ig_scene_limbs),
           ig_scene_limbs, (int)(strstr(end, "</mujoco>") - end), end, sensors);
  ig_Case c = ig_case(text);
  if (!c.m) return;
  for (int i = 0; ig_test_width(i); i++) {
    CHECK(!ig_copies_serve(c.m, ig_test_width(i), false));
    compare_rates(ig_test_width(i), &c, true, false);
  }
  ig_case_free(&c);
}

// ------------------------------------------------ lanes that stay with the data

static void check_kept(const ig_Width* w, const mjModel* m, mjData* d, const char* what) {
  size_t square = (size_t)(4 * m->nv * m->nv);
  mjtNum* A[2] = {numbers(2 * m->nv, 2 * m->nv), numbers(2 * m->nv, 2 * m->nv)};
  mjData* other = mj_copyData(NULL, m, d);
  ig_Transition t[2] = {{1e-6, false, A[0], NULL, NULL, NULL}, {1e-6, false, A[1], NULL, NULL, NULL}};
  ig_transition(m, d, t, w, NULL);
  ig_transition(m, other, t + 1, NULL, NULL);
  if (memcmp(A[0], A[1], sizeof(mjtNum) * square)) ig_test_fail(__FILE__, __LINE__, "%s: other derivatives", what);
  mj_deleteData(other);
  free(A[0]), free(A[1]);
}

TEST(lanes_that_stay_with_data_follow_the_model) {
  for (int i = 0; ig_test_width(i); i++) {
    const ig_Width* w = ig_test_width(i);
    ig_Case c = ig_case(ig_scene_limbs), other = ig_case(ig_scene_limbs);
    if (!c.m || !other.m) return;
    start(&c, 5);
    int64_t before = ig_live_bytes();
    mjData* d = mj_copyData(NULL, c.m, c.d);
    check_kept(w, c.m, d, "first");
    const ig_Companion* companion = ig_companion(d);
    const void* kept = companion->thing;
    CHECK(kept);
    c.m->body_mass[2] *= 2, c.m->opt.gravity[2] = -3, c.m->opt.timestep = 0.002, c.m->dof_damping[8] = 0;
    check_kept(w, c.m, d, "numbers");
    CHECK(companion->thing == kept);
    c.m->geom_contype[0] = c.m->geom_conaffinity[0] = 0;
    check_kept(w, c.m, d, "no floor");
    c.m->geom_contype[0] = c.m->geom_conaffinity[0] = 1;
    c.m->opt.solver = mjSOL_CG, c.m->opt.cone = mjCONE_ELLIPTIC;
    check_kept(w, c.m, d, "options");
    c.m->opt.disableflags |= mjDSBL_CONTACT;
    check_kept(w, c.m, d, "no contacts");
    // another model of the same sizes, with one of another width between
    other.m->geom_type[1] = mjGEOM_ELLIPSOID;
    check_kept(ig_test_width(i ? 0 : 1), other.m, d, "other width");
    check_kept(w, other.m, d, "other model");
    // it goes with the data, and copies have none
    mjData* copy = mj_copyData(NULL, c.m, d);
    CHECK(!ig_companion(copy)->thing);
    mj_copyData(d, c.m, copy);
    CHECK(companion->thing);
    mj_deleteData(copy);
    mj_deleteData(d);
    CHECK_INT(ig_live_bytes(), before);
    ig_case_free(&c);
    ig_case_free(&other);
  }
}
